// ScrollMotionTests.swift
// The motion of released content: tables, and laws over random values.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite struct ScrollMotionTests {
  private let limits: ClosedRange<CGFloat> = 0...1000

  @Test(arguments: [
    // start, velocity, rate → end
    (0.0, 1000.0, 0.998, 499.5), (0, 100, 0.998, 49.95), (500, -1000, 0.998, 0.5),
    (0, 1000, 0.99, 99.5), (0, 9000, 0.998, 1000), (300, 0, 0.998, 300), (-50, 0, 0.998, 0),
    (1100, 500, 0.998, 1000), (1000, 200, 0.998, 1000),
  ])
  func endsWhereTheRateSays(start: Double, velocity: Double, rate: Double, end: Double) {
    let motion = ScrollMotion(
      from: start, velocity: velocity, limits: limits, decelerationRate: rate)
    #expect(abs(motion.end - end) < 0.6)
  }

  @Test func velocityFollowsDecelerationRate() {
    let motion = ScrollMotion(
      from: 0, velocity: 100, limits: limits, decelerationRate: 0.998)
    func speed(_ time: Double) -> Double {
      (motion.offset(at: time + 1e-4) - motion.offset(at: time)) / 1e-4
    }
    #expect(abs(speed(0) - 100) < 0.1)
    #expect(abs(speed(0.1) - 100 * pow(0.998, 100)) < 0.1)
  }

  @Test func restingContentDoesNotMove() {
    let motion = ScrollMotion(from: 20, velocity: 0, limits: limits, decelerationRate: 0.998)
    #expect(motion.duration == 0 && motion.offset(at: 0) == 20)
  }

  @Test func stopsAtEdgeWithoutBounces() {
    let motion = ScrollMotion(
      from: 900, velocity: 5000, limits: limits, decelerationRate: 0.998, bounces: false)
    for step in 0...200 { #expect(motion.offset(at: Double(step) / 100) <= 1000) }
    #expect(motion.end == 1000)
  }

  @Test func bouncesBeyondEdgeOnce() {
    let motion = ScrollMotion(
      from: 900, velocity: 5000, limits: limits, decelerationRate: 0.998)
    let way = (0...400).map { motion.offset(at: Double($0) / 200) }
    let top = way.max() ?? 0
    #expect(top > 1050 && way.last == 1000)
    // Critically damped: after the farthest point it never moves outwards or below the edge.
    let back = way.drop { $0 < top }
    #expect(zip(back, back.dropFirst()).allSatisfy { $0 >= $1 && $1 >= 1000 })
  }

  @Test func everyMotionIsContinuousAndEnds() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<1000 {
      let start = CGFloat.random(in: -300...1300, using: &random)
      let velocity = CGFloat.random(in: -9000...9000, using: &random)
      let bounces = Bool.random(using: &random)
      let motion = ScrollMotion(
        from: start, velocity: velocity, limits: limits,
        decelerationRate: Bool.random(using: &random) ? 0.998 : 0.99, bounces: bounces)
      #expect(motion.duration >= 0 && motion.duration < 12)
      #expect(limits.contains(motion.end))
      if motion.duration > 0 { #expect(abs(motion.offset(at: 0) - start) < 1e-6) }
      var last = motion.offset(at: 0)
      for step in 1...120 {
        let offset = motion.offset(at: motion.duration * Double(step) / 120)
        let most = (abs(velocity) + 12 * 300) * motion.duration / 120 + 1
        #expect(offset.isFinite && abs(offset - last) <= most)
        last = offset
      }
      #expect(motion.offset(at: motion.duration) == motion.end)
      #expect(
        abs(motion.offset(at: motion.duration - 1e-6) - motion.end)
          <= ScrollMotion.tolerance + 0.01)
    }
  }

  @Test func dragBeyondEdgeHasResistance() {
    func dragged(_ offset: CGFloat) -> CGFloat {
      ScrollMotion.rubberBanded(at: offset, limits: limits, length: 200)
    }
    #expect(dragged(500) == 500)
    #expect(dragged(-1) > -0.56 && dragged(-1) < -0.5)
    #expect(dragged(-1_000_000) > -200 && dragged(1_000_000) < 1200)
    #expect(dragged(1100) > dragged(1050))
  }

  @Test func dragIsInverseOfDragged() {
    var random = SeededRandom(seed: 8)
    for _ in 0..<1000 {
      let drag = CGFloat.random(in: -2000...3000, using: &random)
      let shown = ScrollMotion.rubberBanded(at: drag, limits: limits, length: 200)
      let back = ScrollMotion.drag(showing: shown, limits: limits, length: 200)
      #expect(abs(back - drag) < 1e-6)
    }
  }

  @Test func decelerationRateOfOneTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = ScrollMotion(from: 0, velocity: 1, limits: 0...1, decelerationRate: 1)
    }
  }
}
