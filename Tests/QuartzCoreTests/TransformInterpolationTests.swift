// TransformInterpolationTests.swift
// Interpolation between two matrices (semantics 5.1, 5.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct TransformInterpolationTests {
  private func expectClose(
    _ a: CATransform3D, _ b: CATransform3D, _ tolerance: Double = 1e-9,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (x, y) = (a.rows, b.rows)
    let off = [x.0 - y.0, x.1 - y.1, x.2 - y.2, x.3 - y.3].map { ($0 * $0).sum() }.reduce(0, +)
    #expect(off.squareRoot() < tolerance, "\(a.rows) and \(b.rows)", sourceLocation: sourceLocation)
  }

  private func turn(_ degrees: Double) -> CATransform3D {
    CATransform3DMakeRotation(degrees * .pi / 180, 0, 0, 1)
  }

  /// semantics 5.1: plane rotations take the shorter arc; a half turn from the identity runs
  /// backwards.
  @Test(arguments: [
    (0.0, 90.0, 45.0), (0, 180, -90), (0, 270, -45), (0, -90, -45), (90, 0, 45), (350, 10, 0),
    (10, 350, 0), (0, 200, -80), (-170, 170, 180), (30, 60, 45), (0, 360, 0),
  ])
  func turnsTakeTheShortWay(from: Double, to: Double, half: Double) {
    expectClose(turn(from).interpolated(to: turn(to), progress: 0.5), turn(half))
  }

  /// semantics 5.1: scale(-1, -1) is a half turn.
  @Test func mirroringBothAxesTurns() {
    let half = CATransform3DIdentity.interpolated(
      to: CATransform3DMakeScale(-1, -1, 1), progress: 0.5)
    expectClose(half, turn(-90))
  }

  /// semantics 5.1: mirroring one axis passes through zero scale.
  @Test func mirroringOneAxisSqueezes() {
    let flip = CATransform3DMakeScale(-1, 1, 1)
    expectClose(
      CATransform3DIdentity.interpolated(to: flip, progress: 0.25),
      CATransform3DMakeScale(0.5, 1, 1))
    expectClose(
      CATransform3DIdentity.interpolated(to: flip, progress: 0.75),
      CATransform3DMakeScale(-0.5, 1, 1))
  }

  /// semantics 5.1, step 3: from one mirrored axis to the other is a rotation, not a squeeze.
  @Test func mirroredAxesTurnIntoEachOther() {
    let (x, y) = (CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(1, -1, 1))
    let half = x.interpolated(to: y, progress: 0.5)
    #expect(abs(half.linearDeterminant + 1) < 1e-9)
  }

  /// semantics 21.2: skew, and a turn before unequal scales, half-way between two transforms (m11, m12, m21, m22).
  /// The first two are those of Apple's pictures.
  @Test(arguments: [
    (
      [1, 0, -0.4877, 1], [0.5, 0.8660254, -1.1098767, 0.0776395],
      [0.7893, 0.5823, -0.8308, 0.7075]
    ),
    ([1, 0, 0, 1], [1, 1, 0, 1], [0.9519, 0.3943, -0.0560, 1.0592]),
    ([1, 0, 0, 1], [1, 0, 1, 1], [1, 0, 0.4268, 1.0303]),
    ([1, 0, 0, 1], [0, 1, -2, 0], [0.7071, 0.7071, -1.0607, 1.0607]),
  ])
  func skewIsDecomposedAsWritten(from: [Double], to: [Double], half: [Double]) {
    func matrix(_ m: [Double]) -> CATransform3D {
      CATransform3DMakeAffineTransform(
        CGAffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: 0, ty: 0))
    }
    expectClose(matrix(from).interpolated(to: matrix(to), progress: 0.5), matrix(half), 4e-4)
    expectClose(matrix(to).interpolated(to: matrix(from), progress: 0.5), matrix(half), 4e-4)
    expectClose(matrix(from).interpolated(to: matrix(to), progress: 1 - 1e-9), matrix(to), 1e-6)
  }

  /// semantics 5.1: translation and scale are linear.
  @Test func translationAndScaleGoStraight() {
    let end = CATransform3DConcat(
      CATransform3DMakeScale(3, 5, 1), CATransform3DMakeTranslation(100, -40, 0))
    let quarter = CATransform3DIdentity.interpolated(to: end, progress: 0.25)
    expectClose(
      quarter,
      CATransform3DConcat(
        CATransform3DMakeScale(1.5, 2, 1), CATransform3DMakeTranslation(25, -10, 0)))
  }

  /// semantics 5.1: to and from zero scale, the size changes evenly and the direction stays.
  @Test func nothingGrowsEvenly() {
    for target in [
      CATransform3DMakeScale(2, 2, 1), turn(30), CATransform3DMakeScale(1, -1, 1),
      CATransform3DScale(turn(-100), 3, 1, 1),
    ] {
      var expected = target
      expected.rows.0 *= 0.3
      expected.rows.1 *= 0.3
      expectClose(CATransform3DMakeScale(0, 0, 1).interpolated(to: target, progress: 0.3), expected)
      expectClose(target.interpolated(to: CATransform3DMakeScale(0, 0, 1), progress: 0.7), expected)
    }
    expectClose(
      CATransform3DMakeScale(1, 0, 1).interpolated(to: CATransform3DIdentity, progress: 0.25),
      CATransform3DMakeScale(1, 0.25, 1))
    expectClose(
      CATransform3DIdentity.interpolated(to: CATransform3DMakeScale(0, 1, 1), progress: 0.25),
      CATransform3DMakeScale(0.75, 1, 1))
  }

  /// semantics 5.2: rotations about any axis advance evenly along the shorter arc.
  @Test func spaceTurnsAreCutEvenly() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<100 {
      let axis = (
        CGFloat.random(in: -1...1, using: &random), CGFloat.random(in: -1...1, using: &random),
        CGFloat.random(in: -1...1, using: &random)
      )
      let angle = CGFloat.random(in: -3...3, using: &random)
      let p = Double.random(in: 0...1, using: &random)
      let end = CATransform3DMakeRotation(angle, axis.0, axis.1, axis.2)
      expectClose(
        CATransform3DIdentity.interpolated(to: end, progress: p),
        CATransform3DMakeRotation(angle * p, axis.0, axis.1, axis.2), 1e-6)
    }
  }

  /// semantics 5.2: decomposing and composing restores the ends, perspective and skew included.
  @Test func spaceEndsAreMet() {
    var random = SeededRandom(seed: 8)
    for _ in 0..<100 {
      func number() -> CGFloat { .random(in: -1...1, using: &random) }
      var matrices: [CATransform3D] = []
      for _ in 0..<2 {
        var m = CATransform3DMakeRotation(number() * 3, number(), number(), 1)
        m = CATransform3DScale(m, 1 + number() / 2, 1 + number() / 2, 1 + number() / 2)
        m = CATransform3DConcat(m, CATransform3DMakeTranslation(number() * 50, number() * 50, 9))
        m.m21 += number() / 4
        m.m34 = number() / 500
        matrices.append(m)
      }
      expectClose(matrices[0].interpolated(to: matrices[1], progress: 1e-9), matrices[0], 1e-5)
      expectClose(matrices[0].interpolated(to: matrices[1], progress: 1 - 1e-9), matrices[1], 1e-5)
      // The path between two ends is the same in both directions.
      expectClose(
        matrices[0].interpolated(to: matrices[1], progress: 0.3),
        matrices[1].interpolated(to: matrices[0], progress: 0.7), 1e-6)
    }
  }

  /// semantics 5.2: a singular end in space jumps halfway.
  @Test func singularEndsJump() {
    let flat = CATransform3DConcat(
      CATransform3DMakeScale(1, 1, 0), CATransform3DMakeRotation(1, 1, 0, 0))
    let end = CATransform3DMakeRotation(0.5, 0, 1, 0)
    #expect(flat.interpolated(to: end, progress: 0.49) == flat)
    #expect(flat.interpolated(to: end, progress: 0.51) == end)
  }

  @Test func endsAreExact() {
    let (a, b) = (turn(20), CATransform3DMakeRotation(1, 1, 1, 0))
    #expect(a.interpolated(to: b, progress: 0) == a && a.interpolated(to: b, progress: 1) == b)
    #expect(a.interpolated(to: a, progress: 0.4) == a)
  }
}
