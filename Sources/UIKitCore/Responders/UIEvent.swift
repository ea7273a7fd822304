// UIEvent.swift
// Stage: events. What a responder is told: touches, key presses, and the event that brings them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
package import HostInterface
import QuartzCore

/// Something that happened, with the touches that are part of it.
@preconcurrency @MainActor
open class UIEvent: Hashable {
  /// What kind of thing happened.
  public enum EventType: Int, Sendable {
    /// Fingers or the pointer.
    case touches = 0
    /// The wheel.
    case scroll = 10
    /// Keys.
    case presses = 3
  }

  /// What kind of thing happened.
  public final let type: EventType
  /// Media time, in seconds, at which it happened.
  public final let timestamp: TimeInterval
  /// All touches of the event.
  public final let allTouches: Set<UITouch>?

  package init(type: EventType, timestamp: TimeInterval, touches: Set<UITouch>? = nil) {
    self.type = type
    self.timestamp = timestamp
    allTouches = touches
  }

  /// Returns the touches that a view receives.
  open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }

  /// Events are equal when they are the same object.
  public nonisolated static func == (a: UIEvent, b: UIEvent) -> Bool { a === b }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// An event of keys.
@preconcurrency @MainActor
open class UIPressesEvent: UIEvent {
  /// The keys of the event.
  public final let allPresses: Set<UIPress>

  package init(timestamp: TimeInterval, presses: Set<UIPress>) {
    allPresses = presses
    super.init(type: .presses, timestamp: timestamp)
  }
}

/// The pointer with its button held down, from press to release.
@preconcurrency @MainActor
open class UITouch: Hashable {
  /// Where in its life a touch is.
  public enum Phase: Int, Sendable {
    /// The button went down.
    case began
    /// The pointer moved.
    case moved
    /// Nothing changed.
    case stationary
    /// The button was let go.
    case ended
    /// Somebody else took the touch.
    case cancelled
  }

  /// Where in its life the touch is.
  public final internal(set) var phase = Phase.began
  /// How often the button went down in quick succession, from 1.
  public final internal(set) var tapCount = 1
  /// Media time, in seconds, of the last change.
  public final internal(set) var timestamp: TimeInterval = 0
  /// The view that was hit, and receives the touch until its end.
  public final internal(set) weak var view: UIView?
  /// The window of the touch.
  public final internal(set) weak var window: UIWindow?
  /// Recognisers that look at the touch.
  public final internal(set) var gestureRecognizers: [UIGestureRecognizer]? = []

  /// In the window's coordinates.
  final var windowLocation = CGPoint.zero
  final var previousWindowLocation = CGPoint.zero

  /// Creates a touch that has not begun.
  public init() {}

  /// Returns the location in a view's coordinates, or in the window's for nil; points.
  open func location(in view: UIView?) -> CGPoint {
    view?.convert(windowLocation, from: nil) ?? windowLocation
  }

  /// Returns the location before the last change; points.
  open func previousLocation(in view: UIView?) -> CGPoint {
    view?.convert(previousWindowLocation, from: nil) ?? previousWindowLocation
  }

  /// Touches are equal when they are the same object.
  public nonisolated static func == (a: UITouch, b: UITouch) -> Bool { a === b }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// Keys held down with another.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Caps lock.
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  /// Shift.
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  /// Control.
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  /// Alt.
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  /// The key with the window system's sign.
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)

  init(_ modifiers: KeyModifiers) {
    self = []
    if modifiers.contains(.shift) { insert(.shift) }
    if modifiers.contains(.control) { insert(.control) }
    if modifiers.contains(.alternate) { insert(.alternate) }
    if modifiers.contains(.command) { insert(.command) }
  }
}

/// A key, by what it means on the user's layout.
public final class UIKey: Hashable, Sendable {
  /// The key as the host reported it.
  package let key: Key
  /// What was held down with it.
  public let modifierFlags: UIKeyModifierFlags

  package init(key: Key, modifierFlags: UIKeyModifierFlags) {
    self.key = key
    self.modifierFlags = modifierFlags
  }

  /// What the key writes without modifiers, in lower case; empty for keys that write nothing.
  public var charactersIgnoringModifiers: String {
    switch key {
    case .character(let character): String(character)
    case .space: " "
    case .tab: "\t"
    case .return: "\r"
    case .escape: "\u{1B}"
    case .backspace: "\u{8}"
    default: ""
    }
  }

  /// Keys are equal when key and modifiers are.
  public static func == (a: UIKey, b: UIKey) -> Bool {
    a.key == b.key && a.modifierFlags == b.modifierFlags
  }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A key that went down or up.
@preconcurrency @MainActor
open class UIPress: Hashable {
  /// Where in its life a press is.
  public enum Phase: Int, Sendable {
    /// The key went down, or repeats.
    case began
    /// The key was let go.
    case ended
    /// Somebody else took the press.
    case cancelled
  }

  /// Where in its life the press is.
  public final let phase: Phase
  /// The key.
  public final let key: UIKey?
  /// Whether the key is held down and the press one of its repetitions.
  package final let isRepeat: Bool

  package init(phase: Phase, key: UIKey, isRepeat: Bool = false) {
    self.phase = phase
    self.key = key
    self.isRepeat = isRepeat
  }

  /// Presses are equal when they are the same object.
  public nonisolated static func == (a: UIPress, b: UIPress) -> Bool { a === b }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A responder that text can be typed into.
@preconcurrency @MainActor
public protocol UIKeyInput: AnyObject {
  /// Whether there is text.
  var hasText: Bool { get }
  /// Puts text at the caret.
  func insertText(_ text: String)
  /// Removes the selection or the character before the caret.
  func deleteBackward()
}

/// A responder that input methods can compose text in.
@preconcurrency @MainActor
package protocol TextCompositionClient: UIKeyInput {
  /// Shows what is being composed; empty when composing ends without a result.
  func setComposedText(_ text: String)
}
