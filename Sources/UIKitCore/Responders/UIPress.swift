// UIPress.swift
// Stage: events. A key that goes down or up, and the event that brings it.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A key that is pressed or released.
@preconcurrency @MainActor
open class UIPress: NSObject {
  /// The phase of a press.
  public enum Phase: Int, Sendable {
    /// The key was pressed, or repeats.
    case began
    /// The key was released.
    case ended
    /// The press was cancelled.
    case cancelled
  }

  /// The phase of the press.
  public final let phase: Phase
  /// The key.
  public final let key: UIKey?
  /// Whether the press is an automatic repetition of a held key.
  package final let isRepeat: Bool

  package init(phase: Phase, key: UIKey, isRepeat: Bool = false) {
    self.phase = phase
    self.key = key
    self.isRepeat = isRepeat
  }
}

/// An event that brings key presses.
@preconcurrency @MainActor
open class UIPressesEvent: UIEvent {
  /// The presses of the event.
  public final let allPresses: Set<UIPress>

  package init(timestamp: TimeInterval, presses: Set<UIPress>) {
    allPresses = presses
    super.init(type: .presses, timestamp: timestamp)
  }
}
