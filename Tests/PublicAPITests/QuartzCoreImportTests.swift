// QuartzCoreImportTests.swift
// `import QuartzCore` alone brings geometry and Foundation.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import Testing

@Suite struct QuartzCoreImportTests {
  private func place(_ point: CGPoint, after delay: TimeInterval, by transform: CGAffineTransform)
    -> CAAnimation
  {
    let move = CABasicAnimation(keyPath: "position")
    move.toValue = NSValue(cgPoint: point.applying(transform))
    move.beginTime = delay
    return move
  }

  @Test func geometryAndFoundationComeWithQuartzCore() {
    let move = place(
      CGPoint(x: 1, y: 2), after: 3, by: CGAffineTransform(translationX: 4, y: 5))
    #expect((move as? CABasicAnimation)?.toValue as? CGPoint == CGPoint(x: 5, y: 7))
    #expect(move.beginTime == 3)
  }
}
