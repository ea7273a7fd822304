// FrameObservers.swift
// Who watches frames: overlays, recordings, traces.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import Foundation

/// Watches the frames of all windows.
@MainActor package protocol FrameObserver: AnyObject {
  /// Called in a frame that runs anyway, before its commit: changes made here are in this frame and
  /// ask for no other.
  func frameWillRun(at time: TimeInterval)
  /// Called with each frame's record. Changes made here wait for the next frame, and ask for one.
  func frameDidFinish(_ record: FrameRecord)
}

/// The observers, kept as long as somebody else keeps them.
@MainActor package enum FrameObservers {
  private struct Weak { weak var observer: (any FrameObserver)? }
  private static var all: [Weak] = []

  package static func add(_ observer: any FrameObserver) {
    all.removeAll { $0.observer == nil || $0.observer === observer }
    all.append(Weak(observer: observer))
  }

  static func willRun(at time: TimeInterval) {
    for weak in all { weak.observer?.frameWillRun(at: time) }
  }

  static func didFinish(_ record: FrameRecord) {
    for weak in all { weak.observer?.frameDidFinish(record) }
  }
}
