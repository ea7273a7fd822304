// NSValue+Structs.swift
// Points, rectangles and transforms boxed in `NSValue`: initialisers, values, and casts in both directions.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A struct that an `NSValue` can hold.
private protocol Boxed {
  /// The Objective-C type encoding.
  static var code: String { get }
}

extension CGPoint: Boxed { fileprivate static var code: String { "{CGPoint=dd}" } }
extension CGSize: Boxed { fileprivate static var code: String { "{CGSize=dd}" } }
extension CGRect: Boxed {
  fileprivate static var code: String { "{CGRect={CGPoint=dd}{CGSize=dd}}" }
}
// Foundation on Linux accepts only its own structs by name, so these are encoded as arrays of numbers.
extension CGVector: Boxed { fileprivate static var code: String { "[2d]" } }
extension CGAffineTransform: Boxed { fileprivate static var code: String { "[6d]" } }
extension CATransform3D: Boxed { fileprivate static var code: String { "[16d]" } }

// On Apple's systems these structs in an `Any` cast to `NSValue`, and a box casts to the struct that it holds.
// Foundation on Linux declares this for numbers and ranges only.

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  /// The bridged class.
  public typealias _ObjectiveCType = NSValue
}
extension CGSize: @retroactive _ObjectiveCBridgeable {
  /// The bridged class.
  public typealias _ObjectiveCType = NSValue
}
extension CGRect: @retroactive _ObjectiveCBridgeable {
  /// The bridged class.
  public typealias _ObjectiveCType = NSValue
}
extension CGVector: _ObjectiveCBridgeable {
  /// The bridged class.
  public typealias _ObjectiveCType = NSValue
}
extension CGAffineTransform: _ObjectiveCBridgeable {
  /// The bridged class.
  public typealias _ObjectiveCType = NSValue
}
extension CATransform3D: _ObjectiveCBridgeable {
  /// The bridged class.
  public typealias _ObjectiveCType = NSValue
}

extension _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  /// Returns the struct in a box.
  public func _bridgeToObjectiveC() -> NSValue {
    guard let type = Self.self as? any Boxed.Type else { return NSValue() }
    return withUnsafeBytes(of: self) { bytes in
      bytes.baseAddress.map { NSValue(bytes: $0, objCType: type.code) } ?? NSValue()
    }
  }

  /// Takes the struct out of a box; traps if it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) {
    trap(
      unless: _conditionallyBridgeFromObjectiveC(source, result: &result),
      "a box of type \(String(cString: source.objCType)) does not cast to \(Self.self)")
  }

  /// Takes the struct out of a box; false if it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout Self?
  ) -> Bool {
    guard let type = Self.self as? any Boxed.Type, String(cString: source.objCType) == type.code
    else { return false }
    result = withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { place in
      guard let base = place.baseAddress else { return nil }
      source.getValue(UnsafeMutableRawPointer(base))
      return base.move()
    }
    return result != nil
  }

  /// Takes the struct out of a box; traps if it holds another type or is nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Self {
    var result: Self?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    guard let result else { trap("nil does not cast to \(Self.self)") }
    return result
  }
}

extension NSValue {
  /// Boxes a vector.
  public convenience init(cgVector vector: CGVector) {
    var vector = vector
    self.init(bytes: &vector, objCType: CGVector.code)
  }

  /// Boxes a point.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

  /// Boxes a size.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }

  /// Boxes a rectangle.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  /// Boxes a plane transform.
  public convenience init(cgAffineTransform transform: CGAffineTransform) {
    var transform = transform
    self.init(bytes: &transform, objCType: CGAffineTransform.code)
  }

  /// Boxes a transform in space.
  public convenience init(caTransform3D t: CATransform3D) {
    var t = t
    self.init(bytes: &t, objCType: CATransform3D.code)
  }

  /// The point in the box; zero in a box of another type.
  public var cgPointValue: CGPoint { self as? CGPoint ?? .zero }

  /// The size in the box; zero in a box of another type.
  public var cgSizeValue: CGSize { self as? CGSize ?? .zero }

  /// The rectangle in the box; zero in a box of another type.
  public var cgRectValue: CGRect { self as? CGRect ?? .zero }

  /// The vector in the box; zero in a box of another type.
  public var cgVectorValue: CGVector { self as? CGVector ?? .zero }

  /// The plane transform in the box; the identity in a box of another type.
  public var cgAffineTransformValue: CGAffineTransform { self as? CGAffineTransform ?? .identity }

  /// The transform in the box; the identity in a box of another type.
  public var caTransform3DValue: CATransform3D { self as? CATransform3D ?? CATransform3DIdentity }
}
