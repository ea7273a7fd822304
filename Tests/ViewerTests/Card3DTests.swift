// Card3DTests.swift
// A card of plates: its front, its back, and depth only in a transform layer (semantics 3.2,
// 12, 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct Card3DTests {
  private let sun = SIMD3(0xFF, 0xD1, 0x66)
  private let back = SIMD3(0x27, 0x4F, 0x8A)
  private let size = CGSize(width: 560, height: 260)
  private var halves: [CGRect] {
    [CGRect(x: 0, y: 0, width: 280, height: 200), CGRect(x: 280, y: 0, width: 280, height: 200)]
  }

  @Test func flipShowsTheBack() throws {
    let played = try PlayedSample(small: Card3DSample.self, scale: 1)
    defer { played.close() }
    for half in halves { #expect(played.image().count(of: sun, in: half) > 300) }
    try played.press("flip")
    played.advance(to: 0.3)
    // Plates in one plane keep the order of the tree at every rotation of the card.
    for half in halves { #expect(played.image().count(of: sun, in: half) > 100) }
    played.advance(to: 1)
    for half in halves {
      let image = played.image()
      #expect(image.count(of: sun, in: half) == 0)
      #expect(image.count(of: back, in: half) > 2000)
    }
    #expect(played.reports.map(\.finished) == [true])
    try played.press("flip")
    played.advance(to: 2)
    for half in halves { #expect(played.image().count(of: sun, in: half) > 300) }
  }

  /// semantics 12: seen from the side, raised plates are displaced; flattened plates
  /// are not.
  @Test func onlyATransformLayerKeepsDepth() throws {
    let played = try PlayedSample(small: Card3DSample.self, scale: 1)
    defer { played.close() }
    try played.press("apart")
    played.advance(to: 1.5)
    let image = played.image()
    let columns = halves.compactMap { image.middleColumn(of: sun, in: $0) }
    #expect(columns.count == 2)
    // The centres of the two cards, 220 points apart before the stage's scale.
    let apart: Double = 110 * 176 / 166
    let middles: [Double] = [280 - apart, 280 + apart]
    let shifts = zip(columns, middles).map { $0 - $1 }
    #expect(shifts[0] > shifts[1] + 25, "\(shifts)")
    played.advance(to: 3.2)
    #expect(played.reports.map(\.finished) == [true])
    for plate in played.sample.solid.plates { #expect(plate.zPosition == 0) }
  }

  @Test(arguments: [("flip", 0.9), ("apart", 3), ("tumble", 2.4), ("nearer", 2)])
  func triggersCompleteOnce(trigger: String, length: TimeInterval) throws {
    let played = try PlayedSample(small: Card3DSample.self)
    defer { played.close() }
    try played.press(trigger)
    played.advance(to: length + 0.2)
    #expect(played.reports.count == 1)
    #expect(played.reports.first?.finished == true)
    #expect(abs((played.reports.first?.elapsed ?? 0) - length) < 0.04)
    for card in [played.sample.solid, played.sample.flat] {
      #expect(card.body.animationKeys() ?? [] == [])
    }
  }
}
