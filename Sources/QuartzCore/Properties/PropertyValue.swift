// PropertyValue.swift
// The types that fields and accessors of stock properties have, and their conversions.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A type of a property's field or accessor.
protocol PropertyValue: SendableMetatype {
  static var kind: LayerProperty.Kind { get }
  /// The value as animations compute with it.
  var animatable: AnimatableValue { get }
  /// The value as key-value coding returns it.
  var any: Any? { get }
  /// Converts a value; nil when the type cannot represent it.
  static func from(_ value: AnimatableValue) -> Self?
  /// Converts a name, an option set, or what key-value coding accepts in their place; nil for any
  /// other value and for a type of another kind.
  static func coercedName(_ value: AnimatableValue) -> AnimatableValue?
  /// The form in which a field of the type has its numbers; nil for a type that is not of up to four numbers, and for
  /// one of accessors alone.
  static var form: NumberForm? { get }
}

extension PropertyValue {
  var any: Any? { animatable.any }
  static func coercedName(_ value: AnimatableValue) -> AnimatableValue? { nil }
  static var form: NumberForm? { nil }
}

// MARK: - Numbers

/// A property value of up to four numbers, which is zero when nil is set.
protocol LanePropertyValue: PropertyValue {
  static var laneKind: LaneKind { get }
  var fourNumbers: SIMD4<Double> { get }
  init(fourNumbers: SIMD4<Double>)
}

extension LanePropertyValue {
  static var kind: LayerProperty.Kind { .lanes(laneKind) }
  @inline(__always)
  var animatable: AnimatableValue { .lanes(fourNumbers, Self.laneKind) }
  @inline(__always)
  static func from(_ value: AnimatableValue) -> Self? {
    if case .none = value { return Self(fourNumbers: .zero) }
    return value.lanes.map { Self(fourNumbers: $0) }
  }
}

extension Double: LanePropertyValue {
  static var laneKind: LaneKind { .number }
  static var form: NumberForm? { .one }
  var fourNumbers: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
  init(fourNumbers: SIMD4<Double>) { self = fourNumbers.x }
}

extension CGFloat: LanePropertyValue {
  static var laneKind: LaneKind { .number }
  static var form: NumberForm? { .one }
  var fourNumbers: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  init(fourNumbers: SIMD4<Double>) { self = CGFloat(fourNumbers.x) }
}

extension Float: LanePropertyValue {
  static var laneKind: LaneKind { .number }
  static var form: NumberForm? { .float }
  var fourNumbers: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  init(fourNumbers: SIMD4<Double>) { self = Float(nearest: fourNumbers.x) }
}

extension Float {
  /// The nearest `Float`. Unlike a plain conversion, it never makes a finite number infinite.
  init(nearest value: Double) {
    let limit = Double(Float.greatestFiniteMagnitude)
    self = value.isFinite ? Float(min(max(value, -limit), limit)) : Float(value)
  }
}

extension Int: LanePropertyValue {
  static var laneKind: LaneKind { .number }
  static var form: NumberForm? { .integer }
  var fourNumbers: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  /// Rounds; the limits keep an overshooting animation within the type's range.
  init(fourNumbers: SIMD4<Double>) {
    self = Int(Swift.min(Swift.max(fourNumbers.x.rounded(), -1e9), 1e9))
  }
}

extension UInt32: LanePropertyValue {
  static var laneKind: LaneKind { .number }
  static var form: NumberForm? { .unsigned }
  var fourNumbers: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  init(fourNumbers: SIMD4<Double>) {
    self = UInt32(Swift.min(Swift.max(fourNumbers.x.rounded(), 0), Double(UInt32.max)))
  }
}

extension Bool: LanePropertyValue {
  static var laneKind: LaneKind { .bool }
  static var form: NumberForm? { .flag }
  var fourNumbers: SIMD4<Double> { SIMD4(self ? 1 : 0, 0, 0, 0) }
  init(fourNumbers: SIMD4<Double>) { self = fourNumbers.x != 0 }
}

extension CGPoint: LanePropertyValue {
  static var laneKind: LaneKind { .point }
  static var form: NumberForm? { .two }
  var fourNumbers: SIMD4<Double> { SIMD4(x, y, 0, 0) }
  init(fourNumbers: SIMD4<Double>) { self.init(x: fourNumbers.x, y: fourNumbers.y) }
}

extension CGSize: LanePropertyValue {
  static var laneKind: LaneKind { .size }
  static var form: NumberForm? { .two }
  var fourNumbers: SIMD4<Double> { SIMD4(width, height, 0, 0) }
  init(fourNumbers: SIMD4<Double>) { self.init(width: fourNumbers.x, height: fourNumbers.y) }
}

extension CGRect: LanePropertyValue {
  static var laneKind: LaneKind { .rect }
  static var form: NumberForm? { .four }
  var fourNumbers: SIMD4<Double> { lanes }
  init(fourNumbers: SIMD4<Double>) { self.init(lanes: fourNumbers) }
}

extension CGRect {
  package var lanes: SIMD4<Double> { SIMD4(origin.x, origin.y, size.width, size.height) }

  package init(lanes v: SIMD4<Double>) { self.init(x: v.x, y: v.y, width: v.z, height: v.w) }
}

// MARK: - Transforms

extension CATransform3D: PropertyValue {
  static var kind: LayerProperty.Kind { .transform }
  var animatable: AnimatableValue { .transform(self) }

  static func from(_ value: AnimatableValue) -> CATransform3D? {
    if case .transform(let transform) = value { transform } else { nil }
  }
}

// MARK: - Values that can be missing

/// The wrapped type of a property that can be nil.
protocol OptionalPropertyValue: SendableMetatype {
  static var kind: LayerProperty.Kind { get }
  var animatable: AnimatableValue { get }
  static func from(present value: AnimatableValue) -> Self?
}

extension Optional: PropertyValue where Wrapped: OptionalPropertyValue {
  static var kind: LayerProperty.Kind { Wrapped.kind }
  @inline(__always)
  var animatable: AnimatableValue { self?.animatable ?? AnimatableValue.none }

  @inline(__always)
  static func from(_ value: AnimatableValue) -> Wrapped?? {
    if case .none = value { return .some(nil) }
    return Wrapped.from(present: value).map { .some($0) }
  }

}

extension CGColor: OptionalPropertyValue {
  static var kind: LayerProperty.Kind { .lanes(.color) }
  var animatable: AnimatableValue { .lanes(lanes, .color) }
  static func from(present value: AnimatableValue) -> CGColor? { value.color }
}

extension CGPath: OptionalPropertyValue {
  static var kind: LayerProperty.Kind { .path }
  var animatable: AnimatableValue { .path(self) }

  static func from(present value: AnimatableValue) -> Self? {
    if case .path(let path) = value { path as? Self } else { nil }
  }
}

extension LayerContents: OptionalPropertyValue {
  static var kind: LayerProperty.Kind { .contents }
  var animatable: AnimatableValue { .contents(self) }

  static func from(present value: AnimatableValue) -> LayerContents? {
    if case .contents(let contents) = value { contents } else { nil }
  }
}

/// An element of a list: a number or a colour.
protocol ListPropertyElement: SendableMetatype {
  static var laneKind: LaneKind { get }
  var element: AnimatableValue { get }
  static func list(from value: AnimatableValue) -> [Self]?
}

extension Array: OptionalPropertyValue where Element: ListPropertyElement {
  static var kind: LayerProperty.Kind { .list(Element.laneKind) }
  var animatable: AnimatableValue { .list(map(\.element)) }
  static func from(present value: AnimatableValue) -> [Element]? { Element.list(from: value) }
}

extension Double: ListPropertyElement {
  var element: AnimatableValue { .number(self) }
  static func list(from value: AnimatableValue) -> [Double]? { value.numbers }
}

extension CGColor: ListPropertyElement {
  static var laneKind: LaneKind { .color }
  var element: AnimatableValue { .lanes(lanes, .color) }
  static func list(from value: AnimatableValue) -> [CGColor]? { value.colors }
}

// MARK: - Names and option sets

/// A property whose values are names: set as such or as text.
protocol NamePropertyValue: PropertyValue, RawRepresentable where RawValue == String {}

extension NamePropertyValue {
  static var kind: LayerProperty.Kind { .name }
  var animatable: AnimatableValue { .object(self) }
  static func from(_ value: AnimatableValue) -> Self? { value.name(Self.self) }
  static func coercedName(_ value: AnimatableValue) -> AnimatableValue? {
    value.name(Self.self).map { .object($0) }
  }
}

extension CALayerContentsGravity: NamePropertyValue {}
extension CALayerContentsFilter: NamePropertyValue {}
extension CALayerCornerCurve: NamePropertyValue {}
extension CAShapeLayerFillRule: NamePropertyValue {}
extension CAShapeLayerLineCap: NamePropertyValue {}
extension CAShapeLayerLineJoin: NamePropertyValue {}
extension CAGradientLayerType: NamePropertyValue {}
extension CAEmitterLayerEmitterShape: NamePropertyValue {}
extension CAEmitterLayerEmitterMode: NamePropertyValue {}
extension CAEmitterLayerRenderMode: NamePropertyValue {}

/// A property whose values are option sets: set as such or, by key-value coding, as the number of their
/// bits.
protocol MaskPropertyValue: PropertyValue, OptionSet where RawValue: FixedWidthInteger {}

extension MaskPropertyValue {
  static var kind: LayerProperty.Kind { .name }
  var animatable: AnimatableValue { .object(self) }
  static func from(_ value: AnimatableValue) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
  static func coercedName(_ value: AnimatableValue) -> AnimatableValue? {
    value.mask(Self.self).map { .object($0) }
  }
}

extension CACornerMask: MaskPropertyValue {}
extension CAEdgeAntialiasingMask: MaskPropertyValue {}

// MARK: - Values that key-value coding passes through

/// The contents of a layer as the accessor has them, of any type.
struct AnyContents: PropertyValue {
  let any: Any?

  static var kind: LayerProperty.Kind { .contents }
  var animatable: AnimatableValue { AnimatableValue(any) }
  static func from(_ value: AnimatableValue) -> AnyContents? { AnyContents(any: value.any) }
}

/// The cells of an emitter, which ``CAEmitterLayer`` reads and sets by key itself.
struct OpaqueCells: PropertyValue {
  static var kind: LayerProperty.Kind { .name }
  var animatable: AnimatableValue { .none }
  static func from(_ value: AnimatableValue) -> OpaqueCells? { nil }
}
