// CADisplayLink.swift
// Stage: callbacks. Code that runs at the start of each frame, before its commit, with the time at which
// the frame will be on the screen.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Calls code for every frame, as long as it is added to a run loop and not paused.
///
///     let link = CADisplayLink(target: self, selector: MyView.step)
///     link.add(to: .main, forMode: .common)
///
///     func step(_ link: CADisplayLink) { angle = speed * link.targetTimestamp }
///
/// Without the plug-in `UIKitSource` there are no selectors on Linux: pass the method itself. A link retains its target
/// until ``invalidate()``. It belongs to the main thread, whose run loop serves it whatever run
/// loop it is added to. While it is active frames keep coming; they stop with the last link.
///
/// In the callback ``CACurrentMediaTime()`` is now, and `presentation()` returns the layers as presented
/// at ``targetTimestamp``, the time of everything in the frame.
///
/// Source: Apple's `CADisplayLink`.
open class CADisplayLink: NSObject {
  /// The callback; nil once the link is invalid.
  private var callback: (@MainActor (CADisplayLink) -> Void)?
  private var modes: [(loop: RunLoop, mode: RunLoop.Mode)] = []
  /// The time of the next call; in the past before the first.
  fileprivate var nextTarget = -TimeInterval.infinity

  /// Creates a link that calls a function; the calls begin when it is added to a run loop.
  public init(handler: @escaping @MainActor (CADisplayLink) -> Void) { callback = handler }

  /// Creates a link that calls a method of a target, with the link.
  @_disfavoredOverload
  public convenience init<Target: AnyObject>(
    target: Target, selector sel: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    nonisolated(unsafe) let target = target
    nonisolated(unsafe) let sel = sel
    self.init { sel(target)($0) }
  }

  /// Creates a link that calls a method of a target.
  @_disfavoredOverload
  public convenience init<Target: AnyObject>(
    target: Target, selector sel: @escaping (Target) -> () -> Void
  ) {
    nonisolated(unsafe) let target = target
    nonisolated(unsafe) let sel = sel
    self.init { _ in sel(target)() }
  }

  // A method of the main actor would do for the two above as well, were they not disfavoured.

  /// Creates a link that calls a view's or a controller's method, with the link.
  public convenience init<Target: AnyObject & Sendable>(
    target: Target,
    selector sel: @escaping @MainActor (Target) -> @MainActor (CADisplayLink) -> Void
  ) {
    self.init { sel(target)($0) }
  }

  /// Creates a link that calls a view's or a controller's method.
  public convenience init<Target: AnyObject & Sendable>(
    target: Target, selector sel: @escaping @MainActor (Target) -> @MainActor () -> Void
  ) {
    self.init { _ in sel(target)() }
  }

  /// Calls for frames from now on.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    trap(
      unless: MainThread.isCurrent, "a display link was added off the main thread, where it belongs"
    )
    guard callback != nil, !modes.contains(where: { $0 == (runloop, mode) }) else { return }
    modes.append((runloop, mode))
    nextTarget = -.infinity
    DisplayLinks.update(self)
  }

  /// Removes a run loop's mode; without any the link makes no calls and is not retained.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    modes.removeAll { $0 == (runloop, mode) }
    DisplayLinks.update(self)
  }

  /// Ends the calls and releases the target; from another thread, when the main thread runs next.
  open func invalidate() {
    guard MainThread.isCurrent else {
      nonisolated(unsafe) let link = self
      return MainThread.perform { link.invalidate() }
    }
    callback = nil
    modes = []
    DisplayLinks.update(self)
  }

  /// Whether the calls are suspended. Default false.
  open var isPaused = false {
    didSet {
      guard isPaused != oldValue else { return }
      nextTarget = -.infinity
      DisplayLinks.update(self)
    }
  }

  /// The media time, in seconds, of the refresh before ``targetTimestamp``, at the link's rate. 0 before
  /// the first call.
  open private(set) var timestamp: CFTimeInterval = 0

  /// The media time, in seconds, at which the frame will be on the screen. 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0

  /// Seconds between the screen's refreshes; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// The preferred number of calls per second; 0, the default, is the screen's refresh rate. The actual
  /// rate is the nearest that divides the screen's. Below 0 it is 0, which is reported once.
  open var preferredFramesPerSecond = 0 {
    didSet {
      preferredFramesPerSecond = nearest(
        preferredFramesPerSecond, atLeast: 0, "a display link's preferredFramesPerSecond")
    }
  }

  /// The preferred range of calls per second. Unless it is ``CAFrameRateRange/default``, its preferred rate,
  /// or else its maximum, overrides ``preferredFramesPerSecond``.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// Calls per second; 0 for the screen's refresh rate.
  private var rate: Double {
    let range = preferredFrameRateRange
    if let preferred = range.preferred, preferred > 0 { return Double(preferred) }
    return range.maximum > 0 ? Double(range.maximum) : Double(preferredFramesPerSecond)
  }

  fileprivate var isActive: Bool { callback != nil && !modes.isEmpty && !isPaused }
  fileprivate var isRegistered: Bool { callback != nil && !modes.isEmpty }

  /// Calls for a frame.
  fileprivate func call(at time: TimeInterval, period: TimeInterval) {
    guard let callback else { return }
    let rate = self.rate
    let refreshes = rate > 0 ? max(1, min(1 / (period * rate), 1e6).rounded()) : 1
    (timestamp, targetTimestamp, duration) = (time - refreshes * period, time, period)
    nextTarget = time + refreshes * period
    nonisolated(unsafe) let link = self
    MainActor.assumeIsolated { callback(link) }
  }
}

/// The display links of the program. They belong to the main thread.
package enum DisplayLinks {
  /// The links in a run loop, paused or not.
  private static let links = MainThreadValue<[CADisplayLink]>([])

  /// The time of the next call of a link: infinite without an active one, in the past when one was just
  /// added.
  package static var nextTarget: TimeInterval { storedNextTarget.value }
  private static let storedNextTarget = MainThreadValue(TimeInterval.infinity)

  /// Whether a link is active.
  package static var areActive: Bool { nextTarget < .infinity }

  /// The refresh period that the last frame had, in seconds.
  private static let lastPeriod = MainThreadValue(1.0 / 60)

  /// Registers or unregisters a link.
  fileprivate static func update(_ link: CADisplayLink) {
    let index = links.value.firstIndex { $0 === link }
    if link.isRegistered && index == nil { links.value.append(link) }
    if !link.isRegistered, let index { links.value.remove(at: index) }
    let wasIdle = !areActive
    findNext()
    if wasIdle && areActive { wake() }
  }

  private static func findNext() {
    storedNextTarget.value = links.value.reduce(.infinity) {
      $1.isActive ? min($0, $1.nextTarget) : $0
    }
  }

  /// Calls the links that are due.
  ///
  /// - Parameters:
  ///   - time: The frame's one time. A second window's frame of the same refresh makes no further calls.
  ///   - period: Seconds between refreshes.
  package static func run(at time: TimeInterval, period: TimeInterval) {
    guard areActive else { return }
    lastPeriod.value = period
    // Refreshes are uneven, so a link is due within half a period of its target.
    let due = links.value.filter { $0.nextTarget - period / 2 <= time }
    MediaClock.withFrameTime(time) {
      // A link may pause or invalidate another.
      for link in due where link.isActive {
        WorkLog.run("a display link") { link.call(at: time, period: period) }
      }
    }
    findNext()
  }

  private static func wake() {
    switch CallbackQueue.driver {
    case .mainQueue: scheduleOnMainQueue()
    case .manual: break
    case .host(let wake): wake()
    }
  }

  // MARK: Without a host

  private static let isScheduled = MainThreadValue(false)

  /// Calls the links from the main queue, at the refresh rate of a screen.
  private static func scheduleOnMainQueue() {
    guard areActive, CallbackQueue.driver.isMainQueue, !MediaClock.isVirtual else { return }
    if isScheduled.value { return MainLoop.follow() }
    isScheduled.value = true
    MainLoop.async(after: max(0, nextTarget - lastPeriod.value - MediaClock.now)) {
      isScheduled.value = false
      guard CallbackQueue.driver.isMainQueue, !MediaClock.isVirtual else { return }
      run(at: MediaClock.now + lastPeriod.value, period: lastPeriod.value)
      CATransaction.flush()
      scheduleOnMainQueue()
    }
  }
}
