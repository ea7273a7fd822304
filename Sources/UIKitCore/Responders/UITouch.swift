// UITouch.swift
// Stage: events. One press of the pointer, from button down to button up.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The pointer with its button held down, from press to release.
@preconcurrency @MainActor
open class UITouch: NSObject {
  /// The phase of a touch.
  public enum Phase: Int, Sendable {
    /// The button was pressed.
    case began
    /// The pointer moved.
    case moved
    /// Nothing changed.
    case stationary
    /// The button was released.
    case ended
    /// The touch was cancelled.
    case cancelled
  }

  /// The phase of the touch.
  open internal(set) var phase = Phase.began
  /// The number of presses in quick succession, from 1.
  open internal(set) var tapCount = 1
  /// The media time of the last change, in seconds.
  open internal(set) var timestamp: TimeInterval = 0
  /// The view that was hit. It receives the touch until its end.
  open internal(set) weak var view: UIView?
  /// The window of the touch.
  open internal(set) weak var window: UIWindow?
  /// The recognisers that receive the touch.
  open internal(set) var gestureRecognizers: [UIGestureRecognizer]? = []

  /// In the window's coordinates.
  final var windowLocation = CGPoint.zero
  final var previousWindowLocation = CGPoint.zero

  /// Creates a touch that has not begun.
  public override init() {}

  /// Returns the location in a view's coordinates, or in the window's for nil; points.
  open func location(in view: UIView?) -> CGPoint {
    view?.convert(windowLocation, from: nil) ?? windowLocation
  }

  /// Returns the location before the last change; points.
  open func previousLocation(in view: UIView?) -> CGPoint {
    view?.convert(previousWindowLocation, from: nil) ?? previousWindowLocation
  }
}
