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
package struct GlyphRun: Hashable, Sendable {
  package var face: FontFaceID
  /// The em size in points.
  package var size: CGFloat
  package var color: CGColor
  package var glyphs: [PlacedGlyph]

  package init(face: FontFaceID, size: CGFloat, color: CGColor, glyphs: [PlacedGlyph]) {
    self.face = face
    self.size = size
    self.color = color
    self.glyphs = glyphs
  }
}
