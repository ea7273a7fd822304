// StageMenuPanel.swift
// The parts of a menu: its panel, and rows with a title and a description.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The panel of a menu, below the top bar.
final class StageMenuPanel: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    layer.cornerRadius = 8
    layer.borderWidth = 1
    layer.borderColor = (Theme.edge ?? Theme.controlPressed).cgColor
    layer.shadowOpacity = 0.4
    layer.shadowRadius = 12
  }

  required init?(coder: NSCoder) { nil }

  /// Places the panel in its sheet.
  ///
  /// - Parameter right: The right edge of the button that opens it. Nil for that of the window.
  func place(width: CGFloat, height: CGFloat, in bounds: CGRect, right: CGFloat? = nil) {
    let edge = min(right ?? .infinity, bounds.width - 12)
    frame = CGRect(
      x: max(12, edge - width), y: Transport.height + 4, width: width, height: height)
  }
}

/// A button with a second line beneath its title. Selected, it has a mark at its right.
final class MenuRow: ActionButton {
  static let height: CGFloat = 44

  private let effect: UILabel
  private let mark = UIView()

  init(_ title: String, effect: String, action: @escaping () -> Void) {
    self.effect = UILabel(effect, font: Theme.small, color: Theme.dimText)
    super.init(title, action: action)
    contentHorizontalAlignment = .left
    contentEdgeInsets = UIEdgeInsets(top: 0, left: 8, bottom: 18, right: 8)
    mark.backgroundColor = Theme.accent
    mark.layer.cornerRadius = 5
    mark.isUserInteractionEnabled = false
    addSubview(self.effect)
    addSubview(mark)
    showState()
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    effect.frame = CGRect(x: 8, y: 23, width: bounds.width - 40, height: 16)
    mark.frame = CGRect(
      x: bounds.width - 22, y: (bounds.height / 2 - 5).rounded(), width: 10, height: 10)
  }

  /// Lays out rows one below another.
  static func layOut(_ rows: [MenuRow], from origin: CGPoint, width: CGFloat) {
    for (place, row) in rows.enumerated() {
      row.frame = CGRect(
        x: origin.x, y: origin.y + height * CGFloat(place), width: width, height: height)
    }
  }

  override func showState() {
    backgroundColor = isHighlighted ? Theme.controlPressed : .clear
    mark.isHidden = !isSelected
    accessibilityTraits = isSelected ? [.button, .selected] : .button
  }
}
