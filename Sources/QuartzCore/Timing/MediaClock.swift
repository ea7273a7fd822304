// MediaClock.swift
// The source of media time: the machine's monotonic clock, or a virtual one that is moved by calls.
//
// This folder: media time: the clock, the timing of layers and animations, curves, springs, frame rates.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// Seconds of media time, as Apple names them.
public typealias CFTimeInterval = Double

/// Returns the current media time, in seconds of a monotonic clock counted from boot.
///
/// Source: Apple's `CACurrentMediaTime()`. On the virtual clock it is that clock's time.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.now }

/// The source of media time.
///
/// The real clock may be read from any thread. The virtual one, and the frame's time, are set by the main
/// thread while no other thread reads them.
package enum MediaClock {
  /// The virtual clock's time; nil while the real clock is in use.
  nonisolated(unsafe) private static var virtualTime: TimeInterval?

  /// The time at which a frame in progress is evaluated; nil between frames.
  nonisolated(unsafe) private static var frameTime: TimeInterval?

  /// The begin of the main thread's outermost transaction; nil while none is open.
  nonisolated(unsafe) private static var transactionTime: TimeInterval?

  /// Seconds since boot on the machine's clock, whatever clock is in use.
  package static var machineTime: TimeInterval {
    Double(DispatchTime.now().uptimeNanoseconds) * 1e-9
  }

  /// The current media time, in seconds.
  package static var now: TimeInterval { virtualTime ?? machineTime }

  /// The time of presentation values: the frame's in a frame, else the begin of the main thread's transaction, so
  /// that all reads of a turn agree. Without one, now.
  package static var presentationTime: TimeInterval {
    frameTime ?? virtualTime ?? transactionTime ?? machineTime
  }

  /// The time of a commit: the frame's in a frame, else now.
  static var commitTime: TimeInterval { frameTime ?? now }

  /// Begins or ends the main thread's outermost transaction.
  static func transactionIsOpen(_ isOpen: Bool) { transactionTime = isOpen ? machineTime : nil }

  /// Whether time is constant between calls of ``advance(to:)``.
  package static var isVirtual: Bool { virtualTime != nil }

  /// Starts the virtual clock at a time, in seconds.
  package static func useVirtual(startingAt start: TimeInterval = 0) { virtualTime = start }

  /// Returns to the machine's clock.
  package static func useReal() { virtualTime = nil }

  /// Moves the virtual clock forward to a time; an earlier time has no effect.
  package static func advance(to time: TimeInterval) {
    guard let current = virtualTime else { return }
    virtualTime = max(current, time)
  }

  /// Blocks the main thread: spins on the real clock, advances the virtual one.
  package static func block(for seconds: TimeInterval) {
    if let current = virtualTime {
      virtualTime = current + seconds
      return
    }
    let end = machineTime + seconds
    while machineTime < end {}
  }

  /// Runs user code of a frame, for which presentation values are those at the frame's time.
  package static func withFrameTime<R>(_ time: TimeInterval, _ body: () throws -> R) rethrows -> R {
    let outer = frameTime
    frameTime = time
    defer { frameTime = outer }
    return try body()
  }
}
