// OverridingTests.swift
// Overridden properties and methods of CALayer are called, also through keys.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Overrides properties and methods, and logs calls.
private final class Overriding: CALayer {
  nonisolated(unsafe) var calls: [String] = []

  override var zPosition: CGFloat {
    get { super.zPosition }
    set { super.zPosition = min(newValue, 10) }
  }
  override var anchorPoint: CGPoint { didSet { calls.append("anchorPoint") } }
  override var shadowOpacity: Float { didSet { calls.append("shadowOpacity") } }
  override var borderWidth: CGFloat {
    get { 3 }
    set { super.borderWidth = newValue }
  }
  override var borderColor: CGColor? { didSet { calls.append("borderColor") } }
  override var contentsGravity: CALayerContentsGravity { didSet { calls.append("gravity") } }
  override var sublayers: [CALayer]? { didSet { calls.append("sublayers") } }
  override var mask: CALayer? { didSet { calls.append("mask") } }
  override var superlayer: CALayer? { super.superlayer }
  override var speed: Float { didSet { calls.append("speed") } }
  override var filters: [Any]? { didSet { calls.append("filters") } }
  override func addSublayer(_ layer: CALayer) {
    calls.append("add")
    super.addSublayer(layer)
  }
  override func removeFromSuperlayer() {
    calls.append("remove")
    super.removeFromSuperlayer()
  }
  override func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint { CGPoint(x: -1, y: -1) }
  override func convertTime(_ t: CFTimeInterval, from other: CALayer?) -> CFTimeInterval { 7 }
}

@Suite struct OverridingTests {
  /// semantics 14: setters that a class overrides are called, by name and by key.
  @Test func settersAreOverridden() {
    let layer = Overriding()
    layer.zPosition = 50
    #expect(layer.zPosition == 10)
    layer.setValue(5, forKey: "zPosition")
    layer.setValue(20, forKeyPath: "zPosition")
    #expect(layer.value(forKey: "zPosition") as? Double == 10)
    layer.setValue(1, forKey: "borderWidth")
    #expect(layer.value(forKey: "borderWidth") as? Double == 3)
    layer.setValue(CGPoint.zero, forKey: "anchorPoint")
    layer.setValue(0.5, forKey: "shadowOpacity")
    layer.setValue(CGColor.white, forKey: "borderColor")
    layer.setValue("center", forKey: "contentsGravity")
    layer.speed = 2
    #expect(
      layer.calls == ["anchorPoint", "shadowOpacity", "borderColor", "gravity", "speed"])
    #expect(layer.contentsGravity == .center && layer.borderColor == .white)
    #expect(layer.anchorPoint == .zero && layer.shadowOpacity == 0.5)
  }

  @Test func theTreeIsOverridden() {
    let (layer, child) = (Overriding(), Overriding())
    layer.addSublayer(child)
    #expect(layer.calls == ["add"] && child.superlayer === layer)
    child.removeFromSuperlayer()
    #expect(child.calls == ["remove"] && layer.sublayers == nil)
    layer.sublayers = [child]
    layer.mask = CALayer()
    #expect(layer.calls == ["add", "sublayers", "mask"])
    #expect(layer.convert(.zero, to: nil) == CGPoint(x: -1, y: -1))
    #expect(layer.convertTime(0, from: nil) == 7)
  }

  /// semantics 14: layout managers and constraints have keys too.
  @Test func layoutGoesByKeys() {
    let layer = CALayer()
    let manager = CAConstraintLayoutManager()
    layer.setValue(manager, forKey: "layoutManager")
    #expect(layer.layoutManager === manager && layer.value(forKey: "layoutManager") != nil)
    layer.setValue(CAAutoresizingMask.layerWidthSizable, forKey: "autoresizingMask")
    #expect(layer.autoresizingMask == .layerWidthSizable)
    layer.setValue(18, forKey: "autoresizingMask")
    #expect(layer.autoresizingMask == [.layerWidthSizable, .layerHeightSizable])
    let constraint = CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX)
    layer.setValue([constraint], forKey: "constraints")
    #expect((layer.value(forKey: "constraints") as? [CAConstraint])?.count == 1)
    let (_, lines) = Diagnostics.collecting { layer.setValue("no", forKey: "layoutManager") }
    #expect(lines.count == 1 && layer.layoutManager === manager)
  }

  /// semantics 14: a declared property that is nil reads as nil.
  @Test func declaredNothingReadsAsNil() {
    final class Empty: CALayer {
      @Animatable var tint: CGColor?
      @Animatable var amount: Double? = 1
    }
    let layer = Empty()
    #expect(layer.value(forKey: "tint") == nil)
    #expect(layer.value(forKey: "amount") as? Double == 1)
    layer.amount = nil
    #expect(layer.value(forKey: "amount") == nil && layer.amount == nil)
  }
}

@Suite struct AnimationKeyTests {
  /// semantics 14: an animation property's value of the wrong type is reported, and changes
  /// nothing.
  @Test func misfitsAreReported() {
    let misfits: [(String, CAAnimation, Any)] = [
      ("mass", CASpringAnimation(), "heavy"), ("stiffness", CASpringAnimation(), CGPoint.zero),
      ("settlingDuration", CASpringAnimation(), 2), ("values", CAKeyframeAnimation(), 1),
      ("keyTimes", CAKeyframeAnimation(), ["a"]), ("path", CAKeyframeAnimation(), "M0 0"),
      ("timingFunctions", CAKeyframeAnimation(), [1]),
      ("calculationMode", CAKeyframeAnimation(), 1), ("animations", CAAnimationGroup(), [1]),
      ("keyPath", CABasicAnimation(), 1), ("additive", CABasicAnimation(), "yes"),
      ("valueFunction", CABasicAnimation(), 1), ("type", CATransition(), 3),
      ("startProgress", CATransition(), [0]),
    ]
    for (key, animation, value) in misfits {
      let before = animation.debugDescription
      let (_, lines) = Diagnostics.collecting { animation.setValue(value, forKey: key) }
      #expect(lines.count == 1 && lines.first?.contains("\(key) cannot be") == true, "\(lines)")
      #expect(animation.debugDescription == before)
    }
  }

  /// semantics 9, 14: a transition's own keys.
  @Test func transitionsHaveKeys() {
    let transition = CATransition()
    transition.setValue("push", forKey: "type")
    transition.setValue(CATransitionSubtype.fromTop, forKey: "subtype")
    transition.setValue(0.25, forKey: "startProgress")
    transition.setValue(0.5, forKey: "endProgress")
    #expect(transition.type == .push && transition.subtype == .fromTop)
    #expect((transition.startProgress, transition.endProgress) == (0.25, 0.5))
    #expect(transition.value(forKey: "type") as? CATransitionType == .push)
    transition.setValue(nil, forKey: "subtype")
    #expect(transition.subtype == nil && transition.value(forKey: "subtype") == nil)
  }

  /// semantics 14: numbers of any type are key times.
  @Test func keyTimesAreNumbers() {
    let animation = CAKeyframeAnimation(keyPath: "opacity")
    animation.setValue([0, 0.5, 1.0], forKey: "keyTimes")
    #expect(animation.keyTimes?.map(\.doubleValue) == [0, 0.5, 1])
  }
}
