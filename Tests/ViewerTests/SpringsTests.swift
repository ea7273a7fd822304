// SpringsTests.swift
// Three springs: their formulas, their durations, and interruptions (semantics
// 7.1, 7.2).
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct SpringsTests {
  private func shown(_ weight: HangingWeight) -> Double {
    Double((weight.layer.presentation() as? HangingWeightLayer)?.stretch ?? weight.stretch)
  }

  /// semantics 7.1: a damped oscillation of mass 1, stiffness 120 and damping 8.
  @Test func physicalSpringFollowsItsFormula() throws {
    let played = try PlayedSample(small: SpringsSample.self)
    defer { played.close() }
    let (high, low) = (Double(SpringsSample.places.high), Double(SpringsSample.places.low))
    try played.press("physics")
    let swing = (120.0 - 4 * 4).squareRoot()
    for time in [0.1, 0.25, 0.4, 0.7, 1.1] {
      played.advance(to: time)
      let part = 1 - exp(-4 * time) * (cos(swing * time) + 4 / swing * sin(swing * time))
      #expect(abs(shown(played.sample.physical) - (high + (low - high) * part)) < 1e-3)
    }
    #expect(shown(played.sample.damped) == high, "the others do not move")
  }

  /// semantics 7.2: UIKit's spring has a given duration, the others last until they have settled.
  @Test func springsCompleteOnceAtTheirTimes() throws {
    let played = try PlayedSample(small: SpringsSample.self)
    defer { played.close() }
    let sample = played.sample
    try played.press("all")
    played.advance(to: 4)
    let lengths = [
      "UIKit damping": 1.5, "CASpringAnimation": sample.physicalDuration,
      "Perceptual": sample.perceptualDuration,
    ]
    #expect(played.reports.count == 3)
    for report in played.reports {
      let length = try #require(lengths[report.animation])
      #expect(report.finished == true)
      #expect(abs(report.elapsed - length) < 0.04, "\(report.animation)")
    }
    for weight in [sample.damped, sample.physical, sample.perceptual] {
      #expect(weight.layer.animationKeys() ?? [] == [])
      #expect(weight.stretch == SpringsSample.places.low)
    }
    #expect(try #require(sample.triggers.first).duration == lengths.values.max())
  }

  @Test func reversalMidwayIsContinuous() throws {
    let played = try PlayedSample(small: SpringsSample.self)
    defer { played.close() }
    let weights = [played.sample.damped, played.sample.physical, played.sample.perceptual]
    try played.press("all")
    played.advance(to: 0.2)
    let before = weights.map(shown)
    try played.press("all")
    for (weight, place) in zip(weights, before) { #expect(abs(shown(weight) - place) < 1e-6) }
    played.advance(to: 5)
    for weight in weights { #expect(shown(weight) == Double(SpringsSample.places.high)) }
    #expect(played.reports.count == 6, "interrupted ones complete too")
  }
}
