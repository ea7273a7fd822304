// Animatable.swift
// A property of a layer subclass that animates like a built-in one.
//
// SPDX-License-Identifier: MIT

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
/// The value is stored in the layer under the property's name, where key-value coding finds it too.
@propertyWrapper
public struct Animatable<Value> {
  private let declaration: AnimatableDeclaration

  /// Declares the property's default.
  public init(wrappedValue: Value) {
    declaration = AnimatableDeclaration(defaultValue: wrappedValue)
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
      layer.setValue(newValue, forKey: key)
    }
  }

  private static func preconditionUnwrapped(_ value: Any) -> Value {
    guard let value = value as? Value else {
      preconditionFailure("an animatable property of \(Value.self) cannot hold \(value)")
    }
    return value
  }

  /// Numbers come back from animations as `NSNumber`.
  private static func cast(_ any: Any?) -> Value? {
    guard let any else { return nil }
    if let value = any as? Value { return value }
    guard let number = any as? NSNumber else { return nil }
    switch Value.self {
    case is CGFloat.Type: return CGFloat(number.doubleValue) as? Value
    case is Double.Type: return number.doubleValue as? Value
    case is Float.Type: return number.floatValue as? Value
    case is Int.Type: return Int(number.doubleValue.rounded()) as? Value
    case is Bool.Type: return (number.doubleValue != 0) as? Value
    default: return nil
    }
  }
}

/// What a declaration knows: its default. Its identity tells it from others in reflection.
final class AnimatableDeclaration {
  let defaultValue: Any
  /// The property's name, once it was looked for. A declaration belongs to one layer.
  var key: String?

  init(defaultValue: Any) { self.defaultValue = defaultValue }

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
