// RunLoop+NextTimer.swift
// Stage: events. The time of the run loop's next timer, read without running anything.
//
// SPDX-License-Identifier: MIT

package import Foundation

@_silgen_name("CFRunLoopGetMain")
private func mainRunLoop() -> UnsafeRawPointer

/// In seconds since Foundation's reference date; 0 without a timer.
@_silgen_name("CFRunLoopGetNextTimerFireDate")
private func nextFireDate(_ runLoop: UnsafeRawPointer, _ mode: UnsafeRawPointer) -> Double

extension RunLoop {
  /// The date of the next timer in the main run loop's default mode; nil without a timer. Any thread.
  ///
  /// `limitDate(forMode:)` runs the timers that are due and the main queue first. This runs nothing.
  package static var nextTimer: Date? {
    let date = withExtendedLifetime(RunLoop.Mode.default.rawValue as NSString) { mode in
      nextFireDate(mainRunLoop(), Unmanaged.passUnretained(mode).toOpaque())
    }
    return date == 0 ? nil : Date(timeIntervalSinceReferenceDate: date)
  }
}
