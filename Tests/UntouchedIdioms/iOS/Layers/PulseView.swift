// PulseView.swift
// Rings that grow and fade one after the other: one layer, which a replicator repeats.
//
// SPDX-License-Identifier: MIT

import UIKit

class PulseView: UIView, Playable {

  override class var layerClass: AnyClass {
    return CAReplicatorLayer.self
  }

  private var replicator: CAReplicatorLayer {
    // swift-format-ignore: NeverForceUnwrap
    return self.layer as! CAReplicatorLayer
  }

  let pulse = CALayer()
  private var prevAlpha: Float = 0

  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil, pulse.superlayer == nil else { return }
    pulse.contentsScale = UIScreen.main.scale
    pulse.opacity = 0
    pulse.backgroundColor = UIColor(red: 0, green: 0.455, blue: 0.756, alpha: 1).cgColor
    replicator.addSublayer(pulse)
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.5
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let diameter = bounds.width
    pulse.bounds = CGRect(x: 0, y: 0, width: diameter, height: diameter)
    pulse.cornerRadius = diameter / 2
    pulse.position = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  func play() {
    let group = CAAnimationGroup()
    group.animations = [scaleAnimation(), opacityAnimation()]
    group.duration = 2
    group.repeatCount = .infinity
    group.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.default)
    pulse.add(group, forKey: "pulse")
  }

  func stop() {
    pulse.removeAllAnimations()
  }

  private func scaleAnimation() -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "transform.scale.xy")
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = 2
    return animation
  }

  private func opacityAnimation() -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "opacity")
    animation.duration = 2
    animation.values = [0.45, 0.45, 0]
    animation.keyTimes = [0, 0.2, 1]
    return animation
  }
}
