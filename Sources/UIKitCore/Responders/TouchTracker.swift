// TouchTracker.swift
// Stage: events. The pointer's press, moves and release come in; touches go to recognisers and to
// the view that was hit. Decides which of several gestures may be seen.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Follows the pointer's presses through a window.
///
/// Recognisers come to it with a press and stay until their gesture was seen or has failed: one that
/// waits for a second press, or for another to fail, outlives the first.
@MainActor
final class TouchTracker {
  enum Verdict { case go, wait, fail }

  private var touch: UITouch?
  /// Those that look at the touch, or have not made up their minds about an earlier one.
  private var recognizers: [UIGestureRecognizer] = []
  /// Whether a recogniser has taken the touch away from the view.
  private var isTaken = false
  /// Whether the view was told that the touch has begun.
  private var isKnownToView = false
  /// The touch of which the view does not know that it has ended.
  private var heldEnd: UITouch?
  /// Whether an event is being handed out; who has made up their mind meanwhile stays until its end.
  private var isSending = false

  /// Whether the button is down.
  var isTracking: Bool { touch != nil }

  /// Starts a touch at the view under a point of the window's coordinates.
  func begin(at point: CGPoint, clicks: Int, time: TimeInterval, in window: UIWindow) {
    // A press whose release got lost, outside of the window perhaps.
    if touch != nil { cancel() }
    deliverHeldEnd()
    guard let view = window.hitTest(point, with: nil) else { return }
    let touch = UITouch()
    touch.window = window
    touch.view = view
    touch.tapCount = max(clicks, 1)
    touch.timestamp = time
    touch.windowLocation = point
    touch.previousWindowLocation = point
    let new = Self.recognizers(for: touch, from: view)
    // What waited for another press there waits in vain.
    sending {
      for old in recognizers where old.waitsForTouches && !new.contains(old) {
        old.state = .failed
      }
    }
    self.touch = touch
    (isTaken, isKnownToView) = (false, false)
    recognizers += new.filter { !recognizers.contains($0) }
    touch.gestureRecognizers = new
    for recognizer in new { recognizer.attach(to: self) }
    sending {
      tell(touch) { $0.touchesBegan($1, with: $2) }
      releaseBegin()
    }
  }

  /// Moves the touch; without one, does nothing.
  func move(to point: CGPoint, time: TimeInterval) {
    guard let touch, point != touch.windowLocation else { return }
    touch.previousWindowLocation = touch.windowLocation
    touch.windowLocation = point
    touch.timestamp = time
    touch.phase = .moved
    sending {
      tell(touch) { $0.touchesMoved($1, with: $2) }
      releaseBegin()
      if isKnownToView, !isTaken { touch.view?.touchesMoved([touch], with: event(touch)) }
    }
  }

  /// Ends the touch; without one, does nothing.
  func end(at point: CGPoint, time: TimeInterval) {
    guard let touch else { return }
    touch.previousWindowLocation = touch.windowLocation
    touch.windowLocation = point
    touch.timestamp = time
    touch.phase = .ended
    sending {
      tell(touch) { $0.touchesEnded($1, with: $2) }
      // Those that saw nothing and wait for nothing have failed.
      for recognizer in recognizers where recognizer.state == .possible && !recognizer.isUndecided {
        recognizer.state = .failed
      }
      if !isTaken {
        heldEnd = touch
        if !recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded }) {
          deliverHeldEnd()
        }
      }
      self.touch = nil
    }
  }

  /// Takes the touch away from everybody; without one, ends what still waits.
  func cancel() {
    deliverHeldEnd()
    sending {
      // Nobody comes to their turn because another gives up.
      for recognizer in recognizers where recognizer.pending != nil { recognizer.state = .failed }
      if let touch {
        touch.phase = .cancelled
        tell(touch) { $0.touchesCancelled($1, with: $2) }
        if isKnownToView, !isTaken { touch.view?.touchesCancelled([touch], with: event(touch)) }
      }
      touch = nil
      for recognizer in recognizers { recognizer.state = .cancelled }
    }
  }

  // MARK: Who may

  /// Says whether a recogniser that has seen its gesture may enter it.
  func verdict(on recognizer: UIGestureRecognizer) -> Verdict {
    guard recognizers.contains(recognizer) else { return .fail }
    for other in recognizers where other !== recognizer {
      if other.hasRecognized && (other.prevents(recognizer) || recognizer.waits(for: other)) {
        return .fail
      }
    }
    for other in recognizers
    where other !== recognizer && other.state == .possible && recognizer.waits(for: other) {
      return .wait
    }
    return recognizer.mayBegin ? .go : .fail
  }

  /// Takes the touch away from the view, if the gesture does so.
  func willRecognize(_ recognizer: UIGestureRecognizer) {
    guard recognizer.cancelsTouchesInView, !isTaken, let touch = touch ?? heldEnd else { return }
    isTaken = true
    heldEnd = nil
    guard isKnownToView else { return }
    let phase = touch.phase
    touch.phase = .cancelled
    touch.view?.touchesCancelled([touch], with: event(touch))
    touch.phase = phase
  }

  /// Makes those fail that a gesture leaves no room for.
  func didRecognize(_ recognizer: UIGestureRecognizer) {
    for other in recognizers where other !== recognizer && other.state == .possible {
      if recognizer.prevents(other) || other.waits(for: recognizer) { other.state = .failed }
    }
    if !isSending { settle() }
  }

  /// Lets those go on that waited for one to fail.
  func didFail(_ recognizer: UIGestureRecognizer) {
    for other in recognizers where other.pending != nil { other.retry() }
    if !isSending {
      releaseBegin()
      settle()
    }
  }

  // MARK: Delivering

  private func event(_ touch: UITouch) -> UIEvent {
    UIEvent(type: .touches, timestamp: touch.timestamp, touches: [touch])
  }

  /// Hands out an event, and then lets those go that have made up their minds.
  private func sending(_ body: () -> Void) {
    let wasSending = isSending
    isSending = true
    body()
    isSending = wasSending
    if !isSending { settle() }
  }

  private func tell(
    _ touch: UITouch, _ method: (UIGestureRecognizer, Set<UITouch>, UIEvent) -> Void
  ) {
    let event = event(touch)
    for recognizer in recognizers
    where recognizer.wantsTouches && touch.gestureRecognizers?.contains(recognizer) ?? false {
      method(recognizer, [touch], event)
    }
  }

  /// Tells the view that the touch has begun, unless somebody may still take it unseen.
  private func releaseBegin() {
    guard !isKnownToView, !isTaken, let touch,
      !recognizers.contains(where: { $0.delaysTouchesBegan && $0.state == .possible })
    else { return }
    deliverBegin(touch)
  }

  private func deliverBegin(_ touch: UITouch) {
    isKnownToView = true
    let phase = touch.phase
    touch.phase = .began
    touch.view?.touchesBegan([touch], with: event(touch))
    touch.phase = phase
  }

  private func deliverHeldEnd() {
    guard let touch = heldEnd else { return }
    heldEnd = nil
    if !isKnownToView { deliverBegin(touch) }
    touch.view?.touchesEnded([touch], with: event(touch))
  }

  /// Lets go of those that have made up their minds, once the button is up.
  private func settle() {
    guard touch == nil else { return }
    if !recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded }) {
      deliverHeldEnd()
    }
    let done = recognizers.filter { !$0.isUndecided }
    recognizers.removeAll { done.contains($0) }
    for recognizer in done { recognizer.finish() }
  }

  /// Recognisers of the view and of those above it, the nearest first.
  private static func recognizers(for touch: UITouch, from view: UIView) -> [UIGestureRecognizer] {
    var result: [UIGestureRecognizer] = []
    var current: UIView? = view
    while let some = current {
      for recognizer in some.gestureRecognizers ?? [] where recognizer.isEnabled {
        // A control's own press wins over taps and drags of what it lies on.
        if view is UIControl, some !== view { continue }
        if recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) == false {
          continue
        }
        result.append(recognizer)
      }
      current = some.superview
    }
    return result
  }
}
