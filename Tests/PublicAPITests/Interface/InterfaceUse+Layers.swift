// InterfaceUse+Layers.swift
// Uses of Apple's interface: layers.
//
// SPDX-License-Identifier: MIT

import UIKit

extension InterfaceUse {
  mutating func layers1() {
    use("CAEmitter.velocity", \CAEmitterCell.velocity)
    use("CAEmitter.color", \CAEmitterCell.color)
    use("CAEmitter.birthRate", \CAEmitterCell.birthRate, \CAEmitterLayer.birthRate)
    use("CAEmitter.emissionRange", \CAEmitterCell.emissionRange)
    use("CAEmitter.emitterCells", \CAEmitterCell.emitterCells)
    use("CAEmitter.emitterPosition", \CAEmitterLayer.emitterPosition)
    use("CAEmitter.lifetime", \CAEmitterCell.lifetime)
    use("CAEmitter.velocityRange", \CAEmitterCell.velocityRange)
    use("CAEmitterCell", CAEmitterCell.self)
    use("CAEmitterCell.init()", CAEmitterCell.init())
    use("CAEmitterLayer", CAEmitterLayer.self)
    use("CAEmitterLayer.init()", CAEmitterLayer.init())
    use("CAGradientLayer", CAGradientLayer.self)
    use("CAGradientLayer.colors", \CAGradientLayer.colors)
    use("CAGradientLayer.init()", CAGradientLayer.init())
    use("CAGradientLayer.endPoint", \CAGradientLayer.endPoint)
    use("CAGradientLayer.startPoint", \CAGradientLayer.startPoint)
    use("CAGradientLayer/CATransition.type", \CAGradientLayer.type, \CATransition.type)
    use("CAGradientLayer.locations", \CAGradientLayer.locations)
  }

  mutating func layers2() {
    use("CALayer.addSublayer(_:)", CALayer.addSublayer(_:))
    use("CALayer.cornerRadius", \CALayer.cornerRadius)
    use("CALayer.add(_:forKey:)", CALayer.add(_:forKey:))
    use("CALayer", CALayer.self)
    use("CALayer.masksToBounds", \CALayer.masksToBounds)
    use("CALayer.anchorPoint", \CALayer.anchorPoint)
    use("CALayer.position", \CALayer.position)
    use("CALayer.borderWidth", \CALayer.borderWidth)
    use("CALayer.removeAllAnimations()", CALayer.removeAllAnimations)
    use("CALayer.removeFromSuperlayer()", CALayer.removeFromSuperlayer)
    use("CALayer.borderColor", \CALayer.borderColor)
    use("CALayer.opacity", \CALayer.opacity)
    use("CALayer.shadowColor", \CALayer.shadowColor)
    use("CALayer.shadowOffset", \CALayer.shadowOffset)
    use("CALayer.shadowOpacity", \CALayer.shadowOpacity)
    use("CALayer.shadowRadius", \CALayer.shadowRadius)
    use("CALayer.init()", CALayer.init())
    use("CALayer.sublayers", \CALayer.sublayers)
    use("CALayer.contentsScale", \CALayer.contentsScale)
    use("CALayer.shouldRasterize", \CALayer.shouldRasterize)
    use("CALayer.superlayer", \CALayer.superlayer)
    use("CALayer.insertSublayer(_:at:)", CALayer.insertSublayer(_:at:))
    use("CALayer.actions", \CALayer.actions)
    use("CALayer.removeAnimation(forKey:)", CALayer.removeAnimation(forKey:))
    use("CALayer.contents", \CALayer.contents)
    use("CALayer.contentsGravity", \CALayer.contentsGravity)
    use("CALayer.presentation()", CALayer.presentation)
    use("CALayer.shadowPath", \CALayer.shadowPath)
    use("CALayer.animation(forKey:)", CALayer.animation(forKey:))
    use("CALayer.render(in:)", CALayer.render(in:))
    use("CALayer.zPosition", \CALayer.zPosition)
    use("CALayer.sublayerTransform", \CALayer.sublayerTransform)
    use("CALayer.action(forKey:)", CALayer.action(forKey:))
    use("CALayer.animationKeys()", CALayer.animationKeys)
    use("CALayer.convertTime(_:from:)", CALayer.convertTime(_:from:))
    use("CALayer.rasterizationScale", \CALayer.rasterizationScale)
    use("CAReplicatorLayer", CAReplicatorLayer.self)
  }

  mutating func layers3() {
    use("CAShapeLayer", CAShapeLayer.self)
    use("CAShapeLayer.init()", CAShapeLayer.init())
    use("CAShapeLayer.fillColor", \CAShapeLayer.fillColor)
    use("CAShapeLayer/CAKeyframeAnimation.path", \CAShapeLayer.path, \CAKeyframeAnimation.path)
    use("CAShapeLayer/UIBezierPath.lineWidth", \CAShapeLayer.lineWidth, \UIBezierPath.lineWidth)
    use("CAShapeLayer.strokeColor", \CAShapeLayer.strokeColor)
    use("CAShapeLayer.strokeEnd", \CAShapeLayer.strokeEnd)
    use("CAShapeLayer.lineCap", \CAShapeLayer.lineCap)
    use("CAShapeLayer/UIBezierPath.miterLimit", \CAShapeLayer.miterLimit, \UIBezierPath.miterLimit)
    use("CAShapeLayer.fillRule", \CAShapeLayer.fillRule)
    use("CAShapeLayer.strokeStart", \CAShapeLayer.strokeStart)
    use("CAShapeLayer.lineJoin", \CAShapeLayer.lineJoin)
    use("CAShapeLayer.lineDashPattern", \CAShapeLayer.lineDashPattern)
    use("CAShapeLayerLineCap.round", CAShapeLayerLineCap.round)
    use("CATextLayer", CATextLayer.self)
    use("CATextLayer.fontSize", \CATextLayer.fontSize)
    use("NSObject(KVC).value(forKey:)", CALayer.value(forKey:))
    use("NSObject(KVC).setValue(_:forKey:)", CALayer.setValue(_:forKey:))
    use("NSObject(KVC).value(forKeyPath:)", CALayer.value(forKeyPath:))
    use("NSObject(KVC).setValue(_:forKeyPath:)", CALayer.setValue(_:forKeyPath:))
  }

  mutating func allLayers() {
    layers1()
    layers2()
    layers3()
  }
}
