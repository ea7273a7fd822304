// RecordedAnimation.swift
// An animation that was seen on a layer, and can be shown at its place in time again after it has ended.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// An animation as it was while it played.
///
/// Attached again, it shows the same values at the same times of its layer, as the model has had the animation's end
/// since its start. Neither its delegate nor its transaction's completion block is called again.
package struct RecordedAnimation {
  package let layer: CALayer
  /// What is, or was, on the layer.
  private var attached: AttachedAnimation
  /// A copy without a delegate, whose end is that of the model while it played.
  package let animation: CAAnimation
  private let timing: ActiveTiming
  /// The segment of a driven animation.
  private let segment: DrivenSegment?
  /// Whether it was added at its begin. It then shows its start before that too: the model is beyond it.
  private let fillsBackwards: Bool

  /// Records an animation when it is seen for the first time.
  ///
  /// - Parameter isFirst: Whether it covers no animation that was recorded before; see ``isCovered(by:)``.
  package init(_ report: AnimationReport, isFirst: Bool) {
    (layer, attached) = (report.layer, report.attached)
    (timing, segment) = (attached.timing, attached.playback?.segment)
    fillsBackwards = isFirst && report.state != .waiting
    animation = attached.animation.copied()
    animation.delegate = nil
    animation.isRemovedOnCompletion = true
    if let basic = animation as? CABasicAnimation, let path = basic.keyPath, !basic.isAdditive,
      basic.ends.to.isNone, basic.ends.by.isNone
    {
      let end =
        path.contains(".")
        ? AnimationEndpoint(layer.value(forKeyPath: path)) : layer.currentEnd(forKey: path)
      basic.setEnds(from: basic.ends.from, to: end)
    }
  }

  /// Whether its layer is still in a window, and it was not paused, reversed or moved by an animator.
  package var canBeShown: Bool { layer.context != nil && attached.playback?.segment == segment }

  /// Whether another animation replaces this one's value where both apply.
  package func isCovered(by report: AnimationReport) -> Bool {
    layer === report.layer && attached.propertyKey == report.attached.propertyKey
      && (report.animation as? CAPropertyAnimation)?.isAdditive == false
  }

  /// Attaches the animation again, with its begin. One that is still attached remains.
  ///
  /// - Parameter length: Seconds after its begin at which it was removed or replaced; nil for one that ran to its end.
  /// - Returns: What identifies it in reports.
  package mutating func show(endingAfter length: TimeInterval?) -> ObjectIdentifier {
    if layer.attachments.contains(attached) { return attached.id }
    let isKeyFree = !layer.attachments.contains { $0.key == attached.key }
    let again = copy(forKey: isKeyFree ? attached.key : nil)
    if let length {
      again.timing.activeDuration = min(
        again.timing.activeDuration, max(0, length) * abs(again.timing.map.speed))
    }
    if fillsBackwards { again.timing.fillsBackwards = true }
    again.snapshot = attached.snapshot
    (again.hasBegin, again.wasCommitted) = (true, true)
    layer.attachments.append(again)
    attached = again
    CATransaction.ensureOpen()
    CATransaction.didAttach(to: layer)
    layer.context?.mark(layer, .animations)
    if again.redraws { layer.markNeedsDisplayWithoutAction() }
    return again.id
  }

  private func copy(forKey key: String?) -> AttachedAnimation {
    let copy = animation.copied()
    copy.freeze()
    let again = AttachedAnimation(
      key: key, animation: copy, observers: [], redraws: attached.redraws)
    again.timing = timing
    again.playback = segment.map { PlaybackControl(nil, $0) }
    return again
  }

  /// The curve of an animation that an animator drives; nil for any other.
  package var drivenCurve: DrivenSegment.Curve? { attached.drivenCurve }

  /// The place on ``drivenCurve`` that is shown at a media time, 0...1; nil for one that is not driven, or is over.
  package func drivenFraction(at time: TimeInterval) -> Double? {
    guard drivenCurve != nil, layer.slot >= 0, let context = layer.context else { return nil }
    let local = context.tree.localTime(of: layer.slot, at: time)
    return attached.timing.sample(atParentTime: local)?.progress
  }

  /// The value that the animation alone gives its property, over the model's values as they are now. A group has that of
  /// its first member with a key path.
  ///
  /// - Parameter fraction: The place in one run, 0...1, without the animation's speed and offset.
  /// - Returns: Nil for a transition, which changes no property, and for an emitter's cells.
  package func value(at fraction: Double) -> AnimatableValue? {
    guard let path = animation.firstKeyPath, PropertyPath(path).key != "emitterCells" else {
      return nil
    }
    let alone = copy(forKey: nil)
    let duration = timing.duration
    var time = min(max(fraction, 0), 1) * duration
    if let drivenCurve {
      let held = DrivenSegment.held(at: drivenCurve.value(at: min(max(fraction, 0), 1)))
      alone.playback = PlaybackControl(nil, held)
      alone.timing = held.timing(duration: duration)
      time = 0
    } else {
      alone.playback = nil
      alone.timing = ActiveTiming(
        map: .identity, duration: duration, fillsBackwards: true, fillsForwards: true)
    }
    var easings = EasingIndex()
    let compiled = CompiledAnimations([alone], slot: 0, values: layer.values, easings: &easings)
    var curves = EasingTable()
    curves.update(from: easings)
    return curves.withReader { curves in
      AnimatableValue(
        layer.value(atKeyPath: path, under: compiled, atLayerTime: time, curves: curves))
    }
  }
}

extension CAAnimation {
  /// The key path of a property's animation; that of a group's first member which has one.
  fileprivate var firstKeyPath: String? {
    if let group = self as? CAAnimationGroup {
      return group.animations?.lazy.compactMap(\.firstKeyPath).first
    }
    return (self as? CAPropertyAnimation)?.keyPath
  }
}
