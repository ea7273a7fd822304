// WaveView.swift
// A wave whose phase and level a display link moves.
//
// SPDX-License-Identifier: MIT

import UIKit

class WaveView: UIView, Playable {

  private var displayLink: CADisplayLink?
  private var startTime: CFTimeInterval = 0
  private(set) var phase: CGFloat = 0
  private(set) var level: CGFloat = 0
  private var targetLevel: CGFloat = 0.7

  private lazy var waveLayer: CAShapeLayer = {
    let layer = CAShapeLayer()
    layer.fillColor = UIColor(red: 0.2, green: 0.6, blue: 0.9, alpha: 1).cgColor
    return layer
  }()

  let percentLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(white: 0.95, alpha: 1)
    layer.masksToBounds = true
    layer.addSublayer(waveLayer)
    percentLabel.font = UIFont.boldSystemFont(ofSize: 32)
    percentLabel.textAlignment = .center
    percentLabel.text = "0 %"
    addSubview(percentLabel)
  }

  required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
  }

  deinit {
    displayLink?.invalidate()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.cornerRadius = bounds.width / 2
    percentLabel.frame = bounds
  }

  func play() {
    guard displayLink == nil else { return stop() }
    startTime = CACurrentMediaTime()
    displayLink = CADisplayLink(target: self, selector: #selector(step(_:)))
    displayLink?.add(to: RunLoop.main, forMode: RunLoop.Mode.common)
  }

  func stop() {
    displayLink?.invalidate()
    displayLink = nil
  }

  @objc private func step(_ link: CADisplayLink) {
    let elapsed = CGFloat(link.timestamp - startTime)
    level = targetLevel * easeOut(min(elapsed / 1.5, 1))
    phase += CGFloat(link.duration) * 4
    percentLabel.text = String(format: "%d %%", Int(level * 100 + 0.5))
    updatePath()
  }

  private func easeOut(_ t: CGFloat) -> CGFloat {
    return 1 - pow(1 - t, 3)
  }

  private func updatePath() {
    let path = UIBezierPath()
    let y = bounds.height * (1 - level)
    path.move(to: CGPoint(x: 0, y: bounds.height))
    for x in stride(from: CGFloat(0), through: bounds.width, by: 4) {
      path.addLine(to: CGPoint(x: x, y: y + 8 * sin(x / bounds.width * 2 * .pi + phase)))
    }
    path.addLine(to: CGPoint(x: bounds.width, y: bounds.height))
    path.close()
    waveLayer.path = path.cgPath
  }
}
