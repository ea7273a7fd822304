// InputEvent.swift
// Stage: events. What happens to a window: pointer, keys, text, size, each with its time.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// Something that happened to a window. Locations are points from its top left, y down.
package struct InputEvent: Hashable, Sendable {
  /// Media time at which it happened, in seconds.
  package var time: TimeInterval
  package var kind: Kind

  package init(time: TimeInterval, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  package enum Kind: Hashable, Sendable {
    /// A button went down; `button` is 1 left, 2 middle, 3 right; `clicks` counts a double click.
    case pointerDown(CGPoint, button: Int, clicks: Int)
    case pointerMoved(CGPoint)
    case pointerUp(CGPoint, button: Int)
    /// Wheel or touch pad, in points; positive y moves the content down.
    case scroll(CGPoint, deltaX: Double, deltaY: Double, modifiers: KeyModifiers)
    case keyDown(Key, modifiers: KeyModifiers, isRepeat: Bool)
    case keyUp(Key, modifiers: KeyModifiers)
    /// Text that was typed, input methods included.
    case text(String)
    /// Text that an input method is still composing; empty when it ends.
    case composition(String)
    /// The window's new size in points and its pixels per point.
    case resized(CGSize, scale: CGFloat)
    case focusChanged(Bool)
    /// Whether any of the window can be seen; false when hidden or minimised.
    case visibilityChanged(Bool)
    /// The window's contents were lost and must be drawn again.
    case exposed
    /// The user wants the window closed.
    case closeRequested
  }
}
