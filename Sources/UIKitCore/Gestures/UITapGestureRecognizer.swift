// UITapGestureRecognizer.swift
// Recognises one or more short presses in one place.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface

/// Recognises one or more presses in the same place.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// Points that the pointer may move between press and release.
  static let slack: CGFloat = 10

  /// The number of presses required, in quick succession: 1 or more. Default 1.
  open var numberOfTapsRequired = 1 {
    didSet {
      numberOfTapsRequired = nearest(
        numberOfTapsRequired, atLeast: 1, "numberOfTapsRequired of a tap")
    }
  }

  /// The number of fingers required. Stored, without effect.
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero
  private var taps = 0
  private var timer: MediaTimer?

  /// Records the start of the press.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    timer?.cancel()
    timer = nil
    lastTouch = touches.first
    start = location(in: nil)
  }

  /// Fails when the pointer moves too far.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let now = location(in: nil)
    if hypot(now.x - start.x, now.y - start.y) > Self.slack { state = .failed }
  }

  /// Recognises after the required number of taps; otherwise waits for the next press.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    taps += 1
    if max(taps, touches.first?.tapCount ?? 1) >= numberOfTapsRequired {
      state = .ended
    } else if let window = view?.window, window.context != nil {
      timer = MediaTimer(after: InputEvent.longestPause, in: window) { [weak self] in
        self?.state = .failed
      }
    } else {
      state = .failed
    }
  }

  override var waitsForTouches: Bool { timer != nil }

  /// Resets the count of presses.
  open override func reset() {
    super.reset()
    taps = 0
    timer?.cancel()
    timer = nil
  }

  /// A tap does not prevent a recogniser of more presses.
  open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let tap = preventedGestureRecognizer as? UITapGestureRecognizer else {
      return super.canPrevent(preventedGestureRecognizer)
    }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }
}
