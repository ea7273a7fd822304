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
  open private(set) var phase = Phase.began
  /// The key.
  open private(set) var key: UIKey?
  /// Whether the press is an automatic repetition of a held key.
  package private(set) final var isRepeat = false

  /// Creates a press that began, without a key.
  public override init() {}

  package convenience init(phase: Phase, key: UIKey, isRepeat: Bool = false) {
    self.init()
    self.phase = phase
    self.key = key
    self.isRepeat = isRepeat
  }
}

/// An event that brings key presses.
@preconcurrency @MainActor
open class UIPressesEvent: UIEvent {
  /// The presses of the event.
  open private(set) var allPresses: Set<UIPress> = []

  package convenience init(timestamp: TimeInterval, presses: Set<UIPress>) {
    self.init(type: .presses, timestamp: timestamp)
    allPresses = presses
  }
}
