// TouchTracker.swift
// Stage: events. The pointer's press, moves and release come in; touches go to recognisers and to
// the view that was hit.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Follows one press of the pointer through a window.
@MainActor
final class TouchTracker {
  private var touch: UITouch?
  private var recognizers: [UIGestureRecognizer] = []
  /// Whether a recogniser has taken the touch away from the view.
  private var isTaken = false

  /// Whether the button is down.
  var isTracking: Bool { touch != nil }

  /// Starts a touch at the view under a point of the window's coordinates.
  func begin(at point: CGPoint, clicks: Int, time: TimeInterval, in window: UIWindow) {
    // A press whose release got lost, outside of the window perhaps.
    cancel()
    guard let view = window.hitTest(point, with: nil) else { return }
    let touch = UITouch()
    touch.window = window
    touch.view = view
    touch.tapCount = max(clicks, 1)
    touch.timestamp = time
    touch.windowLocation = point
    touch.previousWindowLocation = point
    self.touch = touch
    isTaken = false
    recognizers = Self.recognizers(for: touch, from: view)
    touch.gestureRecognizers = recognizers
    for recognizer in recognizers { recognizer.begin(self) }
    send(touch, recogniser: { $0.touchesBegan($1, with: $2) }) { $0.touchesBegan($1, with: $2) }
  }

  /// Moves the touch; without one, does nothing.
  func move(to point: CGPoint, time: TimeInterval) {
    guard let touch, point != touch.windowLocation else { return }
    touch.previousWindowLocation = touch.windowLocation
    touch.windowLocation = point
    touch.timestamp = time
    touch.phase = .moved
    send(touch, recogniser: { $0.touchesMoved($1, with: $2) }) { $0.touchesMoved($1, with: $2) }
  }

  /// Ends the touch; without one, does nothing.
  func end(at point: CGPoint, time: TimeInterval) {
    guard let touch else { return }
    touch.previousWindowLocation = touch.windowLocation
    touch.windowLocation = point
    touch.timestamp = time
    touch.phase = .ended
    send(touch, recogniser: { $0.touchesEnded($1, with: $2) }) { $0.touchesEnded($1, with: $2) }
    finish()
  }

  /// Takes the touch away from everybody; without one, does nothing.
  func cancel() {
    guard let touch else { return }
    touch.phase = .cancelled
    send(touch, recogniser: { $0.touchesCancelled($1, with: $2) }) {
      $0.touchesCancelled($1, with: $2)
    }
    finish()
  }

  /// Decides whether a recogniser may recognise; if so the others fail and the view loses the touch.
  func claim(_ recognizer: UIGestureRecognizer) -> Bool {
    guard recognizers.contains(recognizer),
      recognizer.view?.gestureRecognizerShouldBegin(recognizer) ?? true
    else { return false }
    for other in recognizers where other !== recognizer && other.state == .possible {
      other.state = .failed
    }
    if recognizer.cancelsTouchesInView, !isTaken, let touch {
      isTaken = true
      let phase = touch.phase
      touch.phase = .cancelled
      touch.view?.touchesCancelled([touch], with: event(touch))
      touch.phase = phase
    }
    return true
  }

  private func event(_ touch: UITouch) -> UIEvent {
    UIEvent(type: .touches, timestamp: touch.timestamp, touches: [touch])
  }

  private func send(
    _ touch: UITouch, recogniser: (UIGestureRecognizer, Set<UITouch>, UIEvent) -> Void,
    view: (UIView, Set<UITouch>, UIEvent) -> Void
  ) {
    let event = event(touch)
    for recognizer in recognizers where recognizer.wantsTouches {
      recogniser(recognizer, [touch], event)
    }
    if !isTaken, let target = touch.view { view(target, [touch], event) }
  }

  private func finish() {
    for recognizer in recognizers { recognizer.finish() }
    recognizers = []
    touch = nil
  }

  /// Recognisers of the view and of those above it, the nearest first.
  private static func recognizers(for touch: UITouch, from view: UIView) -> [UIGestureRecognizer] {
    var result: [UIGestureRecognizer] = []
    var current: UIView? = view
    while let some = current {
      for recognizer in some.gestureRecognizers ?? [] where recognizer.isEnabled {
        // A control's own press wins over taps and drags of what it lies on.
        if view is UIControl, some !== view { continue }
        result.append(recognizer)
      }
      current = some.superview
    }
    return result
  }
}
