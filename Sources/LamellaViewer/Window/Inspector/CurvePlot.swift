// CurvePlot.swift
// The plot of the Curve tab, and the handles by which a curve is bent.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The curve with lines at its begin and its end, and a dot at the time on show. One that was edited has the old one
/// behind it; a cubic curve has handles.
final class CurvePlot: UIControl {
  /// Called with a curve that is bent, and whether it stays.
  var bend: (Pace, _ isFinal: Bool) -> Void = { _, _ in }

  private var curve: [CurvePoint] = []
  private var old: [CurvePoint] = []
  /// The progress from the bottom to the top. Overshoot has its room, and so have handles.
  private var range = 0.0...1
  private let dot = UIView()
  private var place = (fraction: 0.0, progress: 0.0)
  /// The control points that have handles; nil without.
  private var points: (first: SIMD2<Double>, second: SIMD2<Double>)?
  private let handles = (UIView(), UIView())
  /// Which handle is held, and the distance of the pointer from it.
  private var held: (isFirst: Bool, grip: CGPoint)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    layer.needsDisplayOnBoundsChange = true
    dot.backgroundColor = Theme.focusRing
    dot.layer.cornerRadius = 4
    for handle in [handles.0, handles.1] {
      handle.backgroundColor = Theme.panel
      handle.layer.borderColor = Theme.accent.cgColor
      handle.layer.borderWidth = 2
      handle.layer.cornerRadius = 5
      handle.isHidden = true
    }
    for view in [dot, handles.0, handles.1] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
  }

  required init?(coder: NSCoder) { nil }

  // Its numbers are fields, which keys reach.
  override var canBecomeFocused: Bool { false }
  override var canBecomeFirstResponder: Bool { false }

  /// Shows a curve.
  ///
  /// - Parameters:
  ///   - old: The curve before it was edited. Empty without one.
  ///   - pace: The pace, whose control points get handles. Nil for a curve that is not edited here.
  func show(_ curve: [CurvePoint], old: [CurvePoint] = [], pace: Pace? = nil) {
    var points: (first: SIMD2<Double>, second: SIMD2<Double>)?
    if case .curve(let cubic) = pace { points = (cubic.c1, cubic.c2) }
    guard
      curve != self.curve || old != self.old || points?.first != self.points?.first
        || points?.second != self.points?.second
    else { return }
    (self.curve, self.old, self.points) = (curve, old, points)
    // A plot whose scale changes under the hand that bends it cannot be aimed at.
    if held == nil { range = wholeRange }
    toolTip = points == nil ? nil : "Drag a handle to bend the curve"
    layer.setNeedsDisplay()
    setNeedsLayout()
  }

  private var wholeRange: ClosedRange<Double> {
    let drawn = (curve + old).plottedRange
    let ends = [points?.first.y, points?.second.y].compactMap(\.self)
    return min(drawn.lowerBound, ends.min() ?? 0)...max(drawn.upperBound, ends.max() ?? 1)
  }

  func show(_ fraction: Double, _ progress: Double) {
    guard (fraction, progress) != place else { return }
    place = (fraction, progress)
    placeViews()
  }

  // MARK: Places

  /// The point of a place on the curve.
  private func point(_ fraction: Double, _ progress: Double) -> CGPoint {
    let share = (progress - range.lowerBound) / (range.upperBound - range.lowerBound)
    return CGPoint(
      x: 4 + fraction * (bounds.width - 8),
      y: bounds.height - 4 - min(max(share, 0), 1) * (bounds.height - 8))
  }

  /// The control point at a point: in whole hundredths, with x from 0 to 1.
  private func control(at point: CGPoint) -> SIMD2<Double> {
    let x = (point.x - 4) / max(1, bounds.width - 8)
    let share = (bounds.height - 4 - point.y) / max(1, bounds.height - 8)
    let y = range.lowerBound + share * (range.upperBound - range.lowerBound)
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    return SIMD2(hundredths(min(max(x, 0), 1)), hundredths(min(max(y, -2), 3)))
  }

  private func placeViews() {
    let center = point(place.fraction, place.progress)
    dot.frame = CGRect(x: center.x - 4, y: center.y - 4, width: 8, height: 8)
    for (handle, control) in [(handles.0, points?.first), (handles.1, points?.second)] {
      handle.isHidden = control == nil
      guard let control else { continue }
      let center = point(control.x, control.y)
      handle.frame = CGRect(x: center.x - 5, y: center.y - 5, width: 10, height: 10)
    }
  }

  override func layoutSubviews() { placeViews() }

  // MARK: Bending

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard let points else { return false }
    let place = touch.location(in: self)
    let centers = [point(points.first.x, points.first.y), point(points.second.x, points.second.y)]
    let distances = centers.map { hypot(place.x - $0.x, place.y - $0.y) }
    // The first of two that are at one place is at the left end, where the second seldom is.
    let isFirst = distances[0] <= distances[1]
    let near = isFirst ? 0 : 1
    guard distances[near] <= 14 else { return false }
    held = (isFirst, CGPoint(x: place.x - centers[near].x, y: place.y - centers[near].y))
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard let held, let points else { return false }
    let place = touch.location(in: self)
    let new = control(at: CGPoint(x: place.x - held.grip.x, y: place.y - held.grip.y))
    if new == (held.isFirst ? points.first : points.second) { return true }
    let (one, two) = held.isFirst ? (new, points.second) : (points.first, new)
    bend(.curve(one.x, one.y, two.x, two.y), false)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    held = nil
    guard let points else { return }
    range = wholeRange
    layer.setNeedsDisplay()
    setNeedsLayout()
    bend(.curve(points.first.x, points.first.y, points.second.x, points.second.y), true)
  }

  override func cancelTracking(with event: UIEvent?) { endTracking(nil, with: event) }

  // MARK: Drawing

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
    stroke(old, Theme.wait, in: context)
    if let points {
      context.setStrokeColor(Theme.wait.cgColor)
      context.setLineWidth(1)
      for (end, control) in [(point(0, 0), points.first), (point(1, 1), points.second)] {
        context.beginPath()
        context.move(to: end)
        context.addLine(to: point(control.x, control.y))
        context.strokePath()
      }
    }
    stroke(curve, Theme.accent, in: context)
  }

  private func stroke(_ curve: [CurvePoint], _ color: UIColor, in context: CGContext) {
    guard curve.count > 1 else { return }
    context.setStrokeColor(color.cgColor)
    context.setLineWidth(1.5)
    context.beginPath()
    for (index, sample) in curve.enumerated() {
      let place = point(sample.place, sample.progress)
      if index == 0 { context.move(to: place) } else { context.addLine(to: place) }
    }
    context.strokePath()
  }
}
