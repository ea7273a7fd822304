// Timer+Selector.swift
// Timers with a target, which Foundation on Linux lacks, and timers that wait before they first fire.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

extension Timer {
  /// Creates a timer that calls a block, first after the interval.
  ///
  /// `Timer(timeInterval:repeats:block:)` of Foundation on Linux fires as soon as it is added to a run loop;
  /// Apple's waits. An initialiser of the same name in another module would be ambiguous. The plug-in
  /// `UIKitSource` writes this function in place of the initialiser.
  ///
  /// - Parameters:
  ///   - interval: Seconds until the first call and between calls.
  ///   - repeats: Whether the timer fires more than once.
  ///   - block: Called with the timer, in the run loop to which it was added.
  public static func waiting(
    timeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    Timer(
      fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats, block: block
    )
  }

  /// Creates a timer that calls a method of a target, first after the interval.
  ///
  /// Unlike the initialiser with these labels it keeps `userInfo`.
  ///
  /// - Parameters:
  ///   - interval: Seconds until the first call and between calls.
  ///   - target: Retained until the timer is invalid.
  ///   - selector: The method. It may take the timer.
  ///   - userInfo: The timer's `userInfo`.
  ///   - repeats: Whether the timer fires more than once.
  public static func waiting(
    timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    SelectorTimer.make(
      at: Date(timeIntervalSinceNow: interval), interval: interval, target: target,
      selector: selector, userInfo: userInfo, repeats: repeats)
  }

  /// Creates a timer that calls a method of a target, and adds it to this thread's run loop.
  ///
  /// - Parameters:
  ///   - interval: Seconds until the first call and between calls.
  ///   - aTarget: Retained until the timer is invalid.
  ///   - aSelector: The method. It may take the timer.
  ///   - userInfo: The timer's `userInfo`.
  ///   - yesOrNo: Whether the timer fires more than once.
  @discardableResult
  public static func scheduledTimer(
    timeInterval interval: TimeInterval, target aTarget: Any, selector aSelector: Selector,
    userInfo: Any?, repeats yesOrNo: Bool
  ) -> Timer {
    let timer = waiting(
      timeInterval: interval, target: aTarget, selector: aSelector, userInfo: userInfo,
      repeats: yesOrNo)
    if !timer.waitsForVirtualClock(for: interval, repeats: yesOrNo) {
      RunLoop.current.add(timer, forMode: .default)
    }
    return timer
  }

  /// Creates a timer that calls a method of a target, first after the interval. Its `userInfo` is nil.
  ///
  /// - Parameters:
  ///   - interval: Seconds until the first call and between calls.
  ///   - aTarget: Retained until the timer is invalid.
  ///   - aSelector: The method. It may take the timer.
  ///   - userInfo: Ignored: Foundation on Linux cannot be given one. Use
  ///     ``waiting(timeInterval:target:selector:userInfo:repeats:)``.
  ///   - yesOrNo: Whether the timer fires more than once.
  public convenience init(
    timeInterval interval: TimeInterval, target aTarget: Any, selector aSelector: Selector,
    userInfo: Any?, repeats yesOrNo: Bool
  ) {
    nonisolated(unsafe) let target = aTarget
    self.init(
      fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: yesOrNo
    ) { aSelector.send(to: target, $0) }
  }
}

extension Timer {
  /// Has the timer fired by the virtual clock of a test; false without one.
  func waitsForVirtualClock(for interval: TimeInterval, repeats: Bool = false) -> Bool {
    guard MainThread.isCurrent else { return false }
    nonisolated(unsafe) let timer = self
    return DelayedCalls.add(after: interval) {
      guard timer.isValid else { return }
      timer.fire()
      if repeats, timer.isValid {
        _ = timer.waitsForVirtualClock(for: max(interval, 1e-3), repeats: true)
      }
    }
  }
}

/// A timer with the `userInfo` it was given.
private final class SelectorTimer: Timer {
  private var info: Any?

  override var userInfo: Any? { info }

  static func make(
    at date: Date, interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    nonisolated(unsafe) let target = target
    let timer = SelectorTimer(fire: date, interval: interval, repeats: repeats) {
      selector.send(to: target, $0)
    }
    timer.info = userInfo
    return timer
  }
}
