// UISelectionFeedbackGenerator.swift
// The feedback of a changed selection. A desktop has none.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The feedback of a changed selection. Does nothing.
@preconcurrency @MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Does nothing.
  open func selectionChanged() {}
  /// Does nothing.
  open func selectionChanged(at location: CGPoint) {}
}
