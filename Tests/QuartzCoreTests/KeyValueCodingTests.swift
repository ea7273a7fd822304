// KeyValueCodingTests.swift
// Values by key and key path (semantics 14).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct KeyValueCodingTests {
  private func number(_ layer: CALayer, _ path: String) -> Double? {
    (layer.value(forKeyPath: path) as? NSNumber)?.doubleValue
  }

  /// semantics 14
  @Test func anyKeyCanBeSetAndReadBack() {
    let layer = CALayer()
    #expect(layer.value(forKey: "mine") == nil)
    layer.setValue("text", forKey: "mine")
    #expect(layer.value(forKey: "mine") as? String == "text")
    layer.setValue(nil, forKey: "mine")
    #expect(layer.value(forKey: "mine") == nil)
    let animation = CAAnimation()
    animation.setValue(5, forKey: "mine")
    #expect(animation.value(forKey: "mine") as? Int == 5)
    #expect(animation.value(forKey: "other") == nil)
  }

  /// semantics 14: a missing value comes from the style, then from the class.
  @Test func stylesAndClassesSupplyWhatIsMissing() {
    final class WithDefault: CALayer {
      override class func defaultValue(forKey key: String) -> Any? { key == "mine" ? 1 : nil }
    }
    let layer = WithDefault()
    #expect(layer.value(forKey: "mine") as? Int == 1)
    layer.style = ["mine": 2]
    #expect(layer.value(forKey: "mine") as? Int == 2)
    layer.setValue(3, forKey: "mine")
    #expect(layer.value(forKey: "mine") as? Int == 3)
  }

  /// semantics 14
  @Test func membersOfStructsAreReadAndWritten() {
    let layer = CALayer()
    layer.setValue(3, forKeyPath: "position.x")
    layer.setValue(4, forKeyPath: "position.y")
    #expect(layer.position == CGPoint(x: 3, y: 4) && number(layer, "position.y") == 4)
    layer.setValue(CGSize(width: 5, height: 6), forKeyPath: "bounds.size")
    layer.setValue(7, forKeyPath: "bounds.origin.x")
    layer.setValue(8, forKeyPath: "bounds.size.height")
    #expect(layer.bounds == CGRect(x: 7, y: 0, width: 5, height: 8))
    #expect(layer.value(forKeyPath: "bounds.origin") as? CGPoint == CGPoint(x: 7, y: 0))
    #expect(layer.value(forKeyPath: "bounds.size") as? CGSize == CGSize(width: 5, height: 8))
    layer.setValue(9, forKeyPath: "shadowOffset.width")
    #expect(layer.shadowOffset == CGSize(width: 9, height: -3))
    layer.setValue(2, forKeyPath: "anchorPoint.x")
    #expect(layer.anchorPoint == CGPoint(x: 2, y: 0.5))
  }

  /// semantics 14
  @Test func membersOfTransformsAreReadAndWritten() throws {
    let layer = CALayer()
    layer.setValue(2, forKeyPath: "transform.scale")
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    layer.setValue(CGSize(width: 10, height: 20), forKeyPath: "transform.translation")
    let expected = CATransform3DConcat(
      CATransform3DConcat(
        CATransform3DMakeScale(2, 2, 2), CATransform3DMakeRotation(0.5, 0, 0, 1)),
      CATransform3DMakeTranslation(10, 20, 0))
    let off = [layer.transform.m11 - expected.m11, layer.transform.m12 - expected.m12]
    #expect(off.allSatisfy { abs($0) < 1e-12 } && layer.transform.m33 == 2)
    for (path, value) in [
      ("scale", 2.0), ("scale.x", 2), ("rotation", 0.5), ("rotation.z", 0.5), ("rotation.x", 0),
      ("translation.x", 10), ("translation.y", 20), ("translation.z", 0),
    ] {
      #expect(abs(try #require(number(layer, "transform.\(path)")) - value) < 1e-9, "\(path)")
    }
    #expect(
      layer.value(forKeyPath: "transform.translation") as? CGSize == CGSize(width: 10, height: 20))
    layer.transform = CATransform3DMakeScale(1, 2, 6)
    #expect(number(layer, "transform.scale") == 3)
    layer.setValue(0.25, forKeyPath: "sublayerTransform.rotation")
    #expect(abs((number(layer, "sublayerTransform.rotation.z") ?? 0) - 0.25) < 1e-12)
  }

  /// semantics 14: each written component reads back, and leaves the others unchanged.
  @Test func componentsAreIndependent() throws {
    var random = SeededRandom(seed: 17)
    let paths = [
      "rotation.x", "rotation.y", "rotation.z", "scale.x", "scale.y", "scale.z", "translation.x",
      "translation.y", "translation.z",
    ]
    for _ in 0..<200 {
      let layer = CALayer()
      var values: [String: Double] = [:]
      for path in paths.shuffled(using: &random) {
        let value =
          path.hasPrefix("scale")
          ? Double.random(in: 0.2...3, using: &random)
          : path.hasPrefix("rotation")
            ? Double.random(in: -1.5...1.5, using: &random)
            : Double.random(in: -99...99, using: &random)
        layer.setValue(value, forKeyPath: "transform.\(path)")
        values[path] = value
        for (path, value) in values {
          let read = try #require(number(layer, "transform.\(path)"))
          #expect(abs(read - value) < 1e-6, "\(path)")
        }
      }
    }
  }

  @Test func stockPropertiesGoByTheirKeys() {
    let layer = CALayer()
    layer.setValue(0.5, forKey: "opacity")
    layer.setValue(true, forKey: "hidden")
    layer.setValue(CGColor.white, forKey: "backgroundColor")
    layer.setValue(CGRect(x: 1, y: 2, width: 30, height: 40), forKey: "frame")
    layer.setValue("n", forKey: "name")
    layer.setValue(2, forKey: "speed")
    layer.setValue(7, forKey: "borderWidth")
    #expect(layer.opacity == 0.5 && layer.isHidden && layer.backgroundColor == .white)
    #expect(layer.frame == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(layer.name == "n" && layer.speed == 2 && layer.borderWidth == 7)
    #expect(layer.value(forKey: "isHidden") as? Bool == true)
    #expect(layer.value(forKey: "frame") as? CGRect == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(layer.value(forKey: "backgroundColor") as? CGColor == .white)
    layer.setValue(nil, forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
    let child = CALayer()
    child.name = "child"
    layer.mask = child
    #expect(layer.value(forKeyPath: "mask.name") as? String == "child")
    layer.setValue(3, forKeyPath: "mask.position.x")
    #expect(child.position.x == 3)
  }

  /// semantics 14: nil for a number is 0; a number may come as text.
  @Test func nilIsZeroAndTextIsANumber() {
    let layer = CALayer()
    for key in ["opacity", "cornerRadius", "zPosition", "shadowRadius"] {
      layer.setValue("0.5", forKey: key)
      #expect(number(layer, key) == 0.5)
      layer.setValue(nil, forKey: key)
      #expect(number(layer, key) == 0)
    }
    layer.position = CGPoint(x: 1, y: 2)
    layer.setValue(nil, forKeyPath: "position.x")
    #expect(layer.position == CGPoint(x: 0, y: 2))
  }

  /// semantics 12: a layer's defaults, by key.
  @Test(arguments: [
    ("opacity", 1.0), ("cornerRadius", 0), ("borderWidth", 0), ("shadowOpacity", 0),
    ("shadowRadius", 3), ("zPosition", 0), ("anchorPointZ", 0), ("contentsScale", 1),
    ("rasterizationScale", 1), ("hidden", 0), ("doubleSided", 1), ("masksToBounds", 0),
    ("allowsGroupOpacity", 1), ("anchorPoint.x", 0.5), ("shadowOffset.height", -3),
    ("contentsRect.size.width", 1), ("speed", 1),
  ])
  func defaultsAreCoreAnimations(path: String, value: Double) {
    #expect(number(CALayer(), path) == value)
  }

  @Test func colourDefaults() {
    let layer = CALayer()
    #expect(layer.backgroundColor == nil && layer.borderColor == .black)
    #expect(layer.shadowColor == .black && layer.contentsGravity == .resize)
    #expect(
      layer.maskedCorners == [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
      ])
  }

  @Test func animationPropertiesGoByTheirKeys() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue(2, forKey: "duration")
    animation.setValue("both", forKey: "fillMode")
    animation.setValue(false, forKey: "removedOnCompletion")
    animation.setValue(1, forKey: "toValue")
    #expect(animation.duration == 2 && animation.fillMode == .both)
    #expect(!animation.isRemovedOnCompletion && animation.toValue as? Int == 1)
    #expect(animation.value(forKey: "keyPath") as? String == "opacity")
  }
}
