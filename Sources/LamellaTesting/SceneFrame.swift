// SceneFrame.swift
// The frames of a scene, and what a test verifies of them: nothing late, nothing uneven, nothing behind.
//
// SPDX-License-Identifier: MIT

import Compositor
public import UIKit

/// One frame of a scene. Times are seconds since the scene was opened.
public struct SceneFrame: Hashable, Sendable {
  /// The time at which every animation was evaluated.
  public let time: TimeInterval
  /// The time at which the frame was on the virtual screen.
  public let display: TimeInterval
  /// Refreshes that still showed the frame before, although something moved. 0 for a frame in time.
  public let missedRefreshes: Int
  /// The step of the animation minus the step of the display, in seconds: positive when the animation jumped
  /// ahead. 0 while nothing moves.
  public let animationError: TimeInterval
  /// Seconds by which what a layer draws for its custom properties is behind everything else.
  public let skew: TimeInterval
  /// The number of animations on layers of the window.
  public let animations: Int

  init(_ record: FrameRecord, after previous: FrameRecord?) {
    let interval = previous.map { FrameInterval(from: $0, to: record) }
    (time, display) = (record.time, record.display)
    missedRefreshes = interval?.missed ?? 0
    animationError = interval.map { $0.counts ? $0.animationError : 0 } ?? 0
    (skew, animations) = (record.skew, record.animations)
  }
}

extension OffscreenScene {
  /// The total of missed refreshes since a time, in seconds. Default since the scene was opened.
  public func missedRefreshes(since time: TimeInterval = 0) -> Int {
    frames.reduce(0) { $0 + ($1.time >= time ? $1.missedRefreshes : 0) }
  }

  /// Verifies that no frame was late.
  ///
  /// On the virtual clock work takes no time: a frame is late because of ``block(for:)``.
  ///
  /// - Parameter time: In seconds. Default 0, for all frames.
  /// - Throws: A ``SceneFailure`` that names the first late frame.
  public func verifyNoHitch(since time: TimeInterval = 0) throws(SceneFailure) {
    guard let late = frames.first(where: { $0.time >= time && $0.missedRefreshes > 0 }) else {
      return
    }
    throw SceneFailure(
      "The frame at \(late.display) s was late by \(late.missedRefreshes) of "
        + "\(missedRefreshes(since: time)) missed refreshes.")
  }

  /// Verifies that custom properties were drawn for the time of every frame, and that the steps of animations were
  /// as even as those of the screen.
  ///
  /// - Parameters:
  ///   - tolerance: The most seconds of skew and of animation error. Default a millionth.
  ///   - time: In seconds. Default 0, for all frames.
  /// - Throws: A ``SceneFailure`` that names the first such frame.
  public func verifyNoSkew(
    within tolerance: TimeInterval = 1e-6, since time: TimeInterval = 0
  ) throws(SceneFailure) {
    for frame in frames where frame.time >= time {
      if frame.skew > tolerance {
        throw SceneFailure(
          "In the frame at \(frame.time) s custom properties were \(frame.skew) s behind.")
      }
      if abs(frame.animationError) > tolerance {
        throw SceneFailure(
          "In the frame at \(frame.time) s animations stepped \(frame.animationError) s too far.")
      }
    }
  }

  /// Verifies the keys of the animations on a layer, in any order.
  ///
  /// - Parameters:
  ///   - keys: Such as `["position", "opacity"]`. Empty for no animation.
  ///   - layer: A layer of the window.
  /// - Throws: A ``SceneFailure`` with the keys that there are.
  public func verifyAnimationKeys(_ keys: [String], of layer: CALayer) throws(SceneFailure) {
    CATransaction.flush()
    let found = (layer.animationKeys() ?? []).sorted()
    guard found != keys.sorted() else { return }
    throw SceneFailure("The layer animates \(found), not \(keys.sorted()).")
  }
}

/// A record of what happened in which order: completions, delegates, notifications.
///
/// ```swift
/// let order = EventOrder()
/// UIView.animate(withDuration: 0.5, animations: move) { _ in order.note("move") }
/// UIView.animate(withDuration: 0.2, animations: fade) { _ in order.note("fade") }
/// try scene.finish()
/// try order.verify(["fade", "move"])
/// ```
@MainActor public final class EventOrder {
  /// What was noted, oldest first.
  public private(set) var names: [String] = []

  /// Creates an empty record.
  public init() {}

  /// Notes that something happened.
  ///
  /// - Parameter name: Any word.
  public func note(_ name: String) { names.append(name) }

  /// Verifies what happened, in order.
  ///
  /// - Parameter names: What must have been noted, oldest first.
  /// - Throws: A ``SceneFailure`` with the order that there was.
  public func verify(_ names: [String]) throws(SceneFailure) {
    guard self.names != names else { return }
    throw SceneFailure("The order was \(self.names), not \(names).")
  }
}
