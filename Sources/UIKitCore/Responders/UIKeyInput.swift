// UIKeyInput.swift
// Stage: events. Responders that take typed text, with or without an input method.
//
// SPDX-License-Identifier: MIT

/// A responder that accepts typed text.
@preconcurrency @MainActor
public protocol UIKeyInput: AnyObject {
  /// Whether there is text.
  var hasText: Bool { get }
  /// Inserts text at the caret.
  func insertText(_ text: String)
  /// Removes the selection or the character before the caret.
  func deleteBackward()
}

/// A responder that supports text composition by input methods.
@preconcurrency @MainActor
package protocol TextCompositionClient: UIKeyInput {
  /// Shows the text being composed; empty when composition ends without a result.
  func setComposedText(_ text: String)
}
