// ColorPaint+Drawing.swift
// Stage: display. Draws the paint graph of a glyph into a picture.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import Typesetting

extension ColorPaint {
  /// The largest picture, in pixels along a side.
  private static let longestSide: CGFloat = 2048

  /// Returns the picture; nil for a paint that is empty, or that no outline or rectangle bounds.
  ///
  /// - Parameters:
  ///   - pixels: Pixels per em; fewer are drawn where the picture would be too large.
  ///   - unitsPerEm: Font units per em.
  ///   - outline: A glyph's outline in font units, y up.
  func picture(
    pixels: Int, unitsPerEm: CGFloat, textColor: CGColor, outline: (UInt32) -> CGPath?,
    rasterizer: DrawingPixels
  ) -> GlyphPicture? {
    guard let bounds = bounds(outline), bounds.width > 0, bounds.height > 0,
      [bounds.minX, bounds.minY, bounds.width, bounds.height].allSatisfy({ abs($0) < 1e6 })
    else { return nil }
    let perUnit = min(
      CGFloat(pixels) / unitsPerEm, Self.longestSide / max(bounds.width, bounds.height))
    let left = (bounds.minX * perUnit).rounded(.down), right = (bounds.maxX * perUnit).rounded(.up)
    let top = (-bounds.maxY * perUnit).rounded(.down)
    let bottom = (-bounds.minY * perUnit).rounded(.up)
    let size = CGSize(width: max(right - left, 1), height: max(bottom - top, 1))
    let context = CGContext(size: size)
    context.concatenate(
      CGAffineTransform(a: perUnit, b: 0, c: 0, d: -perUnit, tx: -left, ty: -top))
    withoutActuallyEscaping(outline) { outline in
      ColorPaintDrawing(context: context, textColor: textColor, outline: outline)
        .draw(self, in: bounds)
    }
    let image = rasterizer.rasterize(
      context.drawing, width: Int(size.width), height: Int(size.height), scale: 1, on: .clear)
    let em = perUnit * unitsPerEm
    return .image(
      image,
      CGRect(x: left / em, y: top / em, width: size.width / em, height: size.height / em))
  }
}

/// Records the paints of a glyph.
private struct ColorPaintDrawing {
  let context: CGContext
  let textColor: CGColor
  let outline: (UInt32) -> CGPath?

  /// - Parameter area: What can be seen, in the paint's space.
  func draw(_ paint: ColorPaint, in area: CGRect) {
    switch paint {
    case .layers(let paints): for paint in paints { draw(paint, in: area) }
    case .solid(let color):
      context.setFillColor(color.resolved(textColor))
      context.fill(area)
    case .linear(let line, let start, let end): draw(line, from: start, to: end, in: area)
    case .radial(let line, let start, let end): draw(line, from: start, to: end, in: area)
    case .sweep(let line, let center, let start, let end):
      draw(line, around: center, from: start, to: end)
    case .glyph(let glyph, let paint): draw(paint, inside: outline(glyph), in: area)
    case .clip(let rect, let paint): draw(paint, inside: CGPath(rect: rect), in: area)
    case .transform(let transform, let paint):
      guard transform.determinant != 0 else { return }
      saved {
        context.concatenate(transform)
        draw(paint, in: area.applying(transform.inverted()))
      }
    case .composite(let source, let mode, let backdrop):
      layer(.normal) {
        draw(backdrop, in: area)
        layer(mode) { draw(source, in: area) }
      }
    }
  }

  private func saved(_ body: () -> Void) {
    context.saveGState()
    body()
    context.restoreGState()
  }

  private func layer(_ mode: CGBlendMode, _ body: () -> Void) {
    saved {
      context.setBlendMode(mode)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      body()
      context.endTransparencyLayer()
    }
  }

  private func draw(_ paint: ColorPaint, inside path: CGPath?, in area: CGRect) {
    guard let path, !path.isEmpty else { return }
    if case .solid(let color) = paint {
      // A filled outline has better edges than a clip.
      context.setFillColor(color.resolved(textColor))
      context.addPath(path)
      context.fillPath()
      return
    }
    saved {
      context.addPath(path)
      context.clip()
      draw(paint, in: path.boundingBoxOfPath)
    }
  }

  // MARK: Gradients

  private func gradient(
    _ line: ColorLine, over range: ClosedRange<CGFloat>,
    at location: (CGFloat) -> CGFloat
  ) -> CGGradient? {
    var stops = line.colors(over: range, textColor: textColor)
      .map { (location: min(max(location($0.offset), 0), 1), color: $0.color) }
    if let first = stops.first, let last = stops.last, first.location > last.location {
      stops.reverse()
    }
    return CGGradient(colors: stops.map(\.color), locations: stops.map(\.location))
  }

  private func gradient(_ line: ColorLine, over range: ClosedRange<CGFloat>) -> CGGradient? {
    let length = max(range.upperBound - range.lowerBound, 1e-9)
    return gradient(line, over: range) { ($0 - range.lowerBound) / length }
  }

  private func draw(_ line: ColorLine, from start: CGPoint, to end: CGPoint, in area: CGRect) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    guard square > 0, square.isFinite else { return }
    let corners = area.corners.map { (($0.x - start.x) * dx + ($0.y - start.y) * dy) / square }
    guard let low = corners.min(), let high = corners.max(), high > low, high.isFinite,
      low.isFinite, let gradient = gradient(line, over: low...high)
    else { return }
    context.drawLinearGradient(
      gradient, start: CGPoint(x: start.x + low * dx, y: start.y + low * dy),
      end: CGPoint(x: start.x + high * dx, y: start.y + high * dy))
  }

  private func draw(
    _ line: ColorLine, from start: PaintCircle, to end: PaintCircle, in area: CGRect
  ) {
    func circle(_ offset: CGFloat) -> PaintCircle {
      PaintCircle(
        center: CGPoint(
          x: start.center.x + (end.center.x - start.center.x) * offset,
          y: start.center.y + (end.center.y - start.center.y) * offset),
        radius: start.radius + (end.radius - start.radius) * offset)
    }
    func isOutside(_ offset: CGFloat) -> Bool {
      let circle = circle(offset)
      return area.corners.allSatisfy {
        hypot($0.x - circle.center.x, $0.y - circle.center.y) <= circle.radius
      }
    }
    var (low, high) = (line.ends.lowerBound, line.ends.upperBound)
    if line.extend != .pad {
      // Repeats up to the circle around everything, and down to the one without a radius.
      let period = max(high - low, 1e-3)
      let isGrowing = end.radius >= start.radius
      for _ in 0..<32 {
        if isGrowing ? isOutside(high) : circle(high).radius <= 0 { break }
        high += period
      }
      for _ in 0..<32 {
        if isGrowing ? circle(low).radius <= 0 : isOutside(low) { break }
        low -= period
      }
    }
    // No circle has a negative radius.
    let growth = end.radius - start.radius
    if growth > 0 { low = max(low, -start.radius / growth) }
    if growth < 0 { high = min(high, -start.radius / growth) }
    guard high >= low, let gradient = gradient(line, over: low...high) else { return }
    let (inner, outer) = (circle(low), circle(high))
    context.drawRadialGradient(
      gradient, startCenter: inner.center, startRadius: max(inner.radius, 0),
      endCenter: outer.center, endRadius: max(outer.radius, 0),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
  }

  /// One turn from the x axis.
  private func draw(
    _ line: ColorLine, around center: CGPoint, from start: CGFloat, to end: CGFloat
  ) {
    let (turn, length) = (2 * CGFloat.pi, end - start)
    guard abs(length) > 1e-6 else { return }
    let ends = [-start / length, (turn - start) / length]
    let gradient = gradient(line, over: min(ends[0], ends[1])...max(ends[0], ends[1])) {
      (start + $0 * length) / turn
    }
    if let gradient { context.drawConicGradient(gradient, center: center, angle: 0) }
  }
}

extension CGRect {
  fileprivate var corners: [CGPoint] {
    [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: maxX, y: maxY),
      CGPoint(x: minX, y: maxY),
    ]
  }
}
