// ShadowedBackdropTests.swift
// A layer that blurs what is behind it, within one that casts a shadow: frosted glass on a card.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct ShadowedBackdropTests {
    private static func makeScene() -> (stage: LiveStage, card: CALayer, glass: CALayer) {
      let (stage, card, glass) = (LiveStage(), CALayer(), CALayer())
      let path = CGMutablePath()
      for x in stride(from: 0.0, to: 100, by: 4) {
        path.addRect(CGRect(x: x, y: 0, width: 2, height: 100))
      }
      let stripes = CAShapeLayer()
      stripes.path = path
      stage.root.addSublayer(stripes)
      card.frame = CGRect(x: 20, y: 20, width: 60, height: 50)
      card.shadowOffset = CGSize(width: 0, height: 8)
      card.shadowRadius = 2
      glass.frame = card.bounds
      glass.cornerRadius = 6
      glass.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.2)
      glass.backdropRadius = 6
      card.addSublayer(glass)
      stage.root.addSublayer(card)
      return (stage, card, glass)
    }

    /// The darkest and the lightest red of the pixels of a row.
    private func range(_ stage: LiveStage, y: Int, x: Range<Int>) -> (
      darkest: UInt8, lightest: UInt8
    ) {
      let picture = stage.picture()
      let values = x.map { picture.pixels[(y * picture.width + $0) * 4] }
      return (values.min() ?? 0, values.max() ?? 0)
    }

    @Test(arguments: [Float(1), 0.5], [false, true])
    func whatIsBehindIsBlurred(opacity: Float, isClipped: Bool) {
      let (stage, card, glass) = Self.makeScene()
      card.opacity = opacity
      glass.masksToBounds = isClipped
      let content = CALayer()
      content.frame = CGRect(x: 5, y: 5, width: 4, height: 4)
      content.backgroundColor = .black
      glass.addSublayer(content)
      let still = range(stage, y: 45, x: 30..<70)
      #expect(opacity < 1 || still.lightest - still.darkest < 24)
      let below = range(stage, y: 74, x: 30..<70)
      #expect(below == (0, 255))
      withoutActions { card.shadowOpacity = 0.5 }
      let shadowed = range(stage, y: 45, x: 30..<70)
      #expect(opacity < 1 || shadowed.lightest - shadowed.darkest < 24)
      #expect(shadowed.lightest <= still.lightest)
      // The whole glass casts the shadow, although its colour is translucent.
      let shade = range(stage, y: 74, x: 30..<70)
      #expect(abs(Int(shade.lightest) - Int(255 - 127 * opacity)) <= 6, "\(shade)")
      #expect(stage.picture().pixels == stage.pictureAfresh()?.pixels)
      withoutActions {
        content.position.x += 20
        card.position.x += 3
      }
      #expect(stage.picture().pixels == stage.pictureAfresh()?.pixels)
    }
  }
}
