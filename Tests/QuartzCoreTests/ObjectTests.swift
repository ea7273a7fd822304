// ObjectTests.swift
// Layers and animations as NSObjects, casts of structs to NSValue, and associated values.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Testing

@Suite struct ObjectTests {
  // MARK: Casts

  /// Each struct, boxed by a cast out of `Any` and back, is the same; no other struct comes out of its box.
  @Test func structsCastToNSValueAndBack() throws {
    let transform = CATransform3DMakeTranslation(1, 2, 3)
    let values: [Any] = [
      CGPoint(x: 1, y: 2), CGSize(width: 1, height: 2), CGRect(x: 1, y: 2, width: 3, height: 4),
      CGVector(dx: 1, dy: 2), CGAffineTransform(rotationAngle: 1), transform,
    ]
    func casts(_ any: Any) -> [Bool] {
      [
        any as? CGPoint == CGPoint(x: 1, y: 2), any as? CGSize == CGSize(width: 1, height: 2),
        any as? CGRect == CGRect(x: 1, y: 2, width: 3, height: 4),
        any as? CGVector == CGVector(dx: 1, dy: 2),
        any as? CGAffineTransform == CGAffineTransform(rotationAngle: 1),
        (any as? CATransform3D).map { CATransform3DEqualToTransform($0, transform) } ?? false,
      ]
    }
    for (index, value) in values.enumerated() {
      let box: Any = try #require(value as? NSValue, "\(value)")
      #expect(casts(box).enumerated().allSatisfy { $1 == ($0 == index) }, "\(value)")
      #expect(box as? NSNumber == nil, "\(value)")
    }
    #expect(NSNumber(value: 1) as? CGPoint == nil)
    #expect(NSValue(range: NSRange(location: 1, length: 2)) as? CGPoint == nil)
    #expect((values as? [NSValue])?.count == values.count)
  }

  /// Key-value coding returns values that cast to `NSValue`, and takes such boxes.
  @Test func keyValueCodingExchangesBoxes() {
    let layer = CALayer()
    layer.setValue(CGSize(width: 3, height: 4) as NSValue, forKeyPath: "bounds.size")
    #expect(layer.bounds.size == CGSize(width: 3, height: 4))
    let size = layer.value(forKeyPath: "bounds.size") as? NSValue
    #expect(size?.cgSizeValue == CGSize(width: 3, height: 4))
    layer.setValue(NSValue(caTransform3D: CATransform3DMakeScale(2, 3, 4)), forKey: "transform")
    #expect(layer.transform.m22 == 3)
    #expect((layer.value(forKey: "transform") as? NSValue)?.caTransform3DValue.m33 == 4)
  }

  // MARK: NSObject

  /// Extensions of `NSObject` reach layers and animations; equality is identity.
  @Test func layersAndAnimationsAreObjects() {
    let objects: [Any] = [
      CALayer(), CAShapeLayer(), CABasicAnimation(keyPath: "opacity"), CAEmitterCell(),
      CAMediaTimingFunction(name: .linear), CADisplayLink { _ in },
    ]
    for object in objects { #expect(object is NSObject, "\(object)") }
    let shape: NSObject = CAShapeLayer()
    #expect(shape.isKind(of: CALayer.self) && shape.isKind(of: NSObject.self))
    #expect(!shape.isKind(of: CATextLayer.self) && !shape.isMember(of: CALayer.self))
    #expect(shape.isMember(of: CAShapeLayer.self))
    #expect(shape.isEqual(shape) && !shape.isEqual(CAShapeLayer()))
    #expect("\(shape)".contains("CAShapeLayer"))
  }

  /// `copy()` of `NSObject` makes an animation of the same class.
  @Test func animationsCopyThroughNSObject() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = 3
    let copy = (animation as NSObject).copy() as? CABasicAnimation
    #expect(copy !== animation && copy?.duration == 3 && copy?.keyPath == "opacity")
  }

  // MARK: Associated values

  private final class Value {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }

  private final class Plain {}

  // Only the address is used.
  nonisolated(unsafe) private static let key = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)

  @Test(arguments: [true, false])
  func associatedValuesAreReadBackUnderTheirKey(ofLayer: Bool) {
    let object: AnyObject = ofLayer ? CALayer() : Plain()
    let other = CALayer()
    #expect(objc_getAssociatedObject(object, Self.key) == nil)
    objc_setAssociatedObject(object, Self.key, "a", .OBJC_ASSOCIATION_RETAIN)
    objc_setAssociatedObject(object, Self.key + 1, 2, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    #expect(objc_getAssociatedObject(object, Self.key) as? String == "a")
    #expect(objc_getAssociatedObject(object, Self.key + 1) as? Int == 2)
    #expect(objc_getAssociatedObject(other, Self.key) == nil)
    objc_setAssociatedObject(object, Self.key, nil, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(object, Self.key) == nil)
    objc_removeAssociatedObjects(object)
    #expect(objc_getAssociatedObject(object, Self.key + 1) == nil)
  }

  /// A value lives as long as its layer, is released when it is replaced, and may use associations in its `deinit`.
  @Test func associatedValuesEndWithTheirLayer() {
    var ended: [String] = []
    var layer: CALayer? = CALayer()
    objc_setAssociatedObject(
      layer as Any, Self.key, Value { ended.append("first") }, .OBJC_ASSOCIATION_RETAIN)
    objc_setAssociatedObject(
      layer as Any, Self.key,
      Value {
        objc_setAssociatedObject(CALayer(), Self.key, 1, .OBJC_ASSOCIATION_RETAIN)
        ended.append("second")
      }, .OBJC_ASSOCIATION_RETAIN)
    #expect(ended == ["first"])
    layer = nil
    #expect(ended == ["first", "second"])
  }

  @Test func associationPoliciesReferWeaklyAndCopy() {
    let layer = CALayer()
    var target: CALayer? = CALayer()
    objc_setAssociatedObject(layer, Self.key, target, .OBJC_ASSOCIATION_ASSIGN)
    #expect(objc_getAssociatedObject(layer, Self.key) as? CALayer === target)
    target = nil
    #expect(objc_getAssociatedObject(layer, Self.key) == nil)
    let text = NSMutableString(string: "a")
    objc_setAssociatedObject(layer, Self.key, text, .OBJC_ASSOCIATION_COPY)
    text.append("b")
    #expect(objc_getAssociatedObject(layer, Self.key) as? String == "a")
  }

  /// The table does not grow with the number of objects that are gone.
  @Test func associationsOfObjectsThatAreGoneAreReleased() {
    var ended = 0
    for _ in 0..<10_000 {
      objc_setAssociatedObject(Plain(), Self.key, Value { ended += 1 }, .OBJC_ASSOCIATION_RETAIN)
    }
    #expect(ended > 9_000)
  }

  @Test func structsHaveNoAssociations() {
    objc_setAssociatedObject(1, Self.key, 2, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(1, Self.key) == nil)
  }
}
