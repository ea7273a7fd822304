// CurvePlot.swift
// The plot of the Curve tab.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The curve with lines at its begin and its end, and a dot at the time on show.
final class CurvePlot: UIView {
  private var curve: [CurvePoint] = []
  /// The progress from the bottom to the top. Overshoot has its room.
  private var range = 0.0...1
  private let dot = UIView()
  private var place = (fraction: 0.0, progress: 0.0)

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    isUserInteractionEnabled = false
    layer.needsDisplayOnBoundsChange = true
    dot.backgroundColor = Theme.focusRing
    dot.layer.cornerRadius = 4
    addSubview(dot)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ curve: [CurvePoint]) {
    guard curve != self.curve else { return }
    (self.curve, range) = (curve, curve.plottedRange)
    layer.setNeedsDisplay()
    placeDot()
  }

  func show(_ fraction: Double, _ progress: Double) {
    guard (fraction, progress) != place else { return }
    place = (fraction, progress)
    placeDot()
  }

  /// The point of a place on the curve.
  private func point(_ fraction: Double, _ progress: Double) -> CGPoint {
    let share = (progress - range.lowerBound) / (range.upperBound - range.lowerBound)
    return CGPoint(
      x: 4 + fraction * (bounds.width - 8),
      y: bounds.height - 4 - min(max(share, 0), 1) * (bounds.height - 8))
  }

  private func placeDot() {
    let center = point(place.fraction, place.progress)
    dot.frame = CGRect(x: center.x - 4, y: center.y - 4, width: 8, height: 8)
  }

  override func layoutSubviews() { placeDot() }

  override func draw(_ layer: CALayer, in context: CGContext) {
    guard curve.count > 1 else { return }
    context.setFillColor(Theme.grid.cgColor)
    for progress in [0.0, 1] {
      context.fill(CGRect(x: 0, y: point(0, progress).y.rounded(), width: bounds.width, height: 1))
    }
    for quarter in 0...4 {
      context.fill(
        CGRect(x: point(Double(quarter) / 4, 0).x.rounded(), y: 0, width: 1, height: bounds.height))
    }
    context.setStrokeColor(Theme.accent.cgColor)
    context.setLineWidth(1.5)
    context.beginPath()
    for (index, sample) in curve.enumerated() {
      let place = point(sample.place, sample.progress)
      if index == 0 { context.move(to: place) } else { context.addLine(to: place) }
    }
    context.strokePath()
  }
}
