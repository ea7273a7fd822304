// UIView+Editing.swift
// Ends the editing of text in a tree of views.
//
// SPDX-License-Identifier: MIT

extension UIView {
  /// Takes the keyboard from the view or a view in it.
  ///
  /// - Parameter force: Asks in vain all the same: a view that will not let go of it keeps it.
  /// - Returns: Whether none of them has it now.
  @discardableResult
  public final func endEditing(_ force: Bool) -> Bool {
    if isFirstResponder { return resignFirstResponder() }
    return subviews.allSatisfy { $0.endEditing(force) }
  }
}
