// KeyPathTests.swift
// Key paths through objects, dictionaries and lists; values of the wrong type; styles
// (semantics 14).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// semantics 14
@Suite struct KeyPathTests {
  private func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }

  /// Every member of every kind of value is read and written separately.
  @Test(
    "Members of structs, semantics 14",
    arguments: [
      "position.x", "position.y", "anchorPoint.x", "anchorPoint.y", "bounds.origin.x",
      "bounds.origin.y", "bounds.size.width", "bounds.size.height", "frame.origin.x",
      "frame.origin.y", "frame.size.width", "frame.size.height", "contentsRect.origin.x",
      "contentsRect.size.height", "contentsCenter.size.width", "shadowOffset.width",
      "shadowOffset.height", "transform.rotation", "transform.rotation.x", "transform.rotation.y",
      "transform.rotation.z", "transform.scale", "transform.scale.x", "transform.scale.y",
      "transform.scale.z", "transform.translation.x", "transform.translation.y",
      "transform.translation.z", "sublayerTransform.rotation.x", "sublayerTransform.translation.x",
      "sublayerTransform.scale",
    ])
  func membersReadBack(path: String) throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
    layer.setValue(0.75, forKeyPath: path)
    #expect(abs(try #require(number(layer.value(forKeyPath: path))) - 0.75) < 1e-9)
    layer.setValue("0.5", forKeyPath: path)
    #expect(abs(try #require(number(layer.value(forKeyPath: path))) - 0.5) < 1e-9)
  }

  /// semantics 14: paths continue through layers, masks, animations and their groups.
  @Test func pathsLeadThroughObjects() {
    let (layer, child, mask) = (CALayer(), CALayer(), CALayer())
    child.name = "ring"
    layer.addSublayer(child)
    layer.addSublayer(CALayer())
    layer.mask = mask
    layer.setValue(3, forKeyPath: "mask.bounds.size.width")
    #expect(mask.bounds.width == 3)
    #expect(child.value(forKeyPath: "superlayer.mask.bounds.size.width") as? Double == 3)
    layer.setValue(0.25, forKeyPath: "sublayers.ring.opacity")
    #expect(child.opacity == 0.25)
    #expect(layer.value(forKeyPath: "sublayers.opacity") as? [Double] == [0.25, 1])
    layer.setValue(7, forKeyPath: "sublayers.transform.translation.x")
    #expect(layer.sublayers?.map(\.transform.m41) == [7, 7])
    let group = CAAnimationGroup()
    let animation = CABasicAnimation(keyPath: "position")
    animation.fromValue = CGPoint(x: 1, y: 2)
    layer.setValue(animation, forKey: "entry")
    #expect(layer.value(forKeyPath: "entry.fromValue.y") as? Double == 2)
    layer.setValue(5, forKeyPath: "entry.fromValue.y")
    layer.setValue("2.5", forKeyPath: "entry.duration")
    #expect(animation.fromValue as? CGPoint == CGPoint(x: 1, y: 5) && animation.duration == 2.5)
    group.setValue([animation], forKey: "members")
    group.setValue(4, forKeyPath: "members.duration")
    #expect(animation.duration == 4)
  }

  /// semantics 14: dictionaries are values: changing one of their keys changes the whole.
  @Test func pathsLeadThroughDictionaries() {
    let layer = CALayer()
    layer.setValue(["size": CGSize(width: 1, height: 2), "deep": ["a": 1]], forKey: "info")
    #expect(layer.value(forKeyPath: "info.size.height") as? Double == 2)
    #expect(layer.value(forKeyPath: "info.deep.a") as? Int == 1)
    layer.setValue(9, forKeyPath: "info.size.height")
    layer.setValue(8, forKeyPath: "info.deep.b")
    #expect(layer.value(forKeyPath: "info.size") as? CGSize == CGSize(width: 1, height: 9))
    #expect(layer.value(forKeyPath: "info.deep.b") as? Int == 8)
    #expect(layer.value(forKeyPath: "info.deep.a") as? Int == 1)
    #expect(layer.value(forKeyPath: "info.none.at.all") == nil)
  }

  /// semantics 14: a subclass's own accessors are used.
  @Test func overridesCount() {
    final class Even: CALayer {
      override var position: CGPoint {
        get { super.position }
        set { super.position = CGPoint(x: newValue.x.rounded(), y: newValue.y.rounded()) }
      }
      override var opacity: Float {
        get { super.opacity / 2 }
        set { super.opacity = newValue * 2 }
      }
    }
    let layer = Even()
    layer.setValue(2.6, forKeyPath: "position.x")
    #expect(layer.position.x == 3)
    layer.setValue(0.25, forKey: "opacity")
    #expect(layer.opacity == 0.25 && number(layer.value(forKey: "opacity")) == 0.25)
  }

  /// semantics 14: the same for properties of the stock subclasses.
  @Test func overridesOfSubclassesCount() {
    final class Clamped: CAShapeLayer {
      override var strokeEnd: CGFloat {
        get { super.strokeEnd }
        set { super.strokeEnd = min(newValue, 1) }
      }
    }
    let layer = Clamped()
    layer.setValue(3, forKey: "strokeEnd")
    layer.setValue(4, forKey: "lineWidth")
    #expect(layer.strokeEnd == 1 && layer.lineWidth == 4)
  }

  /// semantics 14: an animation of an unknown member, or of the frame, is reported once.
  @Test func animationsWithoutTargetAreReported() {
    let lines = Diagnostics.collecting {
      let layer = CALayer()
      for path in [
        "position.z", "position.z", "transform.rotation.w", "frame", "opacity.x", "position.x",
        "transform.rotation", "bounds.size.width", "mine.deep", "mine",
      ] {
        layer.add(CABasicAnimation(keyPath: path), forKey: nil)
      }
      layer.removeAllAnimations()
    }.lines
    #expect(
      lines == [
        "CALayer: position has no z, so nothing animates",
        "CALayer: transform has no rotation.w, so nothing animates",
        "CALayer: frame follows from other properties and cannot be animated; position and bounds can",
        "CALayer: opacity has no x, so nothing animates",
      ])
  }

  /// Layer timing and non-animatable properties have keys too.
  @Test(
    "Timing keys of a layer, semantics 14",
    arguments: [
      ("beginTime", 2.0), ("duration", 3), ("speed", 0.5), ("timeOffset", 4), ("repeatCount", 5),
      ("repeatDuration", 6), ("autoreverses", 1), ("needsDisplayOnBoundsChange", 1),
      ("drawsAsynchronously", 1), ("minificationFilterBias", 0.5), ("allowsEdgeAntialiasing", 1),
    ])
  func otherNumbers(key: String, value: Double) {
    let layer = CALayer()
    for given: Any in [value, "\(value)", NSNumber(value: value)] {
      layer.setValue(given, forKey: key)
      #expect(number(layer.value(forKey: key)) == value)
      layer.setValue(nil, forKey: key)
      #expect(number(layer.value(forKey: key)) == 0)
    }
  }

  /// Non-finite values are stored where they have a meaning, and trap elsewhere.
  @Test func endlessNumbers() async {
    let (layer, animation) = (CALayer(), CAAnimation())
    let lines = Diagnostics.collecting {
      layer.setValue(Double.infinity, forKey: "repeatCount")
      animation.setValue(Float.infinity, forKey: "repeatCount")
      layer.setValue(Double.infinity, forKey: "duration")
    }.lines
    #expect(lines == [] && layer.repeatCount == .infinity && animation.repeatCount == .infinity)
    await #expect(processExitsWith: .failure) {
      CALayer().setValue(Double.nan, forKeyPath: "bounds.size.width")
    }
  }

  /// semantics 14: name types are accepted as such or as text, masks as numbers.
  @Test func namesComeAsText() {
    let layer = CALayer()
    layer.setValue("nearest", forKey: "minificationFilter")
    layer.setValue(CALayerContentsFilter.trilinear, forKey: "magnificationFilter")
    layer.setValue("topLeft", forKey: "contentsGravity")
    layer.setValue("continuous", forKey: "cornerCurve")
    layer.setValue("both", forKey: "fillMode")
    layer.setValue("Gray8", forKey: "contentsFormat")
    layer.setValue(3, forKey: "maskedCorners")
    layer.setValue(CAEdgeAntialiasingMask.layerTopEdge, forKey: "edgeAntialiasingMask")
    #expect(layer.minificationFilter == .nearest && layer.magnificationFilter == .trilinear)
    #expect(layer.contentsGravity == .topLeft && layer.cornerCurve == .continuous)
    #expect(layer.fillMode == .both && layer.contentsFormat == .gray8Uint)
    #expect(layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    #expect(layer.edgeAntialiasingMask == .layerTopEdge)
    for key in ["minificationFilter", "contentsGravity", "fillMode", "maskedCorners"] {
      layer.setValue(nil, forKey: key)
    }
    #expect(layer.minificationFilter == .linear && layer.contentsGravity == .resize)
    #expect(layer.fillMode == .removed && layer.maskedCorners.rawValue == 15)
  }

  // MARK: Values of the wrong type

  /// semantics 14: a value of the wrong type changes nothing, and is reported once per layer and
  /// key.
  @Test(
    "Wrong types, semantics 14",
    arguments: [
      ("backgroundColor", "red"), ("position", 3), ("bounds", CGPoint.zero), ("opacity", "much"),
      ("transform", 1), ("shadowPath", CGRect.zero), ("hidden", CGPoint.zero),
      ("maskedCorners", "left"), ("minificationFilter", 3), ("frame", "large"), ("speed", "fast"),
      ("sublayers", "none"), ("mask", 1), ("fillMode", 2), ("filters", 1), ("superlayer", "me"),
      ("position.z", 1), ("position.x", "far"), ("nothing.at.all", 1), ("name", 4),
      ("drawsAsynchronously", "yes"), ("delegate", 3), ("actions", 3), ("style", "bold"),
    ] as [(String, any Sendable)])
  func wrongTypesAreReportedOnce(path: String, value: any Sendable) {
    let layer = CALayer()
    layer.name = "card"
    layer.position = CGPoint(x: 1, y: 2)
    let before = layer.treeAsText()
    let lines = Diagnostics.collecting {
      for _ in 0..<3 { layer.setValue(value, forKeyPath: path) }
    }.lines
    #expect(lines.count == 1 && layer.treeAsText() == before)
    #expect(lines.first?.hasPrefix("CALayer \"card\": \(path) cannot be ") == true)
  }

  @Test func wrongTypesOfAnimationsAreReported() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = 2
    for (key, value) in [
      ("duration", "long"), ("speed", CGPoint.zero), ("autoreverses", "often"), ("fillMode", 1),
      ("timingFunction", "easeIn"), ("delegate", 3),
    ] as [(String, Any)] {
      let lines = Diagnostics.collecting {
        for _ in 0..<2 { animation.setValue(value, forKey: key) }
      }.lines
      #expect(lines.count == 1 && lines.first?.contains("\(key) cannot be") == true)
    }
    #expect(animation.duration == 2 && animation.speed == 1 && animation.fillMode == .removed)
    animation.setValue("3", forKey: "duration")
    animation.setValue(nil, forKey: "speed")
    #expect(animation.duration == 3 && animation.speed == 0)
    let lines = Diagnostics.collecting {
      for _ in 0..<2 { animation.setValue(1, forKeyPath: "fromValue.x") }
    }.lines
    #expect(
      lines == [
        "CABasicAnimation of opacity: fromValue.x cannot be 1, of type Int; "
          + "the value is unchanged"
      ])
  }

  /// Correct values report nothing, nor does reading missing ones.
  @Test func fittingValuesAreNotReported() {
    let layer = CALayer()
    let lines = Diagnostics.collecting {
      layer.setValue(nil, forKey: "backgroundColor")
      layer.setValue(NSNull(), forKey: "mask")
      layer.setValue(true, forKey: "hidden")
      _ = layer.value(forKeyPath: "position.z")
      _ = layer.value(forKeyPath: "no.such.key")
    }.lines
    #expect(lines == [] && layer.isHidden)
  }

  /// A filter that cannot be drawn is kept, and reported once.
  @Test func unknownFiltersAreKeptAndReported() {
    let layer = CALayer()
    let lines = Diagnostics.collecting {
      layer.filters = ["blur"]
      layer.filters = ["glow"]
      layer.backgroundFilters = nil
    }.lines
    #expect(layer.filters as? [String] == ["glow"])
    #expect(
      lines == ["CALayer: filters has a filter that cannot be drawn; CIFilter lists those that can"]
    )
  }

  // MARK: Sources of missing values

  /// semantics 14: a stock property that was never set takes the style's value, and loses it with
  /// the style.
  @Test func stylesGiveStockProperties() {
    let layer = CALayer()
    layer.borderWidth = 5
    layer.style = [
      "cornerRadius": 8, "borderWidth": 1, "mine": "a",
      "style": ["backgroundColor": CGColor.white, "cornerRadius": 2, "theirs": "b"],
    ]
    #expect(layer.cornerRadius == 8 && layer.borderWidth == 5 && layer.backgroundColor == .white)
    #expect(layer.value(forKey: "theirs") as? String == "b")
    #expect(layer.value(forKey: "cornerRadius") as? Double == 8)
    layer.cornerRadius = 3
    layer.style = ["cornerRadius": 9, "opacity": 0.5]
    #expect(layer.cornerRadius == 3 && layer.opacity == 0.5 && layer.backgroundColor == nil)
    #expect(layer.value(forKey: "mine") == nil)
    layer.style = nil
    #expect(layer.opacity == 1 && layer.cornerRadius == 3 && layer.borderWidth == 5)
    let shape = CAShapeLayer()
    shape.style = ["lineWidth": 4, "lineCap": "round", "colors": "no key of a shape"]
    #expect(shape.lineWidth == 4 && shape.lineCap == .round)
  }

  /// semantics 14: then the class's default applies, for stock properties too.
  @Test func classesGiveStockProperties() {
    final class Round: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "cornerRadius": 6
        case "contentsGravity": "center"
        case "mine": "class"
        default: nil
        }
      }
    }
    let layer = Round()
    #expect(layer.cornerRadius == 6 && layer.contentsGravity == .center)
    layer.style = ["cornerRadius": 7, "mine": "style"]
    #expect(layer.cornerRadius == 7 && layer.value(forKey: "mine") as? String == "style")
    layer.style = nil
    #expect(layer.cornerRadius == 6 && layer.value(forKey: "mine") as? String == "class")
    layer.cornerRadius = 0
    #expect(layer.cornerRadius == 0)
  }

  @Test func unfitStylesAreReported() {
    let layer = CALayer()
    let lines = Diagnostics.collecting { layer.style = ["cornerRadius": "big"] }.lines
    #expect(lines.count == 1 && layer.cornerRadius == 0)
  }
}

extension LiveTree {
  @MainActor @Suite struct LiveKeyTests {
    /// semantics 14: any key of a live layer starts an action search; a dictionary's key under its
    /// own name.
    @Test func keysOfALiveLayerAreSearched() {
      let stage = LiveStage()
      let layer = stage.add(AskedLayer())
      layer.asked = []
      layer.setValue(["a": 1], forKey: "info")
      layer.setValue(2, forKeyPath: "info.a")
      layer.setValue(1, forKeyPath: "transform.rotation.z")
      layer.contentsFormat = .gray8Uint
      layer.contentsFormat = .gray8Uint
      let reports = Diagnostics.collecting { layer.filters = [1] }.lines
      #expect(reports.count == 1)
      layer.style = ["opacity": 0.5]
      #expect(layer.asked == ["info", "info", "transform", "contentsFormat", "filters"])
      #expect(layer.animation(forKey: kCATransition) is CATransition)
      CATransaction.flush()
      #expect(layer.presentation()?.contentsFormat == .gray8Uint)
      #expect(layer.presentation()?.opacity == 0.5)
      #expect(layer.presentation()?.filters as? [Int] == [1])
    }

    /// semantics 13: paths of a presentation copy lead to presentation copies.
    @Test func pathsOfCopiesLeadToCopies() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let child = CALayer()
      child.name = "child"
      layer.addSublayer(child)
      stage.advance(to: 1)
      child.opacity = 0
      stage.advance(to: 1)
      stage.advance(to: 1.1)
      let copy = try #require(layer.presentation())
      let shown = try #require(copy.value(forKeyPath: "sublayers.child.opacity") as? Double)
      #expect(shown > 0 && shown < 1 && child.opacity == 0)
      #expect(copy.value(forKeyPath: "sublayers.child") as? CALayer !== child)
    }
  }
}
