// UIPanGestureRecognizer.swift
// Movements with the button down: drags and swipes.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Sees the pointer dragged.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  private var start = CGPoint.zero
  private var base = CGPoint.zero
  private var recent: [(time: TimeInterval, point: CGPoint)] = []

  /// Points that the pointer has to move before it counts as dragged.
  package var threshold: CGFloat = 10

  /// The least number of fingers; kept, and without effect.
  open var minimumNumberOfTouches = 1

  /// The greatest number of fingers; kept, and without effect.
  open var maximumNumberOfTouches = Int.max

  /// Returns how far the pointer was dragged, in points of a view.
  open func translation(in view: UIView?) -> CGPoint {
    let (now, from) = (location(in: view), view?.convert(base, from: nil) ?? base)
    return CGPoint(x: now.x - from.x, y: now.y - from.y)
  }

  /// Counts the distance anew, from a translation in points of a view.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    let now = location(in: view)
    let from = CGPoint(x: now.x - translation.x, y: now.y - translation.y)
    base = view?.convert(from, to: nil) ?? from
  }

  /// Returns how fast the pointer moves, in points of a view per second, over the last tenth of one.
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

  private func note(_ time: TimeInterval) {
    recent.append((time, location(in: nil)))
    if recent.count > 16 { recent.removeFirst() }
  }

  /// Remembers where the drag began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    lastTouch = touches.first
    start = location(in: nil)
    base = start
    recent = []
    note(event.timestamp)
  }

  /// Begins once the pointer has moved far enough, then changes.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    note(event.timestamp)
    let now = location(in: nil)
    if state != .possible {
      state = .changed
    } else if hypot(now.x - start.x, now.y - start.y) >= threshold {
      state = .began
    }
  }

  /// Ends the drag.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    // A pointer that stood before it was let go has no speed.
    note(event.timestamp)
    state = state == .possible ? .failed : .ended
  }
}

/// Sees the pointer moved quickly in one direction.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Where to.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the right.
    public static let right = Direction(rawValue: 1)
    /// To the left.
    public static let left = Direction(rawValue: 2)
    /// Upwards.
    public static let up = Direction(rawValue: 4)
    /// Downwards.
    public static let down = Direction(rawValue: 8)
  }

  /// Points that the pointer has to move, and may stray across.
  private static let distance: CGFloat = 50
  private static let slack: CGFloat = 30
  /// Seconds within which it has to.
  private static let seconds: TimeInterval = 0.5

  /// Which directions count; to the right unless set.
  open var direction = Direction.right

  /// How many fingers it takes; kept, and without effect.
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero
  private var begin: TimeInterval = 0

  /// Remembers where the movement began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    lastTouch = touches.first
    (start, begin) = (location(in: nil), event.timestamp)
  }

  /// Recognises once the pointer has moved far enough; fails when it is too slow or strays.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard event.timestamp - begin <= Self.seconds else {
      state = .failed
      return
    }
    let now = location(in: nil)
    let (x, y) = (now.x - start.x, now.y - start.y)
    let ways: [(Direction, along: CGFloat, across: CGFloat)] = [
      (.right, x, y), (.left, -x, y), (.down, y, x), (.up, -y, x),
    ]
    let open = ways.filter {
      direction.contains($0.0) && $0.along > -Self.slack && abs($0.across) <= Self.slack
    }
    if open.isEmpty {
      state = .failed
    } else if open.contains(where: { $0.along >= Self.distance }) {
      state = .ended
    }
  }

  /// A movement that was too short fails.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .failed
  }
}
