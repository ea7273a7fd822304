// DrivenAnimation.swift
// Stage: commit → sample. Animations whose progress is driven (paused, scrubbed, reversed) instead of
// timed: each change is another segment in the tracks, without a start or an end.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// A segment of a driven animation.
///
/// The fraction of the animation is a function of a number `s`, which runs from ``from`` to ``to`` in
/// ``duration`` seconds:
///
///     fraction = start + scale * curve(s)
///
/// The driver chooses start and scale so that the fraction is continuous from segment to segment.
package struct DrivenSegment: Hashable, Sendable {
  /// The fraction as a function of `s`.
  package enum Curve: Hashable, Sendable {
    case easing(EasingCurve)
    /// A spring whose seconds are `s` times a duration.
    case spring(Spring, duration: TimeInterval)

    /// Returns the curve's value at `s`, 0...1; springs and steep curves may leave 0...1.
    package func value(at s: Double) -> Double {
      switch self {
      case .easing(let easing): easing.value(at: s)
      case .spring(let spring, let duration): spring.progress(at: min(max(s, 0), 1) * duration)
      }
    }
  }

  package var curve = Curve.easing(.linear)
  package var start = 0.0
  package var scale = 1.0
  /// `s` before the segment begins and after it ends, 0...1.
  package var from = 0.0
  package var to = 1.0
  /// Seconds from the commit to the begin; not negative.
  package var delay: TimeInterval = 0
  /// Seconds from begin to end; 0 is at `to` at once, nil is paused.
  package var duration: TimeInterval?
  /// The runs of a segment that repeats; nil for one that goes from ``from`` to ``to`` once.
  package var repetition: Repetition?

  /// Runs that follow one another. `s` begins each anew, or turns at each end.
  package struct Repetition: Hashable, Sendable {
    /// The end, in runs from the first one's start; may be infinite.
    package var runs: Double
    package var autoreverses: Bool
    /// Seconds of one run; positive.
    package var runDuration: TimeInterval

    package init(runs: Double, autoreverses: Bool, runDuration: TimeInterval) {
      (self.runs, self.autoreverses, self.runDuration) = (runs, autoreverses, runDuration)
    }
  }

  package init() {}

  /// Returns a segment that is paused at a fraction, which may lie outside of 0...1.
  package static func held(at fraction: Double) -> DrivenSegment {
    var segment = DrivenSegment()
    (segment.start, segment.scale, segment.to) = (fraction, 0, 0)
    return segment
  }

  /// Returns the fraction at a value of `s`.
  package func fraction(at s: Double) -> Double { start + scale * curve.value(at: s) }

  /// Returns the fraction at a part of the segment, 0...1.
  package func fraction(atPart part: Double) -> Double { fraction(at: from + (to - from) * part) }

  /// Returns the timing whose progress is `s`, for an animation of some seconds; its begin is the delay.
  func timing(duration seconds: TimeInterval) -> ActiveTiming {
    var timing = ActiveTiming(
      map: TimeMapping(beginTime: delay, speed: 0, timeOffset: from * seconds), duration: seconds,
      fillsBackwards: true, fillsForwards: true)
    // Without a length, progress 1 is the end of the first cycle and not the start of another.
    timing.activeDuration = 0
    guard let duration else { return timing }
    if let repetition {
      timing.map.speed = seconds / repetition.runDuration
      timing.autoreverses = repetition.autoreverses
      timing.activeDuration = max(0, repetition.runs - from) * seconds
      return timing
    }
    let length = (to - from) * seconds
    if duration > ActiveTiming.resolution, abs(length) > ActiveTiming.resolution {
      timing.map.speed = length / duration
      timing.activeDuration = abs(length)
    } else {
      (timing.map.speed, timing.map.timeOffset) = (1, to * seconds)
    }
    return timing
  }

  /// The segment for an animation that has a curve of its own: `s` itself is the fraction.
  var straight: DrivenSegment {
    var segment = self
    (segment.curve, segment.start, segment.scale) = (.easing(.linear), 0, 1)
    segment.from = min(max(fraction(at: from), 0), 1)
    segment.to = min(max(fraction(at: to), 0), 1)
    return segment
  }
}

/// Drives animations.
package protocol AnimationDriver: AnyObject {
  /// An animation reached the end of its segment, where it stays. Called from the run loop.
  func drivenAnimationReachedEnd()
}

/// The driver of an attached animation, and its segment.
final class PlaybackControl {
  weak var driver: (any AnimationDriver)?
  var segment: DrivenSegment
  var didReachEnd = false

  init(_ driver: (any AnimationDriver)?, _ segment: DrivenSegment) {
    (self.driver, self.segment) = (driver, segment)
  }

  var isSpring: Bool { if case .spring = segment.curve { true } else { false } }

  /// The easing of the tracks; linear for a spring, which is part of their function.
  var easing: EasingCurve {
    if case .easing(let easing) = segment.curve { easing } else { .linear }
  }

  /// Records the end of the segment; returns false if there is no driver any more.
  func reachEnd() -> Bool {
    guard driver != nil else { return false }
    didReachEnd = true
    CallbackQueue.enqueue { [weak self] in
      if let self, didReachEnd { driver?.drivenAnimationReachedEnd() }
    }
    return true
  }
}

extension AttachedAnimation {
  /// Whether the animation has no further event of its own.
  var isOver: Bool { didEnd || playback?.didReachEnd == true }
}

/// An animation on a layer whose progress is driven.
///
/// It stays on the layer until ``end(finished:)``, or until it is replaced, removed, or its layer leaves
/// the tree. Its observers are notified of the end once.
package final class DrivenAnimation {
  package let layer: CALayer
  private let attached: AttachedAnimation
  private let playback: PlaybackControl

  fileprivate init(_ layer: CALayer, _ attached: AttachedAnimation, _ playback: PlaybackControl) {
    (self.layer, self.attached, self.playback) = (layer, attached, playback)
  }

  /// The animation as it was added.
  package var animation: CAAnimation { attached.animation }

  /// The layer's property that it changes, in whole or in part; nil for a transition or a group.
  package var propertyKey: String? { attached.propertyKey }

  /// Whether it has ended.
  package var isOver: Bool { attached.didEnd }

  /// Whether it reached the end of its segment.
  package var didReachEnd: Bool { playback.didReachEnd }

  /// Whether it was replaced by an animation without a driver or with another one.
  package var wasReplacedByOther: Bool {
    guard attached.didEnd, let key = attached.key else { return false }
    return layer.attachments.contains {
      $0.key == key && $0 != attached && $0.playback?.driver !== playback.driver
    }
  }

  /// The time of the layer at which the segment's delay begins; nil before the commit.
  package var commitTime: TimeInterval? {
    guard attached.hasBegin, !attached.didEnd, playback.segment.duration != nil else { return nil }
    return attached.timing.map.beginTime - playback.segment.delay
  }

  /// Returns the fraction of the animation at a media time.
  package func fraction(at time: TimeInterval) -> Double {
    let segment = playback.segment
    guard attached.hasBegin else { return segment.fraction(at: segment.from) }
    let sample = attached.timing.sample(atParentTime: layer.localTime(at: time))
    return segment.fraction(at: sample?.progress ?? segment.from)
  }

  /// Returns how many runs of a segment that repeats have passed at a media time, from the first one's start; nil for
  /// another segment.
  package func runs(at time: TimeInterval) -> Double? {
    let (segment, timing) = (playback.segment, attached.timing)
    guard segment.repetition != nil else { return nil }
    guard attached.hasBegin else { return segment.from }
    let elapsed = timing.elapsed(atParentTime: layer.localTime(at: time))
    return segment.from + min(max(elapsed, 0), timing.activeDuration) / timing.duration
  }

  /// Starts another segment, with the next commit.
  package func set(_ segment: DrivenSegment) {
    guard !attached.didEnd else { return }
    let isBasic = animation is CABasicAnimation
    playback.segment = isBasic ? segment : segment.straight
    playback.didReachEnd = false
    attached.timing = playback.segment.timing(
      duration: isBasic ? 1 : max(animation.duration, 1e-3))
    attached.hasBegin = false
    if layer.context != nil { CATransaction.ensureOpen() }
    layer.context?.mark(layer, .animations)
  }

  /// Splits an additive animation of a position into one for each direction.
  ///
  /// - Returns: The animation of y, while this one becomes that of x; nil for any other animation.
  package func splitDirections() -> DrivenAnimation? {
    guard !attached.didEnd, let driver = playback.driver,
      attached.propertyKey == "position",
      let first = animation as? CABasicAnimation, first.isAdditive, first.keyPath == "position",
      let second = first.copied() as? CABasicAnimation,
      let from = first.ends.from.value.lanes, let to = first.ends.to.value.lanes
    else { return nil }
    func end(_ x: Double, _ y: Double) -> AnimationEndpoint { .numbers(x, y, 0, 0, .point) }
    first.setEnds(from: end(from.x, 0), to: end(to.x, 0))
    second.setEnds(from: end(0, from.y), to: end(0, to.y))
    second.freeze()
    let other = AttachedAnimation(
      key: layer.freeKey("position"), animation: second, observers: attached.observers,
      redraws: attached.redraws)
    let otherPlayback = PlaybackControl(driver, playback.segment)
    other.playback = otherPlayback
    (other.timing, other.hasBegin) = (attached.timing, attached.hasBegin)
    (other.wasCommitted, other.didStart) = (attached.wasCommitted, attached.didStart)
    layer.attachments.append(other)
    for observer in other.observers { observer.animationWasAttached(to: layer) }
    CATransaction.didAttach(to: layer)
    layer.context?.mark(layer, .animations)
    return DrivenAnimation(layer, other, otherPlayback)
  }

  /// Removes the animation from its layer and notifies its observers.
  package func end(finished: Bool) {
    guard !attached.didEnd else { return }
    playback.driver = nil
    layer.attachments.removeAll { $0 == attached }
    if layer.context != nil { CATransaction.ensureOpen() }
    layer.context?.mark(layer, .animations)
    if attached.redraws { layer.markNeedsDisplayWithoutAction() }
    layer.end(attached, finished: finished)
  }

  /// Returns the property's value at a fraction of the animation; nil where it depends on the screen.
  package func value(at fraction: Double, onto whole: AnimatableValue) -> AnimatableValue? {
    guard let animation = animation as? CAPropertyAnimation, let path = animation.keyPath,
      let member = PropertyPath(path).member, let underlying = member.read(whole)
    else { return nil }
    var value: AnimatableValue
    if let basic = animation as? CABasicAnimation {
      func given(_ end: AnimationEndpoint) -> AnimatableValue? { end.isNone ? nil : end.value }
      let ends = basic.ends
      value = FromToBy(from: given(ends.from), to: given(ends.to), by: given(ends.by)).value(
        at: fraction, underlying: animation.isAdditive ? underlying.additiveIdentity : underlying)
    } else {
      guard let values = (animation as? CAKeyframeAnimation)?.values,
        fraction <= 0 || fraction >= 1,
        let edge = fraction <= 0 ? values.first : values.last
      else { return nil }
      value = AnimatableValue(edge)
    }
    if animation.isAdditive { value = value.adding(underlying) }
    return member.write(value, into: whole)
  }
}

extension CAAnimation {
  /// Whether it plays more than once, or also in reverse.
  fileprivate var repeats: Bool { repeatCount != 0 || repeatDuration != 0 || autoreverses }
}

extension CALayer {
  /// Takes over the animation that was added last, paused. For an ``AnimationObserver`` that is notified
  /// of an attachment.
  ///
  /// - Returns: Nil for an animation that `isWanted` rejects, and for one that repeats, unless `mayRepeat` accepts it.
  package func driveNewestAnimation(
    by driver: any AnimationDriver, at fraction: Double, where isWanted: (CAAnimation) -> Bool,
    mayRepeat: (CAAnimation) -> Bool = { _ in false }
  ) -> DrivenAnimation? {
    guard let attached = attachments.last, !attached.didEnd, attached.playback == nil,
      isWanted(attached.animation),
      !attached.animation.repeats || mayRepeat(attached.animation)
    else { return nil }
    let playback = PlaybackControl(driver, .held(at: fraction))
    attached.playback = playback
    let driven = DrivenAnimation(self, attached, playback)
    driven.set(.held(at: fraction))
    return driven
  }

  /// Sets a property without an action, to a value that an animation reached.
  ///
  /// Where that lies beyond the largest numbers, which no layer may have, the property remains.
  package func setQuietly(_ value: AnimatableValue, forKey key: String) {
    if !value.isFinite, LayerProperty(key: key, for: values.kind)?.row.isFiniteOnly == true {
      return Diagnostics.reportOnce(
        "\(label) \(key) reached",
        "\(label): an animation of \(key) reached \(value.text); the property remains as it is")
    }
    let areDisabled = CATransaction.disableActions()
    CATransaction.setDisableActions(true)
    setValue(value.any, forKey: key)
    CATransaction.setDisableActions(areDisabled)
  }

  /// Converts a point of the superlayer's space to this layer's as presented now; returns it with the
  /// presented bounds. Nil for a layer that is not committed or has no inverse transform.
  package func seen(_ point: CGPoint) -> (point: CGPoint, bounds: CGRect)? {
    guard slot >= 0, let context else { return nil }
    let shown = context.presentedValues(of: slot, at: MediaClock.presentationTime)
    var placement = shown.placement
    if let transform = superlayer?.values.childTransform {
      placement = CATransform3DConcat(placement, transform)
    }
    return placement.flattened.inverse.map { (point.applying($0), shown.bounds) }
  }
}
