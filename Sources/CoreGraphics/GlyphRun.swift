// GlyphRun.swift
// Placed glyphs, as layout makes them and canvases draw them.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The number under which the host's font provider knows a face.
package struct FontFaceID: Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// One glyph and the point of its origin on the baseline, in points of the drawing's user space.
package struct PlacedGlyph: Hashable, Sendable {
  /// The glyph's index in its face.
  package var glyph: UInt32
  package var position: CGPoint

  package init(glyph: UInt32, position: CGPoint) {
    self.glyph = glyph
    self.position = position
  }
}

/// Glyphs of one face, size and colour.
package struct GlyphRun: Sendable {
  package let face: FontFaceID
  /// The em size in points.
  package let size: CGFloat
  package var color: CGColor
  package private(set) var glyphs: [PlacedGlyph]
  /// A rectangle around all glyphs, with room for those that reach beyond their advance: 1.5 em on
  /// every side of their origins. Null without glyphs.
  ///
  /// It is kept because a frame asks for it and must not walk over the glyphs for it.
  package private(set) var bounds: CGRect

  package init(face: FontFaceID, size: CGFloat, color: CGColor, glyphs: [PlacedGlyph]) {
    self.face = face
    self.size = size
    self.color = color
    self.glyphs = glyphs
    bounds = Self.bounds(of: glyphs, size: size)
  }

  /// No glyphs, in memory of nobody's.
  static let empty = GlyphRun(
    face: FontFaceID(rawValue: -1), size: 0, color: .black, glyphs: [])

  /// Moves every glyph, in points.
  package mutating func move(x: CGFloat, y: CGFloat) {
    for index in glyphs.indices {
      glyphs[index].position.x += x
      glyphs[index].position.y += y
    }
    bounds = Self.bounds(of: glyphs, size: size)
  }

  private static func bounds(of glyphs: [PlacedGlyph], size: CGFloat) -> CGRect {
    CGRect(enclosing: glyphs.lazy.map(\.position)).insetBy(dx: -size * 1.5, dy: -size * 1.5)
  }
}

extension GlyphRun: Hashable {
  package static func == (a: GlyphRun, b: GlyphRun) -> Bool {
    a.face == b.face && a.size == b.size && a.color == b.color && a.glyphs == b.glyphs
  }

  /// Hashes the ends of the run only: it is asked for in frames, and runs differ there mostly.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(face)
    hasher.combine(size)
    hasher.combine(color)
    hasher.combine(glyphs.count)
    hasher.combine(glyphs.first)
    hasher.combine(glyphs.last)
  }
}
