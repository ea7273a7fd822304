// Interpolatable.swift
// What it takes to be animated: blend, add, subtract, scale, distance (semantics 3.1, 5).
//
// SPDX-License-Identifier: MIT

/// A value that animations can compute with.
package protocol Interpolatable {
  /// Returns the value a fraction of the way to another; fractions outside 0...1 overshoot.
  func blended(to other: Self, by fraction: Double) -> Self
  /// Returns the sum; for a transform the concatenation, `other` applied last.
  func adding(_ other: Self) -> Self
  /// Returns the difference; for a transform the concatenation with the inverse.
  func subtracting(_ other: Self) -> Self
  /// Returns the value `count` times added to nothing.
  func scaled(by count: Double) -> Self
  /// How far two values are apart, for paced animations; 0 where there is no such thing.
  func distance(to other: Self) -> Double
  /// Whether values can be weighted and summed, as smooth curves through them are.
  var formsCurves: Bool { get }
  /// Whether there are sums at all; without, what would be added replaces (semantics 3.1).
  var hasSums: Bool { get }
  /// The value that adds nothing.
  var additiveIdentity: Self { get }
  /// Returns the numbers from which a value function makes the value.
  func input(of function: ValueFunction) -> Self
  /// Returns what a value function makes of the value, which is its input.
  func output(of function: ValueFunction) -> Self
}

extension Interpolatable {
  package var hasSums: Bool { true }
  package func input(of function: ValueFunction) -> Self { self }
  package func output(of function: ValueFunction) -> Self { self }
}

/// Up to four numbers: a number, a point, a size, a rectangle or a colour.
extension SIMD4<Double>: Interpolatable {
  @inline(__always)
  package func blended(to other: Self, by fraction: Double) -> Self {
    self + (other - self) * fraction
  }
  package func adding(_ other: Self) -> Self { self + other }
  package func subtracting(_ other: Self) -> Self { self - other }
  package func scaled(by count: Double) -> Self { self * count }
  package func distance(to other: Self) -> Double {
    let d = other - self
    return (d * d).sum().squareRoot()
  }
  package var formsCurves: Bool { true }
  package var additiveIdentity: Self { .zero }
}
