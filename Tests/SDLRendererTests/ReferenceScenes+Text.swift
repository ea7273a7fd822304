// ReferenceScenes+Text.swift
// Scenes of text, upright, turned and in perspective, for the reference.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import FreeTypeRaster
import QuartzCore
import ReferencePicture
import Typesetting

extension ReferenceScene {
  private static func text(
    _ text: String, size: CGFloat, _ color: SceneColor, at baseline: CGPoint,
    _ fonts: SystemFontProvider
  ) -> SceneContent {
    let attributes = TextAttributes(face: fonts.face(for: FontDescription()), size: size)
    let layout = TextLayout([AttributedRun(text, attributes)], fonts: fonts)
    guard let laid = layout.lines.first?.runs.first else { return .none }
    let outline = CGMutablePath()
    let glyphs = laid.glyphs.map { glyph in
      // Upright glyphs have places in quarters of pixels.
      let x = baseline.x + (glyph.position.x * 4).rounded() / 4
      let placed = PlacedGlyph(glyph: glyph.glyph, position: CGPoint(x: x, y: baseline.y))
      if let path = fonts.outline(of: glyph.glyph, in: laid.face) {
        outline.addPath(
          path,
          transform: CGAffineTransform(a: size, b: 0, c: 0, d: size, tx: x, ty: baseline.y))
      }
      return placed
    }
    return .text(
      SceneText(
        run: GlyphRun(face: laid.face, size: size, color: color.cgColor, glyphs: glyphs),
        outline: outline, color: color))
  }

  static func texts(_ fonts: SystemFontProvider) -> [ReferenceScene] {
    [
      ReferenceScene(
        "upright text", mean: (0.1, 0.1), max: (8, 8), "256 levels of coverage"
      ) {
        for (index, size) in [9.0, 13, 24].enumerated() {
          $0.sublayers.append(
            SceneLayer(8, 6 + Double(index) * 34, 144, 36) {
              $0.content = text(
                "Größe fl", size: size, index == 1 ? .red : .blue, at: CGPoint(x: 4, y: 28),
                fonts)
            })
        }
      },
      ReferenceScene(
        "turned text", mean: (0.1, 0.1), max: (8, 8), "256 levels of coverage"
      ) {
        for (index, angle) in [0.3, -0.7].enumerated() {
          $0.sublayers.append(
            SceneLayer(20, 20 + Double(index) * 40, 120, 36, index == 0 ? .green : nil) {
              $0.content = text(
                "Twist 8g", size: 22, index == 1 ? .red : .blue, at: CGPoint(x: 6, y: 26), fonts)
              $0.turn(angle)
            })
        }
      },
      ReferenceScene(
        "text in perspective", mean: (0.1, 0.1), max: (8, 8), "256 levels of coverage"
      ) {
        $0.sublayerTransform.m34 = -1 / 200
        $0.sublayers = [
          SceneLayer(20, 30, 120, 60) {
            $0.content = text("Space", size: 40, .blue, at: CGPoint(x: 4, y: 44), fonts)
            $0.transform = CATransform3DMakeRotation(0.8, 0.2, 1, 0.1)
          }
        ]
      },
    ]
  }
}
