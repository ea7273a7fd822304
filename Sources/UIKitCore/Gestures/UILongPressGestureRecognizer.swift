// UILongPressGestureRecognizer.swift
// Recognises a button held down in one place.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Recognises the button held down in one place.
///
/// It begins after ``minimumPressDuration``, changes with the pointer, and ends with the release.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// The least time of a press, in seconds: 0 or more. Default 0.5.
  open var minimumPressDuration: TimeInterval = 0.5 {
    didSet {
      minimumPressDuration = nearest(
        minimumPressDuration, in: 0...1e9, ifNaN: 0.5, "minimumPressDuration of a long press")
    }
  }

  /// Points that the pointer may move meanwhile. Default 10.
  open var allowableMovement: CGFloat = 10

  /// The number of taps required before the long press. Default 0.
  open var numberOfTapsRequired = 0

  /// The number of fingers required. Stored, without effect.
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero
  private var timer: MediaTimer?

  /// Starts the timer.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first, touch.tapCount > numberOfTapsRequired,
      let window = touch.window
    else {
      state = .failed
      return
    }
    lastTouch = touch
    start = location(in: nil)
    if minimumPressDuration == 0 {
      state = .began
    } else {
      timer = MediaTimer(after: minimumPressDuration, in: window) { [weak self] in
        self?.state = .began
      }
    }
  }

  /// Fails when the pointer moves too far before the gesture begins; changes afterwards.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else {
      state = .changed
      return
    }
    let now = location(in: nil)
    if hypot(now.x - start.x, now.y - start.y) > allowableMovement { state = .failed }
  }

  /// Ends the gesture, or fails if it has not begun.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }

  /// Stops the timer.
  open override func reset() {
    super.reset()
    timer?.cancel()
    timer = nil
  }
}
