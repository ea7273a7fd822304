// BorderColorTests.swift
// A border colour with a block's timing, and touches during the block (semantics 16.6,
// semantics 18.4).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct BorderColorTests {
  struct Counts: Equatable {
    var during = 0
    var after = 0
    var passedBy = 0
  }

  private func counts(_ sample: BorderColorSample) -> Counts {
    Counts(during: sample.takenDuring, after: sample.takenAfter, passedBy: sample.passedBy)
  }

  /// Taps twice at each time; the taps arrive with the next frame.
  private func tap(_ played: PlayedSample<BorderColorSample>, at times: [TimeInterval]) {
    for time in times {
      played.advance(to: time)
      for _ in 0..<2 {
        played.stage.host.press(played.sample.card)
        played.advance(to: CACurrentMediaTime() + 1.0 / 60)
      }
    }
  }

  @Test(
    arguments: [
      // trigger, finished and elapsed of the completion, taps at 0.2, 0.7 and 1.5 s
      ("copied", true, 1, Counts(during: 0, after: 2, passedBy: 4)),
      ("adopted", true, 1, Counts(during: 0, after: 2, passedBy: 4)),
      // The block does not count it: it completes at once, and touches are not blocked.
      ("dropped", true, 0, Counts(during: 4, after: 2, passedBy: 0)),
      ("removed", false, 0.5, Counts(during: 0, after: 4, passedBy: 2)),
      ("allowed", true, 1, Counts(during: 4, after: 2, passedBy: 0)),
    ] as [(String, Bool, Double, Counts)])
  func touchesReturnAfterTheBlock(
    trigger: String, finished: Bool, elapsed: Double, expected: Counts
  ) throws {
    let played = try PlayedSample(BorderColorSample.self)
    defer { played.close() }
    try played.press(trigger)
    tap(played, at: [0.2, 0.7, 1.5])
    #expect(counts(played.sample) == expected)
    played.expect("Border", finished: finished, after: elapsed)
    #expect(played.sample.touches.text == "The card takes touches.")
    #expect(
      played.sample.counts.map { $0.text ?? "" } == [
        "\(expected.during)", "\(expected.after)", "\(expected.passedBy)",
      ])
    #expect(played.sample.card.isUserInteractionEnabled)
  }

  /// The block's duration, curve and fill mode are the animation's.
  @Test(arguments: ["copied", "dropped", "adopted"])
  func animationHasTheBlocksTiming(trigger: String) throws {
    let played = try PlayedSample(BorderColorSample.self)
    defer { played.close() }
    let layer = played.sample.card.layer
    let old = try #require(layer.borderColor).lanes
    try played.press(trigger)
    let new = try #require(layer.borderColor).lanes
    let animation = try #require(layer.animation(forKey: "borderColor"))
    #expect(animation.duration == 1 && animation.fillMode == .both)
    #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    played.advance(to: 0.5)
    // The curve is linear at half of the time.
    let shown = try #require(layer.presentation()?.borderColor).lanes
    for lane in 0..<3 { #expect(abs(shown[lane] - (old[lane] + new[lane]) / 2) < 0.01) }
  }

  /// semantics 16.1: outside blocks a view returns no action.
  @Test func outsideABlockColorChangesAtOnce() throws {
    let played = try PlayedSample(BorderColorSample.self)
    defer { played.close() }
    for source in [BorderView.DelegateSource.copied, .dropped, .adopted] {
      played.sample.card.delegateSource = source
      played.sample.card.layer.borderColor = UIColor(white: 0.3, alpha: 1).cgColor
      played.sample.card.layer.borderColor = UIColor(white: 0.7, alpha: 1).cgColor
      #expect(played.sample.card.layer.animationKeys() ?? [] == [])
    }
  }

  /// semantics 18.4: after repeated presses, touches return with the end of the last block.
  @Test func touchesReturnAfterInterruptedBlocks() throws {
    let played = try PlayedSample(BorderColorSample.self)
    defer { played.close() }
    var time = 0.0
    for trigger in ["copied", "adopted", "removed", "dropped", "allowed", "copied", "removed"] {
      try played.press(trigger)
      time += 0.3
      played.advance(to: time)
    }
    played.advance(to: time + 2)
    let middle = CGPoint(x: 100, y: 84)
    #expect(played.sample.card.hitTest(middle, with: nil) === played.sample.card)
    #expect(played.reports.count == 7)
  }

  @Test func borderChangeIsDrawn() throws {
    let played = try PlayedSample(BorderColorSample.self, scale: 1)
    defer { played.close() }
    let layer = played.sample.card.layer
    let old = UIColor(cgColor: try #require(layer.borderColor)).bytes
    try played.press("copied")
    let new = UIColor(cgColor: try #require(layer.borderColor)).bytes
    let edges = [0.5, 1.2].map { played.pixels(of: played.sample.card, at: $0)[80][3] }
    for lane in 0..<3 { #expect(abs(edges[0][lane] - (old[lane] + new[lane]) / 2) <= 3) }
    #expect(edges[1] == new)
  }
}
