// AnimationCompiler.swift
// Stage: commit. An animation object in, flat tracks out.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// An animation of a property that is not a stock one.
struct CustomTrack {
  var key: String
  var track: AnimationTrack<AnimatableValue>
}

/// A transition that runs on a layer.
package struct TransitionTrack: Sendable {
  package var timing: ActiveTiming
  package var easing: EasingCurve
  package var type: CATransitionType
  package var subtype: CATransitionSubtype
  package var startProgress: Double
  package var endProgress: Double
  /// The layer's look before; nil for a layer that had none.
  package var snapshot: LayerSnapshot?

  /// Returns how far it is, 0 old to 1 new, at a time of the layer; nil when only the new shows.
  package func progress(atLayerTime time: TimeInterval) -> Double? {
    timing.sample(atParentTime: time).map {
      startProgress + (endProgress - startProgress) * easing.value(at: $0.progress)
    }
  }
}

/// Everything that one layer's animations compile to.
struct CompiledAnimations {
  var flat = FlatTracks()
  var lanes: [AnimationTrack<SIMD4<Double>>] = []
  var general: [AnimationTrack<AnimatableValue>] = []
  var custom: [CustomTrack] = []
  /// Those of an emitter's values once more, and those of its cells.
  var emitter: [EmitterTrack] = []
  var transition: TransitionTrack?

  /// Whether nothing of it belongs into the tree's tables.
  var hasNone: Bool { flat.isEmpty && lanes.isEmpty && general.isEmpty }

  private let slot: Int32
  private let values: LayerValues

  /// One animation of a stock property, before it is known how it computes.
  struct Part {
    var animation: CAPropertyAnimation
    var property: LayerProperty
    var member: ValueMember
    var timing: ActiveTiming
    var groups: [EnclosingGroup]
  }
  private var parts: [Part] = []

  /// Compiles a layer's animations, in order of addition.
  ///
  /// - Parameters:
  ///   - values: The model's values; where the result holds some of them, ``FlatTracks/dependencies``
  ///     says so.
  ///   - curves: Gets the curves that are new.
  init(
    _ animations: [AttachedAnimation], slot: Int32, values: LayerValues,
    curves: inout CurveTable
  ) {
    self.slot = slot
    self.values = values
    for attached in animations {
      add(attached.animation, timing: attached.timing, groups: [], &curves)
      if let transition = attached.animation as? CATransition {
        self.transition = TransitionTrack(
          timing: attached.timing, easing: transition.easing, type: transition.type,
          subtype: transition.subtype ?? .fromLeft,
          startProgress: Double(min(max(transition.startProgress, 0), 1)),
          endProgress: Double(min(max(transition.endProgress, transition.startProgress), 1)),
          snapshot: attached.snapshot)
      }
    }
    // All animations of a property take one way, so that they apply in order of addition.
    for (index, part) in parts.enumerated()
    where !parts[..<index].contains(where: { $0.property == part.property }) {
      let parts = parts.count == 1 ? parts : parts.filter { $0.property == part.property }
      if !flat.add(parts, values, &curves) { addTracks(of: parts, &curves) }
    }
    parts = []
  }

  private mutating func add(
    _ animation: CAAnimation, timing: ActiveTiming, groups: [EnclosingGroup],
    _ curves: inout CurveTable
  ) {
    if let group = animation as? CAAnimationGroup {
      let groups = groups + [EnclosingGroup(timing: timing, easing: group.easing)]
      for child in group.animations ?? [] {
        var inner = child.timing
        if inner.duration <= 0 { inner.duration = timing.duration }
        add(child, timing: inner.active, groups: groups, &curves)
      }
      return
    }
    guard let animation = animation as? CAPropertyAnimation, let keyPath = animation.keyPath
    else { return }
    if values.kind == .emitter {
      addEmitter(animation, PropertyPath(keyPath), timing: timing, groups: groups, &curves)
    }
    guard let member = PropertyPath(keyPath).member else { return }
    let key = PropertyPath(keyPath).key
    guard let property = LayerProperty(key: key, for: values.kind) else {
      addCustom(
        animation, key: key, member: member, timing: timing, groups: groups, &curves)
      return
    }
    parts.append(
      Part(
        animation: animation, property: property, member: member, timing: timing, groups: groups))
  }

  /// Adds the animations of one property, as numbers if all of them are, else as values of any kind.
  private mutating func addTracks(of parts: [Part], _ curves: inout CurveTable) {
    var tracks: [AnimationTrack<SIMD4<Double>>] = []
    for part in parts {
      guard case .lanes(let kind) = part.property.kind, part.member.laneRange(in: kind) != nil,
        let body: AnimationBody<SIMD4<Double>> = body(
          of: part.animation, duration: part.timing.duration,
          convert: { $0.lanes(as: part.member.laneKind(in: kind)) })
      else { break }
      tracks.append(track(part, body, isFirst: tracks.isEmpty, &curves))
    }
    if tracks.count == parts.count {
      lanes += tracks
      return
    }
    let count = general.count
    for part in parts {
      guard
        let body = generalBody(
          of: part.animation, like: part.member.read(values[property: part.property]) ?? .none,
          duration: part.timing.duration)
      else { continue }
      general.append(track(part, body, isFirst: general.count == count, &curves))
    }
  }

  private func track<Value>(
    _ part: Part, _ body: AnimationBody<Value>, isFirst: Bool, _ curves: inout CurveTable
  ) -> AnimationTrack<Value> {
    var track = track(
      part.animation, part.property, part.member, part.timing, part.groups, body, &curves)
    track.isFirst = isFirst
    return track
  }

  /// Adds an animation of an emitter's value, or of one of a cell's ("emitterCells.fire.birthRate").
  private mutating func addEmitter(
    _ animation: CAPropertyAnimation, _ keyPath: PropertyPath, timing: ActiveTiming,
    groups: [EnclosingGroup], _ curves: inout CurveTable
  ) {
    var (property, member, path) = (
      LayerProperty.emitterCells, keyPath.member, EmitterCellPath?.none
    )
    var sample = AnimatableValue.none
    if keyPath.key == "emitterCells" {
      guard let (found, part) = EmitterCellPath.parse(keyPath.rest),
        EmitterCellValues.isAnimatable(found.key)
      else { return }
      (path, member) = (found, part)
      sample = values.emitter.cells[found]
    } else {
      guard let found = LayerProperty(key: keyPath.key, for: .emitter),
        found.row.owner == .emitter, found.kind != .name
      else { return }
      property = found
      sample = values[property: found]
    }
    guard let member, let like = member.read(sample),
      let body = generalBody(of: animation, like: like, duration: timing.duration)
    else { return }
    emitter.append(
      EmitterTrack(
        path: path, track: track(animation, property, member, timing, groups, body, &curves)))
    // The curve by itself, as what is emitted is worked out away from the tree's tables.
    emitter[emitter.count - 1].track.curve = -1
  }

  private mutating func addCustom(
    _ animation: CAPropertyAnimation, key: String, member: ValueMember, timing: ActiveTiming,
    groups: [EnclosingGroup], _ curves: inout CurveTable
  ) {
    guard
      let body: AnimationBody<AnimatableValue> = body(
        of: animation, duration: timing.duration, convert: { $0 })
    else { return }
    custom.append(
      CustomTrack(
        key: key, track: track(animation, .opaque, member, timing, groups, body, &curves)))
  }

  private func track<Value>(
    _ animation: CAPropertyAnimation, _ property: LayerProperty, _ member: ValueMember,
    _ timing: ActiveTiming, _ groups: [EnclosingGroup], _ body: AnimationBody<Value>,
    _ curves: inout CurveTable
  ) -> AnimationTrack<Value> {
    var track = AnimationTrack(
      slot: slot, property: property, member: member, timing: timing, easing: animation.easing,
      body: body, isAdditive: animation.isAdditive, isCumulative: animation.isCumulative,
      groups: groups)
    track.curve = curves.number(of: animation.easing).map { Int32($0) } ?? -1
    return track
  }

  /// Compiles what an animation computes; nil when its values are unusable, so that it does nothing.
  private func body<Value: Interpolatable>(
    of animation: CAPropertyAnimation, duration: TimeInterval,
    convert: (AnimatableValue) -> Value?
  ) -> AnimationBody<Value>? {
    if let basic = animation as? CABasicAnimation {
      let given = basic.ends
      func converted(_ end: AnimationEnd) -> Value? { end.isNone ? nil : convert(end.value) }
      let ends = BasicEnds(
        from: converted(given.from), to: converted(given.to), by: converted(given.by))
      guard (ends.from == nil) == given.from.isNone, (ends.to == nil) == given.to.isNone,
        (ends.by == nil) == given.by.isNone
      else { return nil }
      if let spring = basic as? CASpringAnimation {
        return .spring(ends, spring.spring, duration: duration)
      }
      return .basic(ends)
    }
    guard let keyframes = animation as? CAKeyframeAnimation else { return nil }
    var (given, times, mode) = (
      keyframes.values ?? [], keyframes.keyTimes?.map(\.doubleValue), keyframes.calculationMode
    )
    var easings = (keyframes.timingFunctions ?? []).map(\.curve)
    if let path = keyframes.path {
      let along = PathKeyframes(path, mode: mode, keyTimes: times, easings: easings)
      (given, times, easings) = (along.points, along.times, [])
      mode = mode == .discrete ? .discrete : .linear
    }
    var values: [Value] = []
    for value in given {
      guard let value = convert(AnimatableValue(value)) else { return nil }
      values.append(value)
    }
    func numbers(_ list: [NSNumber]?) -> [Double] { (list ?? []).map(\.doubleValue) }
    return KeyframeTimeline(
      values: values, keyTimes: times, easings: easings, mode: mode,
      shape: (
        numbers(keyframes.tensionValues), numbers(keyframes.continuityValues),
        numbers(keyframes.biasValues)
      )
    ).map { .keyframes($0) }
  }

  /// As ``body(of:duration:convert:)`` for values that must be like the property's own.
  private func generalBody(
    of animation: CAPropertyAnimation, like sample: AnimatableValue, duration: TimeInterval
  ) -> AnimationBody<AnimatableValue>? {
    body(of: animation, duration: duration) { value in
      switch (sample, value) {
      case (.transform, .transform), (.none, _), (_, .none): value
      case (.path, .path), (.contents, .contents), (.list, .list): value
      case (.lanes(_, let kind), _): value.lanes(as: kind).map { .lanes($0, kind) }
      default: nil
      }
    }
  }
}

extension CAAnimation {
  /// The curve of the whole animation; without a function, linear.
  var easing: EasingCurve { timingFunction?.curve ?? .linear }
}
