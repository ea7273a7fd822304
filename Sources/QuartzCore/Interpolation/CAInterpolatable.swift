// CAInterpolatable.swift
// The protocol by which values of a caller's own type are animated.
//
// SPDX-License-Identifier: MIT

/// A value of one's own that animations can compute with.
///
/// One method is enough for everything that goes from one value to another: implicit animations of an
/// ``Animatable`` property, `fromValue` and `toValue`, keyframes, springs.
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
/// What takes sums of values (`byValue`, `isAdditive`, `isCumulative`, cubic keyframes) asks
/// ``adding(_:times:)``, which a type that is also `AdditiveArithmetic` has for nothing. Without sums
/// such an animation acts as one that is not additive, not cumulative, and linear. Paced keyframes ask
/// ``distance(to:)``.
///
/// `SIMD2`, `SIMD3` and `SIMD4` of floating-point numbers conform. What Core Animation itself animates
/// (numbers, points, rectangles, colours, transforms, paths, arrays of them) needs no conformance.
///
/// The methods may be called for every frame, with the ends swapped, and in any order of fractions.
public protocol CAInterpolatable {
  /// Returns the value a fraction of the way to another: 0 is here, 1 is there, values outside of 0...1
  /// overshoot, as springs do.
  func interpolated(to end: Self, fraction: Double) -> Self

  /// Returns `self + other × factor`; nil, the default, where values have no sum.
  func adding(_ other: Self, times factor: Double) -> Self?

  /// Returns how far two values are apart, at least 0. By default 0, with which paced keyframes share
  /// time out evenly.
  func distance(to other: Self) -> Double
}

extension CAInterpolatable {
  /// Returns nil: there are no sums.
  public func adding(_ other: Self, times factor: Double) -> Self? { nil }

  /// Returns 0.
  public func distance(to other: Self) -> Double { 0 }
}

extension CAInterpolatable where Self: AdditiveArithmetic {
  /// Returns the sum; the multiple is the way from zero.
  public func adding(_ other: Self, times factor: Double) -> Self? {
    self + Self.zero.interpolated(to: other, fraction: factor)
  }
}

extension SIMD where Scalar: BinaryFloatingPoint {
  fileprivate func mixed(with end: Self, _ fraction: Double) -> Self {
    self + (end - self) * Scalar(fraction)
  }

  fileprivate func length(to other: Self) -> Double {
    let way = other - self
    return Double((way * way).sum()).squareRoot()
  }
}

extension SIMD2: CAInterpolatable where Scalar: BinaryFloatingPoint {
  /// Returns the value a fraction of the way to another, number by number.
  public func interpolated(to end: Self, fraction: Double) -> Self { mixed(with: end, fraction) }
  /// Returns `self + other × factor`.
  public func adding(_ other: Self, times factor: Double) -> Self? { self + other * Scalar(factor) }
  /// Returns the Euclidean distance.
  public func distance(to other: Self) -> Double { length(to: other) }
}

extension SIMD3: CAInterpolatable where Scalar: BinaryFloatingPoint {
  /// Returns the value a fraction of the way to another, number by number.
  public func interpolated(to end: Self, fraction: Double) -> Self { mixed(with: end, fraction) }
  /// Returns `self + other × factor`.
  public func adding(_ other: Self, times factor: Double) -> Self? { self + other * Scalar(factor) }
  /// Returns the Euclidean distance.
  public func distance(to other: Self) -> Double { length(to: other) }
}

extension SIMD4: CAInterpolatable where Scalar: BinaryFloatingPoint {
  /// Returns the value a fraction of the way to another, number by number.
  public func interpolated(to end: Self, fraction: Double) -> Self { mixed(with: end, fraction) }
  /// Returns `self + other × factor`.
  public func adding(_ other: Self, times factor: Double) -> Self? { self + other * Scalar(factor) }
  /// Returns the Euclidean distance.
  public func distance(to other: Self) -> Double { length(to: other) }
}

/// Arithmetic on values whose type only they know; nil where two are not of one type, or have no sum.
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

  /// Whether two values are certainly equal; of a type that cannot say so none are.
  func isBoxedEqual(to other: any CAInterpolatable) -> Bool {
    func areEqual<Value: Equatable>(_ a: Value) -> Bool { (other as? Value) == a }
    return (self as? any Equatable).map { areEqual($0) } ?? false
  }
}
