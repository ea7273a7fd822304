// UIEvent.swift
// Stage: events. The event that brings touches, the wheel or keys to responders.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// An input event, with its touches.
@preconcurrency @MainActor
open class UIEvent: NSObject {
  /// The kind of an event.
  public enum EventType: Int, Sendable {
    /// Fingers or the pointer.
    case touches = 0
    /// The wheel.
    case scroll = 10
    /// Keys.
    case presses = 3
  }

  /// The kind of an event.
  open private(set) var type = EventType.touches
  /// The event's media time, in seconds.
  open private(set) var timestamp: TimeInterval = 0
  /// All touches of the event.
  open private(set) var allTouches: Set<UITouch>?

  /// Creates an event of touches without any, at time 0.
  public override init() {}

  package convenience init(
    type: EventType, timestamp: TimeInterval, touches: Set<UITouch>? = nil
  ) {
    self.init()
    self.type = type
    self.timestamp = timestamp
    allTouches = touches
  }

  /// Returns the touches of a view.
  open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }
}
