// BadInputTests.swift
// Input that is rejected, and unusual input that is kept (semantics 1, 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct BadInputTests {
  /// semantics 15: geometry that is not finite stops the program.
  @Test func geometryThatIsNotFiniteStops() async {
    await #expect(processExitsWith: .failure) { CALayer().bounds.size.width = .nan }
    await #expect(processExitsWith: .failure) { CALayer().bounds.origin.x = .infinity }
    await #expect(processExitsWith: .failure) { CALayer().position.x = .nan }
    await #expect(processExitsWith: .failure) { CALayer().position.y = -.infinity }
    await #expect(processExitsWith: .failure) {
      CALayer().frame = .infinite.offsetBy(dx: .nan, dy: 0)
    }
    await #expect(processExitsWith: .failure) { CALayer().transform.m11 = .nan }
    await #expect(processExitsWith: .failure) { CALayer().anchorPoint.x = .nan }
    await #expect(processExitsWith: .failure) { CALayer().sublayerTransform.m34 = .infinity }
    await #expect(processExitsWith: .failure) {
      CALayer().setValue(Double.nan, forKeyPath: "position.x")
    }
  }

  @Test func messagesNameTheValue() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { CALayer().position = CGPoint(x: 3, y: CGFloat.nan) }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("CALayerInvalidGeometry") && text.contains("position must be finite")
        && text.contains("3.0"))
  }

  @Test func treesHaveNoCycles() async {
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    await #expect(processExitsWith: .failure) {
      let (a, b, c) = (CALayer(), CALayer(), CALayer())
      a.addSublayer(b)
      b.addSublayer(c)
      c.addSublayer(a)
    }
    await #expect(processExitsWith: .failure) {
      let (a, b) = (CALayer(), CALayer())
      a.addSublayer(b)
      b.mask = a
    }
    await #expect(processExitsWith: .failure) {
      let (a, b) = (CALayer(), CALayer())
      a.addSublayer(b)
      b.addSublayer(CALayer())
      b.replaceSublayer(b.sublayers?.first ?? b, with: a)
    }
  }

  /// Values out of range are stored; drawing clamps them.
  @Test func oddValuesAreKept() {
    let layer = CALayer()
    layer.opacity = 1.5
    #expect(layer.opacity == 1.5)
    layer.opacity = -1
    #expect(layer.opacity == -1)
    layer.cornerRadius = 1e9
    #expect(layer.cornerRadius == 1e9)
    layer.shadowOpacity = 3
    #expect(layer.shadowOpacity == 3)
  }

  /// An animation with unusable values shows the model.
  @Test @MainActor func oddAnimationsAreHarmless() {
    for (path, value) in [
      ("no.such.path", 1), ("", 1), ("position.z", 1), ("transform.rotation.w", 1),
      ("sublayers", 1), ("frame", CGRect.zero),
    ] as [(String, Any)] {
      let animation = CABasicAnimation(keyPath: path)
      animation.toValue = value
      let layer = CALayer()
      layer.add(animation, forKey: "a")
      layer.removeAllAnimations()
    }
    CallbackQueue.drain()
  }
}
