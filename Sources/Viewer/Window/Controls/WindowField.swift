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
    layer.borderColor = (Theme.edge ?? Theme.controlPressed).cgColor
  }

  required init?(coder: NSCoder) { nil }
}

extension UIView {
  /// Leaves a field of the window's own, if the user types into it: what is on the stage keeps the keyboard.
  func leaveField() { (firstResponderInside as? WindowField)?.resignFirstResponder() }
}
