// EasingTests.swift
// Dots follow the curves, and balls have the dots' heights (semantics 2).
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct EasingTests {
  /// semantics 2: progress is the y of the curve whose x is the time.
  @Test func dotsFollowTheirCurves() throws {
    let played = try PlayedSample(small: EasingSample.self, size: CGSize(width: 720, height: 420))
    defer { played.close() }
    try played.press("run")
    for part in [0.1, 0.35, 0.5, 0.8, 0.95] {
      played.advance(to: part * EasingSample.duration)
      for plot in played.sample.plots {
        var (a, b): ([Float], [Float]) = ([0, 0], [0, 0])
        plot.function.getControlPoint(at: 1, values: &a)
        plot.function.getControlPoint(at: 2, values: &b)
        let curve = EasingCurve(
          c1: SIMD2(Double(a[0]), Double(a[1])), c2: SIMD2(Double(b[0]), Double(b[1])))
        let dot = plot.dot.presentation()?.position ?? .zero
        let expected = plot.point(time: part, progress: CGFloat(curve.value(at: part)))
        #expect(abs(dot.x - expected.x) < 0.05 && abs(dot.y - expected.y) < 0.05)
        #expect(plot.ball.presentation()?.position.y == dot.y)
      }
    }
  }

  @Test(arguments: [("run", 1.6, true), ("back", 3.2, false), ("fast", 0.4, true)])
  func triggersCompleteOnce(trigger: String, length: TimeInterval, isAtEnd: Bool) throws {
    let played = try PlayedSample(small: EasingSample.self)
    defer { played.close() }
    try played.press(trigger)
    played.advance(to: length + 0.2)
    #expect(played.reports.count == 1)
    #expect(played.reports.first?.finished == true)
    #expect(abs((played.reports.first?.elapsed ?? 0) - length) < 0.04)
    for plot in played.sample.plots {
      #expect(plot.isAtEnd == isAtEnd)
      #expect(plot.dot.animationKeys() ?? [] == [])
      let part: CGFloat = isAtEnd ? 1 : 0
      #expect(plot.dot.position == plot.point(time: part, progress: part))
    }
  }

  @Test(arguments: [CGSize(width: 560, height: 260), CGSize(width: 1000, height: 560)])
  func plotsFitWithoutOverlap(size: CGSize) throws {
    let played = try PlayedSample(small: EasingSample.self, size: size)
    defer { played.close() }
    let frames = played.sample.plots.map(\.frame)
    for (place, frame) in frames.enumerated() {
      #expect(CGRect(origin: .zero, size: size).contains(frame), "\(frame)")
      for other in frames[(place + 1)...] {
        #expect(!frame.insetBy(dx: 0.5, dy: 0.5).intersects(other))
      }
      #expect(played.sample.plots[place].plot.width >= 48)
    }
  }
}
