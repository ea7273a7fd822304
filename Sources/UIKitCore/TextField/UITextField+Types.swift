// UITextField+Types.swift
// Border styles and view modes: the small vocabulary of text fields.
//
// SPDX-License-Identifier: MIT

extension UITextField {
  /// What is drawn around the text.
  public enum BorderStyle: Int, Sendable {
    /// Nothing.
    case none
    /// A thin line.
    case line
    /// A thin line.
    case bezel
    /// A light ground with round corners.
    case roundedRect
  }

  /// When a view beside the text is there.
  public enum ViewMode: Int, Sendable {
    /// Never.
    case never
    /// While editing.
    case whileEditing
    /// While not editing.
    case unlessEditing
    /// Always.
    case always
  }

  /// Why editing has ended.
  public enum DidEndEditingReason: Int, Sendable {
    /// Another took over, or Return was pressed.
    case committed
  }
}
