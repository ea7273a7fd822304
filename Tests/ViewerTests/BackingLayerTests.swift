// BackingLayerTests.swift
// A view's layer and a layer without a view, moved by the same code (semantics 16.1, semantics 11.3,
// semantics 18.3).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct BackingLayerTests {
  /// Durations of both animations, in seconds; nil for none.
  private func durations(_ sample: BackingLayerSample) -> [Double?] {
    [sample.backing.layer, sample.standalone].map { $0.animation(forKey: "position")?.duration }
  }

  private func shown(_ sample: BackingLayerSample) -> [Double] {
    sample.drawnValues.map(\.value)
  }

  @Test(
    arguments: [
      // trigger, duration of the view's layer and of the other, completion
      ("outside", nil, 0.25, "Outside a block", nil, 0.25), ("inside", 1, 0.25, "Block", true, 1),
      ("included", 1, 1, "Block", true, 1), ("disabled", nil, nil, "Actions disabled", nil, 0),
    ] as [(String, Double?, Double?, String, Bool?, Double)])
  func durationsOfViewLayerAndPlainLayer(
    trigger: String, backing: Double?, standalone: Double?, name: String, finished: Bool?,
    elapsed: Double
  ) throws {
    let played = try PlayedSample(BackingLayerSample.self)
    defer { played.close() }
    #expect(shown(played.sample) == [0, 0])
    try played.press(trigger)
    #expect(durations(played.sample) == [backing, standalone])
    let times = [0.1, 0.2, 0.5, 0.9]
    for time in times {
      played.advance(to: time)
      for (value, duration) in zip(shown(played.sample), [backing, standalone]) {
        if let duration, time < duration {
          #expect(value > 0 && value < 100, "on its way at \(time) s")
        } else {
          #expect(value == 100, "there at \(time) s")
        }
      }
    }
    played.advance(to: 2)
    played.expect(name, finished: finished, after: elapsed)
    #expect(played.reports.count == 1)
  }

  /// With the option both have the same curve and position.
  @Test func includesLayersKeepsBothInStep() throws {
    let played = try PlayedSample(BackingLayerSample.self)
    defer { played.close() }
    try played.press("included")
    for frame in 1...70 {
      played.advance(to: Double(frame) / 60)
      let values = shown(played.sample)
      #expect(abs(values[0] - values[1]) < 1e-6, "apart in frame \(frame)")
    }
  }

  /// A second press, inside or outside a block, starts from the model.
  @Test func interruptedMovesStartFromTheModel() throws {
    let played = try PlayedSample(BackingLayerSample.self)
    defer { played.close() }
    var time = 0.0
    var random = SeededRandom(seed: 12)
    for count in 1...30 {
      let trigger = try #require(played.sample.triggers.randomElement(using: &random))
      try played.press(trigger.name)
      time += Double.random(in: 0...1.4, using: &random)
      played.advance(to: time)
      for value in shown(played.sample) { #expect((-1e-6...100.000001).contains(value)) }
      played.advance(to: time + 1.2)
      time += 1.2
      #expect(shown(played.sample) == (count % 2 == 1 ? [100, 100] : [0, 0]))
      #expect(played.reports.count == count)
    }
  }

  /// A layer without a view would animate to its new position.
  @Test func layoutDoesNotAnimate() throws {
    let played = try PlayedSample(BackingLayerSample.self)
    defer { played.close() }
    let before = played.sample.standalone.position
    let stage = try #require(played.sample.backing.superview)
    stage.frame.size = CGSize(width: 560, height: 260)
    played.advance(to: 0.1)
    #expect(played.sample.standalone.position != before)
    #expect(durations(played.sample) == [nil, nil])
    #expect(played.sample.standalone.position.x == played.sample.backing.center.x)
  }
}
