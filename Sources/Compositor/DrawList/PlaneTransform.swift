// PlaneTransform.swift
// The projective map from a primitive to device pixels.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// A plane projective map for row vectors: `[x' y' w'] = [x y 1] × m`, then a divide by `w'`.
///
/// A layer with perspective above it needs the divide; every other layer's map is affine, with
/// `px = py = 0` and `pw = 1`.
public struct PlaneTransform: Hashable, Sendable {
  package var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double
  /// The column of `w'`.
  @usableFromInline package var px: Double, py: Double, pw: Double

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

  /// Whether there is no perspective. Public, so that it is inlined in other modules.
  @inlinable @inline(__always) public var isAffine: Bool { px == 0 && py == 0 && pw == 1 }

  /// Whether upright rectangles stay upright: no rotation, no skew, no perspective.
  package var isUpright: Bool { isAffine && b == 0 && c == 0 }

  /// Whether a rectangle stays upright, with all edges that can be seen between two rows or columns of
  /// pixels: clipping to whole pixels is exact then.
  package func isOnPixels(_ rect: CGRect, within visible: PixelRect) -> Bool {
    guard isUpright, let box = bounds(of: rect) else { return false }
    // Half a step of 255.
    func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1.0 / 512 }
    return (box.minX <= Double(visible.minX) || isWhole(box.minX))
      && (box.minY <= Double(visible.minY) || isWhole(box.minY))
      && (box.maxX >= Double(visible.maxX) || isWhole(box.maxX))
      && (box.maxY >= Double(visible.maxY) || isWhole(box.maxY))
  }

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
    if isAffine {
      let box = affineBounds(of: rect)
      return CGRect(x: box.x, y: box.y, width: box.z - box.x, height: box.w - box.y)
    }
    guard let p = apply(CGPoint(x: rect.minX, y: rect.minY)),
      let q = apply(CGPoint(x: rect.maxX, y: rect.minY)),
      let r = apply(CGPoint(x: rect.maxX, y: rect.maxY)),
      let s = apply(CGPoint(x: rect.minX, y: rect.maxY))
    else { return nil }
    let (minX, minY) = (min(min(min(p.x, q.x), r.x), s.x), min(min(min(p.y, q.y), r.y), s.y))
    let (maxX, maxY) = (max(max(max(p.x, q.x), r.x), s.x), max(max(max(p.y, q.y), r.y), s.y))
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// The least and the greatest coordinates of a rectangle's image, without perspective: left, top, right, bottom.
  @inline(__always)
  private func affineBounds(of rect: CGRect) -> SIMD4<Double> {
    let (x0, x1) = (rect.origin.x, rect.origin.x + rect.size.width)
    let (y0, y1) = (rect.origin.y, rect.origin.y + rect.size.height)
    return SIMD4(
      min(x0 * a, x1 * a) + min(y0 * c, y1 * c) + tx,
      min(x0 * b, x1 * b) + min(y0 * d, y1 * d) + ty,
      max(x0 * a, x1 * a) + max(y0 * c, y1 * c) + tx,
      max(x0 * b, x1 * b) + max(y0 * d, y1 * d) + ty)
  }

  /// Returns the pixels that a rectangle's image touches; nil when part of it lies behind the eye.
  @inline(__always)
  func pixels(touchedBy rect: CGRect) -> PixelRect? {
    isAffine
      ? PixelRect(covering: affineBounds(of: rect))
      : bounds(of: rect).map { PixelRect(covering: $0) }
  }

  /// Returns the map that applies `self` first and `other` after it.
  @inline(__always)
  package func concatenating(_ o: PlaneTransform) -> PlaneTransform {
    if isAffine, o.isAffine {
      return PlaneTransform(
        a: a * o.a + b * o.c, b: a * o.b + b * o.d, c: c * o.a + d * o.c, d: c * o.b + d * o.d,
        tx: tx * o.a + ty * o.c + o.tx, ty: tx * o.b + ty * o.d + o.ty)
    }
    return PlaneTransform(
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

  /// Device pixels per unit, as the square root of the area factor; the scale at which glyphs and
  /// paths are rasterised.
  package var meanScale: Double { abs(a * d - b * c).squareRoot() }
}
