// UIViewPropertyAnimator.swift
// Animations of views that can be paused, scrubbed, turned round and stopped (semantics 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// Animates changes of views, and lets the caller take hold of them on their way.
///
///     let animator = UIViewPropertyAnimator(duration: 1, curve: .easeOut) { view.center.x += 100 }
///     animator.addCompletion { position in print(position) }
///     animator.startAnimation()
///     animator.pauseAnimation()
///     animator.fractionComplete = 0.25
///     animator.isReversed = true
///     animator.startAnimation()
///
/// While it runs it keeps itself alive; whoever pauses or stops it has to keep it and to end it.
///
/// Its animations ride on its own clock: pausing, scrubbing and turning round change how the animations on
/// the layers follow time, and neither end them nor start others.
///
/// Source: Apple's `UIViewPropertyAnimator`; semantics 17.
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating, @MainActor NSCopying {
  /// How the animations follow time.
  public final let timingParameters: (any UITimingCurveProvider)?
  /// Seconds from start to end; the settling time of a spring that has one.
  public final let duration: TimeInterval
  /// Seconds that ``startAnimation(afterDelay:)`` or the class method asked for; 0 unless set.
  public final private(set) var delay: TimeInterval = 0

  /// Inactive, active or stopped.
  public final private(set) var state = UIViewAnimatingState.inactive
  /// Whether it is active and not paused.
  public final private(set) var isRunning = false

  /// Whether the animating views get touches. Default true.
  ///
  /// - Precondition: Not active when set.
  open var isUserInteractionEnabled = true {
    willSet { refuseWhileActive("isUserInteractionEnabled") }
  }
  /// Whether touches go to where views will be, as the caller sees to the rest. Default false: they go
  /// to views where they are seen.
  ///
  /// - Precondition: Not active when set.
  open var isManualHitTestingEnabled = false {
    willSet { refuseWhileActive("isManualHitTestingEnabled") }
  }
  /// Whether it can be paused and stopped on its way; else such calls do nothing. Default true.
  ///
  /// - Precondition: Not active when set.
  open var isInterruptible = true {
    willSet { refuseWhileActive("isInterruptible") }
  }
  /// Whether ``fractionComplete`` of a paused animator is a part of the distance and not of the time.
  /// Default true.
  open var scrubsLinearly = true
  /// Whether it stays active, paused, at its end, without a completion; observe ``isRunning``. Default
  /// false.
  open var pausesOnCompletion = false

  private var blocks: [(changes: () -> Void, delayFactor: CGFloat)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var run: AnimatorPlayback?
  /// What was stopped, until it is finished.
  private var stopped: (values: [AnimatorPlayback.Values], fraction: CGFloat)?
  private var selfWhileRunning: UIViewPropertyAnimator?
  private var storedIsReversed = false
  var observers: [ObjectIdentifier: () -> Void] = [:]

  // MARK: Making one

  /// Creates an animator.
  ///
  /// - Parameters:
  ///   - duration: Seconds; 0 and less make the changes at once. A spring with a duration of its own
  ///     takes that.
  ///   - parameters: The curve or spring.
  /// - Precondition: The duration is finite.
  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    precondition(duration.isFinite, "an animator needs a finite duration, not \(duration)")
    timingParameters = parameters
    self.duration = parameters.ownDuration ?? max(0, duration)
    super.init()
  }

  /// Creates an animator of 0.2 s that starts and ends slowly.
  public override convenience init() {
    self.init(duration: 0.2, timingParameters: UICubicTimingParameters())
  }

  /// Creates an animator with a named curve.
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a curve from (0, 0) to (1, 1) by its control points.
  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a spring that fills the duration; a ratio of 1 does not swing.
  public convenience init(
    duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator and starts it.
  ///
  /// - Parameters:
  ///   - duration: Seconds.
  ///   - delay: Seconds until it begins.
  ///   - options: Of these the curve and `allowUserInteraction` count.
  ///   - animations: Changes of views.
  ///   - completion: Called at the end, with where that is.
  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: UIView.AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let curve: UIView.AnimationCurve =
      switch options.curve {
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .linear: .linear
      default: .easeInOut
      }
    let animator = UIViewPropertyAnimator(
      duration: duration, curve: curve, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  /// Returns an inactive animator with the same duration and timing, and without blocks.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIViewPropertyAnimator(
      duration: duration, timingParameters: timingParameters ?? UICubicTimingParameters())
    (copy.isUserInteractionEnabled, copy.isInterruptible) = (
      isUserInteractionEnabled, isInterruptible
    )
    copy.isManualHitTestingEnabled = isManualHitTestingEnabled
    (copy.scrubsLinearly, copy.pausesOnCompletion) = (scrubsLinearly, pausesOnCompletion)
    return copy
  }

  deinit {
    let last = state
    precondition(
      last == .inactive,
      "an animator was released while \(last == .stopped ? "stopped" : "paused"); finish it, or "
        + "stop it without finishing, before")
  }

  private func refuseWhileActive(_ property: String) {
    precondition(state == .inactive, "\(property) cannot be set while an animator is \(state)")
  }

  // MARK: Blocks

  /// Adds changes: they are made at the start, or while it is active at once, and take the time that is
  /// left.
  open func addAnimations(_ animation: @escaping () -> Void) {
    add(animation, delayFactor: 0)
  }

  /// Adds changes that begin later.
  ///
  /// - Parameters:
  ///   - animation: Changes of views.
  ///   - delayFactor: A fraction of the time that is left; clamped to 0...1.
  /// - Precondition: Not stopped.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    add(animation, delayFactor: delayFactor)
  }

  private func add(_ changes: @escaping () -> Void, delayFactor: CGFloat) {
    precondition(!delayFactor.isNaN, "a delay factor must be a number, not \(delayFactor)")
    precondition(state != .stopped, "a stopped animator takes no animations; finish it before")
    let factor = min(max(delayFactor, 0), 1)
    if let run {
      run.perform(changes, delayFactor: factor)
    } else {
      blocks.append((changes, factor))
    }
  }

  /// Adds a block that runs once at the end, with where that was.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  // MARK: Running

  /// Starts, or goes on after a pause with what is left of the duration.
  ///
  /// - Precondition: Not stopped.
  open func startAnimation() { start(after: 0) }

  /// Starts after some seconds, in which it is already active and running.
  ///
  /// - Precondition: Not stopped; the delay is finite.
  open func startAnimation(afterDelay delay: TimeInterval) {
    precondition(delay.isFinite, "an animator needs a finite delay, not \(delay)")
    start(after: max(0, delay))
  }

  private func start(after delay: TimeInterval) {
    refuseWhenStopped("started")
    guard !isRunning else { return }
    self.delay = delay
    let run = activeRun()
    run.play(to: target, delay: delay)
    setRunning(true)
  }

  /// Stands still where it is; an inactive animator becomes active, at its start.
  ///
  /// - Precondition: Not stopped.
  open func pauseAnimation() {
    refuseWhenStopped("paused")
    if isRunning && !isInterruptible { return }
    let run = activeRun()
    run.pause(scrubsLinearly: scrubsLinearly)
    setRunning(false)
  }

  /// Goes on after a pause.
  ///
  /// - Parameters:
  ///   - parameters: A curve or spring for what is left; nil keeps the animator's own.
  ///   - durationFactor: Seconds for what is left, as a fraction of the duration; 0 takes what is left of
  ///     the duration.
  /// - Precondition: Not stopped.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    precondition(
      durationFactor.isFinite, "a duration factor must be finite, not \(durationFactor)")
    refuseWhenStopped("continued")
    let run = activeRun()
    let seconds =
      parameters?.ownDuration ?? (durationFactor > 0 ? duration * durationFactor : nil)
    run.play(to: target, seconds: seconds, other: parameters)
    setRunning(true)
  }

  /// Ends the animations where they are: the views' properties become what is seen.
  ///
  /// - Parameter withoutFinishing: Whether that is all: the animator is inactive and its completions are
  ///   dropped. Else it is stopped, and waits for ``finishAnimation(at:)``.
  open func stopAnimation(_ withoutFinishing: Bool) {
    if state == .stopped && withoutFinishing {
      becomeInactive()
      completions = []
      return
    }
    guard let run, !isRunning || isInterruptible else { return }
    let (values, fraction) = (run.values(), fractionComplete)
    self.run = nil
    run.end(finished: false)
    write(values, \.current)
    if withoutFinishing {
      completions = []
      becomeInactive()
    } else {
      stopped = (values, fraction)
      state = .stopped
      setRunning(false)
    }
  }

  /// Ends what was stopped: the views' properties become those of the position, and the completions run.
  ///
  /// - Precondition: Stopped.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped, let stopped else {
      preconditionFailure("an animator that is \(state) cannot be finished; stop it before")
    }
    switch finalPosition {
    case .end: write(stopped.values, \.end)
    case .start: write(stopped.values, \.start)
    case .current: break
    }
    complete(at: finalPosition)
  }

  /// How far it is in the direction of play, 0...1.
  ///
  /// A part of the time while it runs. While it is paused, a part of the distance if
  /// ``scrubsLinearly``. Set, it shows that part: an inactive animator becomes active and paused; values
  /// outside are clamped. Setting it while it runs, or is stopped, does nothing.
  open var fractionComplete: CGFloat {
    get {
      if let stopped { return stopped.fraction }
      guard let run else { return 0 }
      let place = run.place(scrubsLinearly: scrubsLinearly)
      return isReversed ? 1 - place : place
    }
    set {
      precondition(!newValue.isNaN, "fractionComplete must be a number, not \(newValue)")
      guard state != .stopped, !isRunning else { return }
      let fraction = min(max(newValue, 0), 1)
      activeRun().scrub(to: isReversed ? 1 - fraction : fraction, linearly: scrubsLinearly)
      notifyObservers()
    }
  }

  /// Whether it plays from the end to the start; set on the way, it turns round at once.
  open var isReversed: Bool {
    get { storedIsReversed }
    set {
      guard newValue != storedIsReversed else { return }
      storedIsReversed = newValue
      // The way back takes its part of the duration, however long the rest of the way was to take.
      if isRunning { run?.play(to: target) }
      notifyObservers()
    }
  }

  private var target: Double { storedIsReversed ? 0 : 1 }

  private func refuseWhenStopped(_ what: String) {
    precondition(
      state != .stopped, "an animator that is stopped cannot be \(what); finish it before")
  }

  // MARK: States

  /// What is active; an inactive animator makes its changes and stands at its beginning.
  private func activeRun() -> AnimatorPlayback {
    if let run { return run }
    let new = AnimatorPlayback(
      duration: duration, timing: timingParameters ?? UICubicTimingParameters(),
      from: storedIsReversed ? 1 : 0, blocksTouches: !isUserInteractionEnabled,
      isFollowed: !isManualHitTestingEnabled, didReachEnd: { [weak self] in self?.runDidEnd() })
    run = new
    state = .active
    let collected = blocks
    blocks = []
    for block in collected {
      new.perform(block.changes, delayFactor: block.delayFactor, isFirst: true)
    }
    return new
  }

  private func setRunning(_ running: Bool) {
    isRunning = running
    selfWhileRunning = running ? self : nil
    notifyObservers()
  }

  private func runDidEnd() {
    guard let run, isRunning else { return }
    if pausesOnCompletion {
      run.pause(scrubsLinearly: scrubsLinearly, atEnd: true)
      setRunning(false)
      return
    }
    let values = storedIsReversed ? run.values() : []
    self.run = nil
    run.end(finished: true)
    write(values, \.start)
    complete(at: storedIsReversed ? .start : .end)
  }

  private func write(
    _ values: [AnimatorPlayback.Values], _ which: KeyPath<AnimatorPlayback.Values, AnimatableValue>
  ) {
    for value in values { value.layer.setQuietly(value[keyPath: which], forKey: value.key) }
  }

  private func complete(at position: UIViewAnimatingPosition) {
    let called = completions
    completions = []
    // A completion may let go of the animator, or start it anew.
    withExtendedLifetime(self) {
      becomeInactive()
      for completion in called { completion(position) }
    }
  }

  private func becomeInactive() {
    stopped = nil
    state = .inactive
    setRunning(false)
  }
}
