// InputEvent.swift
// Stage: events. The events of a window: pointer, keys, text and size, each with its time.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// An event of a window. Locations are in points from its top left, y down.
package struct InputEvent: Hashable, Sendable {
  /// The event's media time, in seconds.
  package var time: TimeInterval
  package var kind: Kind

  /// The longest time between the presses of a double click, and the pause after which a tap is complete, in seconds:
  /// where they differed, a double click could also be two taps.
  package static let longestPause: TimeInterval = 0.35

  package init(time: TimeInterval, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  package enum Kind: Hashable, Sendable {
    /// A button was pressed: 1 left, 2 middle, 3 right. `clicks` is 2 for a double click.
    case pointerDown(CGPoint, button: Int, clicks: Int)
    case pointerMoved(CGPoint)
    case pointerUp(CGPoint, button: Int)
    /// The pointer is no longer over the window.
    case pointerLeft
    /// A wheel or touch pad moved, in points. Positive y moves the content down.
    case scroll(CGPoint, deltaX: Double, deltaY: Double, modifiers: KeyModifiers)
    case keyDown(Key, modifiers: KeyModifiers, isRepeat: Bool)
    case keyUp(Key, modifiers: KeyModifiers)
    /// Typed text, from the keyboard or an input method.
    case text(String)
    /// The text that an input method is composing. Empty when composition ends.
    case composition(String)
    /// Files were dropped onto the window, together, at a place.
    case dropped([URL], CGPoint)
    /// The window's new size in points and its pixels per point.
    case resized(CGSize, scale: CGFloat)
    case focusChanged(Bool)
    /// Whether any of the window may be visible. False when hidden or minimised.
    case visibilityChanged(Bool)
    /// The window's contents were lost and must be redrawn.
    case exposed
    /// The user asked to close the window.
    case closeRequested
  }
}
