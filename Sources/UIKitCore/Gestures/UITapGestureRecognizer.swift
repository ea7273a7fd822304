// UITapGestureRecognizer.swift
// Presses: short ones, several in a row, long ones.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Sees one or more presses in the same place.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// Points that the pointer may stray between press and release.
  static let slack: CGFloat = 10
  /// Seconds between a release and the next press.
  private static let pause: TimeInterval = 0.35

  /// How often the button has to go down in quick succession; 1 unless set.
  ///
  /// - Precondition: At least 1.
  open var numberOfTapsRequired = 1 {
    willSet { precondition(newValue >= 1, "a tap takes a press, not \(newValue)") }
  }

  /// How many fingers it takes; kept, and without effect.
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero
  private var taps = 0
  private var timer: MediaTimer?

  /// Remembers where the press began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    timer?.cancel()
    timer = nil
    lastTouch = touches.first
    start = location(in: nil)
  }

  /// Fails when the pointer strays.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let now = location(in: nil)
    if hypot(now.x - start.x, now.y - start.y) > Self.slack { state = .failed }
  }

  /// Recognises, if it was the tap that counts; waits a moment for another one otherwise.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    taps += 1
    if max(taps, touches.first?.tapCount ?? 1) >= numberOfTapsRequired {
      state = .ended
    } else if let window = view?.window, window.context != nil {
      timer = MediaTimer(after: Self.pause, in: window) { [weak self] in self?.state = .failed }
    } else {
      state = .failed
    }
  }

  override var waitsForTouches: Bool { timer != nil }

  /// Forgets the presses.
  open override func reset() {
    super.reset()
    taps = 0
    timer?.cancel()
    timer = nil
  }

  /// A tap does not keep one of more presses from being seen.
  open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let tap = preventedGestureRecognizer as? UITapGestureRecognizer else {
      return super.canPrevent(preventedGestureRecognizer)
    }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }
}

/// Sees the button held down in one place.
///
/// It begins when the time is over, changes with the pointer, and ends with the release.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// Seconds for which the button has to be down; 0.5 unless set.
  ///
  /// - Precondition: Finite and not negative.
  open var minimumPressDuration: TimeInterval = 0.5 {
    willSet {
      precondition(
        newValue >= 0 && newValue.isFinite, "a press cannot have to last \(newValue) seconds")
    }
  }

  /// Points that the pointer may stray meanwhile; 10 unless set.
  open var allowableMovement: CGFloat = 10

  /// How many short presses have to come before the long one; 0 unless set.
  open var numberOfTapsRequired = 0

  /// How many fingers it takes; kept, and without effect.
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero
  private var timer: MediaTimer?

  /// Begins to wait.
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

  /// Fails when the pointer strays before the time is over; changes afterwards.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else {
      state = .changed
      return
    }
    let now = location(in: nil)
    if hypot(now.x - start.x, now.y - start.y) > allowableMovement { state = .failed }
  }

  /// Ends a long press; a short one fails.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }

  /// Forgets the press.
  open override func reset() {
    super.reset()
    timer?.cancel()
    timer = nil
  }
}
