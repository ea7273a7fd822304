// UITextField+Secrets.swift
// What a field shows in place of its text, and which place in the one is which in the other.
//
// SPDX-License-Identifier: MIT

import Foundation

extension UITextField {
  final var displayedText: String {
    isSecureTextEntry ? String(repeating: "\u{2022}", count: model.text.count) : model.text
  }

  /// A dot takes one UTF-16 unit, whatever it hides.
  final func displayed(_ offset: Int) -> Int {
    isSecureTextEntry ? model.substring(0..<offset).count : offset
  }

  final func edited(_ offset: Int) -> Int {
    isSecureTextEntry ? String(model.text.prefix(offset)).utf16.count : offset
  }
}
