// CAMediaTimingFunction.swift
// Cubic Bezier easing and its solver. Frames read its values from a table; see EasingTable.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// A named easing curve.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The curve's name.
  public let rawValue: String
  /// Creates a name; ``CAMediaTimingFunction/init(name:)`` traps on an unknown one.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Constant speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Starts slowly.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Ends slowly.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Starts and ends slowly.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The curve of implicit animations.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// An easing curve as a value: a cubic from (0, 0) to (1, 1). Stores its control points only, as
/// every animation has one.
package struct EasingCurve: Hashable, Sendable {
  package let c1: SIMD2<Double>
  package let c2: SIMD2<Double>

  // The cubic's coefficients.
  private var c: SIMD2<Double> { c1 * 3 }
  private var b: SIMD2<Double> { (c2 - c1) * 3 - c1 * 3 }
  private var a: SIMD2<Double> { SIMD2(1, 1) - c - b }

  /// Whether the curve is the diagonal, which needs no solving.
  package var isLinear: Bool { c1.x == c1.y && c2.x == c2.y }

  package static let linear = EasingCurve(c1: SIMD2(0, 0), c2: SIMD2(1, 1))

  package init(c1: SIMD2<Double>, c2: SIMD2<Double>) {
    self.c1 = c1
    self.c2 = c2
  }

  /// Returns the eased progress; the input is clamped to 0...1, the output may leave it.
  ///
  /// Within 1e-9 of the exact curve.
  package func value(at progress: Double) -> Double {
    let x = min(max(progress, 0), 1)
    if isLinear || x == 0 || x == 1 { return x }
    let u = solve(x)
    return ((a.y * u + b.y) * u + c.y) * u
  }

  /// Finds the parameter at which the curve's x is `x`.
  private func solve(_ x: Double) -> Double {
    let (a, b, c) = (a, b, c)
    func error(_ u: Double) -> Double { ((a.x * u + b.x) * u + c.x) * u - x }
    var u = x
    for _ in 0..<8 {
      let slope = (3 * a.x * u + 2 * b.x) * u + c.x
      let offset = error(u)
      if abs(offset) < 1e-12 { return u }
      if abs(slope) < 1e-7 { break }
      u -= offset / slope
    }
    if u >= 0, u <= 1, abs(error(u)) < 1e-10 { return u }
    // Newton's method diverges where the curve is flat; bisection works, as x grows with u.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      u = (low + high) / 2
      if error(u) < 0 { low = u } else { high = u }
    }
    return u
  }
}

/// An easing curve: a cubic Bezier from (0, 0) to (1, 1) with two control points.
///
/// Source: Apple's `CAMediaTimingFunction`.
public final class CAMediaTimingFunction: NSObject, Sendable, _SharedByName {
  package let curve: EasingCurve
  private let points: [Float]
  private let name: CAMediaTimingFunctionName?

  private static let named: [CAMediaTimingFunctionName: CAMediaTimingFunction] = Dictionary(
    uniqueKeysWithValues: [
      (.linear, 0, 0, 1, 1), (.easeIn, 0.42, 0, 1, 1), (.easeOut, 0, 0, 0.58, 1),
      (.easeInEaseOut, 0.42, 0, 0.58, 1), (.default, 0.25, 0.1, 0.25, 1),
    ].map { name, x1, y1, x2, y2 in
      (name, CAMediaTimingFunction([x1, y1, x2, y2], name: name))
    })

  /// The shared object of implicit animations.
  static let implicit = shared(.default)

  /// Returns the shared object of a name, as Apple's factory method does.
  package static func shared(_ name: CAMediaTimingFunctionName) -> CAMediaTimingFunction {
    guard let shared = named[name] else {
      trap("there is no timing function named \"\(name.rawValue)\"")
    }
    return shared
  }

  /// Creates a curve from two control points; x is clamped to 0...1, y may leave it.
  ///
  /// Numbers that are not finite take the nearest, and are reported once; NaN is 0.
  public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    let points = [c1x, c1y, c2x, c2y].map { nearest($0, "a control point of a timing function") }
    self.init(points, name: nil)
  }

  private init(_ points: [Float], name: CAMediaTimingFunctionName?) {
    self.points = points
    self.name = name
    // A curve that runs back in x would be ambiguous; Apple leaves it undefined.
    curve = EasingCurve(
      c1: SIMD2(Double(min(max(points[0], 0), 1)), Double(points[1])),
      c2: SIMD2(Double(min(max(points[2], 0), 1)), Double(points[3])))
  }

  /// Writes the x and y of control point 0 (the start) to 3 (the end).
  ///
  /// - Precondition: The index is 0...3.
  public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    trap(unless: (0...3).contains(index), "a curve has control points 0 to 3, not \(index)")
    let all: [Float] = [0, 0] + points + [1, 1]
    values[0] = all[index * 2]
    values[1] = all[index * 2 + 1]
  }

  /// The curve's name, else its control points.
  public override var description: String {
    name?.rawValue ?? "(\(points[0]), \(points[1])), (\(points[2]), \(points[3]))"
  }
}

/// Lets an initialiser return an existing object, which a class's own initialiser cannot.
public protocol _SharedByName {}

extension _SharedByName where Self == CAMediaTimingFunction {
  /// Returns the curve of a name; the same name returns the same object.
  ///
  /// - Precondition: The name is one of ``CAMediaTimingFunctionName``'s five.
  public init(name: CAMediaTimingFunctionName) { self = CAMediaTimingFunction.shared(name) }
}
