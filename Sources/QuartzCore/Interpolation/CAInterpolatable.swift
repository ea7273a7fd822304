// CAInterpolatable.swift
// The protocol for animatable values of a caller's own type.
//
// SPDX-License-Identifier: MIT

/// A custom type that can be animated.
///
/// Implicit animations of an ``Animatable`` property, `fromValue` and `toValue`, keyframes and springs
/// need ``interpolated(to:fraction:)`` only.
///
///     struct Level: CAInterpolatable {
///       var decibels: Double
///
///       func interpolated(to end: Level, fraction: Double) -> Level {
///         Level(decibels: decibels + (end.decibels - decibels) * fraction)
///       }
///     }
///
///     final class MeterLayer: CALayer {
///       @Animatable var level = Level(decibels: -60)
///     }
///
///     let rise = CABasicAnimation(keyPath: "level")
///     rise.fromValue = Level(decibels: -60)
///     rise.toValue = Level(decibels: 0)
///
/// `byValue`, `isAdditive`, `isCumulative` and cubic keyframes need ``adding(_:times:)``, which a type that
/// is also `AdditiveArithmetic` gets by default. Without it, such an animation is not additive, not
/// cumulative, and linear. Paced keyframes need ``distance(to:)``.
///
/// `SIMD2`, `SIMD3` and `SIMD4` of floating-point numbers conform. What Core Animation itself animates
/// (numbers, points, rectangles, colours, transforms, paths, arrays of them) needs no conformance.
///
/// The methods may be called in every frame, with the ends swapped, and with fractions in any order.
public protocol CAInterpolatable {
  /// Returns the value interpolated towards another: 0 is `self`, 1 is `end`; fractions outside of 0...1
  /// overshoot, as those of springs do.
  func interpolated(to end: Self, fraction: Double) -> Self

  /// Returns `self + other × factor`; nil, the default, where values have no sum.
  func adding(_ other: Self, times factor: Double) -> Self?

  /// Returns the distance between two values, at least 0. Default 0, with which paced keyframes have equal
  /// durations.
  func distance(to other: Self) -> Double
}

extension CAInterpolatable {
  /// Returns nil: the type has no sums.
  public func adding(_ other: Self, times factor: Double) -> Self? { nil }

  /// Returns 0.
  public func distance(to other: Self) -> Double { 0 }
}

extension CAInterpolatable where Self: AdditiveArithmetic {
  /// Returns the sum; the multiple is interpolated from zero.
  public func adding(_ other: Self, times factor: Double) -> Self? {
    self + Self.zero.interpolated(to: other, fraction: factor)
  }
}

extension SIMD where Scalar: BinaryFloatingPoint {
  fileprivate func mixed(with end: Self, _ fraction: Double) -> Self {
    self + (end - self) * Scalar(fraction)
  }

  fileprivate func length(to other: Self) -> Double {
    let difference = other - self
    return Double((difference * difference).sum()).squareRoot()
  }
}

extension SIMD2: CAInterpolatable where Scalar: BinaryFloatingPoint {
  /// Interpolates number by number.
  public func interpolated(to end: Self, fraction: Double) -> Self { mixed(with: end, fraction) }
  /// Returns `self + other × factor`.
  public func adding(_ other: Self, times factor: Double) -> Self? { self + other * Scalar(factor) }
  /// Returns the Euclidean distance.
  public func distance(to other: Self) -> Double { length(to: other) }
}

extension SIMD3: CAInterpolatable where Scalar: BinaryFloatingPoint {
  /// Interpolates number by number.
  public func interpolated(to end: Self, fraction: Double) -> Self { mixed(with: end, fraction) }
  /// Returns `self + other × factor`.
  public func adding(_ other: Self, times factor: Double) -> Self? { self + other * Scalar(factor) }
  /// Returns the Euclidean distance.
  public func distance(to other: Self) -> Double { length(to: other) }
}

extension SIMD4: CAInterpolatable where Scalar: BinaryFloatingPoint {
  /// Interpolates number by number.
  public func interpolated(to end: Self, fraction: Double) -> Self { mixed(with: end, fraction) }
  /// Returns `self + other × factor`.
  public func adding(_ other: Self, times factor: Double) -> Self? { self + other * Scalar(factor) }
  /// Returns the Euclidean distance.
  public func distance(to other: Self) -> Double { length(to: other) }
}

/// Arithmetic on values of an erased type; nil where two values differ in type, or have no sum.
extension CAInterpolatable {
  func boxed(blendedTo end: any CAInterpolatable, by fraction: Double) -> (any CAInterpolatable)? {
    (end as? Self).map { interpolated(to: $0, fraction: fraction) }
  }

  func boxed(adding other: any CAInterpolatable, times factor: Double) -> (any CAInterpolatable)? {
    (other as? Self).flatMap { adding($0, times: factor) }
  }

  func boxedDistance(to other: any CAInterpolatable) -> Double {
    (other as? Self).map { distance(to: $0) } ?? 0
  }

  /// Whether two values are known to be equal; values of a type that is not `Equatable` are not.
  func isBoxedEqual(to other: any CAInterpolatable) -> Bool {
    func areEqual<Value: Equatable>(_ a: Value) -> Bool { (other as? Value) == a }
    return (self as? any Equatable).map { areEqual($0) } ?? false
  }
}
