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

@_silgen_name("CFStringCreateWithCString")
private func makeString(
  _ allocator: UnsafeRawPointer?, _ text: UnsafePointer<CChar>, _ encoding: UInt32
) -> UnsafeRawPointer

/// A name of Core Foundation's own, which is never released. To look up a Swift string there takes eight times as long.
private struct ModeName: @unchecked Sendable {
  static let defaultMode = ModeName(RunLoop.Mode.default.rawValue)
  private static let utf8: UInt32 = 0x0800_0100

  let string: UnsafeRawPointer

  private init(_ name: String) { string = makeString(nil, name, Self.utf8) }
}

extension RunLoop {
  /// The date of the next timer in the main run loop's default mode; nil without a timer. Any thread.
  ///
  /// `limitDate(forMode:)` runs the timers that are due and the main queue first. This runs nothing.
  package static var nextTimer: Date? {
    let date = nextFireDate(mainRunLoop(), ModeName.defaultMode.string)
    return date == 0 ? nil : Date(timeIntervalSinceReferenceDate: date)
  }
}
