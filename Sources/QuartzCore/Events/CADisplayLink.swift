// CADisplayLink.swift
// Stage: callbacks. Code that runs at the start of each frame, before its commit, and is told when the
// frame will be on the screen.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Calls code for every frame, as long as it is added to a run loop and not paused.
///
///     let link = CADisplayLink(target: self, selector: MyView.step)
///     link.add(to: .main, forMode: .common)
///
///     func step(_ link: CADisplayLink) { angle = speed * link.targetTimestamp }
///
/// There are no selectors on Linux: the method's own name takes their place. A link keeps its target
/// alive until ``invalidate()``. It belongs to the main thread, whose run loop serves it whatever run
/// loop it is added to. While it is active frames keep coming; they stop with the last link.
///
/// In the callback ``CACurrentMediaTime()`` is now, and `presentation()` shows what the layers look like
/// at ``targetTimestamp``, the time of everything in the frame.
///
/// Source: Apple's `CADisplayLink`.
open class CADisplayLink {
  /// What is called; nil once the link is invalid.
  private var callback: (@MainActor (CADisplayLink) -> Void)?
  private var places: [(loop: RunLoop, mode: RunLoop.Mode)] = []
  /// The time of the next frame that the link wants; anything before the first.
  fileprivate var nextTarget = -TimeInterval.infinity

  /// Creates a link that calls a function; nobody is called until it is added to a run loop.
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
    precondition(
      MainThread.isCurrent, "a display link was added off the main thread, where it belongs")
    guard callback != nil, !places.contains(where: { $0 == (runloop, mode) }) else { return }
    places.append((runloop, mode))
    nextTarget = -.infinity
    DisplayLinks.update(self)
  }

  /// Takes a run loop's mode back; without any the link calls nobody, and nobody keeps it.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    places.removeAll { $0 == (runloop, mode) }
    DisplayLinks.update(self)
  }

  /// Ends the link's life: it calls nobody any more, and lets go of its target.
  open func invalidate() {
    callback = nil
    places = []
    DisplayLinks.update(self)
  }

  /// Whether the link calls nobody for the time being. Default false.
  open var isPaused = false {
    didSet {
      guard isPaused != oldValue else { return }
      nextTarget = -.infinity
      DisplayLinks.update(self)
    }
  }

  /// When the refresh before the one that the frame is for was, in seconds of media time: as long before
  /// ``targetTimestamp`` as the next call comes after this one. 0 before the first call.
  open private(set) var timestamp: CFTimeInterval = 0

  /// When the frame will be on the screen, in seconds of media time; 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0

  /// Seconds between the screen's refreshes; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// How many calls a second are wanted; 0, the default, takes all that the screen has. What comes is
  /// the rate nearest to it of which the screen's is a multiple.
  ///
  /// - Precondition: Not negative.
  open var preferredFramesPerSecond = 0 {
    didSet {
      precondition(
        preferredFramesPerSecond >= 0,
        "a rate cannot be negative, such as \(preferredFramesPerSecond)")
    }
  }

  /// How many calls a second will do, and how many are wished for. Unless it is
  /// ``CAFrameRateRange/default`` its preferred rate, or else its maximum, takes the place of
  /// ``preferredFramesPerSecond``.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// Calls a second; 0 for all that the screen has.
  private var rate: Double {
    let range = preferredFrameRateRange
    if let preferred = range.preferred, preferred > 0 { return Double(preferred) }
    return range.maximum > 0 ? Double(range.maximum) : Double(preferredFramesPerSecond)
  }

  fileprivate var isActive: Bool { callback != nil && !places.isEmpty && !isPaused }
  fileprivate var isKept: Bool { callback != nil && !places.isEmpty }

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

/// The display links of the program. They belong to the main thread, so nothing here needs a lock.
package enum DisplayLinks {
  /// Those that are in a run loop, paused or not.
  nonisolated(unsafe) private static var links: [CADisplayLink] = []

  /// The time of the next frame that a link wants: infinite without an active one, and anything when
  /// one was just added.
  nonisolated(unsafe) package private(set) static var nextTarget = TimeInterval.infinity

  /// Whether an active link wants frames.
  package static var areActive: Bool { nextTarget < .infinity }

  /// The refresh period that the last frame had, in seconds.
  nonisolated(unsafe) private static var period = 1.0 / 60

  /// Keeps a link or lets it go, as it says.
  fileprivate static func update(_ link: CADisplayLink) {
    let place = links.firstIndex { $0 === link }
    if link.isKept && place == nil { links.append(link) }
    if !link.isKept, let place { links.remove(at: place) }
    let wasIdle = !areActive
    findNext()
    if wasIdle && areActive { wake() }
  }

  private static func findNext() {
    nextTarget = links.reduce(.infinity) { $1.isActive ? min($0, $1.nextTarget) : $0 }
  }

  /// Calls the links that want a frame.
  ///
  /// - Parameters:
  ///   - time: The frame's one time. A second window's frame of the same refresh calls nobody again.
  ///   - period: Seconds between refreshes.
  package static func run(at time: TimeInterval, period: TimeInterval) {
    guard areActive else { return }
    self.period = period
    // Refreshes are uneven, so a link is due within half a period of its target.
    let due = links.filter { $0.nextTarget - period / 2 <= time }
    MediaClock.withFrameTime(time) {
      // One may pause or end another.
      for link in due where link.isActive { link.call(at: time, period: period) }
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

  nonisolated(unsafe) private static var isScheduled = false

  /// Calls the links from the main queue, at the refresh rate of a screen.
  private static func scheduleOnMainQueue() {
    guard areActive, !isScheduled, CallbackQueue.driver.isMainQueue, !MediaClock.isVirtual else {
      return
    }
    isScheduled = true
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0, nextTarget - period - MediaClock.now)) {
      isScheduled = false
      guard CallbackQueue.driver.isMainQueue, !MediaClock.isVirtual else { return }
      run(at: MediaClock.now + period, period: period)
      CATransaction.flush()
      scheduleOnMainQueue()
    }
  }
}
