// DrivenAnimation.swift
// Stage: commit → sample. Animations that somebody moves to and fro instead of letting them run: each
// pause, scrub and turn is another stretch of the way in the tracks, without a start or an end.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// A stretch of a conducted animation's run.
///
/// The animation is a fraction of its way far that depends on one number `s` of its own, which runs from
/// ``from`` to ``to`` in ``duration`` seconds:
///
///     fraction = start + scale * curve(s)
///
/// Whoever conducts chooses start and scale so that nothing jumps where one stretch follows another.
package struct DrivenSegment: Hashable, Sendable {
  /// How the fraction follows `s`.
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
  /// `s` until the stretch begins, and from its end on; 0...1.
  package var from = 0.0
  package var to = 1.0
  /// Seconds from the commit to the begin; not negative.
  package var delay: TimeInterval = 0
  /// Seconds from begin to end; 0 is at `to` at once. Nil stands still.
  package var duration: TimeInterval?

  package init() {}

  /// Stands still at a fraction of the way, which may lie outside of 0...1.
  package static func held(at fraction: Double) -> DrivenSegment {
    var phase = DrivenSegment()
    (phase.start, phase.scale, phase.to) = (fraction, 0, 0)
    return phase
  }

  /// Returns the fraction of the way at a value of `s`.
  package func fraction(at s: Double) -> Double { start + scale * curve.value(at: s) }

  /// The timing that makes `s` the progress, on an animation of some seconds; its begin is the delay.
  func timing(duration seconds: TimeInterval) -> ActiveTiming {
    var timing = ActiveTiming(
      map: TimeMapping(beginTime: delay, speed: 0, timeOffset: from * seconds), duration: seconds,
      fillsBackwards: true, fillsForwards: true)
    // Without a length, progress 1 is the end of the first cycle and not the start of another.
    timing.activeDuration = 0
    guard let duration else { return timing }
    let way = (to - from) * seconds
    if duration > ActiveTiming.resolution, abs(way) > ActiveTiming.resolution {
      timing.map.speed = way / duration
      timing.activeDuration = abs(way)
    } else {
      (timing.map.speed, timing.map.timeOffset) = (1, to * seconds)
    }
    return timing
  }

  /// The same way for an animation that has a curve of its own: `s` itself is the fraction.
  var straight: DrivenSegment {
    var phase = self
    (phase.curve, phase.start, phase.scale) = (.easing(.linear), 0, 1)
    phase.from = min(max(fraction(at: from), 0), 1)
    phase.to = min(max(fraction(at: to), 0), 1)
    return phase
  }
}

/// Hears of the animations that it conducts.
package protocol AnimationDriver: AnyObject {
  /// An animation came to the end of its stretch, where it stays. Called from the run loop.
  func conductedAnimationReachedEnd()
}

/// What a conducted animation knows of it.
final class PlaybackControl {
  weak var conductor: (any AnimationDriver)?
  var phase: DrivenSegment
  var didReachEnd = false

  init(_ conductor: any AnimationDriver, _ phase: DrivenSegment) {
    (self.conductor, self.phase) = (conductor, phase)
  }

  var isSpring: Bool { if case .spring = phase.curve { true } else { false } }

  /// The easing of the tracks; a spring's is part of what they compute.
  var easing: EasingCurve {
    if case .easing(let easing) = phase.curve { easing } else { .linear }
  }

  /// Notes the end of the stretch; returns false when nobody conducts any more.
  func reachEnd() -> Bool {
    guard conductor != nil else { return false }
    didReachEnd = true
    CallbackQueue.enqueue { [weak self] in
      if let self, didReachEnd { conductor?.conductedAnimationReachedEnd() }
    }
    return true
  }
}

extension AttachedAnimation {
  /// Whether nothing more happens by itself.
  var isOver: Bool { didEnd || conducting?.didReachEnd == true }
}

/// An animation on a layer, for its conductor.
///
/// It stays on the layer until ``end(finished:)``, or until it is replaced, removed, or its layer leaves
/// the tree: then observers hear of its end, once.
package final class DrivenAnimation {
  package let layer: CALayer
  private let attached: AttachedAnimation
  private let conducting: PlaybackControl

  fileprivate init(_ layer: CALayer, _ attached: AttachedAnimation, _ conducting: PlaybackControl) {
    (self.layer, self.attached, self.conducting) = (layer, attached, conducting)
  }

  /// The animation as it was added.
  package var animation: CAAnimation { attached.animation }

  /// The layer's property that it changes, or changes a part of; nil for a transition or a group.
  package var propertyKey: String? { attached.propertyKey }

  /// Whether it ended for good.
  package var isOver: Bool { attached.didEnd }

  /// Whether it stands at the end of its stretch.
  package var didReachEnd: Bool { conducting.didReachEnd }

  /// Whether another animation, which somebody else conducts or nobody, took its key.
  package var wasReplacedByOther: Bool {
    guard attached.didEnd, let key = attached.key else { return false }
    return layer.attachments.contains {
      $0.key == key && $0 !== attached && $0.conducting?.conductor !== conducting.conductor
    }
  }

  /// The time of the layer from which the stretch's delay counts; nil before the commit.
  package var commitTime: TimeInterval? {
    guard attached.hasBegin, !attached.didEnd, conducting.phase.duration != nil else { return nil }
    return attached.timing.map.beginTime - conducting.phase.delay
  }

  /// Returns how far on its way the animation is at a media time.
  package func fraction(at time: TimeInterval) -> Double {
    let phase = conducting.phase
    guard attached.hasBegin else { return phase.fraction(at: phase.from) }
    let sample = attached.timing.sample(atParentTime: layer.convertTime(time, from: nil))
    return phase.fraction(at: sample?.progress ?? phase.from)
  }

  /// Starts another stretch, with the next commit.
  package func set(_ phase: DrivenSegment) {
    guard !attached.didEnd else { return }
    let isBasic = animation is CABasicAnimation
    conducting.phase = isBasic ? phase : phase.straight
    conducting.didReachEnd = false
    attached.timing = conducting.phase.timing(
      duration: isBasic ? 1 : max(animation.duration, 1e-3))
    attached.hasBegin = false
    if layer.context != nil { CATransaction.ensureOpen() }
    layer.context?.mark(layer, .animations)
  }

  /// Lets the two directions of an additive animation of a position go their own ways.
  ///
  /// - Returns: The second direction's animation, this one's is the first's from now on; nil for any
  ///   other animation.
  package func splitDirections() -> DrivenAnimation? {
    guard !attached.didEnd, let conductor = conducting.conductor,
      attached.propertyKey == "position",
      let first = animation as? CABasicAnimation, first.isAdditive, first.keyPath == "position",
      let second = first.copied() as? CABasicAnimation,
      let from = first.ends.from.value.lanes, let to = first.ends.to.value.lanes
    else { return nil }
    func end(_ x: Double, _ y: Double) -> AnimationEndpoint { .numbers(SIMD2(x, y), .zero, .point) }
    first.setEnds(from: end(from.x, 0), to: end(to.x, 0))
    second.setEnds(from: end(0, from.y), to: end(0, to.y))
    second.freeze()
    let other = AttachedAnimation(
      key: layer.freeKey("position"), animation: second, observers: attached.observers,
      redraws: attached.redraws, propertyKey: attached.propertyKey)
    let otherConducting = PlaybackControl(conductor, conducting.phase)
    other.conducting = otherConducting
    (other.timing, other.hasBegin) = (attached.timing, attached.hasBegin)
    (other.wasCommitted, other.didStart) = (attached.wasCommitted, attached.didStart)
    layer.attachments.append(other)
    for observer in other.observers { observer.animationWasAttached(to: layer) }
    CATransaction.didAttach(to: layer)
    layer.context?.mark(layer, .animations)
    return DrivenAnimation(layer, other, otherConducting)
  }

  /// Takes the animation off its layer and tells those who wait for it.
  package func end(finished: Bool) {
    guard !attached.didEnd else { return }
    conducting.conductor = nil
    layer.attachments.removeAll { $0 === attached }
    if layer.context != nil { CATransaction.ensureOpen() }
    layer.context?.mark(layer, .animations)
    if attached.redraws { layer.markNeedsDisplayWithoutAction() }
    layer.end(attached, finished: finished)
  }

  /// Returns what the animation makes of the property's value when it is a fraction of its way far; nil
  /// when that cannot be said without the screen.
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

extension CALayer {
  /// Takes over the animation that was added last: it stands still until it is told otherwise. For an
  /// ``AnimationObserver`` that hears of an attachment.
  ///
  /// - Returns: Nil for one that is not wanted, or repeats, which has no end to conduct it to.
  package func conductNewestAnimation(
    by conductor: any AnimationDriver, at fraction: Double, where isWanted: (CAAnimation) -> Bool
  ) -> DrivenAnimation? {
    guard let attached = attachments.last, !attached.didEnd, attached.conducting == nil,
      isWanted(attached.animation),
      attached.animation.repeatCount == 0, attached.animation.repeatDuration == 0,
      !attached.animation.autoreverses
    else { return nil }
    let conducting = PlaybackControl(conductor, .held(at: fraction))
    attached.conducting = conducting
    let conducted = DrivenAnimation(self, attached, conducting)
    conducted.set(.held(at: fraction))
    return conducted
  }

  /// Sets a property without an action.
  package func setQuietly(_ value: AnimatableValue, forKey key: String) {
    let areDisabled = CATransaction.disableActions()
    CATransaction.setDisableActions(true)
    setValue(value.any, forKey: key)
    CATransaction.setDisableActions(areDisabled)
  }

  /// Returns a point of the superlayer's space in this layer's, as the layer is seen at this moment, and
  /// the bounds that are seen; nil for a layer that is not shown or squeezed to nothing.
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
