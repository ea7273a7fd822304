// Animatable.swift
// Declares a property of a layer subclass that animates like a stock property. CALayer.storeCustom records its changes,
// AnimatableValue.blended interpolates.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Declares an animatable property of a `CALayer` subclass.
///
///     final class IndicatorLayer: CALayer {
///       @Animatable var percent: CGFloat = 0
///
///       override func draw(in ctx: CGContext) {
///         ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * percent / 100, height: bounds.height))
///       }
///     }
///
/// Setting it searches an action under the property's name and runs it. Each frame of an animation, and
/// each change without one, redraws the layer. Presentation copies hold the animated value. Overriding
/// `init(layer:)` and `needsDisplay(forKey:)` is optional. The equivalent of `@dynamic` and `@NSManaged`
/// properties on Apple's systems.
///
/// The value can be of any type that Core Animation animates, an array or an optional of such a type, or a
/// type that conforms to ``CAInterpolatable``. A value of any other type changes at once.
///
/// The value is stored in the layer under the property's name, and is available by key-value coding.
@propertyWrapper
public struct Animatable<Value> {
  private let declaration: AnimatableDeclaration

  /// Declares the property's default.
  public init(wrappedValue: Value) {
    declaration = AnimatableDeclaration(defaultValue: wrappedValue)
  }

  /// Declares the default of a property that can be nil.
  public init(wrappedValue: Value) where Value: ExpressibleByNilLiteral {
    declaration = AnimatableDeclaration(
      defaultValue: Self.stored(wrappedValue), isOptional: true)
  }

  /// Unavailable: the compiler uses the subscript in classes.
  @available(*, unavailable, message: "@Animatable belongs to properties of CALayer subclasses")
  public var wrappedValue: Value {
    get { fatalError("@Animatable was read outside of a layer") }
    set { fatalError("\(newValue) was written outside of a layer") }
  }

  /// Reads and writes the value through the layer.
  public static subscript<Layer: CALayer>(
    _enclosingInstance layer: Layer,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Layer, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Layer, Self>
  ) -> Value {
    get {
      let declaration = layer[keyPath: storageKeyPath].declaration
      let key = AnimatableKeys.key(of: storageKeyPath, in: layer, declaration)
      return Self.cast(layer.customValues[key]) ?? Self.cast(declaration.defaultValue)
        ?? unwrappedOrTrap(declaration.defaultValue)
    }
    set {
      let declaration = layer[keyPath: storageKeyPath].declaration
      let key = AnimatableKeys.key(of: storageKeyPath, in: layer, declaration)
      layer.setValue(
        declaration.isOptional ? Self.stored(newValue) : newValue, forKey: key)
    }
  }

  /// A value as the layer stores it: nil as `NSNull`, which differs from a value that was never set.
  private static func stored(_ value: Value) -> Any {
    if let optional = value as? any OptionalValue, optional.isNone { return NSNull() }
    return value
  }

  private static func unwrappedOrTrap(_ value: Any) -> Value {
    guard let value = value as? Value else {
      trap("an animatable property of \(Value.self) cannot hold \(value)")
    }
    return value
  }

  private static func cast(_ any: Any?) -> Value? {
    guard let any else { return nil }
    let isNull = type(of: any) == NSNull.self
    if !isNull, let value = any as? Value { return value }
    let optional = Value.self as? any OptionalValue.Type
    if isNull { return optional?.nothing as? Value }
    return AnimatedValues.value(any, as: optional?.wrapped ?? Value.self) as? Value
  }
}

/// An optional of any type.
private protocol OptionalValue {
  var isNone: Bool { get }
  static var nothing: Any { get }
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
  var isNone: Bool { self == nil }
  static var nothing: Any { Self.none as Any }
  static var wrapped: Any.Type { Wrapped.self }
}

/// Converts animated values to the declared type: animations return numbers as `NSNumber`, and affine
/// transforms as `CATransform3D`.
private enum AnimatedValues {
  static func value(_ any: Any, as type: Any.Type) -> Any? {
    if type == CGAffineTransform.self {
      return (any as? CATransform3D).map { CATransform3DGetAffineTransform($0) }
    }
    guard let number = any as? NSNumber else { return nil }
    if type == Bool.self { return number.doubleValue != 0 }
    if let type = type as? any BinaryInteger.Type { return integer(number.doubleValue, type) }
    if let type = type as? any BinaryFloatingPoint.Type { return type.init(number.doubleValue) }
    return nil
  }

  /// Rounds to an integer, clamped to the type's range.
  private static func integer<Number: BinaryInteger>(_ value: Double, _ type: Number.Type) -> Number
  {
    let value = value.isNaN ? 0 : value.rounded()
    return type.init(exactly: value) ?? type.init(clamping: Int(min(max(value, -9e18), 9e18)))
  }
}

/// The default of a declared property; identifies the property in reflection.
final class AnimatableDeclaration {
  let defaultValue: Any
  let isOptional: Bool
  /// The property's name, once found. A declaration belongs to one layer.
  var key: String?

  init(defaultValue: Any, isOptional: Bool = false) {
    self.defaultValue = defaultValue
    self.isOptional = isOptional
  }

  /// Every animatable property of a layer, by name.
  static func all(in layer: CALayer) -> [String: AnimatableDeclaration] {
    var result: [String: AnimatableDeclaration] = [:]
    var mirror: Mirror? = Mirror(reflecting: layer)
    while let current = mirror, current.subjectType != CALayer.self {
      for (label, value) in current.children {
        guard let label, let property = value as? any AnimatableProperty else { continue }
        // The compiler stores the wrapper of `percent` as `_percent`.
        result[String(label.drop { $0 == "_" })] = property.anyDeclaration
      }
      mirror = current.superclassMirror
    }
    return result
  }
}

/// An ``Animatable`` of any type, for reflection.
protocol AnimatableProperty {
  var anyDeclaration: AnimatableDeclaration { get }
}

extension Animatable: AnimatableProperty {
  var anyDeclaration: AnimatableDeclaration { declaration }
}

/// The animatable keys of each class, looked up by reflection once.
private enum AnimatableKeys {
  // Layers that are not live may be used on any thread.
  private static let knownDefaults = Locked<[ObjectIdentifier: [String: Any]]>([:])
  private static let knownNames = Locked<[AnyKeyPath: String]>([:])

  /// The name of the property of a stored wrapper.
  static func key(
    of storage: AnyKeyPath, in layer: CALayer, _ declaration: AnimatableDeclaration
  ) -> String {
    if let known = declaration.key { return known }
    return knownNames.withLock { names in
      if let name = names[storage] {
        declaration.key = name
        return name
      }
      let all = AnimatableDeclaration.all(in: layer)
      guard let name = all.first(where: { $0.value === declaration })?.key else {
        trap("\(layer.label) has no animatable property of this declaration")
      }
      names[storage] = name
      declaration.key = name
      return name
    }
  }

  static func defaults(of layer: CALayer) -> [String: Any] {
    let type = ObjectIdentifier(type(of: layer))
    return knownDefaults.withLock { known in
      if let defaults = known[type] { return defaults }
      let defaults = AnimatableDeclaration.all(in: layer).mapValues(\.defaultValue)
      known[type] = defaults
      return defaults
    }
  }
}

extension CALayer {
  /// Whether a key was declared with ``Animatable``.
  package func isAnimatableKey(_ key: String) -> Bool { animatableDefault(forKey: key) != nil }

  /// The keys declared with ``Animatable``.
  package var animatableKeys: some Collection<String> {
    (type(of: self) == CALayer.self ? [:] : AnimatableKeys.defaults(of: self)).keys
  }

  func animatableDefault(forKey key: String) -> Any? {
    type(of: self) == CALayer.self ? nil : AnimatableKeys.defaults(of: self)[key]
  }
}
