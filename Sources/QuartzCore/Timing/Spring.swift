// Spring.swift
// The parameters of a damped spring, and its settling duration. SpringMotion evaluates it.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A spring that starts one distance away from its rest and moves towards it.
package struct Spring: Hashable, Sendable {
  /// Undamped angular frequency, in radians a second.
  package var frequency: Double
  /// The damping ratio: 1 is critical, less oscillates, more is overdamped.
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

  /// Returns the remaining distance after some seconds: 1 at the start, 0 at rest.
  package func remainder(at time: Double) -> Double {
    SpringMotion(self, duration: 1).remainder(at: time)
  }

  /// Returns the fraction of the distance covered after some seconds.
  package func progress(at time: Double) -> Double { 1 - remainder(at: time) }

  /// Seconds after which less than a thousandth of the distance remains.
  ///
  /// Source: measured from Core Animation. Without damping, the largest finite Float. Critical and overdamped springs
  /// settle on a grid of tenths: a perceptual duration of 1 and a bounce of -0.5 settle after 4.2 s. A rule that is
  /// known from another project's tests alone, 2.6 s for these, is not followed: 1.3 % of the distance would remain,
  /// and an animation of that duration would jump at its end.
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
      // A spring with almost no stiffness never settles; an hour is the limit.
      if time > 3600 { break }
    }
    return time
  }

  /// Returns the frequency at which a spring of a damping ratio fills a duration, as in UIKit: the
  /// largest that leaves a thousandth of the oscillation at the end.
  ///
  /// A spring with too fast a start leaves a thousandth on the far side of its rest instead.
  package static func frequency(
    dampingRatio: Double, velocity: Double, duration: Double
  ) -> Double {
    let (z, v, end) = (dampingRatio, velocity, duration)
    if v == 0 && z < 1 { return log(1000 * z / (1 - z * z).squareRoot()) / (z * end) }
    func left(_ w: Double) -> Double {
      z < 1
        ? (z * w - v) / (w * (1 - z * z).squareRoot()) * exp(-z * w * end)
        : (1 + (w - v) * end) * exp(-w * end)
    }
    // The remainder grows up to its peak, if it has one, and then shrinks.
    let tiny = 1e-6 / end
    let peak =
      v <= 0
      ? tiny
      : z < 1 ? (v + (v * v + 4 * v / end).squareRoot()) / (2 * z) : max(v, tiny)
    if left(peak) > 0.001 {
      var high = peak * 2
      while left(high) > 0.001 { high *= 2 }
      return bisect(peak, high) { left($0) > 0.001 }
    }
    return bisect(tiny, z < 1 ? v / z : v - 1 / end) { left($0) < -0.001 }
  }

  /// Returns the point where a condition that holds at the low end ceases to hold.
  private static func bisect(
    _ low: Double, _ high: Double, while holds: (Double) -> Bool
  ) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
