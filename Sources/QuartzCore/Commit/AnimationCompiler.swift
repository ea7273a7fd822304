// AnimationCompiler.swift
// Stage: commit. Animation objects in, tracks out.
//
// SPDX-License-Identifier: MIT

import Foundation

/// An animation of a custom property.
struct CustomTrack {
  var key: String
  var track: AnimationTrack
}

/// Everything that one layer's animations compile to.
struct CompiledAnimations {
  private var numbers = NumberTrackCompiler()
  private var others = OtherTracks()
  private(set) var custom: [CustomTrack] = []
  /// The animations of an emitter's values, which are in the tracks too, and those of its cells.
  private(set) var emitter: [EmitterTrack] = []
  private(set) var transition: TransitionTrack?

  /// The tracks of built-in properties; nil without any.
  var tracks: LayerTracks? {
    if properties == 0 { return nil }
    var others = others
    others.contents = numbers.contents
    return LayerTracks(
      numbers: numbers.tracks.trimmed, others, properties: properties,
      dependencies: dependencies)
  }

  /// The animated properties, a bit for each.
  private var properties: UInt128 = 0
  /// See ``LayerTracks/dependencies``.
  private var dependencies: UInt128 = 0

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

    /// Compiles its values, whose keys' curves get numbers; nil for unusable ones, which have no effect.
    ///
    /// - Parameter convert: Makes a value of the type; nil for one that cannot be.
    func body<Value>(
      _ easings: inout EasingIndex?, convert: (AnimatableValue) -> Value?
    ) -> TrackFunction<Value>? {
      var body = TrackFunction(animation, playback: playback, convert: convert)
      if case .keyframes(var timeline)? = body {
        timeline.number(in: &easings)
        body = .keyframes(timeline)
      }
      return body
    }

    /// Compiles its course.
    func timeline<Value>(
      of body: TrackFunction<Value>, _ easings: inout EasingIndex?
    ) -> Timeline {
      let spring = (animation as? CABasicAnimation)?.springMotion(
        duration: timing.duration, playback: playback)
      return Timeline(
        timing, groups: groups, easing: playback?.easing ?? animation.easing, spring: spring,
        keys: body.keyTimes, isCumulative: animation.isCumulative, &easings)
    }
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
    // Moved, as an index with two owners would be copied by the next new curve.
    var numbered: EasingIndex? = easings
    easings = .linearOnly
    defer { if let numbered { easings = numbered } }
    for attached in animations {
      add(
        attached.animation, timing: attached.timing, groups: [],
        playback: attached.playback, &numbered)
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
      addTracks(of: parts, part.property, &numbered)
    }
    parts = []
  }

  private mutating func add(
    _ animation: CAAnimation, timing: ActiveTiming, groups: [EnclosingGroup],
    playback: PlaybackControl? = nil, _ easings: inout EasingIndex?
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

  /// Adds the animations of one property.
  private mutating func addTracks(
    of parts: [Part], _ property: LayerProperty, _ easings: inout EasingIndex?
  ) {
    let bit: UInt128 = 1 << UInt128(property.rawValue)
    properties |= bit
    if property.kind == .transform {
      if numbers.addPose(parts, property, values, &easings) { return dependencies |= bit }
      let new = parts.transformTracks(slot, values, &easings)
      others.transforms += new
      if !new.isEmpty { dependencies |= bit }
      return
    }
    if let needsModel = numbers.add(parts, property, values, &easings) {
      if needsModel { dependencies |= bit }
      return
    }
    if parts.count == 1, let list = parts[0].listTrack(slot, values, &easings) {
      others.lists.append(list)
      dependencies |= bit
      return
    }
    let count = others.objects.count
    for part in parts {
      guard let body = objectBody(of: part, &easings) else { continue }
      others.objects.append(
        track(part, body, isFirst: others.objects.count == count, &easings))
    }
  }

  private mutating func addCustom(_ part: Part, key: String, _ easings: inout EasingIndex?) {
    let function = part.animation.valueFunction?.function
    if function != nil && part.member != .whole { return }
    guard
      let body: TrackFunction<AnimatableValue> = part.body(
        &easings, convert: { value in function.map { $0.numbers(value) } ?? value })
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
    // Without numbers of curves, as emission is computed apart from the tree's.
    var easings: EasingIndex?
    guard let member, let like = member.read(sample),
      let body = TrackFunction<AnimatableValue>(
        animation, playback: nil,
        convert: { value in
          switch (like, value) {
          case (.none, _), (_, .none), (.list, .list), (.contents, .contents):
            value.isBuiltIn ? value : nil
          case (.lanes(_, let kind), _): value.lanes(as: kind).map { .lanes($0, kind) }
          default: nil
          }
        })
    else { return }
    let part = Part(
      animation: animation, property: property, member: member, timing: timing, groups: groups)
    emitter.append(EmitterTrack(path: path, track: track(part, body, isFirst: false, &easings)))
  }

  private func track(
    _ part: Part, _ body: TrackFunction<AnimatableValue>, isFirst: Bool,
    _ easings: inout EasingIndex?
  ) -> AnimationTrack {
    var track = AnimationTrack(
      slot: slot, property: part.property, member: part.member,
      timeline: part.timeline(of: body, &easings), body: body,
      isAdditive: part.animation.isAdditive, isCumulative: part.animation.isCumulative)
    track.function = part.animation.valueFunction?.function
    track.isFirst = isFirst
    return track
  }

  /// Compiles an animation of an object, of a list, or of numbers that may be missing.
  private func objectBody(
    of part: Part, _ easings: inout EasingIndex?
  ) -> TrackFunction<AnimatableValue>? {
    let memberKind: LaneKind? =
      switch (part.property.kind, part.member) {
      case (.lanes(let kind), _): part.member.laneKind(in: kind)
      case (.list(.number), .item): .number
      default: nil
      }
    // Only numbers have members; a path has no width.
    if memberKind == nil && part.member != .whole { return nil }
    func converted(_ value: AnimatableValue) -> AnimatableValue? {
      if let memberKind {
        if case .none = value { return value }
        return part.member.lanes(of: value, as: memberKind).map { .lanes($0, memberKind) }
      }
      switch (part.property.kind, value) {
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
    return part.body(&easings, convert: converted)
  }
}
