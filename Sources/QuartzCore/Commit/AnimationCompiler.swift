// AnimationCompiler.swift
// Stage: commit. Animation objects in, tracks out.
//
// SPDX-License-Identifier: MIT

import Foundation

/// An animation of a custom property.
struct CustomTrack {
  var key: String
  var track: AnimationTrack<AnimatableValue>
}

/// Everything that one layer's animations compile to.
struct CompiledAnimations {
  private var packed = PackedTrackCompiler()
  private var lanes: [AnimationTrack<SIMD4<Double>>] = []
  private var general: [AnimationTrack<StockValue>] = []
  private(set) var custom: [CustomTrack] = []
  /// The animations of an emitter's values, which are in the tracks too, and those of its cells.
  private(set) var emitter: [EmitterTrack] = []
  private(set) var transition: TransitionTrack?

  /// The tracks of built-in properties; nil without any.
  var tracks: LayerTracks? {
    if packed.isEmpty && lanes.isEmpty && general.isEmpty { return nil }
    return LayerTracks(
      packed: packed.tracks.trimmed, nested: packed.nested, stacks: packed.stacks, lanes: lanes,
      general: general,
      properties: properties, dependencies: packed.dependencies)
  }

  /// The animated properties, a bit for each.
  private var properties: UInt128 = 0

  private let slot: Int32
  private let values: LayerValues

  /// One animation of a built-in property, before its form is chosen.
  struct Part {
    var animation: CAPropertyAnimation
    var property: LayerProperty
    var member: ValueMember
    var timing: ActiveTiming
    var groups: [EnclosingGroup]
    /// Whether it rotates a layer along the animation's path, rather than moves it.
    var turns = false
    /// The playback of a driven animation; nil for one that is timed.
    var playback: PlaybackControl?

    /// The curve of the whole animation.
    var easing: EasingCurve { playback?.easing ?? animation.easing }
  }
  private var parts: [Part] = []

  /// Compiles a layer's animations, in order of addition.
  ///
  /// - Parameters:
  ///   - values: The model's values. ``LayerTracks/dependencies`` are those that the result depends on.
  ///   - easings: Receives curves that are new.
  init(
    _ animations: [AttachedAnimation], slot: Int32, values: LayerValues,
    easings: inout EasingIndex
  ) {
    self.slot = slot
    self.values = values
    for attached in animations {
      add(
        attached.animation, timing: attached.timing, groups: [],
        playback: attached.playback, &easings)
      if let transition = attached.animation as? CATransition {
        // NaN acts as the default.
        func unit(_ part: Float, else usual: Double) -> Double {
          part.isNaN ? usual : Double(min(max(part, 0), 1))
        }
        let start = unit(transition.startProgress, else: 0)
        self.transition = TransitionTrack(
          timing: attached.timing, easing: transition.easing, type: transition.type,
          subtype: transition.subtype ?? .fromLeft, startProgress: start,
          endProgress: max(start, unit(transition.endProgress, else: 1)),
          snapshot: attached.snapshot)
      }
    }
    // All animations of a property get the same form, so that they apply in order of addition.
    for (index, part) in parts.enumerated()
    where !parts[..<index].contains(where: { $0.property == part.property }) {
      let parts = parts.count == 1 ? parts : parts.filter { $0.property == part.property }
      if !packed.add(parts, slot, values, &easings) { addTracks(of: parts, &easings) }
      properties |= 1 << UInt128(part.property.rawValue)
    }
    parts = []
  }

  private mutating func add(
    _ animation: CAAnimation, timing: ActiveTiming, groups: [EnclosingGroup],
    playback: PlaybackControl? = nil, _ easings: inout EasingIndex
  ) {
    if let group = animation as? CAAnimationGroup {
      let groups = groups + [EnclosingGroup(timing: timing, easing: group.easing)]
      for child in group.animations ?? [] {
        var inner = child.timing
        if inner.duration <= 0 { inner.duration = timing.duration }
        add(child, timing: inner.active, groups: groups, &easings)
      }
      return
    }
    guard let animation = animation as? CAPropertyAnimation, let keyPath = animation.keyPath
    else { return }
    let name = PropertyPath(keyPath).key
    guard
      let animation = animation.withFiniteValues(
        of: LayerProperty(key: name, for: values.kind), on: "a layer")
    else { return }
    if values.kind == .emitter {
      addEmitter(animation, PropertyPath(keyPath), timing: timing, groups: groups)
    }
    var (path, member) = (PropertyPath(keyPath), PropertyPath(keyPath).member)
    if let input = filterInput(path) {
      (path, member) = (PropertyPath(LayerProperty.filterInputs.key), input)
    }
    guard let member else { return }
    let key = path.key
    let property = LayerProperty(key: key, for: values.kind)
    let part = Part(
      animation: animation, property: property ?? .opaque, member: member, timing: timing,
      groups: groups, playback: animation is CABasicAnimation ? playback : nil)
    guard let property else {
      addCustom(part, key: key, &easings)
      return
    }
    // A value function makes whole transforms and nothing else.
    if animation.valueFunction != nil, property.kind != .transform || member != .whole { return }
    parts.append(part)
    if property == .position, member == .whole, let keyframes = animation as? CAKeyframeAnimation,
      keyframes.turnsAlongPath
    {
      parts.append(
        Part(
          animation: animation, property: .transform, member: .whole, timing: timing,
          groups: groups, turns: true))
    }
  }

  /// The place of a filter's input among all; nil for any other key path.
  private func filterInput(_ path: PropertyPath) -> ValueMember? {
    guard let effects = values.effects, let property = StoredOnlyProperty(rawValue: path.key)
    else { return nil }
    return effects.index(of: property, path.rest).flatMap { UInt8(exactly: $0) }.map { .item($0) }
  }

  /// Adds the animations of one property, as numbers if all of them are, else as values of any kind.
  private mutating func addTracks(of parts: [Part], _ easings: inout EasingIndex) {
    var tracks: [AnimationTrack<SIMD4<Double>>] = []
    for part in parts {
      guard case .lanes(let kind) = part.property.kind, part.member.laneRange(in: kind) != nil,
        let body = TrackFunction<SIMD4<Double>>(
          part.animation, duration: part.timing.duration, playback: part.playback,
          convert: { $0.lanes(as: part.member.laneKind(in: kind)) })
      else { break }
      tracks.append(track(part, body, isFirst: tracks.isEmpty, &easings))
    }
    if tracks.count == parts.count {
      lanes += tracks
      return
    }
    let count = general.count
    for part in parts {
      if part.turns {
        guard let body = turnBody(of: part.animation) else { continue }
        var track = track(part, body, isFirst: general.count == count, &easings)
        (track.isAdditive, track.isCumulative, track.function) = (true, false, .rotateZ)
        general.append(track)
        continue
      }
      guard let body = generalBody(of: part) else { continue }
      general.append(track(part, body, isFirst: general.count == count, &easings))
    }
  }

  private mutating func addCustom(_ part: Part, key: String, _ easings: inout EasingIndex) {
    let function = part.animation.valueFunction?.function
    if function != nil && part.member != .whole { return }
    guard
      let body = TrackFunction<AnimatableValue>(
        part.animation, duration: part.timing.duration, playback: part.playback,
        convert: { value in function.map { $0.numbers(value) } ?? value })
    else { return }
    custom.append(
      CustomTrack(key: key, track: track(part, body, isFirst: false, &easings)))
  }

  /// Adds an animation of an emitter's value, or of one of a cell's ("emitterCells.fire.birthRate").
  private mutating func addEmitter(
    _ animation: CAPropertyAnimation, _ keyPath: PropertyPath, timing: ActiveTiming,
    groups: [EnclosingGroup]
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
      let body = TrackFunction<StockValue>(
        animation, duration: timing.duration, playback: nil,
        convert: { value in
          switch (like, value) {
          case (.none, _), (_, .none), (.list, .list), (.contents, .contents): StockValue(value)
          case (.lanes(_, let kind), _): value.lanes(as: kind).map { .lanes($0, kind) }
          default: nil
          }
        })
    else { return }
    let part = Part(
      animation: animation, property: property, member: member, timing: timing, groups: groups)
    // Without numbers of curves, as emission is computed apart from the tree's.
    emitter.append(EmitterTrack(path: path, track: track(part, body, isFirst: false)))
  }

  /// Makes a track whose curves have numbers.
  private func track<Value>(
    _ part: Part, _ body: TrackFunction<Value>, isFirst: Bool, _ easings: inout EasingIndex
  ) -> AnimationTrack<Value> {
    var body = body
    if case .keyframes(var timeline) = body {
      timeline.number(in: &easings)
      body = .keyframes(timeline)
    }
    var track = track(part, body, isFirst: isFirst)
    track.curve = easings.number(of: part.easing).map { Int32($0) } ?? -1
    return track
  }

  private func track<Value>(
    _ part: Part, _ body: TrackFunction<Value>, isFirst: Bool
  ) -> AnimationTrack<Value> {
    let (animation, easing) = (part.animation, part.easing)
    var track = AnimationTrack(
      slot: slot, property: part.property, member: part.member, timing: part.timing,
      easing: easing, body: body, isAdditive: animation.isAdditive,
      isCumulative: animation.isCumulative, groups: part.groups)
    track.function = animation.valueFunction?.function
    track.isFirst = isFirst
    return track
  }

  /// Compiles an animation whose values must be of the property's kind.
  private func generalBody(of part: Part) -> TrackFunction<StockValue>? {
    let function = part.animation.valueFunction?.function
    let memberKind: LaneKind? =
      switch (part.property.kind, part.member) {
      case (.lanes(let kind), _): part.member.laneKind(in: kind)
      case (.transform, .whole): nil
      case (.list(.number), .item): .number
      case (.transform, .translation): .size
      case (.transform, _): .number
      default: nil
      }
    // Only numbers have members; a path has no width.
    if memberKind == nil && part.member != .whole { return nil }
    func converted(_ value: AnimatableValue) -> AnimatableValue? {
      if let function { return function.numbers(value) }
      if let memberKind {
        if case .none = value { return value }
        return part.member.lanes(of: value, as: memberKind).map { .lanes($0, memberKind) }
      }
      switch (part.property.kind, value) {
      case (.transform, .transform(let transform)): return transform.isFinite ? value : nil
      case (.path, .path), (.contents, .contents): return value
      case (.path, .none), (.contents, .none), (.list, .none): return value
      case (.list(let kind), .list(let items)):
        let converted = items.compactMap {
          $0.lanes(as: kind).map { AnimatableValue.lanes($0, kind) }
        }
        return converted.count == items.count ? .list(converted) : nil
      default: return nil
      }
    }
    return TrackFunction(
      part.animation, duration: part.timing.duration, playback: part.playback,
      convert: { converted($0).flatMap { StockValue($0) } })
  }

  /// The angles that rotate a layer along its animation's path; nil without a path.
  private func turnBody(of animation: CAPropertyAnimation) -> TrackFunction<StockValue>? {
    guard let keyframes = animation as? CAKeyframeAnimation,
      let along = keyframes.alongPath(turns: true)
    else { return nil }
    let half = keyframes.rotationMode == .rotateAutoReverse ? Double.pi : 0
    let turns = along.turns
    return KeyframeTimeline(
      values: turns.map { .lanes(SIMD4($0.angle + half, 0, 0, 0), .number) },
      keyTimes: turns.map(\.time), easings: [],
      mode: keyframes.calculationMode == .discrete ? .discrete : .linear
    ).map { .keyframes($0) }
  }
}
