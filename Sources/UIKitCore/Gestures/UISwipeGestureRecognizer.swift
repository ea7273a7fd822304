// UISwipeGestureRecognizer.swift
// Recognises a quick movement in one direction.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Recognises a quick movement in one direction.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// The directions of a swipe.
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

  /// Points that the pointer must move along, and may move across.
  private static let distance: CGFloat = 50
  private static let slack: CGFloat = 30
  /// The longest time of a swipe, in seconds.
  private static let seconds: TimeInterval = 0.5

  /// The directions that are recognised. Default right.
  open var direction = Direction.right

  /// The number of fingers required. Stored, without effect.
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero
  private var begin: TimeInterval = 0

  /// Records the start of the movement.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    lastTouch = touches.first
    (start, begin) = (location(in: nil), event.timestamp)
  }

  /// Recognises once the pointer has moved far enough; fails when it is too slow or off course.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard event.timestamp - begin <= Self.seconds else {
      state = .failed
      return
    }
    let now = location(in: nil)
    let (x, y) = (now.x - start.x, now.y - start.y)
    let candidates: [(Direction, along: CGFloat, across: CGFloat)] = [
      (.right, x, y), (.left, -x, y), (.down, y, x), (.up, -y, x),
    ]
    let matching = candidates.filter {
      direction.contains($0.0) && $0.along > -Self.slack && abs($0.across) <= Self.slack
    }
    if matching.isEmpty {
      state = .failed
    } else if matching.contains(where: { $0.along >= Self.distance }) {
      state = .ended
    }
  }

  /// Fails: the movement was too short.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .failed
  }
}
