// UIViewPropertyAnimator.swift
// View animations that can be paused, scrubbed, reversed and stopped: the public state. AnimatorPlayback moves the
// layers.
//
// This folder: property animators: state and direction; playing, holding and scrubbing (`AnimatorPlayback`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
package import QuartzCore

/// Animates changes of views, and lets the caller interrupt and scrub them.
///
///     let animator = UIViewPropertyAnimator(duration: 1, curve: .easeOut) { view.center.x += 100 }
///     animator.addCompletion { position in print(position) }
///     animator.startAnimation()
///     animator.pauseAnimation()
///     animator.fractionComplete = 0.25
///     animator.isReversed = true
///     animator.startAnimation()
///
/// A running animator retains itself. A caller that pauses or stops it must retain and finish it.
///
/// Pausing, scrubbing and reversing change the timing of the layers' animations; they neither end them
/// nor start others.
///
/// Source: Apple's `UIViewPropertyAnimator`.
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating, @MainActor NSCopying {
  /// The curve or spring of the animations.
  open private(set) var timingParameters: (any UITimingCurveProvider)?
  /// Seconds from start to end. A spring with a settling time overrides it.
  open private(set) var duration: TimeInterval
  /// The delay of ``startAnimation(afterDelay:)`` or the class method, in seconds. Default 0.
  open private(set) var delay: TimeInterval = 0

  /// Inactive, active or stopped.
  open private(set) var state = UIViewAnimatingState.inactive
  /// Whether it is active and not paused.
  open private(set) var isRunning = false

  /// Whether the animated views receive touches. Default true.
  ///
  /// - Precondition: Not active when set.
  open var isUserInteractionEnabled = true {
    willSet { refuseWhileActive("isUserInteractionEnabled") }
  }
  /// Whether hit testing uses the final geometry of views, leaving the rest to the caller. Default
  /// false: it uses their geometry on the screen.
  ///
  /// - Precondition: Not active when set.
  open var isManualHitTestingEnabled = false {
    willSet { refuseWhileActive("isManualHitTestingEnabled") }
  }
  /// Whether it can be paused and stopped; if not, such calls do nothing. Default true.
  ///
  /// - Precondition: Not active when set.
  open var isInterruptible = true {
    willSet { refuseWhileActive("isInterruptible") }
  }
  /// Whether ``fractionComplete`` of a paused animator measures distance instead of time. Default true.
  open var scrubsLinearly = true
  /// Whether it stays active and paused at its end, without a completion. Default false. Observe
  /// ``isRunning``.
  open var pausesOnCompletion = false

  private var blocks: [(changes: () -> Void, delayFactor: CGFloat)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var playback: AnimatorPlayback?
  /// The values of a stopped animator, until it is finished.
  private var stopped: (values: [AnimatorPlayback.Values], fraction: CGFloat)?
  private var selfWhileRunning: UIViewPropertyAnimator?
  private var storedIsReversed = false
  package final var keyValueObservers: KeyValueObservers?

  // MARK: Creating

  /// Creates an animator.
  ///
  /// - Parameters:
  ///   - duration: Seconds; 0 or less applies the changes at once. Ignored for a spring with its own
  ///     duration.
  ///   - parameters: The curve or spring.
  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    let duration = nearest(duration, "the duration of an animator")
    timingParameters = parameters
    self.duration = parameters.ownDuration ?? max(0, duration)
    super.init()
  }

  /// Creates an animator of 0.2 s that eases in and out.
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

  /// Creates an animator with a cubic curve from (0, 0) to (1, 1).
  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a spring that fills the duration. A ratio of 1 does not oscillate.
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
  ///   - options: Only the curve and `allowUserInteraction` have an effect.
  ///   - animations: Changes of views.
  ///   - completion: Called at the end, with the position.
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

  /// Returns an inactive animator with the same settings, without blocks.
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
    trap(
      unless: last == .inactive,
      "an animator was released while \(last == .stopped ? "stopped" : "paused"); finish it, or "
        + "stop it without finishing, before")
  }

  private func refuseWhileActive(_ property: String) {
    trap(unless: state == .inactive, "\(property) cannot be set while an animator is \(state)")
  }

  // MARK: Blocks

  /// Adds changes. They are made at the start, or at once while active, and take the remaining time.
  open func addAnimations(_ animation: @escaping () -> Void) {
    add(animation, delayFactor: 0)
  }

  /// Adds changes that start later.
  ///
  /// - Parameters:
  ///   - animation: Changes of views.
  ///   - delayFactor: The delay as a fraction of the remaining time; clamped to 0...1.
  /// - Precondition: Not stopped.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    add(animation, delayFactor: delayFactor)
  }

  private func add(_ changes: @escaping () -> Void, delayFactor: CGFloat) {
    trap(unless: state != .stopped, "a stopped animator takes no animations; finish it before")
    let factor = min(max(nearest(delayFactor, "the delay factor of an animator"), 0), 1)
    if let playback {
      playback.perform(changes, delayFactor: factor)
    } else {
      blocks.append((changes, factor))
    }
  }

  /// Adds a block that runs once at the end, with the position.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  // MARK: Running

  /// Starts, or continues after a pause with the rest of the duration.
  ///
  /// - Precondition: Not stopped.
  open func startAnimation() { start(after: 0) }

  /// Starts after a delay in seconds, during which it is already active and running.
  ///
  /// - Precondition: Not stopped.
  open func startAnimation(afterDelay delay: TimeInterval) {
    start(after: max(0, nearest(delay, "the delay of an animator")))
  }

  private func start(after delay: TimeInterval) {
    refuseWhenStopped("started")
    guard !isRunning else { return }
    self.delay = delay
    let playback = activate()
    playback.play(to: target, delay: self.delay)
    setRunning(true)
  }

  /// Pauses at the current position. An inactive animator becomes active, at its start.
  ///
  /// - Precondition: Not stopped.
  open func pauseAnimation() {
    refuseWhenStopped("paused")
    if isRunning && !isInterruptible { return }
    let playback = activate()
    playback.pause(scrubsLinearly: scrubsLinearly)
    setRunning(false)
  }

  /// Continues after a pause.
  ///
  /// - Parameters:
  ///   - parameters: A curve or spring for the remaining motion; nil keeps the animator's own.
  ///   - durationFactor: The remaining time as a fraction of the duration; 0 takes the rest of the
  ///     duration.
  /// - Precondition: Not stopped.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    let durationFactor = nearest(durationFactor, "the duration factor of an animator")
    refuseWhenStopped("continued")
    let playback = activate()
    let seconds =
      parameters?.ownDuration ?? (durationFactor > 0 ? duration * durationFactor : nil)
    playback.play(to: target, seconds: seconds, curveOverride: parameters)
    setRunning(true)
  }

  /// Stops the animations in place: the views' properties take the values on the screen.
  ///
  /// - Parameter withoutFinishing: True makes the animator inactive and drops its completions. False
  ///   leaves it stopped, waiting for ``finishAnimation(at:)``.
  open func stopAnimation(_ withoutFinishing: Bool) {
    if state == .stopped && withoutFinishing {
      becomeInactive()
      completions = []
      return
    }
    guard let playback, !isRunning || isInterruptible else { return }
    let (values, fraction) = (playback.values(), fractionComplete)
    self.playback = nil
    playback.end(finished: false)
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

  /// Finishes a stopped animator: the views' properties take the values of the position, and the
  /// completions run.
  ///
  /// - Precondition: Stopped.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped, let stopped else {
      trap("an animator that is \(state) cannot be finished; stop it before")
    }
    switch finalPosition {
    case .end: write(stopped.values, \.end)
    case .start: write(stopped.values, \.start)
    case .current: break
    }
    complete(at: finalPosition)
  }

  /// The completed fraction in the direction of play, 0...1.
  ///
  /// While running, a fraction of the time. While paused, a fraction of the distance if
  /// ``scrubsLinearly``. Setting it scrubs to the clamped value; an inactive animator becomes active
  /// and paused. Setting it has no effect while running or stopped.
  open var fractionComplete: CGFloat {
    get {
      if let stopped { return stopped.fraction }
      guard let playback else { return 0 }
      let part = playback.completedPart(scrubsLinearly: scrubsLinearly)
      return isReversed ? 1 - part : part
    }
    set {
      let newValue = nearest(newValue, "fractionComplete of an animator")
      guard state != .stopped, !isRunning else { return }
      let fraction = min(max(newValue, 0), 1)
      activate().scrub(to: isReversed ? 1 - fraction : fraction, linearly: scrubsLinearly)
      keyValueObservers?.notify()
    }
  }

  /// Whether it plays from the end to the start. Setting it while running reverses at once.
  open var isReversed: Bool {
    get { storedIsReversed }
    set {
      guard newValue != storedIsReversed else { return }
      storedIsReversed = newValue
      // The reverse takes its part of the duration, whatever duration the remaining motion had.
      if isRunning { playback?.play(to: target) }
      keyValueObservers?.notify()
    }
  }

  private var target: Double { storedIsReversed ? 0 : 1 }

  private func refuseWhenStopped(_ what: String) {
    trap(
      unless: state != .stopped, "an animator that is stopped cannot be \(what); finish it before")
  }

  // MARK: Editing

  /// What edits animators as they become active. Nil, the default, edits none.
  package static weak var editor: (any AnimatorEditor)?

  /// Changes how an animator moves that is about to become active.
  ///
  /// - Parameters:
  ///   - duration: Seconds; of a spring with a settling time, that takes its place.
  ///   - delay: Seconds until it begins, where it was started.
  package func edit(
    duration: TimeInterval, delay: TimeInterval, timingParameters: any UITimingCurveProvider
  ) {
    self.timingParameters = timingParameters
    self.duration = timingParameters.ownDuration ?? max(0, duration)
    self.delay = delay
  }

  // MARK: States

  /// Returns the playback. An inactive animator becomes active: it makes its changes and holds at its
  /// start.
  private func activate() -> AnimatorPlayback {
    if let playback { return playback }
    let listener = AnimatorListener()
    Self.editor?.edit(self, playedFor: ObjectIdentifier(listener))
    let new = AnimatorPlayback(
      for: listener, duration: duration, timing: timingParameters ?? UICubicTimingParameters(),
      from: storedIsReversed ? 1 : 0, blocksTouches: !isUserInteractionEnabled,
      followsPresentation: !isManualHitTestingEnabled,
      didReachEnd: { [weak self] in self?.playbackDidReachEnd() })
    playback = new
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
    keyValueObservers?.notify()
  }

  private func playbackDidReachEnd() {
    guard let playback, isRunning else { return }
    if pausesOnCompletion {
      playback.pause(scrubsLinearly: scrubsLinearly, atEnd: true)
      setRunning(false)
      return
    }
    let values = storedIsReversed ? playback.values() : []
    self.playback = nil
    playback.end(finished: true)
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
    // A completion may release the animator or restart it.
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

/// Edits property animators before they move: a viewer in which motion is edited.
@MainActor package protocol AnimatorEditor: AnyObject {
  /// Called with each animator that becomes active, before its blocks run.
  ///
  /// - Parameter group: Identifies it in reports of its animations.
  func edit(_ animator: UIViewPropertyAnimator, playedFor group: ObjectIdentifier)
}
