// ConstraintsTests.swift
// The constraints sample: what depends on one constant moves with it, as one.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ConstraintsTests {
  private func shown(_ view: UIView) -> CGRect { view.layer.presentation()?.frame ?? .null }

  @Test func dependentViewsMoveTogetherWithTheCard() throws {
    let played = try PlayedSample(
      small: ConstraintsSample.self, size: CGSize(width: 720, height: 420))
    defer { played.close() }
    let stage = played.sample.stage
    #expect(stage.card.frame.minX == 160 && stage.card.frame.width == 200)
    #expect(
      stage.disc.frame.minX == 376 && stage.disc.frame.midY == stage.card.frame.midY.rounded())
    let low = stage.card.frame.height
    try played.press("width")
    var widest: CGFloat = 0
    for step in 1...40 {
      played.advance(to: Double(step) / 40)
      let (card, disc, bars) = (shown(stage.card), shown(stage.disc), shown(stage.bars))
      widest = max(widest, card.width)
      #expect(abs(disc.minX - card.maxX - 16) < 0.01)
      #expect(abs(bars.width - card.width - 60) < 0.01 && abs(bars.minY - card.maxY - 16) < 0.01)
    }
    // The spring overshoots, and the text needs fewer lines.
    #expect(widest > 350 && stage.card.frame.width == 340 && stage.card.frame.height < low)
    played.advance(to: 1.2)
    #expect(played.reports.map(\.finished) == [true])
  }

  @Test func exchangedConstraintMovesTheDisc() throws {
    let played = try PlayedSample(
      small: ConstraintsSample.self, size: CGSize(width: 720, height: 420))
    defer { played.close() }
    let disc = played.sample.stage.disc
    try played.press("side")
    played.advance(to: 0.3)
    let middle = shown(disc).minX
    #expect(middle > 386 && middle < 640)
    played.advance(to: 0.8)
    #expect(disc.frame.maxX == 696 && played.reports.map(\.finished) == [true])
    try played.press("side")
    played.advance(to: 1.6)
    #expect(disc.frame.minX == 376)
  }

  @Test func spacingOfTheStackSprings() throws {
    let played = try PlayedSample(
      small: ConstraintsSample.self, size: CGSize(width: 720, height: 420))
    defer { played.close() }
    let bars = played.sample.stage.bars.arrangedSubviews
    #expect(bars[0].frame.minX == 0 && bars[2].frame.maxX == 260)
    try played.press("spacing")
    played.advance(to: 1.2)
    #expect(bars.map(\.frame.width) == [60, 60, 60])
    #expect(bars[1].frame.minX - bars[0].frame.maxX == 40)
  }
}
