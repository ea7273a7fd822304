// UIControl+ToolTip.swift
// The words beneath the pointer that rests on a control.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// Shows a control's words while the pointer rests on it.
@MainActor final class ToolTip {
  /// Seconds for which the pointer rests before the words are shown.
  static let delay: TimeInterval = 0.7
  private static let (margin, gap) = (CGSize(width: 8, height: 4), CGFloat(6))

  var text: String {
    didSet { if text != oldValue { hide() } }
  }
  /// The pointer's place in the window.
  var pointer = CGPoint.zero
  private var timer: MediaTimer?
  private var view: UIView?
  /// Whether the control was pressed since the pointer entered. Suppresses the tool tip.
  private var isSpent = false

  init(_ text: String) { self.text = text }

  isolated deinit { hide() }

  /// Begins to wait, or hides the words.
  func update(for control: UIControl) {
    isSpent = control.isHovered && (isSpent || control.isHighlighted)
    guard control.isHovered, !isSpent, !text.isEmpty, let window = control.window else {
      return hide()
    }
    guard timer == nil, view == nil else { return }
    timer = MediaTimer(after: Self.delay, in: window) { [weak self, weak control] in
      guard let self else { return }
      timer = nil
      if let control, control.isHovered, let window = control.window {
        show(for: control, in: window)
      }
    }
  }

  func hide() {
    timer?.cancel()
    timer = nil
    view?.removeFromSuperview()
    view = nil
  }

  /// The height and the width from which a control's middle may be far from the pointer.
  private static let large = CGSize(width: 200, height: 60)

  /// The part of a control, in the window, by which its words are shown: a place around the pointer on a large one.
  private func anchor(of control: UIControl, in window: UIWindow) -> CGRect {
    var place = control.convert(control.bounds, to: window)
    if place.width >= Self.large.width { (place.origin.x, place.size.width) = (pointer.x, 0) }
    if place.height >= Self.large.height {
      (place.origin.y, place.size.height) = (pointer.y - 8, 24)
    }
    return place
  }

  /// Below the control, or above it where there is no room, inside of the window.
  private func show(for control: UIControl, in window: UIWindow) {
    let label = UILabel()
    label.text = text
    label.font = .systemFont(ofSize: 12)
    label.textColor = .label
    let panel = UIView()
    panel.isUserInteractionEnabled = false
    panel.backgroundColor = .secondarySystemBackground
    panel.layer.cornerRadius = 4
    panel.layer.borderWidth = 1
    panel.layer.borderColor = UIColor.separator.resolvedColor(with: window.traitCollection).cgColor
    let fitting = label.sizeThatFits(CGSize(width: window.bounds.width, height: 40))
    let size = CGSize(
      width: (fitting.width + 2 * Self.margin.width).rounded(.up),
      height: (fitting.height + 2 * Self.margin.height).rounded(.up))
    let place = anchor(of: control, in: window)
    let right = max(window.bounds.maxX - size.width - Self.gap, Self.gap)
    let below = place.maxY + Self.gap
    let y = below + size.height <= window.bounds.maxY ? below : place.minY - Self.gap - size.height
    panel.frame = CGRect(
      origin: CGPoint(
        x: min(max(place.midX - size.width / 2, Self.gap), right).rounded(), y: y.rounded()),
      size: size)
    label.frame = panel.bounds.insetBy(dx: Self.margin.width, dy: Self.margin.height)
    panel.addSubview(label)
    window.addSubview(panel)
    view = panel
  }
}

extension UIControl {
}
