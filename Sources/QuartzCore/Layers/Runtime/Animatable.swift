// Animatable.swift
// A property of a layer subclass that animates like a built-in one.
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
/// Setting it searches an action under the property's name and animates with what it finds; each
/// frame of an animation, and each change without one, draws the layer again; presentation copies
/// hold the animated value. Neither `init(layer:)` nor `needsDisplay(forKey:)` has to be written,
/// though both may be. It is what `@dynamic` and `@NSManaged` properties are on Apple's systems.
///
/// Every type of value that Core Animation animates will do, arrays of them, optionals, and every type
/// that conforms to ``CAInterpolatable``. Any other type shows its new value at once.
///
/// The value is stored in the layer under the property's name, where key-value coding finds it too.
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

  /// Not for use outside of a class; the compiler takes the subscript instead.
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
        ?? preconditionUnwrapped(declaration.defaultValue)
    }
    set {
      let declaration = layer[keyPath: storageKeyPath].declaration
      let key = AnimatableKeys.key(of: storageKeyPath, in: layer, declaration)
      layer.setValue(
        declaration.isOptional ? Self.stored(newValue) : newValue, forKey: key)
    }
  }

  /// A value as the layer keeps it: nil as `NSNull`, so that it is told from one that was never set.
  private static func stored(_ value: Value) -> Any {
    if let optional = value as? any OptionalValue, optional.isNone { return NSNull() }
    return value
  }

  private static func preconditionUnwrapped(_ value: Any) -> Value {
    guard let value = value as? Value else {
      preconditionFailure("an animatable property of \(Value.self) cannot hold \(value)")
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

/// An optional of whatever type.
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

/// How values come back from animations in the type that was declared: numbers as `NSNumber`, plane
/// transforms as those of space.
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

  /// Rounds to an integer; the nearest there is for what is beyond its range.
  private static func integer<Number: BinaryInteger>(_ value: Double, _ type: Number.Type) -> Number
  {
    let value = value.isNaN ? 0 : value.rounded()
    return type.init(exactly: value) ?? type.init(clamping: Int(min(max(value, -9e18), 9e18)))
  }
}

/// What a declaration knows: its default. Its identity tells it from others in reflection.
final class AnimatableDeclaration {
  let defaultValue: Any
  let isOptional: Bool
  /// The property's name, once it was looked for. A declaration belongs to one layer.
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

/// An ``Animatable`` of whatever type, for reflection.
protocol AnimatableProperty {
  var anyDeclaration: AnimatableDeclaration { get }
}

extension Animatable: AnimatableProperty {
  var anyDeclaration: AnimatableDeclaration { declaration }
}

/// The animatable keys of each class, looked up by reflection once.
private enum AnimatableKeys {
  // Layers that are not live may be used on any thread; the lock guards both.
  nonisolated(unsafe) private static var known: [ObjectIdentifier: [String: Any]] = [:]
  nonisolated(unsafe) private static var names: [AnyKeyPath: String] = [:]
  private static let lock = NSLock()

  /// The name of the property that a wrapper is stored for.
  static func key(
    of storage: AnyKeyPath, in layer: CALayer, _ declaration: AnimatableDeclaration
  ) -> String {
    if let known = declaration.key { return known }
    lock.lock()
    defer { lock.unlock() }
    if let name = names[storage] {
      declaration.key = name
      return name
    }
    let all = AnimatableDeclaration.all(in: layer)
    guard let name = all.first(where: { $0.value === declaration })?.key else {
      preconditionFailure("\(layer.label) has no animatable property of this declaration")
    }
    names[storage] = name
    declaration.key = name
    return name
  }

  static func defaults(of layer: CALayer) -> [String: Any] {
    let type = ObjectIdentifier(type(of: layer))
    lock.lock()
    defer { lock.unlock() }
    if let defaults = known[type] { return defaults }
    let defaults = AnimatableDeclaration.all(in: layer).mapValues(\.defaultValue)
    known[type] = defaults
    return defaults
  }
}

extension CALayer {
  /// Whether a key was declared with ``Animatable``.
  package func isAnimatableKey(_ key: String) -> Bool { animatableDefault(forKey: key) != nil }

  /// The keys declared with ``Animatable``.
  var animatableKeys: some Collection<String> {
    (type(of: self) == CALayer.self ? [:] : AnimatableKeys.defaults(of: self)).keys
  }

  func animatableDefault(forKey key: String) -> Any? {
    type(of: self) == CALayer.self ? nil : AnimatableKeys.defaults(of: self)[key]
  }
}
