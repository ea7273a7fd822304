// TouchTracker.swift
// Stage: events. Pointer presses, moves and releases come in; touches go to the view that UIView.hitTest finds, and
// to the recognisers of that view and its superviews. Decides which of several gestures wins.
//
// This folder: touches, keys, the responder chain, and the decision between gesture recognizers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Follows the pointer's touches through a window.
///
/// Recognisers join with a touch and stay until they have recognised or failed. One that waits for a
/// second press, or for another recogniser to fail, outlives its first touch.
@MainActor
final class TouchTracker {
  enum Verdict { case begin, wait, fail }

  private var touch: UITouch?
  /// Recognisers of the current touch, plus any still undecided about an earlier one.
  private var recognizers: [UIGestureRecognizer] = []
  /// Whether a recogniser has cancelled the view's touch.
  private var isCancelled = false
  /// Whether `touchesBegan` was delivered to the view.
  private var didDeliverBegin = false
  /// The touch whose end is not yet delivered to the view.
  private var pendingEnd: UITouch?
  /// Whether an event is being delivered; decided recognisers are removed only afterwards.
  private var isDelivering = false

  /// Whether the button is down.
  var isTracking: Bool { touch != nil }

  /// Begins a touch at the view under a point of the window's coordinates.
  func begin(at point: CGPoint, clicks: Int, time: TimeInterval, in window: UIWindow) {
    // The release of an earlier press was lost, perhaps outside of the window.
    if touch != nil { cancel() }
    deliverPendingEnd()
    guard let view = window.hitTest(point, with: nil) else { return }
    let touch = UITouch()
    touch.window = window
    touch.view = view
    touch.tapCount = max(clicks, 1)
    touch.timestamp = time
    touch.windowLocation = point
    touch.previousWindowLocation = point
    let new = Self.recognizers(for: touch, from: view)
    // Recognisers elsewhere that waited for another press fail.
    deliver {
      for old in recognizers where old.waitsForTouches && !new.contains(old) {
        old.state = .failed
      }
    }
    self.touch = touch
    (isCancelled, didDeliverBegin) = (false, false)
    recognizers += new.filter { !recognizers.contains($0) }
    touch.gestureRecognizers = new
    for recognizer in new { recognizer.attach(to: self) }
    deliver {
      forward(touch) { $0.touchesBegan($1, with: $2) }
      deliverBeginIfAllowed()
    }
  }

  /// Moves the touch; without one, does nothing.
  func move(to point: CGPoint, time: TimeInterval) {
    guard let touch, point != touch.windowLocation else { return }
    touch.previousWindowLocation = touch.windowLocation
    touch.windowLocation = point
    touch.timestamp = time
    touch.phase = .moved
    deliver {
      forward(touch) { $0.touchesMoved($1, with: $2) }
      deliverBeginIfAllowed()
      if didDeliverBegin, !isCancelled { touch.view?.touchesMoved([touch], with: event(touch)) }
    }
  }

  /// Ends the touch; without one, does nothing.
  func end(at point: CGPoint, time: TimeInterval) {
    guard let touch else { return }
    touch.previousWindowLocation = touch.windowLocation
    touch.windowLocation = point
    touch.timestamp = time
    touch.phase = .ended
    deliver {
      forward(touch) { $0.touchesEnded($1, with: $2) }
      // Recognisers that did not recognise and do not wait have failed.
      for recognizer in recognizers where recognizer.state == .possible && !recognizer.isUndecided {
        recognizer.state = .failed
      }
      if !isCancelled {
        pendingEnd = touch
        if !recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded }) {
          deliverPendingEnd()
        }
      }
      self.touch = nil
    }
  }

  /// Cancels the touch for view and recognisers, and ends those that still wait.
  func cancel() {
    deliverPendingEnd()
    deliver {
      // Cancelling must not trigger recognisers that were waiting on another.
      for recognizer in recognizers where recognizer.pending != nil { recognizer.state = .failed }
      if let touch {
        touch.phase = .cancelled
        forward(touch) { $0.touchesCancelled($1, with: $2) }
        if didDeliverBegin, !isCancelled {
          touch.view?.touchesCancelled([touch], with: event(touch))
        }
      }
      touch = nil
      for recognizer in recognizers { recognizer.state = .cancelled }
    }
  }

  // MARK: Arbitration

  /// Returns whether a recogniser that has detected its gesture may begin, must wait, or fails.
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
    return recognizer.mayBegin ? .begin : .fail
  }

  /// Cancels the view's touch, if the recogniser is set to.
  func willRecognize(_ recognizer: UIGestureRecognizer) {
    guard recognizer.cancelsTouchesInView, !isCancelled, let touch = touch ?? pendingEnd else {
      return
    }
    isCancelled = true
    pendingEnd = nil
    guard didDeliverBegin else { return }
    let phase = touch.phase
    touch.phase = .cancelled
    touch.view?.touchesCancelled([touch], with: event(touch))
    touch.phase = phase
  }

  /// Fails the recognisers that a recognised gesture prevents.
  func didRecognize(_ recognizer: UIGestureRecognizer) {
    for other in recognizers where other !== recognizer && other.state == .possible {
      if recognizer.prevents(other) || other.waits(for: recognizer) { other.state = .failed }
    }
    if !isDelivering { removeDecided() }
  }

  /// Retries the recognisers that waited for one to fail.
  func didFail(_ recognizer: UIGestureRecognizer) {
    for other in recognizers where other.pending != nil { other.retry() }
    if !isDelivering {
      deliverBeginIfAllowed()
      removeDecided()
    }
  }

  // MARK: Delivery

  private func event(_ touch: UITouch) -> UIEvent {
    UIEvent(type: .touches, timestamp: touch.timestamp, touches: [touch])
  }

  /// Delivers an event, then removes decided recognisers.
  private func deliver(_ body: () -> Void) {
    let wasDelivering = isDelivering
    isDelivering = true
    body()
    isDelivering = wasDelivering
    if !isDelivering { removeDecided() }
  }

  private func forward(
    _ touch: UITouch, _ method: (UIGestureRecognizer, Set<UITouch>, UIEvent) -> Void
  ) {
    let event = event(touch)
    for recognizer in recognizers
    where recognizer.needsTouches && touch.gestureRecognizers?.contains(recognizer) ?? false {
      method(recognizer, [touch], event)
    }
  }

  /// Delivers `touchesBegan` to the view, unless a recogniser still delays it.
  private func deliverBeginIfAllowed() {
    guard !didDeliverBegin, !isCancelled, let touch,
      !recognizers.contains(where: { $0.delaysTouchesBegan && $0.state == .possible })
    else { return }
    deliverBegin(touch)
  }

  private func deliverBegin(_ touch: UITouch) {
    didDeliverBegin = true
    let phase = touch.phase
    touch.phase = .began
    touch.view?.touchesBegan([touch], with: event(touch))
    touch.phase = phase
  }

  private func deliverPendingEnd() {
    guard let touch = pendingEnd else { return }
    pendingEnd = nil
    if !didDeliverBegin { deliverBegin(touch) }
    touch.view?.touchesEnded([touch], with: event(touch))
  }

  /// Removes decided recognisers, once the button is up.
  private func removeDecided() {
    guard touch == nil else { return }
    if !recognizers.contains(where: { $0.isUndecided && $0.delaysTouchesEnded }) {
      deliverPendingEnd()
    }
    let done = recognizers.filter { !$0.isUndecided }
    recognizers.removeAll { done.contains($0) }
    for recognizer in done { recognizer.finish() }
  }

  /// The recognisers of the view and its superviews, nearest first.
  private static func recognizers(for touch: UITouch, from view: UIView) -> [UIGestureRecognizer] {
    var result: [UIGestureRecognizer] = []
    var current: UIView? = view
    while let some = current {
      for recognizer in some.gestureRecognizers ?? []
      where recognizer.isEnabled && recognizer.receivesTouches {
        if view.blocksAncestorGestures, some !== view { continue }
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
