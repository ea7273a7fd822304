// GradientRingView.swift
// A ring of progress: a gradient seen through the stroke of a circle.
//
// SPDX-License-Identifier: MIT

import UIKit

class GradientRingView: UIView, Playable {

  private let trackLayer = CAShapeLayer()
  let ringLayer = CAShapeLayer()
  let gradientLayer = CAGradientLayer()

  private(set) var progress: CGFloat = 0.1

  override init(frame: CGRect) {
    super.init(frame: frame)
    commonInit()
  }

  required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    commonInit()
  }

  private func commonInit() {
    trackLayer.fillColor = nil
    trackLayer.strokeColor = UIColor(white: 0.9, alpha: 1).cgColor
    trackLayer.lineWidth = 18
    layer.addSublayer(trackLayer)

    gradientLayer.colors = [UIColor.red, UIColor.orange, UIColor.yellow].map { $0.cgColor }
    gradientLayer.startPoint = CGPoint(x: 0.5, y: 0)
    gradientLayer.endPoint = CGPoint(x: 0.5, y: 1)
    layer.addSublayer(gradientLayer)

    ringLayer.fillColor = UIColor.clear.cgColor
    ringLayer.strokeColor = UIColor.black.cgColor
    ringLayer.lineWidth = 18
    ringLayer.lineCap = .round
    ringLayer.strokeEnd = progress
    gradientLayer.mask = ringLayer
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let path = UIBezierPath(
      arcCenter: CGPoint(x: bounds.midX, y: bounds.midY),
      radius: min(bounds.width, bounds.height) / 2 - 20,
      startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true)
    [trackLayer, ringLayer].forEach {
      $0.frame = bounds
      $0.path = path.cgPath
    }
    gradientLayer.frame = bounds
  }

  func play() {
    setProgress(progress > 0.5 ? 0.1 : 0.8, animated: true)
  }

  func setProgress(_ value: CGFloat, animated: Bool) {
    let animation = CABasicAnimation(keyPath: #keyPath(CAShapeLayer.strokeEnd))
    animation.fromValue = ringLayer.presentation()?.strokeEnd ?? progress
    animation.toValue = value
    animation.duration = animated ? 0.8 : 0
    animation.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.easeInEaseOut)
    animation.fillMode = .forwards
    animation.isRemovedOnCompletion = false
    ringLayer.add(animation, forKey: "progress")

    let spin = CABasicAnimation(keyPath: "transform.rotation.z")
    spin.byValue = NSNumber(value: Double.pi * 2)
    spin.duration = 0.8
    layer.add(spin, forKey: "spin")
    progress = value
  }
}
