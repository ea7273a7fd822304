// LayerProperty+Coercion.swift
// Whether what key-value coding, a style or a class gives can be a property's value (semantics 14).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension LayerProperty {
  /// Returns a value in the property's own kind; nil for one that cannot stand for it.
  ///
  /// Numbers may come as text or flags, names as text; nil is 0, the identity, the usual name, or
  /// nothing where a property can be empty.
  func fitted(_ any: Any?) -> AnimatableValue? {
    let value = AnimatableValue(any)
    if case .none = value { return empty }
    switch kind {
    case .lanes(let kind): return value.numbers(as: kind).map { .lanes($0, kind) }
    case .transform: if case .transform = value { return value }
    case .path: if case .path = value { return value }
    case .contents: if case .contents = value { return value }
    case .list(let kind):
      guard case .list(let list) = value else { return nil }
      let lanes = list.compactMap { $0.numbers(as: kind) }
      return lanes.count == list.count ? .list(lanes.map { .lanes($0, kind) }) : nil
    case .name: return fittedName(value)
    }
    return nil
  }

  /// Whether the property's values have a member.
  func has(_ member: ValueMember) -> Bool {
    switch kind {
    case .lanes(let kind): member.laneRange(in: kind) != nil
    case .transform: member.read(.transform(CATransform3DIdentity)) != nil
    case .path, .contents, .list, .name: member == .whole
    }
  }

  /// What nil means to the property.
  private var empty: AnimatableValue {
    switch kind {
    case .lanes(.color), .path, .contents, .list: .none
    case .lanes(let kind): .lanes(.zero, kind)
    case .transform: .transform(CATransform3DIdentity)
    case .name: LayerValues.ofNew(row.owner)[property: self]
    }
  }

  private func fittedName(_ value: AnimatableValue) -> AnimatableValue? {
    let name: Any? =
      switch self {
      case .contentsGravity: value.name(CALayerContentsGravity.self)
      case .minificationFilter, .magnificationFilter: value.name(CALayerContentsFilter.self)
      case .cornerCurve: value.name(CALayerCornerCurve.self)
      case .fillRule: value.name(CAShapeLayerFillRule.self)
      case .lineCap: value.name(CAShapeLayerLineCap.self)
      case .lineJoin: value.name(CAShapeLayerLineJoin.self)
      case .gradientType: value.name(CAGradientLayerType.self)
      case .emitterShape: value.name(CAEmitterLayerEmitterShape.self)
      case .emitterMode: value.name(CAEmitterLayerEmitterMode.self)
      case .renderMode: value.name(CAEmitterLayerRenderMode.self)
      case .maskedCorners: value.mask(CACornerMask.self)
      case .edgeAntialiasingMask: value.mask(CAEdgeAntialiasingMask.self)
      default: nil
      }
    return name.map { .object($0) }
  }
}

extension AnimatableValue {
  /// The numbers, if they can stand for a value of a kind: it is their own, or one number given as
  /// another, as a flag or as text. Finite or not: an endless repetition is a number too, and what must
  /// be finite its setter says.
  func numbers(as wanted: LaneKind) -> SIMD4<Double>? {
    let isOneNumber = wanted == .number || wanted == .bool
    switch self {
    case .lanes(let value, let kind):
      return kind == wanted || (isOneNumber && (kind == .number || kind == .bool)) ? value : nil
    case .object: return isOneNumber ? lanes : nil
    default: return nil
    }
  }

  /// A set of options, given as such or as the number of its bits; nil for anything else.
  func mask<Mask: OptionSet>(_ type: Mask.Type) -> Mask?
  where Mask.RawValue: FixedWidthInteger {
    switch self {
    case .object(let mask as Mask): mask
    default:
      numbers(as: .number).flatMap { Mask.RawValue(exactly: $0.x) }.map { Mask(rawValue: $0) }
    }
  }
}

extension LayerValues {
  /// The values of a new layer of a stock class.
  static func ofNew(_ kind: LayerKind) -> LayerValues {
    var values = LayerValues()
    switch kind {
    case .plain: break
    case .shape: values.subclass = .shape(ShapeValues())
    case .gradient: values.subclass = .gradient(GradientValues())
    case .replicator: values.subclass = .replicator(ReplicatorValues())
    case .transform: values.subclass = .transform
    case .emitter: values.subclass = .emitter(EmitterValues())
    case .tiled: values.subclass = .tiled
    }
    return values
  }
}
