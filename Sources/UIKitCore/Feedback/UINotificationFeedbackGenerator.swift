// UINotificationFeedbackGenerator.swift
// The feedback of a success or a failure. A desktop has none.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The feedback of a success or a failure. Does nothing.
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// How a task has ended.
  public enum FeedbackType: Int, Sendable {
    /// It succeeded.
    case success
    /// It has a warning.
    case warning
    /// It failed.
    case error
  }

  /// Does nothing.
  open func notificationOccurred(_ notificationType: FeedbackType) {}
  /// Does nothing.
  open func notificationOccurred(_ notificationType: FeedbackType, at location: CGPoint) {}
}
