// ConfettiView.swift
// Confetti: an emitter with a cell for each colour.
//
// SPDX-License-Identifier: MIT

import UIKit

class ConfettiView: UIView, Playable {

  var colors: [UIColor] = [
    #colorLiteral(red: 0.95, green: 0.4, blue: 0.27, alpha: 1),
    #colorLiteral(red: 1, green: 0.78, blue: 0.36, alpha: 1),
    #colorLiteral(red: 0.48, green: 0.78, blue: 0.64, alpha: 1),
    #colorLiteral(red: 0.3, green: 0.76, blue: 0.85, alpha: 1),
  ]
  var intensity: Float = 0.5
  private(set) var emitter: CAEmitterLayer?

  func play() {
    emitter == nil ? startConfetti() : stop()
  }

  func startConfetti() {
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: frame.size.width / 2.0, y: 0)
    emitter.emitterShape = CAEmitterLayerEmitterShape.line
    emitter.emitterSize = CGSize(width: frame.size.width, height: 1)
    emitter.beginTime = CACurrentMediaTime()
    emitter.emitterCells = colors.map { confettiWithColor(color: $0) }
    layer.addSublayer(emitter)
    self.emitter = emitter
  }

  func stop() {
    emitter?.birthRate = 0
    emitter = nil
  }

  private func confettiWithColor(color: UIColor) -> CAEmitterCell {
    let confetti = CAEmitterCell()
    confetti.birthRate = 12.0 * intensity
    confetti.lifetime = 14.0 * intensity
    confetti.lifetimeRange = 0
    confetti.color = color.cgColor
    confetti.velocity = CGFloat(150.0 * intensity)
    confetti.velocityRange = CGFloat(80.0 * intensity)
    confetti.emissionLongitude = CGFloat(Double.pi)
    confetti.emissionRange = CGFloat(Double.pi / 4)
    confetti.spin = CGFloat(3.5 * intensity)
    confetti.spinRange = CGFloat(4.0 * intensity)
    confetti.scaleRange = CGFloat(intensity)
    confetti.scaleSpeed = CGFloat(-0.1 * intensity)
    confetti.contents = ConfettiView.image?.cgImage
    return confetti
  }

  private static let image: UIImage? = {
    let size = CGSize(width: 12, height: 8)
    UIGraphicsBeginImageContextWithOptions(size, false, 0)
    defer { UIGraphicsEndImageContext() }
    UIColor.white.setFill()
    UIBezierPath(roundedRect: CGRect(origin: .zero, size: size), cornerRadius: 2).fill()
    return UIGraphicsGetImageFromCurrentImageContext()
  }()
}
