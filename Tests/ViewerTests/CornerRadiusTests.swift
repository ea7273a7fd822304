// CornerRadiusTests.swift
// A layer that animates by itself, in blocks with and without `includesLayers` (semantics 11.1,
// semantics 18.3).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct CornerRadiusTests {
  private let plain = "UIView block, as on iOS"
  private let including = "with .includesLayers"

  private func radii(_ sample: CornerRadiusSample) -> [CGFloat] {
    [sample.plain, sample.including].map {
      ($0.square.layer.presentation() ?? $0.square.layer).cornerRadius
    }
  }

  /// semantics 18.3: the block of 2 s completes at once; with the option, when the layer's animation ends.
  @Test(arguments: [
    // trigger, the layer's duration, completion without the option and with it
    ("block", 0.3, 0, 0.3), ("matched", 2, 0, 2), ("coordinated", 2, 2, 2),
  ])
  func blockWaitsWithIncludesLayers(
    trigger: String, duration: Double, alone: Double, included: Double
  ) throws {
    let played = try PlayedSample(CornerRadiusSample.self)
    defer { played.close() }
    try played.press(trigger)
    #expect(played.reports.count == (alone == 0 ? 1 : 0), "it completes inside the call, or later")
    played.advance(to: duration / 2)
    // Without a timing function, the animation is linear in any block.
    for radius in radii(played.sample) { #expect(abs(radius - 28) < 1e-6) }
    played.advance(to: 3)
    #expect(radii(played.sample) == [56, 56])
    played.expect(plain, finished: true, after: alone)
    played.expect(including, finished: true, after: included)
    for (card, elapsed) in [(played.sample.plain, alone), (played.sample.including, included)] {
      let shown = try #require(card.elapsed.text?.split(separator: " ").first)
      #expect(abs((Double(shown) ?? -1) - elapsed) < 2.5 / 60, "on screen: \(shown)")
    }
  }

  /// semantics 11.1: the layer's own method is called before its view's.
  @Test func layerAnimatesOutsideBlocks() throws {
    let played = try PlayedSample(CornerRadiusSample.self)
    defer { played.close() }
    try played.press("implicit")
    for card in [played.sample.plain, played.sample.including] {
      #expect(card.square.layer.animationKeys() == ["cornerRadius"])
      #expect(card.square.layer.animation(forKey: "cornerRadius")?.duration == 0.3)
    }
    played.advance(to: 0.1)
    for radius in radii(played.sample) { #expect(abs(radius - 56 / 3) < 1e-6) }
    played.advance(to: 1)
    #expect(radii(played.sample) == [56, 56])
    #expect(played.reports.isEmpty)
  }

  /// An ordinary view changes at once, a layer without a view animates; the inspector shows why, the view first.
  @Test func ordinaryViewChangesAtOnce() throws {
    let stage = OffscreenStage(
      CornerRadiusSample.self, size: OffscreenStage.windowSize, scale: 0.25, showsWindow: true)
    defer { stage.close() }
    let viewer = try #require(stage.viewer)
    let pair = try #require(viewer.sample as? CornerRadiusSample).ordinary
    stage.host.advance(to: 0.1)
    #expect(!pair.isHidden)
    viewer.press(triggerAt: 0)
    viewer.perform(.inspector(.actions))
    stage.host.advance(to: 0.2)
    #expect(
      pair.square.layer.animationKeys() == nil && pair.hosted.animationKeys() == ["cornerRadius"])
    let actions = viewer.inspector.actions
    #expect(actions.shown?.owner == "UIView")
    #expect(actions.shown?.reason.hasPrefix("The view is its layer's delegate.") == true)
    #expect(
      actions.reports.first { $0.owner == "CALayer" }?.reason
        == "Nothing stopped the search, so that the layer animates by itself.")
  }

  /// The second press starts from the presentation, and the first block ends unfinished.
  @Test func secondPressReversesFromThePresentation() throws {
    let played = try PlayedSample(CornerRadiusSample.self)
    defer { played.close() }
    try played.press("matched")
    played.advance(to: 1)
    try played.press("matched")
    #expect(abs(radii(played.sample)[1] - 28) < 1e-6)
    played.advance(to: 2)
    #expect(abs(radii(played.sample)[1] - 14) < 1e-6)
    played.advance(to: 4)
    #expect(radii(played.sample) == [0, 0])
    #expect(played.reports(of: including).map(\.finished) == [false, true])
    #expect(played.reports(of: plain).map(\.finished) == [true, true])
    #expect(played.sample.including.elapsed.text?.hasPrefix("2.0") == true)
  }

  @Test func roundCornersAreDrawn() throws {
    let played = try PlayedSample(CornerRadiusSample.self, scale: 1)
    defer { played.close() }
    let square = played.sample.plain.square
    let before = played.pixels(of: square, at: 0.1)
    let color = try #require(square.backgroundColor).bytes
    #expect(before.allSatisfy { $0.allSatisfy { $0 == color } })
    try played.press("coordinated")
    let backdrop = { try #require(played.sample.plain.backdrop.backgroundColor).bytes }
    let after = played.pixels(of: square, at: 3)
    #expect(after[2][2] == (try backdrop()) && after[56][56] == color)
    #expect(try backdrop() != Theme.control.bytes, "the backdrop has changed with it")
  }
}
