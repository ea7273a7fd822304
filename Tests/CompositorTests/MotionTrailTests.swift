// MotionTrailTests.swift
// How far what moves fastest went since a time: sums of known ways, parts of a frame, and what is not known.
//
// SPDX-License-Identifier: MIT

import Testing

@testable import Compositor

@Suite struct MotionTrailTests {
  /// Frames a tenth of a second apart that move 1, 2, 3, … pixels.
  private func trail(frames: Int) -> MotionTrail {
    var trail = MotionTrail()
    trail.reset(at: 0)
    for frame in 1...frames { trail.add(Double(frame), at: Double(frame) / 10) }
    return trail
  }

  @Test(arguments: [(0.3, 0), (0.2, 3), (0.1, 5), (0, 6), (0.25, 1.5), (0.05, 5.5), (0.4, 0)])
  func waysAddUp(since time: Double, distance: Double) throws {
    let found = try #require(trail(frames: 3).distance(since: time))
    #expect(abs(found - distance) < 1e-9, "\(found)")
  }

  /// Before the first frame nothing is known, nor across a frame whose motion is not.
  @Test func unknownWaysHaveNoDistance() {
    #expect(MotionTrail().distance(since: 0) == nil)
    var trail = trail(frames: 3)
    #expect(trail.distance(since: -0.01) == nil && trail.distance(since: -1e-12) == 6)
    trail.add(nil, at: 0.4)
    #expect(trail.distance(since: 0.35) == nil && trail.distance(since: 0.4) == 0)
    trail.add(7, at: 0.5)
    #expect(trail.distance(since: 0.3) == nil && trail.distance(since: 0.4) == 7)
    trail.reset(at: 0.6)
    #expect(trail.distance(since: 0.5) == nil)
  }

  /// Of more frames than are kept, the last ones.
  @Test func ringKeepsTheLastFrames() throws {
    let count = MotionTrail.capacity + 40
    let trail = trail(frames: count)
    let last = Double(count) / 10
    #expect(trail.distance(since: last - 0.1) == Double(count))
    let oldest = try #require(trail.distance(since: 41.0 / 10 + 1e-9))
    #expect(abs(oldest - Double((42...count).reduce(0, +))) < 1e-3)
    #expect(trail.distance(since: 4.0) == nil)
  }
}
