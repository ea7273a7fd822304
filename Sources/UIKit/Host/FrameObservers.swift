// FrameObservers.swift
// Observers of frames: overlays, recordings, traces.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import Foundation
package import UIKitCore

/// An observer of the frames of all windows.
@MainActor package protocol FrameObserver: AnyObject {
  /// Called in a frame before its commit. Changes made here belong to this frame and request no
  /// other.
  func frameWillRun(at time: TimeInterval)
  /// Called with each frame's record. Changes made here request the next frame.
  func frameDidFinish(_ record: FrameRecord)
}

/// The registered observers, held weakly.
@MainActor package enum FrameObservers {
  private struct Weak { weak var observer: (any FrameObserver)? }
  private static var all: [Weak] = []
  /// The window whose frame runs, or is reported.
  package static weak var window: UIWindow?

  package static func add(_ observer: any FrameObserver) {
    all.removeAll { $0.observer == nil || $0.observer === observer }
    all.append(Weak(observer: observer))
  }

  package static func remove(_ observer: any FrameObserver) {
    all.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// Whether there are observers, so that each frame has the main thread's part.
  static var areActive: Bool { all.contains { $0.observer != nil } }

  static func willRun(at time: TimeInterval) {
    for weak in all { weak.observer?.frameWillRun(at: time) }
  }

  static func didFinish(_ record: FrameRecord) {
    for weak in all { weak.observer?.frameDidFinish(record) }
  }
}
