// UIImage+Drawing.swift
// Draws an image in the current context; a stretchable one in nine parts.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

extension UIImage {
  /// Draws the image in the current context, with its top left corner at a point.
  public final func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the image in the current context, stretched to a rectangle. The edges of ``capInsets`` keep their
  /// size, unless the rectangle is smaller than they are.
  public final func draw(in rect: CGRect) {
    guard let cgImage = uprightImage, let context = UIGraphicsGetCurrentContext() else { return }
    guard capInsets != .zero else { return context.drawUpright(cgImage, in: rect) }
    let columns = Self.parts(
      of: cgImage.width, caps: (capInsets.left, capInsets.right), scale: scale,
      from: rect.minX, length: rect.width)
    let rows = Self.parts(
      of: cgImage.height, caps: (capInsets.top, capInsets.bottom), scale: scale,
      from: rect.minY, length: rect.height)
    for row in rows {
      for column in columns {
        guard let part = cgImage.part(columns: column.pixels, rows: row.pixels) else { continue }
        context.drawUpright(
          part,
          in: CGRect(
            x: column.start, y: row.start, width: column.length, height: row.length))
      }
    }
  }

  /// Draws the image in the current context, with its top left corner at a point.
  ///
  /// - Parameters:
  ///   - blendMode: How the image is combined with what lies beneath it.
  ///   - alpha: 0...1, on top of the context's.
  public final func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the image in the current context, stretched to a rectangle; see
  /// ``draw(at:blendMode:alpha:)``.
  public final func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    UIGraphicsGetCurrentContext()?.blending(blendMode, alpha: alpha) { draw(in: rect) }
  }

  /// A part of an axis: pixels of the image, and the points that they cover.
  private typealias Part = (pixels: Range<Int>, start: CGFloat, length: CGFloat)

  /// The two caps of an axis and what is between them.
  private static func parts(
    of count: Int, caps: (CGFloat, CGFloat), scale: CGFloat, from start: CGFloat, length: CGFloat
  ) -> [Part] {
    let first = min(max(Int((caps.0 * scale).rounded()), 0), count)
    let last = min(max(Int((caps.1 * scale).rounded()), 0), count - first)
    // Caps that do not fit are reduced alike, as a layer's contents are.
    let shrink = min(1, length / max(CGFloat(first + last) / scale, 1e-9))
    let (head, tail) = (CGFloat(first) / scale * shrink, CGFloat(last) / scale * shrink)
    return [
      (0..<first, start, head),
      (first..<count - last, start + head, length - head - tail),
      (count - last..<count, start + length - tail, tail),
    ].filter { !$0.pixels.isEmpty && $0.length > 0 }
  }
}

extension CGImage {
  /// Returns a rectangle of the pixels. Nil for an empty one.
  fileprivate func part(columns: Range<Int>, rows: Range<Int>) -> CGImage? {
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let start = (row * width + columns.lowerBound) * 4
      bytes += pixels[start..<start + columns.count * 4]
    }
    return CGImage(width: columns.count, height: rows.count, premultipliedRGBA: bytes)
  }
}
