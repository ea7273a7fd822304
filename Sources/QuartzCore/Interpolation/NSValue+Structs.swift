// NSValue+Structs.swift
// Points, rectangles and transforms boxed in `NSValue`, as older code passes them to animations.
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

extension NSValue {
  /// Whether the box holds a struct of a type.
  fileprivate func holds<Value: Boxed>(_ type: Value.Type) -> Bool {
    String(cString: objCType) == Value.code
  }

  /// Returns the struct in the box, or a default in a box of another type.
  fileprivate func unboxed<Value: Boxed>(default other: Value) -> Value {
    guard holds(Value.self) else { return other }
    var result = other
    withUnsafeMutableBytes(of: &result) { if let base = $0.baseAddress { getValue(base) } }
    return result
  }

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
  public var cgPointValue: CGPoint { unboxed(default: .zero) }

  /// The size in the box; zero in a box of another type.
  public var cgSizeValue: CGSize { unboxed(default: .zero) }

  /// The rectangle in the box; zero in a box of another type.
  public var cgRectValue: CGRect { unboxed(default: .zero) }

  /// The vector in the box; zero in a box of another type.
  public var cgVectorValue: CGVector { unboxed(default: .zero) }

  /// The plane transform in the box; the identity in a box of another type.
  public var cgAffineTransformValue: CGAffineTransform { unboxed(default: .identity) }

  /// The transform in the box; the identity in a box of another type.
  public var caTransform3DValue: CATransform3D { unboxed(default: CATransform3DIdentity) }
}

extension AnimatableValue {
  /// Takes what a box holds; nil for a box of something unknown.
  init?(box: NSValue) {
    if box.holds(CGPoint.self) {
      self.init(box.cgPointValue)
    } else if box.holds(CGSize.self) {
      self.init(box.cgSizeValue)
    } else if box.holds(CGRect.self) {
      self.init(box.cgRectValue)
    } else if box.holds(CGVector.self) {
      self.init(box.cgVectorValue)
    } else if box.holds(CGAffineTransform.self) {
      self.init(box.cgAffineTransformValue)
    } else if box.holds(CATransform3D.self) {
      self.init(box.caTransform3DValue)
    } else {
      return nil
    }
  }
}
