// Buttons.swift
// The window's two buttons: one that does something, one that stays on or off.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A rounded button that calls a closure.
class ActionButton: UIButton {
  /// Space between the edge and the title, in points.
  static let margin: CGFloat = 14

  init(_ title: String, action: @escaping () -> Void) {
    super.init(frame: .zero)
    setTitle(title, for: .normal)
    setTitleColor(Theme.text, for: .normal)
    setTitleColor(Theme.wait, for: .disabled)
    titleLabel?.font = Theme.body
    layer.cornerRadius = 6
    addAction(UIAction { _ in action() }, for: .touchUpInside)
    showState()
  }

  required init?(coder: NSCoder) { nil }

  override var isHighlighted: Bool { didSet { showState() } }
  override var isSelected: Bool { didSet { showState() } }

  /// The width that the title needs, with its margins, in points.
  var fittingWidth: CGFloat {
    let title = titleLabel?.sizeThatFits(CGSize(width: 1000, height: Theme.target)).width ?? 0
    return (title + 2 * Self.margin).rounded(.up)
  }

  /// Gives the button the colours of what it is doing.
  func showState() {
    backgroundColor = isHighlighted || isSelected ? Theme.controlPressed : Theme.control
    layer.borderWidth = isSelected ? 1 : 0
    layer.borderColor = Theme.accent.cgColor
  }
}

/// A button that is on or off, with a dot that says which.
final class ToggleButton: ActionButton {
  private let dot = UIView()

  init(_ title: String, changed: @escaping () -> Void = {}) {
    super.init(title, action: {})
    dot.isUserInteractionEnabled = false
    dot.layer.cornerRadius = 5
    dot.layer.borderWidth = 1.5
    addSubview(dot)
    contentEdgeInsets = UIEdgeInsets(top: 0, left: 22, bottom: 0, right: 0)
    addAction(
      UIAction { [weak self] _ in
        self?.isSelected.toggle()
        changed()
      }, for: .touchUpInside)
    showState()
  }

  required init?(coder: NSCoder) { nil }

  override var fittingWidth: CGFloat { super.fittingWidth + 18 }

  override func layoutSubviews() {
    super.layoutSubviews()
    dot.frame = CGRect(x: 12, y: (bounds.height - 10) / 2, width: 10, height: 10)
  }

  override func showState() {
    super.showState()
    dot.backgroundColor = isSelected ? Theme.accent : .clear
    dot.layer.borderColor = (isSelected ? Theme.accent : Theme.dimText).cgColor
  }
}

/// Lays buttons out from left to right, 8 points apart, and returns where the row ends.
@MainActor @discardableResult
func layOutRow(_ buttons: [ActionButton], from origin: CGPoint) -> CGFloat {
  var x = origin.x
  for button in buttons {
    button.frame = CGRect(x: x, y: origin.y, width: button.fittingWidth, height: Theme.target)
    x += button.frame.width + 8
  }
  return x - 8
}
