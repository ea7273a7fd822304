// StressTests.swift
// Many layers, each with animations of its own, and one completion (semantics 10.1).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct StressTests {
  @Test(arguments: [("shuffle", 1), ("three", 3), ("wave", 1)])
  func allLayersAnimateWithOneCompletion(trigger: String, each: Int) throws {
    let played = try PlayedSample(small: StressSample.self)
    defer { played.close() }
    let sample = played.sample
    sample.set(100)
    let places = Set(sample.layers.map { "\($0.position)" })
    try played.press(trigger)
    #expect(sample.layers.allSatisfy { $0.animationKeys()?.count == each })
    let length = try SampleCatalogue.trigger(named: trigger, of: sample).duration
    played.advance(to: length + 0.2)
    #expect(played.reports.count == 1)
    #expect(played.reports.first?.finished == true)
    #expect(abs((played.reports.first?.elapsed ?? 0) - length) < 0.04)
    #expect(sample.layers.allSatisfy { $0.animationKeys() ?? [] == [] })
    #expect(Set(sample.layers.map { "\($0.position)" }) == places, "the same places are taken")
  }

  @Test(arguments: [
    // requested → actual
    (0, 50), (51, 51), (700, 700), (1_000_000, 5000),
  ])
  func numberOfLayersIsClamped(count: Int, expected: Int) throws {
    let played = try PlayedSample(small: StressSample.self)
    defer { played.close() }
    let sample = played.sample
    sample.set(count)
    #expect(sample.layers.count == expected)
    #expect(sample.field.layer.sublayers?.count == expected)
    #expect(sample.caption.text == "\(expected) layers")
    let bounds = sample.field.bounds.insetBy(dx: -0.5, dy: -0.5)
    #expect(sample.layers.allSatisfy { bounds.contains($0.frame) })
  }

  @Test func sliderAndTriggersSetTheNumber() throws {
    let played = try PlayedSample(small: StressSample.self)
    defer { played.close() }
    let sample = played.sample
    try played.press("more")
    #expect(sample.layers.count == 800)
    try played.press("fewer")
    try played.press("fewer")
    #expect(sample.layers.count == 200)
    sample.slider.value = sample.slider.maximumValue
    sample.slider.sendActions(for: .valueChanged)
    #expect(sample.layers.count == StressSample.counts.upperBound)
  }

  @Test func removedLayersEndTheirAnimations() throws {
    let played = try PlayedSample(small: StressSample.self)
    defer { played.close() }
    try played.press("shuffle")
    played.advance(to: 0.5)
    try played.press("fewer")
    played.advance(to: 2)
    #expect(played.reports.map(\.finished) == [false])
  }
}
