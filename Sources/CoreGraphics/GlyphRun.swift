// GlyphRun.swift
// Placed glyphs, produced by layout and drawn by canvases.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The identifier of a face in its font provider.
package struct FontFaceID: Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// A glyph and its origin on the baseline, in points of the drawing's user space.
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
  /// The font size in points.
  package let size: CGFloat
  package var color: CGColor
  package private(set) var glyphs: [PlacedGlyph]
  /// The bounds of all glyphs, with space for those that extend beyond their advance: 1.5 em on
  /// every side of their origins. Null without glyphs.
  ///
  /// Stored, because frames read it and must not iterate over the glyphs.
  package private(set) var bounds: CGRect

  package init(face: FontFaceID, size: CGFloat, color: CGColor, glyphs: [PlacedGlyph]) {
    self.face = face
    self.size = size
    self.color = color
    self.glyphs = glyphs
    bounds = Self.bounds(of: glyphs, size: size)
  }

  /// A run without glyphs and without memory.
  static let empty = GlyphRun(
    face: FontFaceID(rawValue: -1), size: 0, color: .black, glyphs: [])

  /// Translates every glyph, in points.
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

  /// Hashes the ends of the run only, because runs are hashed in every frame and mostly differ
  /// there.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(face)
    hasher.combine(size)
    hasher.combine(color)
    hasher.combine(glyphs.count)
    hasher.combine(glyphs.first)
    hasher.combine(glyphs.last)
  }
}
