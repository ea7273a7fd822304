// TextEffects.swift
// Stage: display. Text that is more than glyphs in one colour: with a shadow, with stroked outlines, or slanted.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The shadow of text.
package struct TextShadow: Hashable, Sendable {
  /// In points, y down.
  package var offset: CGSize
  /// The distance in points over which the shadow fades.
  package var blurRadius: CGFloat
  package var color: CGColor

  package init(offset: CGSize, blurRadius: CGFloat, color: CGColor) {
    self.offset = offset
    self.blurRadius = blurRadius
    self.color = color
  }
}

/// A picture in a line of text: a glyph in colour, or an attachment.
package struct TextPicture: Hashable, Sendable {
  package var image: CGImage
  /// In the space of the layout, y down.
  package var rect: CGRect
  /// The opacity, 0...1, of the text's colour.
  package var alpha: CGFloat

  func draw(in context: CGContext) {
    context.saveGState()
    context.setAlpha(alpha)
    context.drawUpright(image, in: rect)
    context.restoreGState()
  }
}

/// Glyphs with a shadow, a stroke or a slant.
package struct TextEffect: Hashable, Sendable {
  package internal(set) var run: GlyphRun
  var ornaments: TextOrnaments
  /// The outlines of the glyphs in ems, y down. Empty for text that is only filled and upright.
  var outlines: [UInt32: CGPath]

  /// Draws the shadow, then the text.
  func draw(in context: CGContext) {
    if let shadow = ornaments.shadow { draw(shadow, in: context) }
    draw(color: run.color, strokeColor: ornaments.strokeColor ?? run.color, in: context)
  }

  private func draw(color: CGColor, strokeColor: CGColor, in context: CGContext) {
    guard !outlines.isEmpty else {
      var run = run
      run.color = color
      context.draw(run)
      return
    }
    let path = path
    if ornaments.strokeWidth <= 0 {
      context.setFillColor(color)
      context.addPath(path)
      context.fillPath()
    }
    if ornaments.strokeWidth != 0 {
      context.saveGState()
      context.setStrokeColor(strokeColor)
      // The width is in percent of the font size.
      context.setLineWidth(abs(ornaments.strokeWidth) / 100 * run.size)
      context.setLineJoin(.round)
      context.addPath(path)
      context.strokePath()
      context.restoreGState()
    }
  }

  private var path: CGPath {
    let path = CGMutablePath()
    for glyph in run.glyphs {
      guard let outline = outlines[glyph.glyph] else { continue }
      path.addPath(
        outline,
        transform: CGAffineTransform(
          a: run.size, b: 0, c: -ornaments.obliqueness * run.size, d: run.size,
          tx: glyph.position.x, ty: glyph.position.y))
    }
    return path
  }

  // MARK: Shadow

  /// Copies that together look like a blur: their distances in parts of its radius and their number.
  private static let rings: [(distance: CGFloat, count: Int)] = [(0, 1), (0.3, 6), (0.65, 8)]

  private func draw(_ shadow: TextShadow, in context: CGContext) {
    let isSharp = shadow.blurRadius <= 0
    let rings = isSharp ? [(distance: CGFloat(0), count: 1)] : Self.rings
    // Copies over each other cover as much as one in the shadow's colour.
    let copies = CGFloat(rings.reduce(0) { $0 + $1.count })
    let alpha = min(max(shadow.color.alpha, 0), 1)
    var color = shadow.color
    color.lanes.w = 1 - pow(1 - alpha, 1 / copies)
    if !isSharp && alpha > 0.999 { color.lanes.w = 2.5 / copies }
    for (distance, count) in rings {
      for index in 0..<count {
        let angle = 2 * CGFloat.pi * (CGFloat(index) + distance) / CGFloat(count)
        let radius = distance * shadow.blurRadius
        context.saveGState()
        context.translateBy(
          x: shadow.offset.width + radius * cos(angle),
          y: shadow.offset.height + radius * sin(angle))
        draw(color: color, strokeColor: color, in: context)
        context.restoreGState()
      }
    }
  }
}
