// BoxBitmaps.swift
// Stage: canvas. Small boxes as one picture each, so that each is one quad: white, coloured by its
// vertices, or in two colours.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// The picture of a small box or its border.
///
/// Sizes are rounded to a quarter of a device pixel and the picture is stretched to the exact size,
/// so that a box that grows slowly needs few pictures.
struct BoxKey: Hashable {
  /// In quarters of device pixels.
  var width: UInt16, height: UInt16
  /// In eighths.
  var radiusX: UInt16, radiusY: UInt16
  /// The border's widths in eighths. Both 0 for the box itself.
  var borderX: UInt16, borderY: UInt16
  /// The round corners, one bit each: top left, top right, bottom right, bottom left.
  var corners: UInt8
  /// The box's position on the picture.
  var phase = PixelPhase()
  /// Premultiplied colours inside the border and of the border. Both 0 for a white box or border.
  var fill: UInt32 = 0, ring: UInt32 = 0

  /// The longest side of a small box, in device pixels.
  static let longest = 128.0

  /// Creates a box's key. Nil when the box is too large, thinner than a pixel, or has corners of
  /// different radii.
  ///
  /// - Parameters:
  ///   - radii: The radius of each corner, in the box's units like `borderWidth`.
  ///   - unit: Device pixels per unit.
  init?(
    size: SIMD2<Double>, radii: SIMD4<Double>, borderWidth: Double, unit: SIMD2<Double>
  ) {
    let side = size * unit
    guard side.x >= 1, side.y >= 1, side.x <= Self.longest, side.y <= Self.longest else {
      return nil
    }
    var radius = 0.0
    corners = 0
    for corner in 0..<4 where radii[corner] > 0 {
      guard radius == 0 || radii[corner] == radius else { return nil }
      radius = radii[corner]
      corners |= 1 << UInt8(corner)
    }
    // Truncation is one instruction, rounding a function call.
    func steps(_ pixels: Double, _ perPixel: Double) -> UInt16 {
      UInt16(min(pixels * perPixel + 0.5, 1023))
    }
    width = steps(side.x, 4)
    height = steps(side.y, 4)
    radiusX = steps(radius * unit.x, 8)
    radiusY = steps(radius * unit.y, 8)
    borderX = borderWidth > 0 ? max(1, steps(borderWidth * unit.x, 8)) : 0
    borderY = borderWidth > 0 ? max(1, steps(borderWidth * unit.y, 8)) : 0
  }

  /// The picture's size in whole pixels.
  var size: PixelSize {
    PixelSize(
      width: (Int(width) + phase.quarters.x + 3) / 4,
      height: (Int(height) + phase.quarters.y + 3) / 4)
  }

  func bitmap(_ source: any CoverageSource) -> Bitmap {
    let bounds = PixelRect(size)
    let box = CGRect(
      x: phase.offset.x, y: phase.offset.y, width: Double(width) / 4, height: Double(height) / 4)
    let (bx, by) = (Double(borderX) / 8, Double(borderY) / 8)
    let outer = coverage(box, inset: (0, 0), source, bounds)
    guard borderX > 0 || borderY > 0 else { return Bitmap(bounds: bounds, pixels: outer) }
    let inner = coverage(box.insetBy(dx: bx, dy: by), inset: (bx, by), source, bounds)
    let isWhite = fill == 0 && ring == 0
    let pixels = zip(outer, inner).map { outer, inner in
      let (all, hole) = (outer & 0xFF, min(inner, outer) & 0xFF)
      return isWhite
        ? (all - hole) &* 0x0101_0101 : Self.mixed(ring, all - hole, fill, hole)
    }
    return Bitmap(bounds: bounds, pixels: pixels)
  }

  /// The white pixels of a rounded rectangle.
  private func coverage(
    _ rect: CGRect, inset: (x: Double, y: Double), _ source: any CoverageSource,
    _ bounds: PixelRect
  ) -> [UInt32] {
    guard !rect.isNull, rect.width > 0, rect.height > 0 else {
      return [UInt32](repeating: 0, count: bounds.width * bounds.height)
    }
    let radius = SIMD2(
      max(0, Double(radiusX) / 8 - inset.x), max(0, Double(radiusY) / 8 - inset.y))
    let path = CGPath.rounded(rect, radius: radius, corners: corners)
    return Bitmap(
      source.fill(path, rule: .winding, transform: .identity, clip: bounds), bounds: bounds
    ).pixels
  }

  /// The sum of two colours, each weighted by its share of 255.
  private static func mixed(
    _ a: UInt32, _ shareA: UInt32, _ b: UInt32, _ shareB: UInt32
  ) -> UInt32 {
    (0..<4).reduce(0) { result, channel in
      let shift = UInt32(channel) * 8
      let sum = (a >> shift & 0xFF) * shareA + (b >> shift & 0xFF) * shareB
      return result | min((sum + 127) / 255, 255) << shift
    }
  }
}

extension CGPath {
  /// A rectangle with some elliptical corners, all of one radius.
  ///
  /// - Parameter corners: One bit each: top left, top right, bottom right, bottom left.
  fileprivate static func rounded(
    _ rect: CGRect, radius: SIMD2<Double>, corners: UInt8
  ) -> CGPath {
    let path = CGMutablePath()
    let k = 1 - CGPath.circleControl
    let half = SIMD2<Double>(rect.width, rect.height) / 2
    let limited = SIMD2(min(radius.x, half.x), min(radius.y, half.y))
    // Each corner with the outline's directions into and out of it.
    let cornerPoints: [(point: SIMD2<Double>, into: SIMD2<Double>, out: SIMD2<Double>)] = [
      (SIMD2(rect.minX, rect.minY), SIMD2(0, -1), SIMD2(1, 0)),
      (SIMD2(rect.maxX, rect.minY), SIMD2(1, 0), SIMD2(0, 1)),
      (SIMD2(rect.maxX, rect.maxY), SIMD2(0, 1), SIMD2(-1, 0)),
      (SIMD2(rect.minX, rect.maxY), SIMD2(-1, 0), SIMD2(0, -1)),
    ]
    func p(_ v: SIMD2<Double>) -> CGPoint { CGPoint(x: v.x, y: v.y) }
    for (index, corner) in cornerPoints.enumerated() {
      let r = corners & 1 << UInt8(index) != 0 ? limited : .zero
      let (from, to) = (corner.point - corner.into * r, corner.point + corner.out * r)
      if index == 0 { path.move(to: p(from)) } else { path.addLine(to: p(from)) }
      guard r.x > 0, r.y > 0 else { continue }
      path.addCurve(
        to: p(to), control1: p(corner.point - corner.into * r * k),
        control2: p(corner.point + corner.out * r * k))
    }
    path.closeSubpath()
    return path
  }
}

extension SDLCanvas {
  /// Appends a small box or its border as one quad. Returns false when it needs a nine-patch.
  ///
  /// - Parameter colors: The colours inside the border and of the border. Nil for one colour.
  func appendSinglePicture(
    _ shape: Outline, borderWidth: Double, _ transform: PlaneTransform, _ unit: SIMD2<Double>,
    _ color: SIMD4<Float>, colors: (fill: UInt32, ring: UInt32)? = nil
  ) throws(SDLError) -> Bool {
    let (origin, size) = (shape.rect.origin, shape.rect.size)
    guard transform.isAffine,
      var key = BoxKey(
        size: SIMD2(size.width, size.height), radii: shape.radii, borderWidth: borderWidth,
        unit: unit)
    else { return false }
    if let colors { (key.fill, key.ring) = (colors.fill, colors.ring) }
    key.phase = PixelPhase(of: origin, transform)
    var found = try pictures.box(key, make: { key.bitmap(source) })
    if found == nil, key.phase != PixelPhase() {
      // Softer corners cost less than the many triangles of a large box.
      key.phase = PixelPhase()
      found = pictures.knownBox(key)
    }
    guard let picture = found else { return false }
    // A bilinear filter reaches half a pixel beyond the picture.
    let texels = SIMD2(Double(picture.bounds.width), Double(picture.bounds.height)) + 1
    let pitch = SIMD2(size.width * 4 / Double(key.width), size.height * 4 / Double(key.height))
    let inset = key.phase.offset + 0.5
    let (x, y) = (origin.x - pitch.x * inset.x, origin.y - pitch.y * inset.y)
    let (w, h) = (texels.x * pitch.x, texels.y * pitch.y)
    batcher.append(
      picture.texture,
      at: SIMD2(
        Float(x * transform.a + y * transform.c + (transform.tx - Double(target.bounds.minX))),
        Float(x * transform.b + y * transform.d + (transform.ty - Double(target.bounds.minY)))),
      right: SIMD2(Float(w * transform.a), Float(w * transform.b)),
      down: SIMD2(Float(h * transform.c), Float(h * transform.d)),
      from: picture.coordinate(-0.5, -0.5),
      to: picture.coordinate(Float(texels.x) - 0.5, Float(texels.y) - 0.5), color: pack(color))
    return true
  }
}
