// PackedTrackCompiler.swift
// Stage: commit. Selects the animations of a layer that have a packed form, and compiles them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Compiles one layer's animations of packed form.
struct PackedTrackCompiler {
  private(set) var tracks = PackedTracks()
  /// See ``LayerTracks/nested``.
  private(set) var nested: [NestedAnimation] = []
  /// Animations of the same numbers on top of each other.
  private(set) var stacks: [StackedTrack] = []
  /// See ``LayerTracks/dependencies``.
  private(set) var dependencies: UInt128 = 0

  /// Whether there are no tracks, and no change of the model can make one.
  var isEmpty: Bool { tracks.isEmpty && stacks.isEmpty && dependencies == 0 }

  /// Adds all animations of a property; returns false, and adds none, when one of them has no packed
  /// form, or two write to the same numbers and are no stack.
  mutating func add(
    _ parts: [CompiledAnimations.Part], _ slot: Int32, _ values: LayerValues,
    _ easings: inout EasingIndex
  ) -> Bool {
    guard let property = parts.first?.property, let target = Target(property) else { return false }
    let plane = target == .plane ? PlaneModel(values) : nil
    if target == .plane && plane == nil { return false }
    if target == .box, values.bounds.width < 0 || values.bounds.height < 0 { return false }
    var written = 0
    var isStack = false
    for part in parts {
      // An animated size can turn the whole rectangle over, so its track has the origin too.
      let mask = target == .box && part.member.writesSize ? 0b1111 : target.mask(of: part.member)
      guard let mask, part.canBePacked else { return false }
      if written & mask != 0 { isStack = true }
      written |= mask
    }
    var new = self
    if isStack {
      guard new.addStack(parts, slot, target, plane, values, &easings) else { return false }
    } else {
      for part in parts where !new.add(part, target, plane, values, &easings) { return false }
    }
    self = new
    return true
  }

  /// Adds animations of the same numbers, of which all but the first are additive; returns false for others.
  private mutating func addStack(
    _ parts: [CompiledAnimations.Part], _ slot: Int32, _ target: Target, _ plane: PlaneModel?,
    _ values: LayerValues, _ easings: inout EasingIndex
  ) -> Bool {
    let member = parts[0].member
    guard let packing = Packing.forms(of: member, target, plane, values.bounds),
      packing.second == nil,
      packing.first.hasSums,
      let current = plane?.value(of: member)
        ?? values[lanes: parts[0].property]?.extracting(target.range(of: member))
    else { return false }
    let (form, kind) = (packing.first, target.kind(of: member))
    addDependency(on: parts[0].property)
    for (index, part) in parts.enumerated() {
      let isAdditive = part.animation.isAdditive
      guard part.member == member, part.groups.isEmpty, index == 0 || isAdditive,
        case .ends(let ends, let curve)? = Function(
          of: part, convert: { member.lanes(of: $0, as: kind) }, &easings)
      else { return false }
      let ramp = Self.ramp(ends, over: current, part)
      stacks.append(
        StackedTrack(
          slot: slot, timing: part.timing, curve: curve, form: form.form, offset: form.offset,
          from: isAdditive ? form.difference(ramp.from) : form.value(ramp.from),
          delta: form.difference(ramp.delta), model: form.value(current), isFirst: index == 0,
          isAdditive: isAdditive))
    }
    return true
  }

  /// Adds an animation; returns false when it has no packed form.
  private mutating func add(
    _ part: CompiledAnimations.Part, _ target: Target, _ plane: PlaneModel?,
    _ values: LayerValues, _ easings: inout EasingIndex
  ) -> Bool {
    let kind = target.kind(of: part.member)
    func lanes(_ value: AnimatableValue) -> SIMD4<Double>? {
      part.member.lanes(of: value, as: kind)
    }
    guard let function = Function(of: part, convert: lanes, &easings) else { return false }
    let isAdditive = part.animation.isAdditive
    let needsModel = isAdditive || function.needsUnderlying
    if needsModel || target == .plane || target == .box { addDependency(on: part.property) }
    let current: SIMD4<Double>
    if let plane {
      current = plane.value(of: part.member)
    } else if let lanes = values[lanes: part.property] {
      current = lanes.extracting(target.range(of: part.member))
    } else {
      // Without a colour underneath that it needs, an animation shows none (from, to, by).
      addDependency(on: part.property)
      if needsModel { return true }
      current = .zero
    }
    guard let forms = Packing.forms(of: part.member, target, plane, values.bounds) else {
      return false
    }
    switch function {
    case .ends(let ends, let curve):
      let ramp = Self.ramp(ends, over: current, part)
      append(part, forms.first, ramp, curve)
      if let second = forms.second { append(part, second, ramp, curve) }
    case .keyframes(let timeline):
      let base = isAdditive ? current : .zero
      append(part, forms.first, timeline, base)
      if let second = forms.second { append(part, second, timeline, base) }
    }
    return true
  }

  /// The ends of an animation, and what it is added to.
  ///
  /// - Parameter current: The model's numbers.
  private static func ramp(
    _ ends: FromToBy<SIMD4<Double>>, over current: SIMD4<Double>, _ part: CompiledAnimations.Part
  ) -> LinearRamp<SIMD4<Double>> {
    let isAdditive = part.animation.isAdditive
    // A missing end of an additive animation adds nothing (from, to, by).
    let (from, to) = ends.resolved(underlying: isAdditive ? .zero : current)
    var ramp = LinearRamp(from: from, delta: to - from, base: isAdditive ? current : .zero)
    if let segment = part.playback?.segment {
      ramp.from += ramp.delta * segment.start
      ramp.delta *= segment.scale
    }
    return ramp
  }

  private mutating func addDependency(on property: LayerProperty) {
    dependencies |= 1 << UInt128(property.rawValue)
  }

  /// An animation's function as far as it can be packed.
  private enum Function {
    /// From one end to the other, along the curve of a number.
    case ends(FromToBy<SIMD4<Double>>, curve: Int)
    case keyframes(KeyframeTimeline<SIMD4<Double>>)

    init?(
      of part: CompiledAnimations.Part, convert: (AnimatableValue) -> SIMD4<Double>?,
      _ easings: inout EasingIndex
    ) {
      if let basic = part.animation as? CABasicAnimation {
        let motion = basic.springMotion(duration: part.timing.duration, playback: part.playback)
        if motion != nil && !part.easing.isLinear { return nil }
        let curve = motion.map { easings.number(of: $0) } ?? easings.number(of: part.easing)
        guard let curve, let ends = basic.fromToBy(convert) else { return nil }
        self = .ends(ends, curve: curve)
        return
      }
      guard part.easing.isLinear,
        case .keyframes(var timeline)? = TrackFunction(
          part.animation, duration: part.timing.duration, playback: nil, convert: convert)
      else { return nil }
      timeline.number(in: &easings)
      guard timeline.hasPieces else { return nil }
      self = .keyframes(timeline)
    }

    /// Whether an end is missing and is taken from the value underneath.
    var needsUnderlying: Bool {
      if case .ends(let ends, _) = self { ends.needsUnderlying } else { false }
    }
  }

  // MARK: Tracks

  /// Appends a track from one end to the other.
  private mutating func append(
    _ part: CompiledAnimations.Part, _ packing: Packing, _ ramp: LinearRamp<SIMD4<Double>>,
    _ curve: Int
  ) {
    let group = part.groups.first
    append(
      packing.ramp(ramp), packing, group?.timing ?? part.timing, curve,
      within: group.map { .member(part.timing, groupDuration: $0.timing.duration) })
  }

  /// Appends a track of keyframes.
  private mutating func append(
    _ part: CompiledAnimations.Part, _ packing: Packing,
    _ timeline: KeyframeTimeline<SIMD4<Double>>, _ base: SIMD4<Double>
  ) {
    let ramp = packing.ramp(LinearRamp(from: .zero, delta: .zero, base: base))
    let keys = timeline.mapped(packing.value)
    let polyline = PackedPolyline(keys, form: packing.form)
    append(
      ramp, packing, part.timing, EasingIndex.linear,
      within: polyline.map { .polyline($0) } ?? .keyframes(PackedKeyframes(keys)))
  }

  /// Appends a track.
  ///
  /// - Parameter animation: What is within its timing.
  private mutating func append(
    _ ramp: LinearRamp<SIMD4<Double>>, _ packing: Packing, _ timing: ActiveTiming, _ curve: Int,
    within animation: NestedAnimation?
  ) {
    func append(_ form: some PackedRampValue) {
      tracks.append(
        PackedTrack(timing: timing, form: form, offset: packing.offset, curve: curve),
        content: animation?.content ?? .plain, at: nested.count)
    }
    switch packing.form {
    case .number: append(PackedNumber(ramp, model: packing.model))
    case .pair: append(PackedPair(ramp, model: packing.model))
    case .color: append(PackedColor(ramp, model: packing.model))
    case .box: append(PackedBox(ramp, model: packing.model))
    case .rotation: append(PackedRotation(ramp, model: packing.model))
    case .scale: append(PackedScale(ramp, model: packing.model))
    }
    if let animation { nested.append(animation) }
  }
}

extension ValueMember {
  /// Whether the member of a rectangle holds some of its size.
  fileprivate var writesSize: Bool {
    switch self {
    case .whole, .size, .sizeWidth, .sizeHeight: true
    default: false
    }
  }
}

extension CompiledAnimations.Part {
  /// Whether the animation may have a packed form, as far as its kind and its surroundings decide.
  fileprivate var canBePacked: Bool {
    if animation.isCumulative || groups.count > 1 { return false }
    if let group = groups.first, !group.easing.isLinear { return false }
    if animation is CABasicAnimation { return true }
    guard groups.isEmpty, !turns, let keyframes = animation as? CAKeyframeAnimation else {
      return false
    }
    return keyframes.calculationMode != .cubic
  }
}
