// UIFeedbackGenerator.swift
// The base class of haptic feedback. A desktop has none.
//
// This folder: generators of haptic feedback, which a desktop does not have.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Haptic feedback. As on every device without haptics, generators do nothing.
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
  /// Creates a generator.
  public override init() {}

  /// Creates a generator for a view.
  public convenience init(view: UIView) { self.init() }

  /// Does nothing.
  open func prepare() {}
}
