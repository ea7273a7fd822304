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
    /// The device was moved. No event has it.
    case motion = 1
    /// A remote control. No event has it.
    case remoteControl = 2
    /// Keys.
    case presses = 3
    /// The wheel.
    case scroll = 10
    /// The pointer above a view. No event has it.
    case hover = 11
    /// A pinch or a rotation on a touchpad. No event has it.
    case transform = 14
  }

  /// The kind of a motion or of a key of a remote control.
  public enum EventSubtype: Int, Sendable {
    /// None.
    case none = 0
    /// The device was shaken.
    case motionShake = 1
    /// The key that plays.
    case remoteControlPlay = 100
    /// The key that pauses.
    case remoteControlPause = 101
    /// The key that stops.
    case remoteControlStop = 102
    /// The key that plays or pauses.
    case remoteControlTogglePlayPause = 103
    /// The key of the next track.
    case remoteControlNextTrack = 104
    /// The key of the track before.
    case remoteControlPreviousTrack = 105
    /// The key that begins to go back.
    case remoteControlBeginSeekingBackward = 106
    /// The key that ends to go back.
    case remoteControlEndSeekingBackward = 107
    /// The key that begins to go forward.
    case remoteControlBeginSeekingForward = 108
    /// The key that ends to go forward.
    case remoteControlEndSeekingForward = 109
  }

  /// The kind of a motion: none, as a desktop's computer is not shaken.
  open var subtype: EventSubtype { .none }

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
