// PackedTrackCompiler+Forms.swift
// Stage: commit. The properties whose animations can be packed, where their numbers are, and in which form.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension PackedTrackCompiler {
  /// The form of a track, and how an animation's numbers become those of the form.
  struct Packing {
    var form: PackedForm
    /// In bytes from the start of a layer's values.
    var offset: Int
    /// See ``PackedRampValue/init(_:model:)``.
    var model = SIMD2<Double>.zero
    private var numbers = Numbers.same

    private enum Numbers {
      case same
      /// One number times a direction: a column of the matrix.
      case along(SIMD2<Double>)
      /// Some lanes of a rectangle, over the model's.
      case within(Range<Int>, of: SIMD4<Double>)
    }

    private init(_ form: PackedForm, at offset: Int, _ numbers: Numbers = .same) {
      (self.form, self.offset, self.numbers) = (form, offset, numbers)
    }

    private init(_ form: PackedForm, at offset: Int, model: SIMD2<Double>) {
      (self.form, self.offset, self.model) = (form, offset, model)
    }

    /// Whether values can be added as they are. A member of a matrix cannot: of a negative scale, the scale that is
    /// read again is another.
    var hasSums: Bool {
      if case .along = numbers { return false }
      return form != .rotation && form != .scale
    }

    /// The forms of a member of a property: one, or two for both columns of a matrix; nil without one.
    static func forms(
      of member: ValueMember, _ target: Target, _ plane: PlaneModel?, _ bounds: CGRect
    ) -> (first: Packing, second: Packing?)? {
      let offset = target.offset
      func one(_ packing: Packing) -> (first: Packing, second: Packing?) { (packing, nil) }
      if let plane {
        let (first, second) = (plane.cosSin, SIMD2(-plane.cosSin.y, plane.cosSin.x))
        switch member {
        case .rotationZ: return one(Packing(.rotation, at: offset, model: plane.scale))
        case .scale: return one(Packing(.scale, at: offset, model: plane.cosSin))
        case .scaleXY:
          return (
            Packing(.pair, at: offset, .along(first)),
            Packing(.pair, at: offset + 16, .along(second))
          )
        case .scaleX: return one(Packing(.pair, at: offset, .along(first)))
        case .scaleY: return one(Packing(.pair, at: offset + 16, .along(second)))
        case .translationX: return one(Packing(.number, at: offset + 40))
        case .translationY: return one(Packing(.number, at: offset + 48))
        case .translation: return one(Packing(.pair, at: offset + 40))
        default: return nil
        }
      }
      let range = target.range(of: member)
      switch (target, member) {
      case (.number, _): return one(Packing(.number, at: offset))
      case (.point, .whole), (.box, .origin): return one(Packing(.pair, at: offset))
      case (.point, _), (.box, .originX), (.box, .originY):
        return one(Packing(.number, at: offset + range.lowerBound * 8))
      case (.box, _): return one(Packing(.box, at: offset, .within(range, of: bounds.lanes)))
      case (.color, _): return one(Packing(.color, at: offset))
      case (.plane, _): return nil
      }
    }

    /// The values of an end as the form has them.
    func value(_ lanes: SIMD4<Double>) -> SIMD4<Double> {
      if case .within(let range, let model) = numbers {
        return model.replacing(range, with: lanes)
      }
      return difference(lanes)
    }

    /// A difference of two values as the form has it.
    func difference(_ lanes: SIMD4<Double>) -> SIMD4<Double> {
      switch numbers {
      case .same: lanes
      case .along(let direction): SIMD4(lowHalf: direction * lanes.x, highHalf: .zero)
      case .within(let range, _): SIMD4<Double>.zero.replacing(range, with: lanes)
      }
    }

    func ramp(_ ramp: LinearRamp<SIMD4<Double>>) -> LinearRamp<SIMD4<Double>> {
      LinearRamp(
        from: value(ramp.from), delta: difference(ramp.delta), base: difference(ramp.base))
    }
  }

  /// The target of a property's tracks.
  enum Target: Equatable {
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
  struct PlaneModel {
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
