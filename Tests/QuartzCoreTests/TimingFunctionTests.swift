// TimingFunctionTests.swift
// Easing curves compared with their definition (semantics 2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct TimingFunctionTests {
  static let names: [CAMediaTimingFunctionName] = [
    .linear, .easeIn, .easeOut, .easeInEaseOut, .default,
  ]

  /// The curve's y at x, by bisection alone.
  private func reference(_ c1: SIMD2<Double>, _ c2: SIMD2<Double>, _ x: Double) -> Double {
    func bezier(_ a: Double, _ b: Double, _ u: Double) -> Double {
      3 * (1 - u) * (1 - u) * u * a + 3 * (1 - u) * u * u * b + u * u * u
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if bezier(c1.x, c2.x, middle) < x { low = middle } else { high = middle }
    }
    return bezier(c1.y, c2.y, (low + high) / 2)
  }

  /// semantics 2: the table of control points.
  @Test(arguments: [
    (CAMediaTimingFunctionName.linear, [0, 0, 1, 1] as [Float]), (.easeIn, [0.42, 0, 1, 1]),
    (.easeOut, [0, 0, 0.58, 1]), (.easeInEaseOut, [0.42, 0, 0.58, 1]),
    (.default, [0.25, 0.1, 0.25, 1]),
  ])
  func namesHaveTheirControlPoints(name: CAMediaTimingFunctionName, points: [Float]) {
    let function = CAMediaTimingFunction(name: name)
    var read: [Float] = []
    for index in 0...3 {
      var point: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &point)
      read += point
    }
    #expect(read == [0, 0] + points + [1, 1])
  }

  /// semantics 2
  @Test(arguments: names) func curvesAreWhatHalvingFinds(name: CAMediaTimingFunctionName) {
    let curve = CAMediaTimingFunction(name: name).curve
    for step in 0...1000 {
      let x = Double(step) / 1000
      #expect(abs(curve.value(at: x) - reference(curve.c1, curve.c2, x)) < 1e-6)
    }
  }

  /// semantics 2
  @Test func randomCurvesAreWhatHalvingFinds() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let curve = EasingCurve(
        c1: SIMD2(number(0...1), number(-1...2)), c2: SIMD2(number(0...1), number(-1...2)))
      for _ in 0..<20 {
        let x = number(0...1)
        let (found, expected) = (curve.value(at: x), reference(curve.c1, curve.c2, x))
        #expect(abs(found - expected) < 1e-6, "\(curve.c1) \(curve.c2) at \(x)")
      }
    }
  }

  /// Control points in corners of the square: flat or vertical parts.
  @Test(arguments: [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0), (1.0, 1.0)])
  func flatAndSteepCurvesAreSolved(x1: Double, x2: Double) {
    let curve = EasingCurve(c1: SIMD2(x1, 0.2), c2: SIMD2(x2, 0.9))
    for step in 1..<1000 {
      let x = Double(step) / 1000
      // Where the curve is vertical in x many results are right, so points near it are not
      // compared.
      if abs(x - 0.5) < 0.002, x1 == 1, x2 == 0 { continue }
      #expect(abs(curve.value(at: x) - reference(curve.c1, curve.c2, x)) < 1e-5)
    }
  }

  @Test(arguments: names) func endsAreExact(name: CAMediaTimingFunctionName) {
    let curve = CAMediaTimingFunction(name: name).curve
    #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
  }

  /// semantics 2: the input is clamped.
  @Test func outsideItHoldsTheEnds() {
    let curve = CAMediaTimingFunction(name: .easeIn).curve
    #expect(curve.value(at: -1) == 0 && curve.value(at: 2) == 1)
  }

  @Test(arguments: names) func namedCurvesGrow(name: CAMediaTimingFunctionName) {
    let curve = CAMediaTimingFunction(name: name).curve
    let values = (0...500).map { curve.value(at: Double($0) / 500) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(values.allSatisfy { (0...1).contains($0) })
  }

  /// semantics 2
  @Test func linearIsTheProgressItself() {
    let curve = CAMediaTimingFunction(name: .linear).curve
    #expect(curve.isLinear)
    for step in 0...100 { #expect(curve.value(at: Double(step) / 100) == Double(step) / 100) }
    #expect(CAMediaTimingFunction(controlPoints: 0.3, 0.3, 0.6, 0.6).curve.value(at: 0.37) == 0.37)
  }

  /// semantics 2: y may leave 0...1.
  @Test func outputsOvershoot() {
    let curve = CAMediaTimingFunction(controlPoints: 0.5, -1, 0.5, 2).curve
    #expect(curve.value(at: 0.15) < 0 && curve.value(at: 0.85) > 1)
  }

  /// semantics 2: x outside 0...1 is clamped.
  @Test func controlPointsAreClampedInX() {
    let wild = CAMediaTimingFunction(controlPoints: -3, 0.2, 4, 0.7).curve
    let tame = CAMediaTimingFunction(controlPoints: 0, 0.2, 1, 0.7).curve
    for step in 0...20 {
      #expect(wild.value(at: Double(step) / 20) == tame.value(at: Double(step) / 20))
    }
  }

  /// semantics 2: one object per name, and equal control points do not make objects equal.
  @Test func namesAreSharedAndPointsAreNot() {
    #expect(CAMediaTimingFunction(name: .easeIn) === CAMediaTimingFunction(name: .easeIn))
    #expect(
      CAMediaTimingFunction(name: .easeIn).hashValue
        == CAMediaTimingFunction(name: .easeIn).hashValue)
    #expect(CAMediaTimingFunction(name: .easeIn) != CAMediaTimingFunction(name: .easeOut))
    let points = CAMediaTimingFunction(controlPoints: 0.42, 0, 1, 1)
    #expect(points == points)
    #expect(points != CAMediaTimingFunction(controlPoints: 0.42, 0, 1, 1))
    #expect(points != CAMediaTimingFunction(name: .easeIn))
  }

  /// semantics 2
  @Test func badInputTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: "bouncy"))
    }
    await #expect(processExitsWith: .failure) {
      var point: [Float] = [0, 0]
      CAMediaTimingFunction(name: .linear).getControlPoint(at: 4, values: &point)
    }
  }
}
