// SampleClickTests.swift
// Samples of layers and views in the built program: every button is pressed with the pointer, and the
// completions are read from the program's trace.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct SampleClickTests {
  /// An expected completion.
  struct Expected: Sendable {
    var animation: String
    /// The flag as written in the trace.
    var finished: String
    var elapsed: Double
  }

  private static func completion(_ animation: String, _ finished: Bool?, _ elapsed: Double)
    -> Expected
  {
    Expected(
      animation: animation, finished: finished.map { "\($0)" } ?? "unknown", elapsed: elapsed)
  }

  private static let plain = "UIView block, as on iOS"
  private static let including = "with .includesLayers"

  static let presses: [(sample: String, presses: [(trigger: String, completions: [Expected])])] = [
    (
      "CornerRadius",
      [
        ("implicit", []),
        ("block", [completion(plain, true, 0), completion(including, true, 0.3)]),
        ("matched", [completion(plain, true, 0), completion(including, true, 2)]),
        ("coordinated", [completion(plain, true, 2), completion(including, true, 2)]),
      ]
    ),
    (
      "ImplicitCompletion",
      [
        ("corner", [completion("cornerRadius", true, 0.3), completion("CATransaction", nil, 0.3)]),
        (
          "both",
          [
            completion("cornerRadius", true, 0.3), completion("backgroundColor", true, 0.9),
            completion("CATransaction", nil, 0.9),
          ]
        ),
        (
          "cut",
          [
            completion("cornerRadius", true, 0.3), completion("backgroundColor", false, 0.3),
            completion("CATransaction", nil, 0.3),
          ]
        ),
      ]
    ),
    (
      "Inspection",
      [
        ("outside", []), ("inside", [completion("Inspection", true, 0.3)]),
        ("kept", [completion("Inspection", true, 0.3)]), ("fade", [completion("Fade", true, 0.75)]),
      ]
    ),
    (
      "BlockDelegate",
      [
        ("fade", [completion("Fade", true, 0.75)]), ("delayed", [completion("Fade", true, 1.25)]),
        ("cancelled", [completion("Fade", false, 0.4)]),
      ]
    ),
    (
      "BackingLayer",
      [
        ("outside", [completion("Outside a block", nil, 0.25)]),
        ("inside", [completion("Block", true, 1)]),
        ("included", [completion("Block", true, 1)]),
        ("disabled", [completion("Actions disabled", nil, 0)]),
      ]
    ),
    (
      "ActionSearch",
      [
        ("all", [completion("All six", nil, 1)]), ("delegate", [completion("Delegate", nil, 1)]),
        ("actions", [completion("actions", nil, 0.85)]), ("style", [completion("style", nil, 0.7)]),
        ("class", [completion("Class", nil, 0.55)]),
        ("built-in", [completion("Built in", nil, 0.25)]),
        ("null", [completion("NSNull", nil, 0)]),
      ]
    ),
    (
      "BorderColor",
      [
        ("copied", [completion("Border", true, 1)]), ("dropped", [completion("Border", true, 0)]),
        ("adopted", [completion("Border", true, 1)]),
        ("removed", [completion("Border", false, 0.5)]),
        ("allowed", [completion("Border", true, 1)]),
      ]
    ),
  ]

  @Test(arguments: presses.indices) func everyButtonRunsItsTrigger(place: Int) throws {
    let (sample, presses) = Self.presses[place]
    let viewer = try RunningViewer(["view", sample])
    for (trigger, expected) in presses {
      let before = viewer.events("completion").count
      let pressed = try viewer.after("trigger") { try viewer.press("trigger-\(trigger)") }
      #expect(pressed.fields["name"] == trigger)
      // A delayed animation draws no frames; by then all delays are over.
      try viewer.advance(by: 2.5)
      #expect(try viewer.settle())
      let found = viewer.events("completion").dropFirst(before)
      #expect(found.count == expected.count, "\(sample), \(trigger): \(found.map(\.fields))")
      for one in expected {
        let event = found.first { $0.fields["animation"] == one.animation }
        let fields = try #require(event?.fields, "\(sample), \(trigger): \(one.animation)")
        #expect(fields["finished"] == one.finished, "\(sample), \(trigger): \(fields)")
        // The end may be detected one frame later.
        let late = (event?.number("elapsed") ?? -1) - one.elapsed
        #expect((-0.001...2.5 / 60).contains(late), "\(sample), \(trigger): \(fields)")
      }
    }
  }

  /// During the change of the border, taps miss the card; afterwards they hit it.
  @Test func tapsMissTheCardDuringTheBlock() throws {
    let viewer = try RunningViewer(["view", "BorderColor"])
    let stage = try viewer.place(of: "stage")
    // Positions of the card and the three numbers in the sample's layout.
    let left = stage.midX - 264
    let card = CGPoint(x: left + 100, y: stage.midY)
    func tapCard() throws {
      try viewer.server.xdotool("mousemove", "\(Int(card.x))", "\(Int(card.y))", "click", "1")
    }
    func number(_ place: CGFloat) throws -> [SIMD3<Int>] {
      let rect = CGRect(
        x: left + 232 + 100 * place, y: stage.midY - 72, width: 96, height: 36)
      return try viewer.server.screenshot().pixels(in: rect)
    }
    #expect(try viewer.settle())
    let none = try [number(0), number(1), number(2)]
    _ = try viewer.after("completion") {
      _ = try viewer.after("trigger") { try viewer.press("trigger-copied") }
      try viewer.advance(by: 0.5)
      try tapCard()
      #expect(try viewer.settle())
    }
    #expect(try number(0) == none[0], "nothing was taken during the change")
    #expect(try number(1) == none[1], "nothing was taken after it")
    #expect(try number(2) != none[2], "the tap passed the card by")
    try tapCard()
    #expect(try viewer.settle())
    #expect(try number(1) != none[1], "now the card takes the tap")
  }
}
