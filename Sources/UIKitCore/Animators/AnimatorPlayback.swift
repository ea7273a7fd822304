// AnimatorPlayback.swift
// The animations of an animator while it is active: takes over what its blocks attach to layers, and
// moves, holds and ends them (semantics 17).
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// One animation of an animator.
@MainActor private final class AnimatorItem {
  let animation: DrivenAnimation
  let window: ProgressRange
  let curve: DrivenSegment.Curve
  /// How far it was when the animator was paused.
  var pausedFraction = 0.0
  /// Whether it moves a point in the second direction alone.
  let isVertical: Bool
  /// Whether it moves a point in one direction alone.
  var isSplit = false
  /// Whether the property had no value before, which its animation starts from a clear colour.
  let startsFromNothing: Bool
  private weak var view: UIView?
  private let (blocksTouches, isFollowed): (Bool, Bool)
  private var isReleased = false

  init(
    _ animation: DrivenAnimation, _ window: ProgressRange, _ curve: DrivenSegment.Curve,
    of view: UIView?, blocksTouches: Bool, isFollowed: Bool, isVertical: Bool = false
  ) {
    (self.isVertical, isSplit) = (isVertical, isVertical)
    (self.animation, self.window, self.curve, self.view) = (animation, window, curve, view)
    (self.blocksTouches, self.isFollowed) = (blocksTouches, isFollowed)
    startsFromNothing =
      animation.propertyKey == "backgroundColor" && animation.layer.backgroundColor == nil
    if blocksTouches { view?.touchBlockCount += 1 }
    if isFollowed { view?.presentationFollowers += 1 }
  }

  /// The animation of the second direction of a point, whose curve is another; nil for any other.
  func split(_ curve: DrivenSegment.Curve) -> AnimatorItem? {
    guard !isSplit, let second = animation.splitDirections() else { return nil }
    isSplit = true
    let item = AnimatorItem(
      second, window, curve, of: view, blocksTouches: blocksTouches, isFollowed: isFollowed,
      isVertical: true)
    item.pausedFraction = pausedFraction
    return item
  }

  /// Gives the view its touches back.
  func release() {
    if isReleased { return }
    isReleased = true
    if blocksTouches { view?.touchBlockCount -= 1 }
    if isFollowed { view?.presentationFollowers -= 1 }
  }
}

/// Hears of the layers' side, where nothing is isolated; live layers belong to the main thread.
private final class AnimatorListener: AnimationObserver, AnimationDriver, @unchecked Sendable {
  weak var run: AnimatorPlayback?

  func animationWasAttached(to layer: CALayer) {
    nonisolated(unsafe) let layer = layer
    MainActor.assumeIsolated { run?.adopt(from: layer, for: self) }
  }

  func animationDidEnd(on layer: CALayer, finished: Bool) {
    MainActor.assumeIsolated { run?.lookAround() }
  }

  func drivenAnimationReachedEnd() { MainActor.assumeIsolated { run?.lookAround() } }
}

/// What an active animator moves.
@MainActor final class AnimatorPlayback {
  /// What an animator's property was, becomes, and is on the screen.
  struct Values {
    let layer: CALayer
    let key: String
    var start: AnimatableValue
    var end: AnimatableValue
    var current: AnimatableValue
  }

  /// Seconds from start to end.
  let duration: TimeInterval
  private let timing: any UITimingCurveProvider
  private let curve: DrivenSegment.Curve
  private let blocksTouches: Bool
  private let isFollowed: Bool
  /// Called when every animation is at the end of the stretch.
  private let didReachEnd: () -> Void
  private let listener = AnimatorListener()

  private var items: [AnimatorItem] = []
  /// Where on the way it stands, and how far an animation of the whole way is.
  private var standing: (way: Double, fraction: Double)
  /// Where it was scrubbed to, or paused, in the measure of scrubbing.
  private var place: Double
  /// ``place`` and the whole way's animation as they were when it was paused, and the measure.
  private var paused: (place: Double, fraction: Double, isLinear: Bool)
  /// The run that is on; nil while it stands.
  private var stretch: (PlaybackSegment, whole: DrivenSegment, commit: (CALayer, TimeInterval)?)?
  private var stretches = 0
  /// What the block that runs adds to.
  private var block: (window: ProgressRange, state: BlockAnimationState, seconds: TimeInterval)?
  private var new: [AnimatorItem] = []

  init(
    duration: TimeInterval, timing: any UITimingCurveProvider, from way: Double,
    blocksTouches: Bool, isFollowed: Bool, didReachEnd: @escaping () -> Void
  ) {
    self.duration = duration
    self.timing = timing
    curve = timing.curve(duration: duration)
    (self.blocksTouches, self.isFollowed) = (blocksTouches, isFollowed)
    self.didReachEnd = didReachEnd
    standing = (way, way)
    place = way
    paused = (way, way, true)
    listener.run = self
  }

  // MARK: Where it is

  private var now: (way: Double, fraction: Double) {
    guard let (stretch, whole, _) = stretch else { return standing }
    guard let seconds = secondsSinceCommit else {
      return (stretch.from, whole.fraction(at: whole.from))
    }
    let passed = seconds - stretch.delay
    let part =
      stretch.duration > 0 ? min(max(passed / stretch.duration, 0), 1) : passed < 0 ? 0 : 1
    return (
      stretch.from + (stretch.target - stretch.from) * part,
      whole.fraction(at: whole.from + (whole.to - whole.from) * part)
    )
  }

  /// Seconds of the animations' own time since the stretch was committed, with its animations; nil
  /// before. Under a layer that is slowed or paused the animator is where its animations are.
  private var secondsSinceCommit: TimeInterval? {
    if stretch?.commit == nil {
      let first = items.lazy.map(\.animation).first { $0.commitTime != nil }
      stretch?.commit = first.flatMap { first in first.commitTime.map { (first.layer, $0) } }
    }
    return stretch?.commit.map { layer, time in
      layer.convertTime(MediaClock.presentationTime, from: nil) - time
    }
  }

  /// How much of the way is passed, from the start: of time while it runs or where curves count, of the
  /// distance where a pause makes them straight.
  func place(scrubsLinearly: Bool) -> Double {
    guard stretch == nil else { return now.way }
    return scrubsLinearly == paused.isLinear ? place : standingPlace(scrubsLinearly)
  }

  private func standingPlace(_ isLinear: Bool) -> Double {
    // What swings beyond its ends counts as there.
    isLinear ? min(max(standing.fraction, 0), 1) : standing.way
  }

  // MARK: Blocks

  /// Runs a block of changes and takes their animations over.
  ///
  /// - Parameter isFirst: Whether the way is all before it, even if it is begun at its end.
  func perform(_ changes: () -> Void, delayFactor: Double, isFirst: Bool = false) {
    let passed = isFirst ? 0 : now.way
    let window = ProgressRange(start: passed + delayFactor * (1 - passed), end: 1)
    let seconds = duration * (1 - passed)
    // Its own timing holds, whatever block is around; what is replaced goes on from what is seen.
    let context = BlockAnimationContext(
      timing: BlockTiming(duration: seconds, delay: 0, kind: .curve(placeholder)),
      options: [
        .overrideInheritedDuration, .overrideInheritedCurve, .overrideInheritedOptions,
        .allowUserInteraction, .beginFromCurrentState,
      ], completion: nil)
    context.restStartsFromModel = true
    let (outer, outerNew) = (block, new)
    (block, new) = ((window, context.state, seconds), [])
    CATransaction.withAnimationScope {
      $0.observers.removeAll { $0 is AnimatorListener }
      $0.observers.append(listener)
    } _: {
      context.run(changes)
    }
    let added = new
    (block, new) = (outer, outerNew)
    guard let (stretch, _, _) = stretch else {
      for item in added { item.pausedFraction = standing.way >= 1 ? 1 : 0 }
      return
    }
    // What is added on the way takes the rest of it.
    let rest = rest(of: stretch)
    for item in added { start(item, on: rest) }
  }

  /// The curve that blocks inside inherit by name; theirs becomes the animator's own.
  private var placeholder: CAMediaTimingFunctionName {
    let cubic = timing.timingCurveType == .builtin ? timing.cubicTimingParameters : nil
    return cubic?.animationCurve.functionName ?? .easeInEaseOut
  }

  fileprivate func adopt(from layer: CALayer, for listener: AnimatorListener) {
    guard let block, let view = layer.delegate as? UIView,
      let animation = layer.driveNewestAnimation(
        by: listener, at: standing.way >= 1 && stretch == nil ? 1 : 0,
        where: {
          // An animator without time has no way on which a block inside could have a part: what that
          // animates runs by itself.
          duration > 0
            && ($0.delegate is BlockAnimationState || $0.observer is BlockAnimationState)
        })
    else { return }
    let object = animation.animation
    let isOwn =
      object is CABasicAnimation
      && (object.delegate === block.state || object.observer === block.state)
    let item: AnimatorItem
    if isOwn {
      item = makeItem(
        animation, block.window, timing.curve(duration: duration * block.window.length), view)
    } else {
      // A block inside the block has its own time within the animator's.
      let late =
        object.beginTime == 0 ? 0 : object.beginTime - layer.convertTime(nowTime, from: nil)
      let start = block.window.start + late / duration
      let length = object.duration / duration
      let window = ProgressRange(
        start: start, end: abs(object.duration - block.seconds) < 1e-9 ? 1 : start + length)
      item = makeItem(animation, window, curve(of: object, in: window), view)
    }
    items.append(item)
    new.append(item)
    if timing.hasDirections, isOwn,
      let second = item.split(
        timing.curve(duration: duration * item.window.length, isVertical: true))
    {
      items.append(second)
      new.append(second)
    }
  }

  private var nowTime: TimeInterval { CACurrentMediaTime() }

  private func makeItem(
    _ animation: DrivenAnimation, _ window: ProgressRange, _ curve: DrivenSegment.Curve,
    _ view: UIView
  ) -> AnimatorItem {
    AnimatorItem(
      animation, window, curve, of: view, blocksTouches: blocksTouches, isFollowed: isFollowed)
  }

  /// The curve of an animation that a block inside made.
  private func curve(of animation: CAAnimation, in window: ProgressRange) -> DrivenSegment.Curve {
    if let spring = animation as? CASpringAnimation {
      return .spring(spring.spring, duration: spring.duration)
    }
    // Keyframes ease by themselves.
    guard animation is CABasicAnimation, let function = animation.timingFunction else {
      return .easing(.linear)
    }
    return function == .shared(placeholder)
      ? timing.curve(duration: duration * window.length) : .easing(function.curve)
  }

  // MARK: Moving

  /// Goes on from where it is.
  ///
  /// - Parameters:
  ///   - target: 1 for the end, 0 for the start.
  ///   - seconds: Nil takes what is left of the duration.
  ///   - other: A curve for what is left.
  func play(
    to target: Double, seconds: TimeInterval? = nil, delay: TimeInterval = 0,
    other: (any UITimingCurveProvider)? = nil
  ) {
    let now = now
    let stretch = PlaybackSegment(
      from: now.way, target: target, duration: seconds ?? duration * abs(target - now.way),
      delay: delay, other: other)
    let whole = stretch.phase(of: ProgressRange(), curve, at: now.fraction, seconds: duration)
    if other?.hasDirections == true { items += items.compactMap { $0.split($0.curve) } }
    // Asked before the old stretch is forgotten.
    for item in items where !item.animation.isOver { start(item, on: stretch) }
    self.stretch = (stretch, whole, nil)
    stretches += 1
    if items.allSatisfy({ $0.animation.isOver }) {
      let number = stretches
      CallbackQueue.enqueue { [weak self] in
        MainActor.assumeIsolated {
          if let self, self.stretches == number { self.lookAround() }
        }
      }
    }
  }

  private func start(_ item: AnimatorItem, on stretch: PlaybackSegment) {
    let fraction = item.animation.fraction(at: MediaClock.presentationTime)
    item.animation.set(
      stretch.phase(
        of: item.window, item.curve, at: fraction, seconds: duration, isVertical: item.isVertical))
  }

  /// What is left of a stretch.
  private func rest(of stretch: PlaybackSegment) -> PlaybackSegment {
    var rest = stretch
    rest.from = now.way
    let whole = abs(stretch.target - stretch.from)
    rest.duration =
      whole > 1e-12 ? stretch.duration * abs(stretch.target - rest.from) / whole : 0
    if let seconds = secondsSinceCommit { rest.delay = max(0, stretch.delay - seconds) }
    return rest
  }

  /// Stands still where it is, or at the end that it has reached.
  func pause(scrubsLinearly: Bool, atEnd: Bool = false) {
    guard let (old, _, _) = stretch else { return }
    let time = MediaClock.presentationTime
    // Asked before the animations forget when their stretch began.
    standing = atEnd ? (old.target, old.target) : now
    for item in items where !item.animation.isOver {
      item.pausedFraction = atEnd ? old.target : item.animation.fraction(at: time)
      item.animation.set(.held(at: item.pausedFraction))
    }
    stretch = nil
    stretches += 1
    anchor(scrubsLinearly)
  }

  /// Takes what is seen as what scrubbing begins with.
  private func anchor(_ isLinear: Bool) {
    place = standingPlace(isLinear)
    paused = (place, standing.fraction, isLinear)
  }

  /// Shows a place of the way, from the start.
  func scrub(to new: Double, linearly: Bool) {
    if linearly != paused.isLinear {
      for item in items where !item.animation.isOver {
        item.pausedFraction = item.animation.fraction(at: MediaClock.presentationTime)
      }
      anchor(linearly)
    }
    if abs(new - place) < 1e-12 { return }
    place = new
    let fraction = fraction(at: ProgressRange(), curve, paused.fraction)
    standing = (linearly ? curve.place(of: fraction) : new, fraction)
    for item in items where !item.animation.isOver {
      item.animation.set(.held(at: self.fraction(at: item.window, item.curve, item.pausedFraction)))
    }
  }

  /// How far an animation is at ``place``: where it was when the animator was paused, and from there to its
  /// ends in proportion.
  private func fraction(
    at window: ProgressRange, _ curve: DrivenSegment.Curve, _ before: Double
  ) -> Double {
    func shape(_ place: Double) -> Double {
      let inner = window.place(of: place)
      return paused.isLinear ? inner : curve.value(at: inner)
    }
    let (here, there) = (shape(paused.place), shape(place))
    if abs(place - paused.place) < 1e-12 { return before }
    if place <= 0 { return 0 }
    if paused.isLinear && place >= 1 && window.end <= 1 { return 1 }
    if abs(before - here) < 1e-7 { return there }
    if place > paused.place {
      return abs(1 - here) > 1e-3 ? before + (1 - before) * (there - here) / (1 - here) : there
    }
    if here > 1e-3 { return before * there / here }
    return paused.place > 1e-9 ? before * place / paused.place : there
  }

  // MARK: Ends

  /// Notes what was lost, and whether everything has arrived.
  fileprivate func lookAround() {
    for item in items where item.animation.isOver { item.release() }
    // What another animation replaced is that one's now.
    items.removeAll { $0.animation.wasReplacedByOther }
    guard stretch != nil,
      items.allSatisfy({ $0.animation.isOver || $0.animation.didReachEnd })
    else { return }
    didReachEnd()
  }

  /// What the properties were, become and are at this moment.
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
      // Back through what was added to what, to the first.
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

  /// Takes all animations off their layers and gives the touches back.
  func end(finished: Bool) {
    stretch = nil
    stretches += 1
    let ended = items
    items = []
    for item in ended {
      item.release()
      item.animation.end(finished: finished)
    }
  }
}
