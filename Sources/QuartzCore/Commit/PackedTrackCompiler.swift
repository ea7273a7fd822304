// PackedTrackCompiler.swift
// Stage: commit. Which animations of a layer have a flat form, and that form.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One layer's animations of flat form.
struct PackedTrackCompiler {
  var numbers: [PackedTrack<PackedNumber>] = []
  var pairs: [PackedTrack<PackedPair>] = []
  var colors: [PackedTrack<PackedColor>] = []
  var boxes: [PackedTrack<PackedBox>] = []
  var rotations: [PackedTrack<PackedRotation>] = []
  var scales: [PackedTrack<PackedScale>] = []
  /// The properties, a bit for each, whose model value is part of a form: when it changes, the layer's
  /// animations have to be compiled anew.
  var dependencies: UInt64 = 0

  /// Whether there are none, and no change of the model can make one.
  var isEmpty: Bool {
    numbers.isEmpty && pairs.isEmpty && colors.isEmpty && boxes.isEmpty && rotations.isEmpty
      && scales.isEmpty && dependencies == 0
  }

  /// Adds all animations of a property; returns false, and adds none, when one of them has no flat form
  /// or two write to the same numbers.
  mutating func add(
    _ parts: [CompiledAnimations.Part], _ values: LayerValues, _ curves: inout EasingTable
  ) -> Bool {
    guard let property = parts.first?.property, let target = Target(property) else { return false }
    let plane = target == .plane ? PlaneModel(values) : nil
    if target == .plane && plane == nil { return false }
    if target == .box, values.bounds.width < 0 || values.bounds.height < 0 { return false }
    var written = 0
    for part in parts {
      // A size that is animated can turn the whole rectangle over, so its track has the origin too.
      let mask = target == .box && part.member.writesSize ? 0b1111 : target.mask(of: part.member)
      guard let mask, written & mask == 0, part.groups.isEmpty,
        !part.animation.isCumulative, let basic = part.animation as? CABasicAnimation,
        !(part.conducting?.isSpring ?? (basic is CASpringAnimation))
      else { return false }
      written |= mask
    }
    var new = self
    for part in parts where !new.add(part, target, plane, values, &curves) { return false }
    self = new
    return true
  }

  private mutating func add(
    _ part: CompiledAnimations.Part, _ target: Target, _ plane: PlaneModel?,
    _ values: LayerValues, _ curves: inout EasingTable
  ) -> Bool {
    guard let basic = part.animation as? CABasicAnimation,
      let curve = curves.number(of: part.easing)
    else { return false }
    let kind = target.kind(of: part.member)
    var given: [SIMD4<Double>?] = [nil, nil, nil]
    let ends = basic.ends
    for (index, end) in [ends.from, ends.to, ends.by].enumerated() where !end.isNone {
      guard let lanes = end.value.lanes(as: kind) else { return false }
      given[index] = lanes
    }
    let isAdditive = part.animation.isAdditive
    let needsModel = isAdditive || given.count { $0 != nil } < 2
    if needsModel || target == .plane || target == .box {
      dependencies |= 1 << UInt64(part.property.rawValue)
    }
    let current: SIMD4<Double>
    let range = target.range(of: part.member)
    if let plane {
      current = plane.value(of: part.member)
    } else if let lanes = values[lanes: part.property] {
      current = lanes.extracting(range)
    } else {
      // Without a colour underneath there is nothing to blend with (semantics 4), and none shows.
      dependencies |= 1 << UInt64(part.property.rawValue)
      if needsModel { return true }
      current = .zero
    }
    var flat = Self.ends(given, current: current, isAdditive: isAdditive)
    if let phase = part.conducting?.phase {
      flat.from += flat.delta * phase.start
      flat.delta *= phase.scale
    }
    func track<Form>(_ form: Form, _ offset: Int) -> PackedTrack<Form> {
      PackedTrack(timing: part.timing, form: form, offset: target.offset + offset, curve: curve)
    }
    func number(_ lane: Int = 0, at offset: Int) -> PackedTrack<PackedNumber> {
      track(
        PackedNumber(from: flat.from[lane], delta: flat.delta[lane], base: flat.base[lane]), offset)
    }
    func pair(
      at offset: Int, _ factor: SIMD2<Double> = SIMD2(1, 1), isEven: Bool = false
    ) -> PackedTrack<PackedPair> {
      func half(_ v: SIMD4<Double>) -> SIMD2<Double> {
        isEven ? factor * v.x : v.lowHalf
      }
      return track(
        PackedPair(
          ends: LinearRamp(from: half(flat.from), delta: half(flat.delta), base: half(flat.base))),
        offset)
    }
    switch (target, part.member) {
    case (.number, _): numbers.append(number(at: 0))
    case (.point, .whole): pairs.append(pair(at: 0))
    case (.point, _), (.box, .originX), (.box, .originY):
      numbers.append(number(at: range.lowerBound * 8))
    case (.box, .origin): pairs.append(pair(at: 0))
    case (.box, _):
      let model = values.bounds.lanes
      boxes.append(
        track(
          PackedBox(
            ends: LinearRamp(
              from: model.replacing(range, with: flat.from),
              delta: SIMD4<Double>.zero.replacing(range, with: flat.delta),
              base: SIMD4<Double>.zero.replacing(range, with: flat.base))), 0))
    case (.color, _): colors.append(track(PackedColor(ends: flat), 0))
    case (.plane, .rotationZ):
      rotations.append(
        track(
          PackedRotation(
            from: flat.from.x, delta: flat.delta.x, base: flat.base.x,
            scale: plane?.scale ?? SIMD2(1, 1)), 0))
    case (.plane, .scale):
      scales.append(
        track(
          PackedScale(
            from: flat.from.x, delta: flat.delta.x, base: flat.base.x,
            turn: plane?.turn ?? SIMD2(1, 0)), 0))
    case (.plane, .scaleX):
      pairs.append(pair(at: 0, plane?.turn ?? SIMD2(1, 0), isEven: true))
    case (.plane, .scaleY):
      let turn = plane?.turn ?? SIMD2(1, 0)
      pairs.append(pair(at: 16, SIMD2(-turn.y, turn.x), isEven: true))
    case (.plane, .translationX): numbers.append(number(at: 40))
    case (.plane, .translationY): numbers.append(number(at: 48))
    case (.plane, .translation): pairs.append(pair(at: 40))
    default: return false
    }
    return true
  }

  /// The ends by the table of semantics 4, with the sums that ``FromToBy`` makes.
  private static func ends(
    _ given: [SIMD4<Double>?], current: SIMD4<Double>, isAdditive: Bool
  ) -> LinearRamp<SIMD4<Double>> {
    // A missing end of an additive animation adds nothing (semantics 4).
    let under = isAdditive ? .zero : current
    let (from, to): (SIMD4<Double>, SIMD4<Double>) =
      switch (given[0], given[1], given[2]) {
      case (let from?, let to?, _): (from, to)
      case (let from?, nil, let by?): (from, from + by)
      case (nil, let to?, let by?): (to - by, to)
      case (let from?, nil, nil): (from, under)
      case (nil, let to?, nil): (under, to)
      case (nil, nil, let by?): (under, under + by)
      case (nil, nil, nil): (under, under)
      }
    return LinearRamp(from: from, delta: to - from, base: isAdditive ? current : .zero)
  }

  /// What a flat form writes to.
  private enum Target: Equatable {
    case number(Int), point(Int)
    case color, box, plane

    init?(_ property: LayerProperty) {
      switch property {
      case .zPosition: self = .number(LayerValues.Offset.zPosition)
      case .opacity: self = .number(LayerValues.Offset.opacity)
      case .cornerRadius: self = .number(LayerValues.Offset.cornerRadius)
      case .borderWidth: self = .number(LayerValues.Offset.borderWidth)
      case .contentsScale: self = .number(LayerValues.Offset.contentsScale)
      case .position: self = .point(LayerValues.Offset.position)
      case .anchorPoint: self = .point(LayerValues.Offset.anchorPoint)
      case .bounds: self = .box
      case .backgroundColor: self = .color
      case .transform: self = .plane
      default: return nil
      }
    }

    var offset: Int {
      switch self {
      case .number(let offset), .point(let offset): offset
      case .color: LayerValues.Offset.background
      case .box: LayerValues.Offset.bounds
      case .plane: LayerValues.Offset.plane
      }
    }

    private var laneKind: LaneKind? {
      switch self {
      case .number: .number
      case .point: .point
      case .color: .color
      case .box: .rect
      case .plane: nil
      }
    }

    func kind(of member: ValueMember) -> LaneKind {
      laneKind.map { member.laneKind(in: $0) } ?? (member == .translation ? .size : .number)
    }

    func range(of member: ValueMember) -> Range<Int> {
      laneKind.flatMap { member.laneRange(in: $0) } ?? 0..<4
    }

    /// The numbers that a member's animation writes, a bit for each; nil without a flat form.
    func mask(of member: ValueMember) -> Int? {
      if let laneKind {
        return member.laneRange(in: laneKind).map { $0.reduce(0) { $0 | 1 << $1 } }
      }
      switch member {
      case .rotationZ, .scale: return 0b1111
      case .scaleX: return 0b0011
      case .scaleY: return 0b1100
      case .translationX: return 0b01_0000
      case .translationY: return 0b10_0000
      case .translation: return 0b11_0000
      default: return nil
      }
    }
  }

  /// A model's transform as the members of a plane one.
  private struct PlaneModel {
    var scale: SIMD2<Double>
    var zScale: Double
    var angle: Double
    var translation: SIMD2<Double>
    /// The angle's cosine and sine.
    var turn: SIMD2<Double>

    /// Nil where the members do not make up the matrix, or it is one of space.
    init?(_ values: LayerValues) {
      let transform = values.transform
      guard let matrix = PlaneMatrix(transform), matrix.zScale > 0 else { return nil }
      let parts = TransformDecomposition(transform)
      guard parts.rotation.x == 0, parts.rotation.y == 0 else { return nil }
      scale = SIMD2(parts.scale.x, parts.scale.y)
      zScale = parts.scale.z
      angle = parts.rotation.z
      translation = SIMD2(parts.translation.x, parts.translation.y)
      turn = angle == 0 ? SIMD2(1, 0) : SIMD2(cos(angle), sin(angle))
      let (first, second) = (turn * scale.x, SIMD2(-turn.y, turn.x) * scale.y)
      let error =
        SIMD4(lowHalf: first, highHalf: second) - SIMD4(matrix.a, matrix.b, matrix.c, matrix.d)
      let size = abs(scale.x) + abs(scale.y)
      guard (error * error).sum().squareRoot() <= size * 1e-12 else { return nil }
    }

    func value(of member: ValueMember) -> SIMD4<Double> {
      switch member {
      case .rotationZ: SIMD4(angle, 0, 0, 0)
      case .scale: SIMD4((scale.x + scale.y + zScale) / 3, 0, 0, 0)
      case .scaleX: SIMD4(scale.x, 0, 0, 0)
      case .scaleY: SIMD4(scale.y, 0, 0, 0)
      case .translationX: SIMD4(translation.x, 0, 0, 0)
      case .translationY: SIMD4(translation.y, 0, 0, 0)
      case .translation: SIMD4(translation.x, translation.y, 0, 0)
      default: .zero
      }
    }
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
