// SpringConversion.swift
// From the ways in which UIKit says a spring to mass, stiffness and damping (semantics 7.2). Pure.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// A spring of mass 1 as UIKit's calls mean it, and how long its layer animations last.
///
///     let spring = SpringConversion(dampingRatio: 0.5, velocity: 0, duration: 1)
///     spring.stiffness  // 161.7
///
/// Source: semantics 7.2.
struct SpringConversion: Hashable {
  /// Newtons a point, with a mass of 1; positive.
  var stiffness: Double
  /// Newton seconds a point, with a mass of 1; not negative.
  var damping: Double
  /// Distances a second at the start, positive towards the target.
  var velocity: Double
  /// Seconds that a layer animation of it lasts.
  var duration: TimeInterval
  /// Whether a damping above the critical one creeps.
  var allowsOverdamping: Bool

  /// Creates the spring that fills a duration: a thousandth of its swing is left at the end.
  ///
  /// - Parameters:
  ///   - dampingRatio: 1 does not swing; clamped to 0.01...1.
  ///   - velocity: Distances a second.
  ///   - duration: Seconds, positive.
  init(dampingRatio: Double, velocity: Double, duration: TimeInterval) {
    let ratio = min(max(dampingRatio, 0.01), 1)
    let frequency = Spring.frequency(dampingRatio: ratio, velocity: velocity, duration: duration)
    stiffness = frequency * frequency
    damping = 2 * ratio * frequency
    self.velocity = velocity
    self.duration = duration
    allowsOverdamping = false
  }

  /// Creates a spring by how long it seems to take, in seconds, and how much it bounces, -1...1; it
  /// lasts until it has settled.
  init(perceptualDuration: TimeInterval, bounce: Double, velocity: Double) {
    let spring = CASpringAnimation(perceptualDuration: perceptualDuration, bounce: bounce)
    spring.initialVelocity = velocity
    (stiffness, damping) = (spring.stiffness, spring.damping)
    self.velocity = velocity
    duration = spring.settlingDuration
    allowsOverdamping = true
  }

  /// Returns a layer animation of the spring, with its duration; it has no ends yet.
  func makeAnimation(keyPath: String) -> CASpringAnimation {
    let animation = CASpringAnimation(keyPath: keyPath)
    (animation.stiffness, animation.damping) = (stiffness, damping)
    animation.initialVelocity = velocity
    animation.allowsOverdamping = allowsOverdamping
    animation.duration = duration
    animation.timingFunction = nil
    return animation
  }
}
