// TimeField.swift
// The field in which a time is typed, above the time on show.
//
// SPDX-License-Identifier: MIT

import HostInterface
import UIKit

/// A field for a time of the run, hidden until it is opened. Its placeholder begins where the caret is.
final class TimeField: WindowField {
  /// Called with the time that was typed, in seconds since the start of the run.
  var accept: (TimeInterval) -> Void = { _ in }
  /// Called with text that is not a time.
  var refuse: (String) -> Void = { _ in }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isHidden = true
    attributedPlaceholder = NSAttributedString(
      string: "0.2 s", attributes: [.font: Theme.numbers, .foregroundColor: Theme.dimText])
    accessibilityLabel = "Time to go to, in seconds"
    addAction(UIAction { [weak self] _ in self?.close() }, for: .editingDidEnd)
    addAction(UIAction { [weak self] _ in self?.textColor = Theme.text }, for: .editingChanged)
  }

  required init?(coder: NSCoder) { nil }

  /// Opens the field, and gives it the keyboard.
  func open() {
    text = ""
    isHidden = false
    becomeFirstResponder()
  }

  /// Closes the field, unless it has been opened again since it was left.
  private func close() { if !isFirstResponder { isHidden = true } }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.key == .return, isEditing else {
      return super.pressesBegan(presses, with: event)
    }
    // Half of the world writes decimals with a comma.
    let typed = (text ?? "").replacing(" ", with: "").replacing(",", with: ".")
    guard let time = SecondsArgument(argument: typed) else {
      // It stays, to be corrected.
      textColor = Theme.hitch
      return refuse(text ?? "")
    }
    resignFirstResponder()
    accept(time.seconds)
  }
}
