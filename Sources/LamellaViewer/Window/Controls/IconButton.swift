// IconButton.swift
// Buttons with drawn icons, independent of fonts.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The icons of buttons, drawn in a square of 16 points.
enum Icon {
  case list, replay, stepBack, play, pause, stepForward, inspector, record, more, up, down,
    backwards

  func draw(in context: CGContext, color: CGColor) {
    context.setFillColor(color)
    context.setStrokeColor(color)
    context.setLineWidth(1.75)
    context.setLineCap(.round)
    switch self {
    case .list:
      for y in [3.0, 7, 11] { context.fill(CGRect(x: 2, y: y, width: 12, height: 2)) }
    case .replay:
      context.addArc(
        center: CGPoint(x: 8, y: 8.5), radius: 5, startAngle: -.pi / 2, endAngle: .pi,
        clockwise: false)
      context.strokePath()
      triangle(context, [CGPoint(x: 8.5, y: 0.5), CGPoint(x: 8.5, y: 6.5), CGPoint(x: 4, y: 3.5)])
    case .stepBack:
      triangle(context, [CGPoint(x: 10, y: 3), CGPoint(x: 10, y: 13), CGPoint(x: 3, y: 8)])
      context.fill(CGRect(x: 11.5, y: 3, width: 2, height: 10))
    case .stepForward:
      triangle(context, [CGPoint(x: 6, y: 3), CGPoint(x: 6, y: 13), CGPoint(x: 13, y: 8)])
      context.fill(CGRect(x: 2.5, y: 3, width: 2, height: 10))
    case .record:
      context.addArc(
        center: CGPoint(x: 8, y: 8), radius: 5, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
      context.fillPath()
    case .inspector:
      context.setLineWidth(1.5)
      context.stroke(CGRect(x: 1.75, y: 2.75, width: 12.5, height: 10.5))
      context.fill(CGRect(x: 9.5, y: 3, width: 4.5, height: 10))
    case .more:
      for x in [3.0, 8, 13] {
        context.addArc(
          center: CGPoint(x: x, y: 8), radius: 1.5, startAngle: 0, endAngle: 2 * .pi,
          clockwise: false)
        context.fillPath()
      }
    case .up:
      chevron(context, [CGPoint(x: 3, y: 10.5), CGPoint(x: 8, y: 5.5), CGPoint(x: 13, y: 10.5)])
    case .down:
      chevron(context, [CGPoint(x: 3, y: 5.5), CGPoint(x: 8, y: 10.5), CGPoint(x: 13, y: 5.5)])
    case .play:
      triangle(context, [CGPoint(x: 4, y: 2), CGPoint(x: 4, y: 14), CGPoint(x: 14, y: 8)])
    case .backwards:
      triangle(context, [CGPoint(x: 12, y: 4), CGPoint(x: 12, y: 12), CGPoint(x: 5, y: 8)])
    case .pause:
      for x in [3.5, 9.5] { context.fill(CGRect(x: x, y: 2.5, width: 3, height: 11)) }
    }
  }

  private func chevron(_ context: CGContext, _ points: [CGPoint]) {
    context.beginPath()
    context.move(to: points[0])
    points.dropFirst().forEach(context.addLine)
    context.strokePath()
  }

  private func triangle(_ context: CGContext, _ corners: [CGPoint]) {
    context.beginPath()
    context.move(to: corners[0])
    corners.dropFirst().forEach(context.addLine)
    context.closePath()
    context.fillPath()
  }
}

/// An icon, in a square of 16 points.
final class IconView: UIView {
  var icon: Icon { didSet { if icon != oldValue { layer.setNeedsDisplay() } } }
  private let color: UIColor

  init(_ icon: Icon, color: UIColor = Theme.text) {
    (self.icon, self.color) = (icon, color)
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    isOpaque = false
    layer.setNeedsDisplay()
  }

  required init?(coder: NSCoder) { nil }

  override func draw(_ layer: CALayer, in context: CGContext) {
    icon.draw(in: context, color: color.cgColor)
  }
}

/// A button with an icon, or with a title in its place.
final class IconButton: ActionButton {
  private let iconView: IconView

  init(_ icon: Icon, action: @escaping () -> Void) {
    iconView = IconView(icon)
    super.init("", action: action)
    addSubview(iconView)
  }

  required init?(coder: NSCoder) { nil }

  var icon: Icon {
    get { iconView.icon }
    set { iconView.icon = newValue }
  }

  private var hasTitle: Bool { title(for: .normal)?.isEmpty == false }

  /// The width without a title, in points.
  static let width = Theme.target + 4
  /// The least width, which keeps the buttons beside it in place when its title changes. Default 0.
  var leastWidth: CGFloat = 0

  override var fittingWidth: CGFloat {
    max(leastWidth, hasTitle ? super.fittingWidth : Self.width)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    iconView.isHidden = hasTitle
    iconView.frame = CGRect(
      x: ((bounds.width - 16) / 2).rounded(), y: ((bounds.height - 16) / 2).rounded(), width: 16,
      height: 16)
  }
}
