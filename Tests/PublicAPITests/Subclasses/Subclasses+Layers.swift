// Subclasses+Layers.swift
// Subclasses of each open class of QuartzCore, made by each initialiser.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

extension SubclassTable {
  static func layers() -> [Row] {
    [
      Row("CALayer", [SubCALayer(), SubCALayer(coder: NSCoder()), SubCALayer(layer: CALayer())]),
      Row(
        "CAShapeLayer",
        [
          SubCAShapeLayer(), SubCAShapeLayer(coder: NSCoder()),
          SubCAShapeLayer(layer: CAShapeLayer()),
        ]),
      Row(
        "CAGradientLayer",
        [
          SubCAGradientLayer(), SubCAGradientLayer(coder: NSCoder()),
          SubCAGradientLayer(layer: CAGradientLayer()),
        ]),
      Row(
        "CATextLayer",
        [SubCATextLayer(), SubCATextLayer(coder: NSCoder()), SubCATextLayer(layer: CATextLayer())]),
      Row(
        "CATiledLayer",
        [
          SubCATiledLayer(), SubCATiledLayer(coder: NSCoder()),
          SubCATiledLayer(layer: CATiledLayer()),
        ]),
      Row(
        "CAReplicatorLayer",
        [
          SubCAReplicatorLayer(), SubCAReplicatorLayer(coder: NSCoder()),
          SubCAReplicatorLayer(layer: CAReplicatorLayer()),
        ]),
      Row(
        "CAEmitterLayer",
        [
          SubCAEmitterLayer(), SubCAEmitterLayer(coder: NSCoder()),
          SubCAEmitterLayer(layer: CAEmitterLayer()),
        ]),
      Row(
        "CATransformLayer",
        [
          SubCATransformLayer(), SubCATransformLayer(coder: NSCoder()),
          SubCATransformLayer(layer: CATransformLayer()),
        ]),
      Row(
        "CAScrollLayer",
        [
          SubCAScrollLayer(), SubCAScrollLayer(coder: NSCoder()),
          SubCAScrollLayer(layer: CAScrollLayer()),
        ]),
      Row("CAAnimation", [SubCAAnimation(), SubCAAnimation(coder: NSCoder())]),
      Row(
        "CAPropertyAnimation",
        [
          SubCAPropertyAnimation(), SubCAPropertyAnimation(coder: NSCoder()),
          SubCAPropertyAnimation(keyPath: "opacity"),
        ]),
      Row(
        "CABasicAnimation",
        [
          SubCABasicAnimation(), SubCABasicAnimation(coder: NSCoder()),
          SubCABasicAnimation(keyPath: "opacity"),
        ]),
      Row(
        "CASpringAnimation",
        [
          SubCASpringAnimation(), SubCASpringAnimation(coder: NSCoder()),
          SubCASpringAnimation(keyPath: "opacity"),
          SubCASpringAnimation(perceptualDuration: 1, bounce: 0),
        ]),
      Row(
        "CAKeyframeAnimation",
        [
          SubCAKeyframeAnimation(), SubCAKeyframeAnimation(coder: NSCoder()),
          SubCAKeyframeAnimation(keyPath: "opacity"),
        ]),
      Row("CAAnimationGroup", [SubCAAnimationGroup(), SubCAAnimationGroup(coder: NSCoder())]),
      Row("CATransition", [SubCATransition(), SubCATransition(coder: NSCoder())]),
      Row("CAEmitterCell", [SubCAEmitterCell(), SubCAEmitterCell(coder: NSCoder())]),
      Row("CAValueFunction", [SubCAValueFunction(name: .rotateZ)]),
      Row("CADisplayLink", [SubCADisplayLink(handler: { _ in })]),
      Row(
        "CIFilter",
        [SubCIFilter(name: "CIGaussianBlur"), SubCIFilter(name: "CIGaussianBlur", parameters: nil)]),
      Row(
        "CAConstraint",
        [
          SubCAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX),
          SubCAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, offset: 1),
          SubCAConstraint(
            attribute: .minX, relativeTo: "superlayer", attribute: .minX, scale: 1, offset: 1),
        ]),
      Row("CAConstraintLayoutManager", [SubCAConstraintLayoutManager()]),
    ]
  }
}

private class SubCALayer: CALayer { var mark = 1 }
private class SubCAShapeLayer: CAShapeLayer { var mark = 1 }
private class SubCAGradientLayer: CAGradientLayer { var mark = 1 }
private class SubCATextLayer: CATextLayer { var mark = 1 }
private class SubCATiledLayer: CATiledLayer { var mark = 1 }
private class SubCAReplicatorLayer: CAReplicatorLayer { var mark = 1 }
private class SubCAEmitterLayer: CAEmitterLayer { var mark = 1 }
private class SubCATransformLayer: CATransformLayer { var mark = 1 }
private class SubCAScrollLayer: CAScrollLayer { var mark = 1 }
private class SubCAAnimation: CAAnimation { var mark = 1 }
private class SubCAPropertyAnimation: CAPropertyAnimation { var mark = 1 }
private class SubCABasicAnimation: CABasicAnimation { var mark = 1 }
private class SubCASpringAnimation: CASpringAnimation { var mark = 1 }
private class SubCAKeyframeAnimation: CAKeyframeAnimation { var mark = 1 }
private class SubCAAnimationGroup: CAAnimationGroup { var mark = 1 }
private class SubCATransition: CATransition { var mark = 1 }
private class SubCAEmitterCell: CAEmitterCell { var mark = 1 }
private class SubCAValueFunction: CAValueFunction { var mark = 1 }
private class SubCADisplayLink: CADisplayLink { var mark = 1 }
private class SubCIFilter: CIFilter { var mark = 1 }
private class SubCAConstraint: CAConstraint { var mark = 1 }
private class SubCAConstraintLayoutManager: CAConstraintLayoutManager { var mark = 1 }
