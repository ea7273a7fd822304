// AnimatorPlayback.swift
// The animations of a property animator while it is active: collects those its blocks attach to layers,
// and plays them to either end, holds, scrubs and ends them. UIViewPropertyAnimator.isReversed chooses the end;
// PlaybackSegment.swift has the motion, and defines the terms.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// Forwards layer callbacks, which have no isolation, to a playback; live layers belong to the main
/// thread.
final class AnimatorListener: AnimationObserver, AnimationDriver, @unchecked Sendable {
  weak var playback: AnimatorPlayback?
  var origin: AnimationOrigin? { .animator }

  init() {}

  func animationWasAttached(to layer: CALayer) {
    nonisolated(unsafe) let layer = layer
    MainActor.assumeIsolated { playback?.adopt(from: layer, for: self) }
  }

  func animationDidEnd(on layer: CALayer, finished: Bool) {
    MainActor.assumeIsolated { playback?.updateItems() }
  }

  func drivenAnimationReachedEnd() { MainActor.assumeIsolated { playback?.updateItems() } }
}

/// The animations of an active animator.
@MainActor final class AnimatorPlayback {
  /// The values of an animated property.
  struct Values {
    let layer: CALayer
    let key: String
    var start: AnimatableValue
    var end: AnimatableValue
    /// The value on the screen.
    var current: AnimatableValue
  }

  /// A position on the timeline.
  private struct Position {
    var progress: Double
    /// The fraction of an animation over the full timeline.
    var fraction: Double
  }

  /// The segment that is playing.
  private struct ActiveSegment {
    let segment: PlaybackSegment
    /// The motion of an animation over the full timeline.
    let overall: DrivenSegment
    /// A layer of the segment's animations, and its time at their commit; nil before.
    var commit: (layer: CALayer, time: TimeInterval)?
  }

  /// The block that is running.
  private struct OpenBlock {
    let range: ProgressRange
    let state: BlockAnimationState
    let duration: TimeInterval
  }

  /// Seconds from start to end.
  let duration: TimeInterval
  private let timing: any UITimingCurveProvider
  private let curve: DrivenSegment.Curve
  private let blocksTouches: Bool
  private let followsPresentation: Bool
  /// Called when every animation has reached the end of the segment.
  private let didReachEnd: () -> Void
  private let listener: AnimatorListener

  private var items: [AnimatorItem] = []
  /// The position while paused.
  private var resting: Position
  private var scrubPosition: Double
  private var anchor: ScrubAnchor
  /// Nil while paused.
  private var active: ActiveSegment?
  /// Identifies the segment, so that late callbacks of an earlier one are ignored.
  private var segmentID = 0
  private var block: OpenBlock?
  /// The items that the running block has added.
  private var new: [AnimatorItem] = []

  init(
    for listener: AnimatorListener, duration: TimeInterval, timing: any UITimingCurveProvider,
    from progress: Double, blocksTouches: Bool, followsPresentation: Bool,
    didReachEnd: @escaping () -> Void
  ) {
    self.listener = listener
    self.duration = duration
    self.timing = timing
    curve = timing.curve(duration: duration)
    (self.blocksTouches, self.followsPresentation) = (blocksTouches, followsPresentation)
    self.didReachEnd = didReachEnd
    resting = Position(progress: progress, fraction: progress)
    scrubPosition = progress
    anchor = ScrubAnchor(position: progress, fraction: progress, isLinear: true)
    listener.playback = self
  }

  // MARK: Position

  private var current: Position {
    guard let active else { return resting }
    let (segment, overall) = (active.segment, active.overall)
    guard let seconds = secondsSinceCommit else {
      return Position(progress: segment.from, fraction: overall.fraction(at: overall.from))
    }
    let passed = seconds - segment.delay
    let part =
      segment.duration > 0 ? min(max(passed / segment.duration, 0), 1) : passed < 0 ? 0 : 1
    return Position(
      progress: segment.from + (segment.target - segment.from) * part,
      fraction: overall.fraction(atPart: part))
  }

  /// Seconds since the segment's animations were committed, in their layer's time; nil before. On a
  /// layer that is slowed or paused, the animator follows its animations.
  private var secondsSinceCommit: TimeInterval? {
    if active?.commit == nil {
      let first = items.lazy.map(\.animation).first { $0.commitTime != nil }
      active?.commit = first.flatMap { first in first.commitTime.map { (first.layer, $0) } }
    }
    return active?.commit.map { layer, time in
      layer.localTime(at: MediaClock.presentationTime) - time
    }
  }

  /// Returns the completed part, from the start: the progress while it plays, the scrub position while
  /// it is paused.
  func completedPart(scrubsLinearly: Bool) -> Double {
    guard active == nil else { return current.progress }
    return scrubsLinearly == anchor.isLinear ? scrubPosition : restingPosition(scrubsLinearly)
  }

  private func restingPosition(_ isLinear: Bool) -> Double {
    // A value that overshoots its end counts as being there.
    isLinear ? min(max(resting.fraction, 0), 1) : resting.progress
  }

  // MARK: Blocks

  /// Runs a block of changes and adopts their animations.
  ///
  /// - Parameter isFirst: Whether the block takes the full timeline, even if playback begins at the end.
  func perform(_ changes: () -> Void, delayFactor: Double, isFirst: Bool = false) {
    let passed = isFirst ? 0 : current.progress
    let range = ProgressRange(start: passed + delayFactor * (1 - passed), end: 1)
    let seconds = duration * (1 - passed)
    // The animator's timing overrides that of enclosing blocks; replaced animations continue from the
    // screen.
    let context = BlockAnimationContext(
      timing: BlockTiming(duration: seconds, delay: 0, kind: .curve(placeholder)),
      options: [
        .overrideInheritedDuration, .overrideInheritedCurve, .overrideInheritedOptions,
        .allowUserInteraction, .beginFromCurrentState,
      ], completion: nil)
    context.restStartsFromModel = true
    let (outer, outerNew) = (block, new)
    (block, new) = (OpenBlock(range: range, state: context.state, duration: seconds), [])
    CATransaction.withAnimationScope {
      $0.observers.removeAll { $0 is AnimatorListener }
      $0.observers.append(listener)
    } _: {
      context.run(changes)
    }
    let added = new
    (block, new) = (outer, outerNew)
    guard let segment = active?.segment else {
      for item in added { item.pausedFraction = resting.progress >= 1 ? 1 : 0 }
      return
    }
    // Animations added during playback take the remaining time.
    let remainder = remainder(of: segment)
    for item in added { start(item, on: remainder) }
  }

  /// The curve that nested blocks inherit by name, to be replaced by the animator's own.
  private var placeholder: CAMediaTimingFunctionName {
    let cubic = timing.timingCurveType == .builtin ? timing.cubicTimingParameters : nil
    return cubic?.animationCurve.functionName ?? .easeInEaseOut
  }

  fileprivate func adopt(from layer: CALayer, for listener: AnimatorListener) {
    guard let block, let view = layer.delegate as? UIView else { return }
    func isOwn(_ animation: CAAnimation) -> Bool {
      animation is CABasicAnimation
        && (animation.delegate === block.state || animation.observer === block.state)
    }
    guard
      let animation = layer.driveNewestAnimation(
        by: listener, at: resting.progress >= 1 && active == nil ? 1 : 0,
        where: {
          // Without a duration nested blocks have no range: their animations run by themselves.
          duration > 0
            && ($0.delegate is BlockAnimationState || $0.observer is BlockAnimationState)
        }, mayRepeat: isOwn)
    else { return }
    let object = animation.animation
    let range = range(of: object, on: layer, in: block)
    let item = AnimatorItem(
      animation, range, curve(of: object, over: range), of: view, blocksTouches: blocksTouches,
      followsPresentation: followsPresentation)
    items.append(item)
    new.append(item)
    if timing.differsByCoordinate, isOwn(object), hasOwnCurve(object),
      let second = item.split(
        timing.curve(duration: duration * range.length, isVertical: true))
    {
      items.append(second)
      new.append(second)
    }
  }

  /// The range of an animation, by the time that the block gave it within the animator's: a nested block, or the
  /// animator's own, whose duration and delay may have been changed while it ran.
  private func range(
    of animation: CAAnimation, on layer: CALayer, in block: OpenBlock
  ) -> ProgressRange {
    let delay =
      animation.beginTime == 0
      ? 0 : animation.beginTime - layer.localTime(at: CACurrentMediaTime())
    let start = block.range.start + delay / duration
    let takesRemainder = abs(animation.duration - block.duration) < 1e-9
    return ProgressRange(
      start: start, end: takesRemainder ? 1 : start + animation.duration / duration)
  }

  /// Whether no block gave an animation another curve than the animator's.
  private func hasOwnCurve(_ animation: CAAnimation) -> Bool {
    animation.timingFunction == .shared(placeholder)
  }

  /// The curve of an animation.
  private func curve(
    of animation: CAAnimation, over range: ProgressRange
  ) -> DrivenSegment.Curve {
    if let spring = animation as? CASpringAnimation {
      return .spring(spring.spring, duration: spring.duration)
    }
    // Keyframe animations apply their own easing.
    guard animation is CABasicAnimation, let function = animation.timingFunction else {
      return .easing(.linear)
    }
    return hasOwnCurve(animation)
      ? timing.curve(duration: duration * range.length) : .easing(function.curve)
  }

  // MARK: Playing

  /// Plays from the current position.
  ///
  /// - Parameters:
  ///   - target: 1 for the end, 0 for the start.
  ///   - seconds: Nil takes what is left of the duration.
  ///   - delay: Seconds until it moves.
  ///   - curveOverride: A curve for the remaining motion; nil for the animations' own.
  func play(
    to target: Double, seconds: TimeInterval? = nil, delay: TimeInterval = 0,
    curveOverride: (any UITimingCurveProvider)? = nil
  ) {
    let current = current
    let segment = PlaybackSegment(
      from: current.progress, target: target,
      duration: seconds ?? duration * abs(target - current.progress), delay: delay,
      curveOverride: curveOverride)
    let overall = segment.motion(
      over: ProgressRange(), curve, at: current.fraction, seconds: duration)
    if curveOverride?.differsByCoordinate == true {
      items += items.compactMap { $0.split($0.curve) }
    }
    // Fractions are read before the old segment is dropped.
    for item in items where !item.animation.isOver { start(item, on: segment) }
    active = ActiveSegment(segment: segment, overall: overall, commit: nil)
    segmentID += 1
    if items.allSatisfy({ $0.animation.isOver }) {
      let id = segmentID
      CallbackQueue.enqueue { [weak self] in
        MainActor.assumeIsolated {
          if let self, self.segmentID == id { self.updateItems() }
        }
      }
    }
  }

  private func start(_ item: AnimatorItem, on segment: PlaybackSegment) {
    let time = MediaClock.presentationTime
    let runs = item.animation.runs(at: time) ?? item.pausedRuns
    var motion = segment.motion(
      over: item.range, item.curve, at: item.animation.fraction(at: time), seconds: duration,
      isVertical: item.isVertical)
    if let repetition = item.repetition {
      motion = segment.repeating(
        motion, repetition, from: runs, over: item.range, item.curve, seconds: duration)
    }
    item.animation.set(motion)
  }

  /// Returns what is left of a segment.
  private func remainder(of segment: PlaybackSegment) -> PlaybackSegment {
    var remainder = segment
    remainder.from = current.progress
    let length = abs(segment.target - segment.from)
    remainder.duration =
      length > 1e-12 ? segment.duration * abs(segment.target - remainder.from) / length : 0
    if let seconds = secondsSinceCommit { remainder.delay = max(0, segment.delay - seconds) }
    return remainder
  }

  /// Pauses at the current position, or at the end of the segment.
  func pause(scrubsLinearly: Bool, atEnd: Bool = false) {
    guard let segment = active?.segment else { return }
    let time = MediaClock.presentationTime
    // Read before the animations drop the segment's commit time.
    resting = atEnd ? Position(progress: segment.target, fraction: segment.target) : current
    for item in items where !item.animation.isOver {
      let runs = item.animation.runs(at: time)
      item.pausedFraction = atEnd ? segment.target : item.animation.fraction(at: time)
      item.pausedRuns = atEnd ? nil : runs
      item.animation.set(.held(at: item.pausedFraction))
    }
    active = nil
    segmentID += 1
    setAnchor(scrubsLinearly)
  }

  /// Makes the resting position the anchor of scrubbing.
  private func setAnchor(_ isLinear: Bool) {
    scrubPosition = restingPosition(isLinear)
    anchor = ScrubAnchor(
      position: scrubPosition, fraction: resting.fraction, isLinear: isLinear)
  }

  /// Shows a scrub position, from the start.
  func scrub(to position: Double, linearly: Bool) {
    if linearly != anchor.isLinear {
      for item in items where !item.animation.isOver {
        item.pausedFraction = item.animation.fraction(at: MediaClock.presentationTime)
      }
      setAnchor(linearly)
    }
    if abs(position - scrubPosition) < 1e-12 { return }
    scrubPosition = position
    let fraction = anchor.fraction(
      at: position, of: ProgressRange(), curve, from: anchor.fraction)
    for item in items { item.pausedRuns = nil }
    resting = Position(
      progress: linearly ? curve.localProgress(ofValue: fraction) : position, fraction: fraction)
    for item in items where !item.animation.isOver {
      item.animation.set(
        .held(
          at: anchor.fraction(
            at: position, of: item.range, item.curve, from: item.pausedFraction)))
    }
  }

  // MARK: Ends

  /// Drops animations that ended or were replaced, and reports when all have reached the end.
  fileprivate func updateItems() {
    for item in items where item.animation.isOver { item.release() }
    // A property whose animation was replaced belongs to the other animation.
    items.removeAll { $0.animation.wasReplacedByOther }
    guard active != nil,
      items.allSatisfy({ $0.animation.isOver || $0.animation.didReachEnd })
    else { return }
    didReachEnd()
  }

  /// Returns the values of all animated properties.
  func values() -> [Values] {
    let time = MediaClock.presentationTime
    var result: [Values] = []
    var seen: Set<PropertyName> = []
    for item in items {
      guard let key = item.animation.propertyKey else { continue }
      let layer = item.animation.layer
      guard seen.insert(PropertyName(layer: layer, key: key)).inserted else { continue }
      let own = items.filter { $0.animation.layer === layer && $0.animation.propertyKey == key }
      let model = layer.currentEnd(forKey: key).value
      var values = Values(layer: layer, key: key, start: model, end: model, current: model)
      // Additive animations build on one another: back to the start of the first.
      for item in own.reversed() {
        values.start =
          item.startsFromNothing
          ? .none : item.animation.value(at: 0, onto: values.start) ?? values.start
      }
      for item in own where !item.animation.isOver {
        values.current =
          item.animation.value(at: item.animation.fraction(at: time), onto: values.current)
          ?? (layer.presentation()?.value(forKey: key)).map { AnimatableValue($0) }
          ?? values.current
      }
      result.append(values)
    }
    return result
  }

  private struct PropertyName: Hashable {
    let layer: CALayer
    let key: String
  }

  /// Removes all animations from their layers and restores touch handling.
  func end(finished: Bool) {
    active = nil
    segmentID += 1
    let ended = items
    items = []
    for item in ended {
      item.release()
      item.animation.end(finished: finished)
    }
  }
}
