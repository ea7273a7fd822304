// RecordedAnimation.swift
// An animation that was seen on a layer, and can be shown at its place in time again after it has ended.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// An animation as it was while it played.
///
/// Attached again, it shows the same values at the same times of its layer, as the model has had the animation's end
/// since its start. Neither its delegate nor its transaction's completion block is called again.
///
/// An animator plays one animation in segments: forwards, held, backwards. Each is recorded, and shown in its own time.
package struct RecordedAnimation {
  package let layer: CALayer
  /// The original, which is, or was, on the layer.
  private let attached: AttachedAnimation
  /// All of it, or its segments in the order in which they were played; at least one.
  private var parts: [RecordedPart]
  /// Whether it was added at its begin. It then shows its start before that too: the model is beyond it.
  private let fillsBackwards: Bool
  /// The copies that show it again.
  private var copies: [AttachedAnimation] = []
  /// Whether ``copies`` show all that is recorded.
  private var copiesAreComplete = false
  /// What the model had while it played; nil for one that builds on nothing.
  private var model: AnimatableValue?
  /// What the model of an animation that an animator plays had when it was seen last.
  private var known: AnimatableValue?
  /// The time of the layer at which an animator was found to have ended it, as exact as frames are; nil before, and for an
  /// animation without one.
  private var departure: TimeInterval?
  /// What became of the model since, without another animation: an animator leaves it where it stops or turned.
  private var modelChanges: [ModelChange] = []

  /// A change of the model, at a time of the layer.
  private struct ModelChange {
    var time: TimeInterval
    var before: AnimatableValue
    var after: AnimatableValue
  }

  /// Records an animation when it is seen for the first time.
  ///
  /// - Parameter isFirst: Whether it covers no animation that was recorded before; see ``isCovered(by:)``.
  package init(_ report: AnimationReport, isFirst: Bool) {
    (layer, attached) = (report.layer, report.attached)
    let animation = Self.copy(of: attached)
    if let basic = animation as? CABasicAnimation, let path = basic.keyPath, !basic.isAdditive,
      basic.ends.to.isNone, basic.ends.by.isNone
    {
      let end =
        path.contains(".")
        ? AnimationEndpoint(layer.value(forKeyPath: path)) : layer.currentEnd(forKey: path)
      basic.setEnds(from: basic.ends.from, to: end)
    }
    let part = RecordedPart(attached, animation)
    parts = [part]
    // One that is first seen on its way, such as the second half of a divided one, was not there before.
    let isWaiting = report.state == .waiting && part.segment == nil
    fillsBackwards = isFirst && !isWaiting && !part.beginsOnItsWay
    noteModel()
  }

  /// What is played, without its delegate. Its end is that of the model while it played.
  package var animation: CAAnimation { parts[0].animation }

  /// The key with which the original was added; nil without one.
  package var key: String? { attached.key }

  /// Identifies the original in reports.
  package var id: ObjectIdentifier { attached.id }

  /// Whether the original has ended.
  package var isOver: Bool { attached.didEnd }

  /// Whether an animator plays it.
  package var isDriven: Bool { attached.playback != nil }

  /// Whether its values depend on the model, which can change without the animation.
  package var followsModel: Bool { isDriven || isAdditive }

  /// Whether it was played in more than one segment.
  package var hasSegments: Bool { parts.count > 1 }

  /// Whether segments before the one that is played are not on the layer again.
  package var lacksPast: Bool { hasSegments && !copiesAreComplete }

  /// Whether it is on its layer, and plays another segment from the next commit on.
  package var isChanging: Bool { !attached.didEnd && !attached.hasBegin }

  /// Whether its layer is still in a window.
  package var canBeShown: Bool { layer.context != nil }

  /// Whether another animation replaces this one's value where both apply.
  package func isCovered(by report: AnimationReport) -> Bool {
    layer === report.layer && attached.propertyKey == report.attached.propertyKey
      && (report.animation as? CAPropertyAnimation)?.isAdditive == false
  }

  // MARK: Following

  /// Records the segment that an animator plays now. What was to come after its begin did not come.
  ///
  /// - Returns: Whether that is another one than before.
  package mutating func follow(_ report: AnimationReport) -> Bool {
    guard report.attached == attached, let segment = attached.playback?.segment else {
      return false
    }
    noteModel()
    let begin = attached.timing.map.beginTime
    guard let last = parts.last, last.segment != segment || last.timing.map.beginTime != begin
    else { return false }
    let part = RecordedPart(attached, isAdditive ? Self.copy(of: attached) : last.animation)
    parts.removeAll { $0.commit >= part.commit }
    parts.append(part)
    // They show what did not come.
    hide()
    return true
  }

  private mutating func noteModel() {
    guard let key = attached.propertyKey, isAdditive || isDriven else { return }
    let value = layer.currentEnd(forKey: key).value
    if isAdditive { model = value }
    known = value
  }

  private var isAdditive: Bool { (attached.animation as? CAPropertyAnimation)?.isAdditive == true }

  /// Records that an animator has ended the animation, and its effect on the model then.
  package mutating func noteEnd() {
    guard isDriven, attached.didEnd else { return }
    let time = layer.localTime(at: MediaClock.now)
    if departure == nil { (departure, copiesAreComplete) = (time, false) }
    guard let key = attached.propertyKey else { return }
    let after = layer.currentEnd(forKey: key).value
    defer { known = after }
    // What another animation begins with needs nothing else.
    guard let before = known, before.isLike(after), !before.isEqual(to: after),
      !layer.attachments.contains(where: { $0.propertyKey == key && !copies.contains($0) })
    else { return }
    modelChanges.append(ModelChange(time: time, before: before, after: after))
    copiesAreComplete = false
  }

  // MARK: Showing

  /// Attaches the animation again, with its begin. One that is still attached remains.
  ///
  /// - Parameter length: Seconds after its begin at which it was removed or replaced; nil for one that ran to its end,
  ///   and for that of an animator.
  /// - Returns: What identifies it in reports; of one in segments, each of them.
  package mutating func show(endingAfter length: TimeInterval?) -> [ObjectIdentifier] {
    let isLive = layer.attachments.contains(attached)
    if isLive && !hasSegments {
      hide()
      return [attached.id]
    }
    if !copiesAreComplete || !copies.allSatisfy({ layer.attachments.contains($0) }) {
      attachCopies(endingAfter: length, isLive: isLive)
    }
    return (isLive ? [attached.id] : []) + copies.map(\.id)
  }

  /// Removes what ``show(endingAfter:)`` has attached.
  package mutating func hide() {
    copiesAreComplete = false
    guard !copies.isEmpty else { return }
    let shown = Set(copies.map(\.id))
    copies = []
    guard layer.attachments.contains(where: { shown.contains($0.id) }) else { return }
    layer.attachments.removeAll { shown.contains($0.id) }
    CATransaction.ensureOpen()
    layer.context?.mark(layer, .animations)
    if attached.redraws { layer.markNeedsDisplayWithoutAction() }
  }

  private mutating func attachCopies(endingAfter length: TimeInterval?, isLive: Bool) {
    hide()
    copiesAreComplete = true
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      var pieces =
        isDriven
        ? part.pieces(
          until: isLast
            ? isLive ? nil : departure ?? .infinity
            : min(departure ?? .infinity, parts[index + 1].commit))
        : [part.piece(endingAfter: length)]
      // Before its begin there are the other segments.
      if isLast && isLive { attached.timing = part.timingAfterOthers }
      if index == 0, fillsBackwards, !pieces.isEmpty { pieces[0].timing.fillsBackwards = true }
      for piece in pieces {
        let isKeyFree =
          !isDriven && !layer.attachments.contains { $0.key == attached.key }
        let copy = copy(of: part.animation, forKey: isKeyFree ? attached.key : nil)
        (copy.timing, copy.playback) = (
          piece.timing, piece.segment.map { PlaybackControl(nil, $0) }
        )
        attach(copy)
        layer.attachments.append(copy)
      }
    }
    // Beneath the others, as the model is; what it had first is above what it had later.
    for change in modelChanges {
      guard let copy = copyOfModel(until: change) else { continue }
      attach(copy)
      layer.attachments.insert(copy, at: 0)
    }
    CATransaction.ensureOpen()
    CATransaction.didAttach(to: layer)
    layer.context?.mark(layer, .animations)
    if attached.redraws { layer.markNeedsDisplayWithoutAction() }
  }

  private mutating func attach(_ copy: AttachedAnimation) {
    copy.snapshot = attached.snapshot
    (copy.hasBegin, copy.wasCommitted) = (true, true)
    copies.append(copy)
  }

  /// An animation that gives the model what it had before a change: as a difference where values have sums, as others may
  /// be there too.
  private func copyOfModel(until change: ModelChange) -> AttachedAnimation? {
    let begin = parts[0].commit
    let timing = ActiveTiming(
      map: TimeMapping(beginTime: begin), duration: RecordedPart.exclusive(change.time - begin),
      fillsBackwards: true)
    guard isAdditive else {
      return attached.propertyKey.map { holder(of: $0, at: change.before, timing) }
    }
    guard let path = animation.firstKeyPath, let member = PropertyPath(path).member,
      let before = member.read(change.before), let after = member.read(change.after)
    else { return nil }
    return holder(of: path, at: before.subtracting(after), isAdditive: true, timing)
  }

  /// An animation that holds a value.
  private func holder(
    of path: String, at value: AnimatableValue, isAdditive: Bool = false, _ timing: ActiveTiming
  ) -> AttachedAnimation {
    let animation = CABasicAnimation(keyPath: path)
    animation.setEnds(from: AnimationEndpoint(value), to: AnimationEndpoint(value))
    animation.isAdditive = isAdditive
    let copy = copy(of: animation, forKey: nil)
    copy.timing = timing
    return copy
  }

  private func copy(of animation: CAAnimation, forKey key: String?) -> AttachedAnimation {
    let copy = animation.copied()
    copy.freeze()
    return AttachedAnimation(
      key: key, animation: copy, observers: [], redraws: attached.redraws)
  }

  private static func copy(of attached: AttachedAnimation) -> CAAnimation {
    let copy = attached.animation.copied()
    copy.delegate = nil
    copy.isRemovedOnCompletion = true
    return copy
  }

  // MARK: Values

  /// The value that the animation alone gives its property, over what the model had while it played. A group has that of
  /// its first member with a key path.
  ///
  /// - Parameter fraction: The place in one run, 0...1, without the animation's speed and offset. For one that an animator
  ///   plays, the fraction that the animator gives it; that may be beyond 0...1.
  /// - Returns: Nil for a transition, which changes no property, and for an emitter's cells.
  package func value(at fraction: Double) -> AnimatableValue? {
    guard let path = animation.firstKeyPath, PropertyPath(path).key != "emitterCells" else {
      return nil
    }
    let alone = copy(of: animation, forKey: nil)
    let duration = parts[0].timing.duration
    var time = min(max(fraction, 0), 1) * duration
    if isDriven, animation is CABasicAnimation {
      let held = DrivenSegment.held(at: fraction)
      alone.playback = PlaybackControl(nil, held)
      alone.timing = held.timing(duration: duration)
      time = 0
    } else {
      alone.playback = nil
      alone.timing = ActiveTiming(
        map: .identity, duration: duration, fillsBackwards: true, fillsForwards: true)
    }
    // Over what the model had; one that builds on nothing needs none.
    var all = [alone]
    if let model, let key = attached.propertyKey {
      let always = ActiveTiming(
        map: .identity, duration: 1, fillsBackwards: true, fillsForwards: true)
      all.insert(holder(of: key, at: model, always), at: 0)
    }
    var easings = EasingIndex()
    let compiled = CompiledAnimations(all, slot: 0, values: layer.values, easings: &easings)
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
