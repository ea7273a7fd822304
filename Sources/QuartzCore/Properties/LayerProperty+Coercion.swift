// LayerProperty+Coercion.swift
// Converts what key-value coding, a style or a class passes for a property to the property's kind.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension LayerProperty {
  /// Returns a value of the property's own kind; nil for one that cannot be converted.
  ///
  /// A number or a flag may be text, or one may be the other; a name may be text. Nil is 0, the
  /// identity, the default name, or no value where the property can be nil.
  func coerced(_ any: Any?) -> AnimatableValue? {
    let value = AnimatableValue(any)
    if case .none = value { return empty }
    switch kind {
    case .lanes(let kind): return value.numbers(as: kind).map { .lanes($0, kind) }
    case .transform: if case .transform = value { return value }
    case .path: if case .path = value { return value }
    case .contents:
      if case .contents = value { return value }
      return any.map { .contents(.object(ContentsObject(value: $0))) }
    case .list(let kind):
      guard case .list(let list) = value else { return nil }
      let lanes = list.compactMap { $0.numbers(as: kind) }
      return lanes.count == list.count ? .list(lanes.map { .lanes($0, kind) }) : nil
    case .name: return row.coerceName(value)
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

  /// The value that nil is converted to.
  private var empty: AnimatableValue {
    switch kind {
    case .lanes(.color), .path, .contents, .list: .none
    case .lanes(let kind): .lanes(.zero, kind)
    case .transform: .transform(CATransform3DIdentity)
    case .name: LayerValues.defaults(of: row.owner)[property: self]
    }
  }
}

extension AnimatableValue {
  static func color(_ color: CGColor?) -> AnimatableValue {
    color.map { .lanes($0.lanes, .color) } ?? .none
  }

  static func flag(_ flag: Bool) -> AnimatableValue { .lanes(SIMD4(flag ? 1 : 0, 0, 0, 0), .bool) }

  /// The number; 0 for none.
  var number: Double { lanes?.x ?? 0 }

  var color: CGColor? {
    if case .lanes(let lanes, .color) = self { CGColor(lanes: lanes) } else { nil }
  }

  /// The numbers, converted to a kind: a single number may also be given as a flag or as text. They
  /// may be infinite, as an endless repetition is; a setter that needs finite ones checks.
  func numbers(as wanted: LaneKind) -> SIMD4<Double>? {
    let isOneNumber = wanted == .number || wanted == .bool
    switch self {
    case .lanes(let value, let kind):
      return kind == wanted || (isOneNumber && (kind == .number || kind == .bool)) ? value : nil
    case .object: return isOneNumber ? lanes : nil
    default: return nil
    }
  }

  /// A name of a type, given as such or as text; nil for anything else.
  func name<Name: RawRepresentable>(_ type: Name.Type) -> Name? where Name.RawValue == String {
    guard case .object(let object) = self else { return nil }
    return object as? Name ?? (object as? String).flatMap { Name(rawValue: $0) }
  }

  /// An option set, given as such or as the number of its bits; nil for anything else.
  func mask<Mask: OptionSet>(_ type: Mask.Type) -> Mask?
  where Mask.RawValue: FixedWidthInteger {
    switch self {
    case .object(let mask as Mask): mask
    default:
      numbers(as: .number).flatMap { Mask.RawValue(exactly: $0.x) }.map { Mask(rawValue: $0) }
    }
  }

  /// The numbers of a list; nil unless every element is a number.
  var numbers: [Double]? {
    guard case .list(let list) = self else { return nil }
    let numbers = list.compactMap { $0.numbers(as: .number)?.x }
    return numbers.count == list.count ? numbers : nil
  }

  /// The colours of a list; nil unless every element is a colour.
  var colors: [CGColor]? {
    guard case .list(let list) = self else { return nil }
    let colors = list.compactMap(\.color)
    return colors.count == list.count ? colors : nil
  }

  /// The value with the nearest finite numbers, with a report; a transform has none.
  ///
  /// - Parameter limit: The largest number.
  func nearestFinite(
    _ what: @autoclosure () -> String, limit: Double = .greatestFiniteMagnitude
  ) -> AnimatableValue {
    switch self {
    case .lanes(let v, let kind):
      func number(_ index: Int) -> Double {
        v[index].isFinite ? v[index] : nearest(v[index], in: -limit...limit, what())
      }
      return .lanes(SIMD4(number(0), number(1), number(2), number(3)), kind)
    case .list(let list): return .list(list.map { $0.nearestFinite(what(), limit: limit) })
    default: return self
    }
  }

  /// Whether no number in the value is NaN or infinite.
  var isFinite: Bool {
    switch self {
    case .lanes(let v, _): v.zeroIfFinite == .zero
    case .transform(let transform): transform.isFinite
    case .list(let list): list.allSatisfy(\.isFinite)
    default: true
    }
  }
}
