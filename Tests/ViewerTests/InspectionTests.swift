// InspectionTests.swift
// The action that a view returns, and the animation added to its layer (semantics 16.1, semantics 16.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct InspectionTests {
  /// semantics 16.1: `NSNull`, and nothing is added.
  @Test func outsideABlockTheActionIsNull() throws {
    let played = try PlayedSample(InspectionSample.self)
    defer { played.close() }
    let before = played.sample.view.center
    try played.press("outside")
    #expect(played.sample.answer.text == "→ <null>")
    #expect(played.sample.log.text == "Nothing is added.")
    #expect(played.sample.view.layer.animationKeys() ?? [] == [])
    #expect(played.sample.view.center != before)
    played.advance(to: 1)
    #expect(played.reports.isEmpty)
  }

  /// semantics 16.2: during the search the new value is not stored, and the action has only a fromValue.
  /// semantics 21.11: the layer's override receives the animation as it is attached, from the distance to zero.
  @Test func insideABlockAnAnimationIsAdded() throws {
    let played = try PlayedSample(InspectionSample.self)
    defer { played.close() }
    let before = played.sample.view.center
    try played.press("inside")
    let after = played.sample.view.center
    #expect(played.sample.answer.text == "→ <CABasicAnimation: 0x…>")
    let lines = try #require(played.sample.log.text).split(separator: "\n").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " ;"))
    }
    #expect(lines.first == "adding for \"position\":")
    #expect(lines[1] == "<CABasicAnimation: 0x…" && lines.last == ">")
    for line in [
      "fillMode = both", "timingFunction = easeInEaseOut", "duration = 0.3", "keyPath = position",
      "additive = 1", "toValue = 0,0",
      "fromValue = \(Int(before.x - after.x)),\(Int(before.y - after.y))",
    ] {
      #expect(lines.contains(line), "\(line) is not in \(lines)")
    }
    #expect(lines.contains { $0.hasPrefix("delegate = <") })
    played.advance(to: 1)
    played.expect("Inspection", finished: true, after: 0.3)
  }

  /// semantics 16.2: after the new value is stored, the animation is its distance from the old one.
  @Test func addedAnimationIsAdditive() throws {
    let played = try PlayedSample(InspectionSample.self)
    defer { played.close() }
    try played.press("kept")
    let text = try #require(played.sample.log.text)
    #expect(text.contains("additive = 1") && text.contains("toValue = 0,0"))
    #expect(text.contains("fromValue = 0,-128"))
    played.advance(to: 1)
    played.expect("Inspection", finished: true, after: 0.3)
  }

  @Test func explicitAnimationsAreLoggedToo() throws {
    let played = try PlayedSample(InspectionSample.self)
    defer { played.close() }
    try played.press("fade")
    #expect(played.sample.log.text?.hasPrefix("adding for \"fade in slowly\":") == true)
    played.advance(to: 0.375)
    #expect(abs((played.sample.view.layer.presentation()?.opacity ?? 0) - 0.5) < 1e-5)
    played.advance(to: 2)
    played.expect("Fade", finished: true, after: 0.75)
  }

  /// Addresses differ between runs; the picture must not.
  @Test func pictureIsRepeatable() throws {
    let pictures = try (0..<2).map { _ in
      let played = try PlayedSample(InspectionSample.self, scale: 1)
      defer { played.close() }
      try played.press("inside")
      return played.stage.image(of: nil, at: 0.2).pixels
    }
    #expect(pictures[0] == pictures[1])
  }
}
