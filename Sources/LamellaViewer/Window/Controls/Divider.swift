// Divider.swift
// A line between two parts of the window that is dragged.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A line across the window, which is dragged up and down. Its area is higher than what is drawn of it.
final class Divider: PointerArea {
  /// The height of the area, in points.
  static let height: CGFloat = 9

  /// Called with the points by which the line was dragged down since the drag began.
  var moved: (CGFloat) -> Void = { _ in }
  /// Called when a drag begins.
  var began: () -> Void = {}
  private let line = UIView()
  /// Where the drag began, in the window's points.
  private var start: CGFloat = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    line.backgroundColor = Theme.hairline
    line.isUserInteractionEnabled = false
    addSubview(line)
    toolTip = "Drag up or down"
    addInteraction(UIPointerInteraction(delegate: self))
  }

  required init?(coder: NSCoder) { nil }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    window?.leaveField()
    start = touch.location(in: nil).y
    line.backgroundColor = Theme.accent
    began()
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    moved(touch.location(in: nil).y - start)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    line.backgroundColor = Theme.hairline
  }

  override func cancelTracking(with event: UIEvent?) { line.backgroundColor = Theme.hairline }

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: (bounds.height / 2).rounded(.down), width: bounds.width, height: 1)
  }
}

extension Divider: UIPointerInteractionDelegate {
  func pointerInteraction(
    _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
  ) -> UIPointerStyle? {
    UIPointerStyle(shape: .horizontalBeam(length: 20), constrainedAxes: .vertical)
  }
}
