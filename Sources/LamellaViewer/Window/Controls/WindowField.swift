// WindowField.swift
// What the window's own fields have in common, as against those of a sample.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A field of the window: for a search, a speed, a time.
class WindowField: UITextField {
  override init(frame: CGRect) {
    super.init(frame: frame)
    (font, textColor, backgroundColor) = (Theme.numbers, Theme.text, Theme.stage)
    borderStyle = .roundedRect
    addAction(UIAction { [weak self] _ in self?.showFocus(true) }, for: .editingDidBegin)
    addAction(UIAction { [weak self] _ in self?.showFocus(false) }, for: .editingDidEnd)
    showFocus(false)
  }

  /// The ring of whatever has the keyboard, as of the window's buttons.
  private func showFocus(_ isEditing: Bool) {
    layer.borderColor = (isEditing ? Theme.focusRing : Theme.edge ?? Theme.controlPressed).cgColor
    layer.borderWidth = isEditing ? 2 : 1
  }

  required init?(coder: NSCoder) { nil }
}

extension UIView {
  /// Leaves one of the window's own fields if the user types there. Fields on the stage keep the keyboard.
  func leaveField() { (firstResponderInside as? WindowField)?.resignFirstResponder() }
}
