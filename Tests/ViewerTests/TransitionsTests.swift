// TransitionsTests.swift
// Transitions of layers and views: the model changes at once, the picture gradually (semantics 9, 16.7).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct TransitionsTests {
  /// Whether a colour is more blue than red, as all colours of the first face are.
  private func isFirstFace(_ color: SIMD3<Int>) -> Bool { color.z > color.x + 20 }

  @Test(arguments: ["fade", "push", "move-in", "reveal", "flip", "curl", "dissolve"])
  func turnsEveryCardOnce(trigger: String) throws {
    let played = try PlayedSample(small: TransitionsSample.self)
    defer { played.close() }
    try played.press(trigger)
    let cards = played.sample.cards
    for card in cards {
      #expect(card.shown == 1 && card.subviews == [card.faces[1]], "the model changes at once")
      #expect(card.layer.animationKeys() == [kCATransition])
    }
    played.advance(to: TransitionsSample.duration + 0.1)
    #expect(played.reports.count == 1)
    #expect(played.reports.first?.finished == true)
    #expect(abs((played.reports.first?.elapsed ?? 0) - TransitionsSample.duration) < 0.04)
    for card in cards { #expect(card.layer.animationKeys() ?? [] == []) }
  }

  /// semantics 9: halfway, the new picture is on the side of its direction.
  @Test func pushesComeFromTheirSides() throws {
    let played = try PlayedSample(small: TransitionsSample.self, scale: 1)
    defer { played.close() }
    try played.press("push")
    played.advance(to: TransitionsSample.duration / 2)
    let image = played.image()
    // Points that still show the first face: left, right, top, bottom.
    let sides: [CGPoint] = [
      CGPoint(x: 0.2, y: 0.8), CGPoint(x: 0.8, y: 0.8), CGPoint(x: 0.15, y: 0.3),
      CGPoint(x: 0.15, y: 0.7),
    ]
    for (card, side) in zip(played.sample.cards, sides) {
      let frame = card.placeInWindow
      func color(_ at: CGPoint) -> SIMD3<Int> {
        image.color(
          Int(frame.minX + frame.width * at.x), Int(frame.minY + frame.height * at.y))
      }
      #expect(isFirstFace(color(side)))
      let opposite = CGPoint(
        x: side.y == 0.8 ? 1 - side.x : side.x, y: side.y == 0.8 ? side.y : 1 - side.y)
      #expect(!isFirstFace(color(opposite)))
    }
  }

  /// semantics 16.7: halfway through a flip, the card is seen edge-on and invisible.
  @Test func flipsAreEdgeOnHalfWay() throws {
    let played = try PlayedSample(small: TransitionsSample.self, scale: 1)
    defer { played.close() }
    try played.press("flip")
    for (part, first) in [(0.3, true), (0.7, false)] {
      played.advance(to: TransitionsSample.duration * part)
      let image = played.image()
      for card in played.sample.cards {
        let middle = card.placeInWindow
        let color = image.color(Int(middle.midX), Int(middle.midY) - 22)
        #expect(isFirstFace(color) == first, "\(color) at \(part)")
      }
    }
  }
}
