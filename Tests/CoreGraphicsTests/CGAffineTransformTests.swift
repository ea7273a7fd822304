// CGAffineTransformTests.swift
// Laws of the 2 x 3 matrix.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct CGAffineTransformTests {
  private func random(_ random: inout SeededRandom) -> CGAffineTransform {
    func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &random) }
    return CGAffineTransform(rotationAngle: number(-4...4))
      .concatenating(CGAffineTransform(scaleX: number(0.2...3), y: number(-3 ... -0.2)))
      .concatenating(
        CGAffineTransform(a: 1, b: number(-1...1), c: 0, d: 1, tx: number(-50...50), ty: 7))
  }

  private func point(_ random: inout SeededRandom) -> CGPoint {
    CGPoint(x: .random(in: -99...99, using: &random), y: .random(in: -99...99, using: &random))
  }

  private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(a.x - b.x, a.y - b.y) }

  /// `a.concatenating(b)` applies a, then b; concatenation is associative.
  @Test func concatenationAppliesInOrder() {
    var source = SeededRandom(seed: 20)
    for _ in 0..<300 {
      let (a, b, c) = (random(&source), random(&source), random(&source))
      let p = point(&source)
      #expect(distance(p.applying(a.concatenating(b)), p.applying(a).applying(b)) < 1e-9)
      let (left, right) = (a.concatenating(b).concatenating(c), a.concatenating(b.concatenating(c)))
      #expect(distance(p.applying(left), p.applying(right)) < 1e-6)
      #expect(a.concatenating(.identity) == a && CGAffineTransform.identity.concatenating(a) == a)
    }
  }

  @Test func inverse() {
    var source = SeededRandom(seed: 21)
    for _ in 0..<300 {
      let (t, p) = (random(&source), point(&source))
      #expect(distance(p.applying(t).applying(t.inverted()), p) < 1e-9)
      #expect(abs(t.determinant * t.inverted().determinant - 1) < 1e-9)
    }
    let flat = CGAffineTransform(scaleX: 0, y: 2)
    #expect(flat.inverted() == flat)
  }

  /// Translating, scaling and rotating "by" are applied before the current transform.
  @Test func byMethodsArePrepended() {
    let turned = CGAffineTransform(rotationAngle: .pi / 2)
    let p = CGPoint(x: 1, y: 0)
    #expect(distance(p.applying(turned), CGPoint(x: 0, y: 1)) < 1e-12)
    #expect(
      distance(p.applying(turned.translatedBy(x: 10, y: 0)), CGPoint(x: 0, y: 11)) < 1e-12)
    #expect(distance(p.applying(turned.scaledBy(x: 5, y: 1)), CGPoint(x: 0, y: 5)) < 1e-12)
    #expect(distance(p.applying(turned.rotated(by: .pi / 2)), CGPoint(x: -1, y: 0)) < 1e-12)
  }

  @Test func sizeIgnoresTranslation() {
    let t = CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 100, ty: 100)
    #expect(CGSize(width: 1, height: 1).applying(t) == CGSize(width: 2, height: 3))
  }

  /// A transformed rectangle is the bounding box of its corners, which contains every point of it.
  @Test func rectangleBecomesItsBoundingBox() {
    var source = SeededRandom(seed: 22)
    for _ in 0..<200 {
      let t = random(&source)
      let rect = CGRect(origin: point(&source), size: CGSize(width: 30, height: 40))
      let box = rect.applying(t).insetBy(dx: -1e-9, dy: -1e-9)
      for _ in 0..<10 {
        let inside = CGPoint(
          x: rect.minX + .random(in: 0...30, using: &source),
          y: rect.minY + .random(in: 0...40, using: &source))
        #expect(box.contains(inside.applying(t)))
      }
    }
    #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
    #expect(CGRect.infinite.applying(CGAffineTransform(scaleX: 2, y: 2)).isInfinite)
  }

  @Test func emptyInitializerIsZero() {
    #expect(CGAffineTransform() == CGAffineTransform(scaleX: 0, y: 0))
    #expect(!CGAffineTransform().isIdentity && CGAffineTransform.identity.isIdentity)
  }
}
