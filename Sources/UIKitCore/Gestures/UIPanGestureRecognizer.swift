// UIPanGestureRecognizer.swift
// Recognises drags.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Recognises drags.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  private var start = CGPoint.zero
  private var base = CGPoint.zero
  private var recent: [(time: TimeInterval, point: CGPoint)] = []

  /// Points that the pointer must move before the drag begins.
  package var threshold: CGFloat = 10

  /// The least number of fingers. Stored, without effect.
  open var minimumNumberOfTouches = 1

  /// The greatest number of fingers. Stored, without effect.
  open var maximumNumberOfTouches = Int.max

  /// Returns the translation of the drag, in points of a view.
  open func translation(in view: UIView?) -> CGPoint {
    let (now, from) = (location(in: view), view?.convert(base, from: nil) ?? base)
    return CGPoint(x: now.x - from.x, y: now.y - from.y)
  }

  /// Sets the translation of the drag, in points of a view.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    let now = location(in: view)
    let from = CGPoint(x: now.x - translation.x, y: now.y - translation.y)
    base = view?.convert(from, to: nil) ?? from
  }

  /// Returns the velocity over the last 0.1 s, in points of a view per second.
  open func velocity(in view: UIView?) -> CGPoint {
    guard let last = recent.last, let first = recent.first(where: { last.time - $0.time <= 0.1 }),
      last.time > first.time
    else { return .zero }
    let time = CGFloat(last.time - first.time)
    let (from, to) =
      view.map { ($0.convert(first.point, from: nil), $0.convert(last.point, from: nil)) }
      ?? (first.point, last.point)
    return CGPoint(x: (to.x - from.x) / time, y: (to.y - from.y) / time)
  }

  /// Remembers a place. Events that arrived together have one time, and only the last of them counts: of a quick mouse,
  /// any number would have none between them.
  private func record(_ time: TimeInterval) {
    if recent.count > 1, recent.last?.time == time { recent.removeLast() }
    recent.append((time, location(in: nil)))
    if recent.count > 16 { recent.removeFirst() }
  }

  /// Records the start of the drag.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    lastTouch = touches.first
    start = location(in: nil)
    base = start
    recent = []
    record(event.timestamp)
  }

  /// Begins once the pointer has moved past the threshold, then changes.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    record(event.timestamp)
    let now = location(in: nil)
    if state != .possible {
      state = .changed
    } else if hypot(now.x - start.x, now.y - start.y) >= threshold {
      state = .began
    }
  }

  /// Ends the drag.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    // A pointer that rested before the release has no velocity.
    record(event.timestamp)
    state = state == .possible ? .failed : .ended
  }
}
