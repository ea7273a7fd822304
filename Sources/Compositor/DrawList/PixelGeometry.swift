// PixelGeometry.swift
// Sizes and rectangles in whole device pixels, and the projective map from a primitive to them.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// A size in device pixels.
package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  package var width: Int, height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package var description: String { "\(width) x \(height)" }
}

/// An upright rectangle of whole device pixels; the far edges do not belong to it.
package struct PixelRect: Hashable, Sendable {
  package var minX: Int, minY: Int, maxX: Int, maxY: Int

  package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  package init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// Every pixel that a rectangle in device space touches; cut to ±2^24 so that nothing overflows.
  package init(covering rect: CGRect) {
    func pixel(_ value: CGFloat) -> Int { Int(min(max(value, -16_777_216), 16_777_216)) }
    guard !rect.isNull, !rect.isEmpty, rect.isFinite else {
      self.init(minX: 0, minY: 0, maxX: 0, maxY: 0)
      return
    }
    self.init(
      minX: pixel(rect.minX.rounded(.down)), minY: pixel(rect.minY.rounded(.down)),
      maxX: pixel(rect.maxX.rounded(.up)), maxY: pixel(rect.maxY.rounded(.up)))
  }

  package static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  package var width: Int { max(0, maxX - minX) }
  package var height: Int { max(0, maxY - minY) }
  package var isEmpty: Bool { maxX <= minX || maxY <= minY }
  package var cgRect: CGRect { CGRect(x: minX, y: minY, width: width, height: height) }

  /// Returns the rectangle with more pixels on each side.
  package func outset(by pixels: Int) -> PixelRect {
    PixelRect(
      minX: minX - pixels, minY: minY - pixels, maxX: maxX + pixels, maxY: maxY + pixels)
  }

  package func intersection(_ other: PixelRect) -> PixelRect {
    let result = PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  package func contains(_ other: PixelRect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }
}

/// A plane projective map for row vectors: `[x' y' w'] = [x y 1] × m`, then a divide by `w'`.
///
/// A layer with perspective above it needs the divide; every other layer's map is affine, with
/// `px = py = 0` and `pw = 1`.
package struct PlaneTransform: Hashable, Sendable {
  package var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double
  /// The column that makes `w'`.
  package var px: Double, py: Double, pw: Double

  package init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0,
    px: Double = 0, py: Double = 0, pw: Double = 1
  ) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    (self.px, self.py, self.pw) = (px, py, pw)
  }

  package init(_ t: CGAffineTransform) {
    self.init(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
  }

  package static let identity = PlaneTransform()

  package var isAffine: Bool { px == 0 && py == 0 && pw == 1 }

  /// Whether upright rectangles stay upright: no rotation, no skew, no perspective.
  package var isUpright: Bool { isAffine && b == 0 && c == 0 }

  /// The affine part; meaningful when ``isAffine``.
  package var affine: CGAffineTransform {
    CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Returns a point's image; nil when it lies behind the eye.
  package func apply(_ p: CGPoint) -> CGPoint? {
    let (x, y) = (p.x * a + p.y * c + tx, p.x * b + p.y * d + ty)
    if isAffine { return CGPoint(x: x, y: y) }
    let w = p.x * px + p.y * py + pw
    return w > 1e-6 ? CGPoint(x: x / w, y: y / w) : nil
  }

  /// Returns the upright box of a rectangle's image; nil when part of it lies behind the eye.
  package func bounds(of rect: CGRect) -> CGRect? {
    guard let p = apply(CGPoint(x: rect.minX, y: rect.minY)),
      let q = apply(CGPoint(x: rect.maxX, y: rect.minY)),
      let r = apply(CGPoint(x: rect.maxX, y: rect.maxY)),
      let s = apply(CGPoint(x: rect.minX, y: rect.maxY))
    else { return nil }
    let (minX, minY) = (min(min(min(p.x, q.x), r.x), s.x), min(min(min(p.y, q.y), r.y), s.y))
    let (maxX, maxY) = (max(max(max(p.x, q.x), r.x), s.x), max(max(max(p.y, q.y), r.y), s.y))
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// Returns the map that applies `self` first and `other` after it.
  package func concatenating(_ o: PlaneTransform) -> PlaneTransform {
    PlaneTransform(
      a: a * o.a + b * o.c + px * o.tx, b: a * o.b + b * o.d + px * o.ty,
      c: c * o.a + d * o.c + py * o.tx, d: c * o.b + d * o.d + py * o.ty,
      tx: tx * o.a + ty * o.c + pw * o.tx, ty: tx * o.b + ty * o.d + pw * o.ty,
      px: a * o.px + b * o.py + px * o.pw, py: c * o.px + d * o.py + py * o.pw,
      pw: tx * o.px + ty * o.py + pw * o.pw)
  }

  /// Returns the inverse; nil when the map folds the plane onto a line.
  package func inverted() -> PlaneTransform? {
    let m00 = d * pw - py * ty
    let m01 = px * ty - b * pw
    let m02 = b * py - px * d
    let det = a * m00 + c * m01 + tx * m02
    guard det.isFinite, abs(det) > 1e-14 else { return nil }
    return PlaneTransform(
      a: m00 / det, b: m01 / det, c: (py * tx - c * pw) / det, d: (a * pw - px * tx) / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det,
      px: m02 / det, py: (c * px - a * py) / det, pw: (a * d - b * c) / det)
  }

  /// Whether the plane is seen from behind, or mirrored.
  package var isMirrored: Bool {
    if isAffine { return a * d - b * c < 0 }
    return a * (d * pw - py * ty) - b * (c * pw - py * tx) + px * (c * ty - d * tx) < 0
  }

  /// The affine map that is nearest to this one about a point; nil when it lies behind the eye.
  package func affine(about p: CGPoint) -> PlaneTransform? {
    if isAffine { return self }
    let w = p.x * px + p.y * py + pw
    guard w > 1e-6, let image = apply(p) else { return nil }
    let (a, b) = ((a - image.x * px) / w, (b - image.y * px) / w)
    let (c, d) = ((c - image.x * py) / w, (d - image.y * py) / w)
    return PlaneTransform(
      a: a, b: b, c: c, d: d, tx: image.x - p.x * a - p.y * c, ty: image.y - p.x * b - p.y * d)
  }

  /// How many device pixels one unit becomes, as the square root of the area factor; the scale at
  /// which glyphs and paths are rasterised.
  package var meanScale: Double { abs(a * d - b * c).squareRoot() }
}
