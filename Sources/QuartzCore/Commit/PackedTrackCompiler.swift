// PackedTrackCompiler.swift
// Stage: commit. Selects the animations of a layer that have a packed form, and compiles them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Compiles one layer's animations of packed form.
struct PackedTrackCompiler {
  private(set) var tracks = PackedTracks()
  /// See ``LayerTracks/dependencies``.
  private(set) var dependencies: UInt128 = 0

  /// Whether there are no tracks, and no change of the model can make one.
  var isEmpty: Bool { tracks.isEmpty && dependencies == 0 }

  /// Adds all animations of a property; returns false, and adds none, when one of them has no packed
  /// form or two write to the same numbers.
  mutating func add(
    _ parts: [CompiledAnimations.Part], _ values: LayerValues, _ easings: inout EasingIndex
  ) -> Bool {
    guard let property = parts.first?.property, let target = Target(property) else { return false }
    let plane = target == .plane ? PlaneModel(values) : nil
    if target == .plane && plane == nil { return false }
    if target == .box, values.bounds.width < 0 || values.bounds.height < 0 { return false }
    var written = 0
    for part in parts {
      // An animated size can turn the whole rectangle over, so its track has the origin too.
      let mask = target == .box && part.member.writesSize ? 0b1111 : target.mask(of: part.member)
      guard let mask, written & mask == 0, part.groups.isEmpty,
        !part.animation.isCumulative, let basic = part.animation as? CABasicAnimation,
        !(part.playback?.isSpring ?? (basic is CASpringAnimation))
      else { return false }
      written |= mask
    }
    var new = self
    for part in parts where !new.add(part, target, plane, values, &easings) { return false }
    self = new
    return true
  }

  /// Adds an animation; returns false when it has no packed form.
  private mutating func add(
    _ part: CompiledAnimations.Part, _ target: Target, _ plane: PlaneModel?,
    _ values: LayerValues, _ easings: inout EasingIndex
  ) -> Bool {
    guard let basic = part.animation as? CABasicAnimation,
      let curve = easings.number(of: part.easing),
      let ends = basic.fromToBy({ part.member.lanes(of: $0, as: target.kind(of: part.member)) })
    else { return false }
    let isAdditive = part.animation.isAdditive
    let needsModel = isAdditive || ends.needsUnderlying
    if needsModel || target == .plane || target == .box { addDependency(on: part.property) }
    let current: SIMD4<Double>
    let range = target.range(of: part.member)
    if let plane {
      current = plane.value(of: part.member)
    } else if let lanes = values[lanes: part.property] {
      current = lanes.extracting(range)
    } else {
      // Without a colour underneath that it needs, an animation shows none (from, to, by).
      addDependency(on: part.property)
      if needsModel { return true }
      current = .zero
    }
    var ramp = Self.ramp(ends, current: current, isAdditive: isAdditive)
    if let segment = part.playback?.segment {
      ramp.from += ramp.delta * segment.start
      ramp.delta *= segment.scale
    }
    let pack = Packing(timing: part.timing, curve: curve, ramp: ramp, target: target)
    if let plane { return addPlane(part.member, plane, pack) }
    return add(part.member, range, pack, model: values.bounds.lanes)
  }

  private mutating func addDependency(on property: LayerProperty) {
    dependencies |= 1 << UInt128(property.rawValue)
  }

  private static func ramp(
    _ ends: FromToBy<SIMD4<Double>>, current: SIMD4<Double>, isAdditive: Bool
  ) -> LinearRamp<SIMD4<Double>> {
    // A missing end of an additive animation adds nothing (from, to, by).
    let (from, to) = ends.resolved(underlying: isAdditive ? .zero : current)
    return LinearRamp(from: from, delta: to - from, base: isAdditive ? current : .zero)
  }

  // MARK: Forms

  /// The common parts of one animation's tracks.
  private struct Packing {
    var timing: ActiveTiming
    var curve: Int
    var ramp: LinearRamp<SIMD4<Double>>
    var target: Target

    func track<Form>(_ form: Form, at offset: Int = 0) -> PackedTrack<Form> {
      PackedTrack(timing: timing, form: form, offset: target.offset + offset, curve: curve)
    }

    func number(at offset: Int) -> PackedTrack<PackedNumber> {
      track(PackedNumber(from: ramp.from.x, delta: ramp.delta.x, base: ramp.base.x), at: offset)
    }

    func pair(at offset: Int) -> PackedTrack<PackedPair> {
      track(
        PackedPair(
          ends: LinearRamp(
            from: ramp.from.lowHalf, delta: ramp.delta.lowHalf, base: ramp.base.lowHalf)),
        at: offset)
    }

    /// One number times a direction: a column of the matrix.
    func column(_ direction: SIMD2<Double>, at offset: Int) -> PackedTrack<PackedPair> {
      track(
        PackedPair(
          ends: LinearRamp(
            from: direction * ramp.from.x, delta: direction * ramp.delta.x,
            base: direction * ramp.base.x)),
        at: offset)
    }

    /// Some lanes of a rectangle, over the model's.
    func box(_ range: Range<Int>, model: SIMD4<Double>) -> PackedTrack<PackedBox> {
      track(
        PackedBox(
          ends: LinearRamp(
            from: model.replacing(range, with: ramp.from),
            delta: SIMD4<Double>.zero.replacing(range, with: ramp.delta),
            base: SIMD4<Double>.zero.replacing(range, with: ramp.base))))
    }
  }

  /// Adds a track of a member that is a range of lanes.
  private mutating func add(
    _ member: ValueMember, _ range: Range<Int>, _ pack: Packing, model: SIMD4<Double>
  ) -> Bool {
    switch (pack.target, member) {
    case (.number, _): tracks.append(pack.number(at: 0))
    case (.point, .whole), (.box, .origin): tracks.append(pack.pair(at: 0))
    case (.point, _), (.box, .originX), (.box, .originY):
      tracks.append(pack.number(at: range.lowerBound * 8))
    case (.box, _): tracks.append(pack.box(range, model: model))
    case (.color, _): tracks.append(pack.track(PackedColor(ends: pack.ramp)))
    case (.plane, _): return false
    }
    return true
  }

  /// Adds a track of a member of a two-dimensional transform.
  private mutating func addPlane(
    _ member: ValueMember, _ plane: PlaneModel, _ pack: Packing
  ) -> Bool {
    let (ramp, cosSin) = (pack.ramp, plane.cosSin)
    switch member {
    case .rotationZ:
      let form = PackedRotation(
        from: ramp.from.x, delta: ramp.delta.x, base: ramp.base.x, scaleX: plane.scale.x,
        scaleY: plane.scale.y)
      tracks.append(pack.track(form))
    case .scaleXY:
      tracks.append(pack.column(cosSin, at: 0))
      tracks.append(pack.column(SIMD2(-cosSin.y, cosSin.x), at: 16))
    case .scale:
      let form = PackedScale(
        from: ramp.from.x, delta: ramp.delta.x, base: ramp.base.x, cosine: cosSin.x,
        sine: cosSin.y)
      tracks.append(pack.track(form))
    case .scaleX: tracks.append(pack.column(cosSin, at: 0))
    case .scaleY: tracks.append(pack.column(SIMD2(-cosSin.y, cosSin.x), at: 16))
    case .translationX: tracks.append(pack.number(at: 40))
    case .translationY: tracks.append(pack.number(at: 48))
    case .translation: tracks.append(pack.pair(at: 40))
    default: return false
    }
    return true
  }

  /// The target of a property's tracks.
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

    /// The numbers that a member's animation writes, a bit for each; nil without a packed form.
    func mask(of member: ValueMember) -> Int? {
      if let laneKind {
        return member.laneRange(in: laneKind).map { $0.reduce(0) { $0 | 1 << $1 } }
      }
      switch member {
      case .rotationZ, .scale, .scaleXY: return 0b1111
      case .scaleX: return 0b0011
      case .scaleY: return 0b1100
      case .translationX: return 0b01_0000
      case .translationY: return 0b10_0000
      case .translation: return 0b11_0000
      default: return nil
      }
    }
  }

  /// A model's transform as the members of a two-dimensional one.
  private struct PlaneModel {
    var scale: SIMD2<Double>
    var zScale: Double
    var angle: Double
    var translation: SIMD2<Double>
    /// The angle's cosine and sine.
    var cosSin: SIMD2<Double>

    /// Nil where the members do not make up the matrix, or it is three-dimensional.
    init?(_ values: LayerValues) {
      let transform = values.transform
      guard let matrix = PlaneMatrix(transform), matrix.zScale > 0 else { return nil }
      let parts = TransformDecomposition(transform)
      guard parts.rotation.x == 0, parts.rotation.y == 0 else { return nil }
      scale = SIMD2(parts.scale.x, parts.scale.y)
      zScale = parts.scale.z
      angle = parts.rotation.z
      translation = SIMD2(parts.translation.x, parts.translation.y)
      cosSin = angle == 0 ? SIMD2(1, 0) : SIMD2(cos(angle), sin(angle))
      let (first, second) = (cosSin * scale.x, SIMD2(-cosSin.y, cosSin.x) * scale.y)
      let error =
        SIMD4(lowHalf: first, highHalf: second) - SIMD4(matrix.a, matrix.b, matrix.c, matrix.d)
      let size = abs(scale.x) + abs(scale.y)
      guard (error * error).sum().squareRoot() <= size * 1e-12 else { return nil }
    }

    func value(of member: ValueMember) -> SIMD4<Double> {
      switch member {
      case .rotationZ: SIMD4(angle, 0, 0, 0)
      case .scale: SIMD4((scale.x + scale.y + zScale) / 3, 0, 0, 0)
      case .scaleXY: SIMD4((scale.x + scale.y) / 2, 0, 0, 0)
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
