// Spring.swift
// A damped spring in closed form, and how long it takes to settle (semantics 7).
//
// SPDX-License-Identifier: MIT

import Foundation

/// A spring that starts one distance away from its rest and moves towards it.
package struct Spring: Hashable, Sendable {
  /// Undamped angular frequency, in radians a second.
  package var frequency: Double
  /// 1 is critical; less swings, more creeps.
  package var dampingRatio: Double
  /// Distances a second at the start, positive towards the rest.
  package var initialVelocity: Double
  package var allowsOverdamping: Bool

  package init(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double,
    allowsOverdamping: Bool = false
  ) {
    frequency = (stiffness / mass).squareRoot()
    dampingRatio = damping / (2 * (stiffness * mass).squareRoot())
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
  }

  /// Returns what is left of the distance after some seconds: 1 at the start, 0 at rest.
  package func remainder(at time: Double) -> Double {
    let (w, z, v) = (frequency, dampingRatio, initialVelocity)
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      return exp(-z * w * time) * (cos(wd * time) + (z * w - v) / wd * sin(wd * time))
    }
    if z > 1 && allowsOverdamping {
      let root = w * (z * z - 1).squareRoot()
      let (fast, slow) = (-z * w - root, -z * w + root)
      let share = (-v - slow) / (fast - slow)
      return share * exp(fast * time) + (1 - share) * exp(slow * time)
    }
    return exp(-w * time) * (1 + (w - v) * time)
  }

  /// Returns the fraction of the distance covered after some seconds.
  package func progress(at time: Double) -> Double { 1 - remainder(at: time) }

  /// Seconds until less than a thousandth of the distance is left for good.
  ///
  /// Source: measured from Core Animation, semantics 7.1; without damping, the largest finite Float.
  package var settlingDuration: Double {
    let (w, z, v) = (frequency, dampingRatio, initialVelocity)
    if z <= 0 { return Double(Float.greatestFiniteMagnitude) }
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      return log(1000 * (1 + abs(z * w - v) / wd)) / (z * w)
    }
    var time = 0.0
    while abs(remainder(at: time)) >= 0.001 {
      time += 0.1
      // A spring of no stiffness to speak of never arrives; an hour is never, on a screen.
      if time > 3600 { break }
    }
    return time
  }

  /// Returns the frequency that UIKit chooses so that a spring of a damping ratio fills a duration.
  ///
  /// Newton's method from 5 / duration on the equation of semantics 7.2.
  package static func frequency(
    dampingRatio: Double, velocity: Double, duration: Double
  ) -> Double {
    let z = dampingRatio
    if velocity == 0 && z < 1 {
      return log(1000 * z / (1 - z * z).squareRoot()) / (z * duration)
    }
    func f(_ w: Double) -> Double {
      z < 1
        ? (z * w - velocity) / (w * (1 - z * z).squareRoot()) * exp(-z * w * duration) - 0.001
        : (1 + (w - velocity) * duration) * exp(-w * duration) - 0.001
    }
    var w = 5 / duration
    for _ in 0..<12 {
      let step = w * 1e-6
      let slope = (f(w + step) - f(w - step)) / (2 * step)
      guard slope != 0, slope.isFinite else { break }
      w -= f(w) / slope
    }
    return w.isFinite && w > 0 ? w : 5 / duration
  }
}
