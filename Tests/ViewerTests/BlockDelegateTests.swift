// BlockDelegateTests.swift
// A fade whose delegate is two blocks: started, stopped, delayed, interrupted (semantics 1.9).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct BlockDelegateTests {
  private func opacity(_ sample: BlockDelegateSample) -> Float {
    (sample.card.layer.presentation() ?? sample.card.layer).opacity
  }

  @Test func startAndStopBlocksRunOnce() throws {
    let played = try PlayedSample(BlockDelegateSample.self)
    defer { played.close() }
    try played.press("fade")
    played.advance(to: 0.375)
    #expect(abs(opacity(played.sample) - 0.5) < 1e-5)
    #expect(played.sample.started.text?.hasPrefix("begins after 0.0") == true)
    #expect(played.reports.isEmpty)
    played.advance(to: 2)
    #expect(opacity(played.sample) == 1)
    played.expect("Fade", finished: true, after: 0.75)
    #expect(played.sample.stopped.text?.hasPrefix("faded to the end after 0.7") == true)
  }

  /// The start block is called after the delay; until then the card is invisible.
  @Test func delayedFadeStartsAfterItsDelay() throws {
    let played = try PlayedSample(BlockDelegateSample.self)
    defer { played.close() }
    try played.press("delayed")
    played.advance(to: 0.45)
    #expect(opacity(played.sample) == 0)
    #expect(played.sample.started.text == "waiting…")
    played.advance(to: 0.875)
    #expect(abs(opacity(played.sample) - 0.5) < 1e-5)
    #expect(played.sample.started.text?.hasPrefix("begins after 0.5") == true)
    played.advance(to: 2)
    played.expect("Fade", finished: true, after: 1.25)
  }

  /// The end of one animation removes the other, which stops unfinished.
  @Test func removedFadeStopsUnfinished() throws {
    let played = try PlayedSample(BlockDelegateSample.self)
    defer { played.close() }
    try played.press("cancelled")
    played.advance(to: 0.2)
    let fuse = try #require(played.sample.fuse.layer.presentation())
    #expect(abs(fuse.transform.m11 - 0.5) < 1e-6 && fuse.opacity == 1)
    played.advance(to: 2)
    played.expect("Fade", finished: false, after: 0.4)
    #expect(opacity(played.sample) == 1, "the model was there from the beginning")
    #expect(played.sample.fuse.layer.presentation()?.opacity == 0)
    #expect(played.sample.stopped.text?.hasPrefix("was cut short after 0.4") == true)
  }

  @Test func fadeIsDrawn() throws {
    let played = try PlayedSample(BlockDelegateSample.self, scale: 1)
    defer { played.close() }
    let card = played.sample.card
    try played.press("delayed")
    let pictures = [0.2, 0.875, 2].map { played.pixels(of: card, at: $0)[60][60] }
    let color = try #require(card.backgroundColor).bytes
    #expect(pictures[0] == Theme.stage.bytes && pictures[2] == color)
    for lane in 0..<3 {
      let half = (Theme.stage.bytes[lane] + color[lane]) / 2
      #expect(abs(pictures[1][lane] - half) <= 2)
    }
  }

  /// A new fade replaces the old one, which stops unfinished.
  @Test func replacedFadeStopsUnfinished() throws {
    let played = try PlayedSample(BlockDelegateSample.self)
    defer { played.close() }
    try played.press("cancelled")
    played.advance(to: 0.2)
    try played.press("fade")
    played.advance(to: 2)
    #expect(played.reports(of: "Fade").map(\.finished) == [false, true])
    #expect(played.sample.stopped.text?.hasPrefix("faded to the end") == true)
  }
}
