// InterfaceUse+Animations.swift
// Uses of Apple's interface: animations, timing, transactions and transforms.
//
// SPDX-License-Identifier: MIT

import UIKit

extension InterfaceUse {
  mutating func animations1() {
    use("CAAction", CAAction.self)
    use("CAAnimation.toValue", \CABasicAnimation.toValue)
    use("CAAnimation.fromValue", \CABasicAnimation.fromValue)
    use("CAAnimation.timingFunction", \CAAnimation.timingFunction)
    use("CAAnimation.isRemovedOnCompletion", \CAAnimation.isRemovedOnCompletion)
    use("CAAnimation", CAAnimation.self)
    use("CAAnimation.values", \CAKeyframeAnimation.values)
    use("CAAnimation.keyPath", \CAPropertyAnimation.keyPath)
    use("CAAnimation.keyTimes", \CAKeyframeAnimation.keyTimes)
    use("CAAnimation.animations", \CAAnimationGroup.animations)
    use("CAAnimation.timingFunctions", \CAKeyframeAnimation.timingFunctions)
    use("CAAnimation.isAdditive", \CAPropertyAnimation.isAdditive)
    use("CAAnimation.stiffness", \CASpringAnimation.stiffness)
    use("CAAnimation.calculationMode", \CAKeyframeAnimation.calculationMode)
    use("CAAnimation.damping", \CASpringAnimation.damping)
    use("CAAnimation.settlingDuration", \CASpringAnimation.settlingDuration)
    use("CAAnimationCalculationMode", CAAnimationCalculationMode.self)
    use("CAAnimationDelegate", CAAnimationDelegate.self)
    use("CAAnimationGroup", CAAnimationGroup.self)
    use("CAAnimationGroup.init()", CAAnimationGroup.init())
    use("CABasicAnimation", CABasicAnimation.self)
    use("CABasicAnimation.init(keyPath:)", CABasicAnimation.init(keyPath:))
    use("CADisplayLink.invalidate()", CADisplayLink.invalidate)
    use("CADisplayLink", CADisplayLink.self)
    use("CADisplayLink.add(to:forMode:)", CADisplayLink.add(to:forMode:))
    use("CADisplayLink.init(target:selector:)", CADisplayLink.init(target:selector:))
    use("CADisplayLink.isPaused", \CADisplayLink.isPaused)
    use("CADisplayLink.remove(from:forMode:)", CADisplayLink.remove(from:forMode:))
    use("CAKeyframeAnimation", CAKeyframeAnimation.self)
    use("CAKeyframeAnimation.init(keyPath:)", CAKeyframeAnimation.init(keyPath:))
    use("CAKeyframeAnimation.init()", CAKeyframeAnimation.init())
    use("CAMediaTiming.duration", \CALayer.duration, \CAAnimation.duration)
    use("CAMediaTiming.fillMode", \CALayer.fillMode, \CAAnimation.fillMode)
    use("CAMediaTiming.repeatCount", \CALayer.repeatCount, \CAAnimation.repeatCount)
    use("CAMediaTiming.beginTime", \CALayer.beginTime, \CAAnimation.beginTime)
    use("CAMediaTiming.autoreverses", \CALayer.autoreverses, \CAAnimation.autoreverses)
    use("CAMediaTiming.speed", \CALayer.speed, \CAAnimation.speed)
    use("CAMediaTiming.timeOffset", \CALayer.timeOffset, \CAAnimation.timeOffset)
  }

  mutating func animations2() {
    use("CAMediaTimingFillMode.forwards", CAMediaTimingFillMode.forwards)
    use("CAMediaTimingFillMode", CAMediaTimingFillMode.self)
    use("CAMediaTimingFillMode.both", CAMediaTimingFillMode.both)
    use("CAMediaTimingFunction", CAMediaTimingFunction.self)
    use("CAMediaTimingFunction.init(name:)", CAMediaTimingFunction.init(name:))
    use(
      "CAMediaTimingFunction.init(controlPoints:_:_:_:)",
      CAMediaTimingFunction.init(controlPoints:_:_:_:))
    use("CAMediaTimingFunctionName.easeInEaseOut", CAMediaTimingFunctionName.easeInEaseOut)
    use("CAMediaTimingFunctionName", CAMediaTimingFunctionName.self)
    use("CAMediaTimingFunctionName.easeIn", CAMediaTimingFunctionName.easeIn)
    use("CAMediaTimingFunctionName.linear", CAMediaTimingFunctionName.linear)
    use("CAMediaTimingFunctionName.easeOut", CAMediaTimingFunctionName.easeOut)
    use("CASpringAnimation", CASpringAnimation.self)
    use("CASpringAnimation.init(keyPath:)", CASpringAnimation.init(keyPath:))
    use("CATransaction", CATransaction.self)
    use("CATransaction.commit()", CATransaction.commit)
    use("CATransaction.begin()", CATransaction.begin)
    use("CATransaction.setCompletionBlock(_:)", CATransaction.setCompletionBlock(_:))
    use("CATransaction.setCompletionBlock({}:)", CATransaction.setCompletionBlock)
    use("CATransaction.setAnimationDuration(_:)", CATransaction.setAnimationDuration(_:))
    use("CATransaction.setDisableActions(_:)", CATransaction.setDisableActions(_:))
    use(
      "CATransaction.setAnimationTimingFunction(_:)", CATransaction.setAnimationTimingFunction(_:))
    use("CATransform3D", CATransform3D.self)
    use("CATransform3D.m34", \CATransform3D.m34)
    use("CATransition", CATransition.self)
    use("CACurrentMediaTime()", CACurrentMediaTime)
    use("CATransform3DIdentity", CATransform3DIdentity)
    use("CATransform3DRotate()", CATransform3DRotate)
    use("CATransform3DMakeRotation()", CATransform3DMakeRotation)
    use("CATransform3DConcat()", CATransform3DConcat)
    use("CATransform3DScale()", CATransform3DScale)
    use("CATransform3DTranslate()", CATransform3DTranslate)
    use("CATransform3DMakeTranslation()", CATransform3DMakeTranslation)
    use("CATransform3DMakeScale()", CATransform3DMakeScale)
  }

  mutating func allAnimations() {
    animations1()
    animations2()
  }
}
