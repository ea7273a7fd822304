// BallIndicatorView.swift
// An activity indicator: eight balls, each with a group of keyframe animations that begins a little later.
//
// SPDX-License-Identifier: MIT

import UIKit

@IBDesignable
class BallIndicatorView: UIView, Playable {

  @IBInspectable var color: UIColor = UIColor(red: 0.93, green: 0.33, blue: 0.4, alpha: 1)

  private(set) var isAnimating: Bool = false

  func play() {
    isAnimating ? stop() : startAnimating()
  }

  func startAnimating() {
    isAnimating = true
    layer.speed = 1
    setUpAnimation(in: layer, size: CGSize(width: 120, height: 120))
  }

  func stop() {
    isAnimating = false
    layer.sublayers?.forEach { $0.removeFromSuperlayer() }
  }

  private func setUpAnimation(in layer: CALayer, size: CGSize) {
    let circleSpacing: CGFloat = -2
    let circleSize = (size.width - 4 * circleSpacing) / 5
    let x = (layer.bounds.size.width - size.width) / 2
    let y = (layer.bounds.size.height - size.height) / 2
    let duration: CFTimeInterval = 1
    let beginTime = CACurrentMediaTime()
    let beginTimes: [CFTimeInterval] = [0, 0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84]

    // Scale animation
    let scaleAnimation = CAKeyframeAnimation(keyPath: "transform.scale")
    scaleAnimation.keyTimes = [0, 0.5, 1]
    scaleAnimation.values = [1, 0.4, 1]
    scaleAnimation.duration = duration

    // Opacity animation
    let opacityAnimaton = CAKeyframeAnimation(keyPath: "opacity")
    opacityAnimaton.keyTimes = [0, 0.5, 1]
    opacityAnimaton.values = [1, 0.3, 1]
    opacityAnimaton.duration = duration

    // Animation
    let animation = CAAnimationGroup()
    animation.animations = [scaleAnimation, opacityAnimaton]
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.duration = duration
    animation.repeatCount = HUGE
    animation.isRemovedOnCompletion = false

    // Draw circles
    for i in 0..<8 {
      let circle = circleAt(
        angle: CGFloat(Double.pi / 4 * Double(i)), size: circleSize, origin: CGPoint(x: x, y: y),
        containerSize: size, color: color)
      animation.beginTime = beginTime + beginTimes[i]
      circle.add(animation, forKey: "animation")
      layer.addSublayer(circle)
    }
  }

  private func circleAt(
    angle: CGFloat, size: CGFloat, origin: CGPoint, containerSize: CGSize, color: UIColor
  ) -> CALayer {
    let radius = containerSize.width / 2 - size / 2
    let circle = CAShapeLayer()
    let path = UIBezierPath()
    path.addArc(
      withCenter: CGPoint(x: size / 2, y: size / 2), radius: size / 2, startAngle: 0,
      endAngle: CGFloat(2 * Double.pi), clockwise: false)
    circle.path = path.cgPath
    circle.fillColor = color.cgColor
    circle.frame = CGRect(
      x: origin.x + radius * (cos(angle) + 1), y: origin.y + radius * (sin(angle) + 1), width: size,
      height: size)
    return circle
  }
}
