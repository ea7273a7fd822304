// Interpolatable.swift
// The arithmetic of animated values: blend, add, subtract, scale, distance.
//
// This folder: values between two values, of stock and custom types.
//
// SPDX-License-Identifier: MIT

/// A value that animations can compute with.
package protocol Interpolatable {
  /// Returns the value interpolated towards another; fractions outside 0...1 overshoot.
  func blended(to other: Self, by fraction: Double) -> Self
  /// Returns the sum; for a transform the concatenation, `other` applied last.
  func adding(_ other: Self) -> Self
  /// Returns the difference; for a transform the concatenation with the inverse.
  func subtracting(_ other: Self) -> Self
  /// Returns the sum of `count` times the value.
  func scaled(by count: Double) -> Self
  /// The distance between two values, for paced animations; 0 for types without one.
  func distance(to other: Self) -> Double
  /// Whether values can be weighted and summed, which cubic keyframes need.
  var formsCurves: Bool { get }
  /// Whether values have sums; without sums, an additive animation replaces the value.
  var hasSums: Bool { get }
  /// The neutral element of addition.
  var additiveIdentity: Self { get }
}

extension Interpolatable {
  package var hasSums: Bool { true }
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

/// A transform, whose sum is the concatenation.
extension CATransform3D: Interpolatable {
  package func blended(to other: Self, by fraction: Double) -> Self {
    interpolated(to: other, progress: fraction)
  }
  package func adding(_ other: Self) -> Self { CATransform3DConcat(self, other) }
  package func subtracting(_ other: Self) -> Self {
    CATransform3DConcat(self, CATransform3DInvert(other))
  }
  package func scaled(by count: Double) -> Self {
    var result = CATransform3DIdentity
    // The limit bounds the time for an extreme cycle count.
    for _ in 0..<min(max(Int(count), 0), 10_000) { result = CATransform3DConcat(result, self) }
    return result
  }
  package func distance(to other: Self) -> Double { 0 }
  package var formsCurves: Bool { false }
  package var additiveIdentity: Self { CATransform3DIdentity }
}
