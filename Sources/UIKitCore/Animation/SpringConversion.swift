// SpringConversion.swift
// UIKit's spring parameters converted to mass, stiffness and damping. Pure.
//
// SPDX-License-Identifier: MIT

package import Foundation
import QuartzCore

/// A spring of mass 1 from UIKit's parameters, with the duration of its layer animations.
///
///     let spring = SpringConversion(dampingRatio: 0.5, velocity: 0, duration: 1)
///     spring.stiffness  // 161.7
///
/// Source: Apple's definition of perceptual springs, measured.
package struct SpringConversion: Hashable {
  /// Newtons per point, for mass 1. Positive.
  package var stiffness: Double
  /// Newton seconds per point, for mass 1. Not negative.
  package var damping: Double
  /// The initial velocity in total distances per second, positive towards the target.
  package var velocity: Double
  /// The duration of its layer animations, in seconds.
  package var duration: TimeInterval
  /// Whether damping above the critical value is overdamped.
  package var allowsOverdamping: Bool

  /// Creates a spring that fills a duration: at its end 0.001 of the amplitude is left.
  ///
  /// - Parameters:
  ///   - dampingRatio: 1 does not oscillate. Clamped to 0.01...1.
  ///   - velocity: Total distances per second.
  ///   - duration: Seconds, positive.
  package init(dampingRatio: Double, velocity: Double, duration: TimeInterval) {
    let ratio = min(max(dampingRatio, 0.01), 1)
    let frequency = Spring.frequency(dampingRatio: ratio, velocity: velocity, duration: duration)
    stiffness = frequency * frequency
    damping = 2 * ratio * frequency
    self.velocity = velocity
    self.duration = duration
    allowsOverdamping = false
  }

  /// Creates a spring from its perceptual duration, in seconds, and its bounce, -1...1. It lasts until
  /// it has settled.
  package init(perceptualDuration: TimeInterval, bounce: Double, velocity: Double) {
    let spring = CASpringAnimation(perceptualDuration: perceptualDuration, bounce: bounce)
    spring.initialVelocity = velocity
    (stiffness, damping) = (spring.stiffness, spring.damping)
    self.velocity = velocity
    duration = spring.settlingDuration
    allowsOverdamping = true
  }

  /// The spring itself.
  var spring: Spring {
    Spring(
      mass: 1, stiffness: stiffness, damping: damping, initialVelocity: velocity,
      allowsOverdamping: allowsOverdamping)
  }

  /// Returns a layer animation of the spring with its duration, without values.
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
