// GeneratedBitmaps.swift
// Stage: canvas. Generates the pictures of corners, shadows, paths and gradients.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// The top left corner of a rounded box or of its border, in eighths of device pixels.
struct CornerKey: Hashable {
  var radiusX: Int32, radiusY: Int32
  /// The border's widths. Both 0 for the box itself.
  var borderX: Int32 = 0, borderY: Int32 = 0
  /// The corner's position on the picture.
  var phase = PixelPhase()

  static func eighths(_ pixels: Double) -> Int32 { Int32((min(pixels, 1e6) * 8).rounded()) }

  /// The pixels from the outer edges at which the corner differs from a straight edge, plus one.
  var extent: PixelSize {
    func pixels(_ a: Int32, _ b: Int32, _ quarters: Int) -> Int {
      (Int(max(a, b)) + 2 * quarters + 7) / 8 + 1
    }
    return PixelSize(
      width: pixels(radiusX, borderX, phase.quarters.x),
      height: pixels(radiusY, borderY, phase.quarters.y))
  }

  func bitmap(_ source: any CoverageSource) -> Bitmap {
    let extent = extent
    let rect = CGRect(
      x: phase.offset.x, y: phase.offset.y, width: Double(extent.width * 4 + 4),
      height: Double(extent.height * 4 + 4))
    let path = CGMutablePath()
    let (rx, ry) = (Double(radiusX) / 8, Double(radiusY) / 8)
    path.addRoundedRect(in: rect, cornerWidth: rx, cornerHeight: ry)
    if borderX > 0 || borderY > 0 {
      let (bx, by) = (Double(borderX) / 8, Double(borderY) / 8)
      path.addRoundedRect(
        in: rect.insetBy(dx: bx, dy: by), cornerWidth: max(0, rx - bx),
        cornerHeight: max(0, ry - by))
    }
    let bounds = PixelRect(extent)
    return Bitmap(
      source.fill(path, rule: .evenOdd, transform: .identity, clip: bounds), bounds: bounds)
  }
}

/// A blurred box, in texels, which may be larger than device pixels.
struct ShadowKey: Hashable {
  var width: Double, height: Double
  var radii: SIMD4<Double>
  var deviationX: Double, deviationY: Double
  /// The part of the shadow in the picture, relative to the box's top left.
  var area: PixelRect
  /// Whether the picture is one corner, drawn mirrored.
  var isCorner = false

  func bitmap(_ source: any CoverageSource) -> Bitmap {
    let (reachX, reachY) = (
      GaussianBlur.radius(deviationX), GaussianBlur.radius(deviationY)
    )
    let wide = PixelRect(
      minX: area.minX - reachX, minY: area.minY - reachY, maxX: area.maxX + reachX,
      maxY: area.maxY + reachY)
    let path = CGPath.rounded(CGRect(x: 0, y: 0, width: width, height: height), radii: radii)
    let coverage = source.fill(path, rule: .winding, transform: .identity, clip: wide)
    let sharp = Bitmap(coverage, bounds: wide)
    var values = sharp.pixels.map { Float($0 & 0xFF) }
    GaussianBlur.blur(&values, width: wide.width, deviation: SIMD2(deviationX, deviationY))
    var pixels = [UInt32](repeating: 0, count: area.width * area.height)
    for y in 0..<area.height {
      for x in 0..<area.width {
        let value = values[(y + reachY) * wide.width + x + reachX]
        pixels[y * area.width + x] =
          UInt32(min(max(value.rounded(), 0), 255)) &* 0x0101_0101
      }
    }
    return Bitmap(bounds: area, pixels: pixels)
  }
}

/// The coverage of a path.
struct CoverageKey: Hashable {
  enum Kind: Hashable {
    case fill(CGPathFillRule)
    case stroke(StrokeStyle)
  }
  /// A copy, because the path itself is mutable.
  var elements: [CGPath.Element]
  var kind: Kind
  /// Without whole pixels of translation, so that a path that moves by whole pixels keeps its picture.
  /// Affine for a fill.
  var transform: PlaneTransform
  var clip: PixelRect

  /// Hashes some of the elements only. Paths are hashed in every frame, and different paths mostly
  /// differ in these.
  func hash(into hasher: inout Hasher) {
    hasher.combine(elements.count)
    if let first = elements.first, let last = elements.last {
      hasher.combine(first)
      hasher.combine(elements[elements.count / 2])
      hasher.combine(last)
    }
    hasher.combine(kind)
    hasher.combine(transform)
    hasher.combine(clip)
  }

  func bitmap(_ source: any CoverageSource) -> Bitmap? {
    let path = CGPath(elements: elements)
    return switch kind {
    case .fill(let rule):
      Bitmap(source.fill(path, rule: rule, transform: transform.affine, clip: clip))
    case .stroke(let style):
      Bitmap(source.stroke(path, style: style, transform: transform, clip: clip))
    }
  }
}

/// A gradient with round corners as a picture.
struct GradientKey: Hashable {
  var kind: GradientKind
  var gradient: CGGradient
  var size: PixelSize
  var radii: SIMD4<Double>
  /// In the units of `space`.
  var start: CGPoint, end: CGPoint
  /// Relative to the rectangle's top left.
  var space: CGRect
  /// A texel's sides in the units of `space` and `radii`. Angles and corners depend on them, because the
  /// picture is stretched.
  var texel: SIMD2<Double>

  func bitmap(_ source: any CoverageSource) -> Bitmap {
    let toPicture = PlaneTransform(a: 1 / texel.x, d: 1 / texel.y)
    return Bitmap(
      of: self.fill, toPicture, bounds: PixelRect(size),
      coverage: radii == .zero
        ? nil
        : source.fill(
          CGPath.rounded(self.fill.rect, radii: radii), rule: .winding,
          transform: toPicture.affine, clip: PixelRect(size)))
  }

  /// The gradient over the whole picture.
  private var fill: GradientFill {
    GradientFill(
      kind: kind,
      rect: CGRect(
        x: 0, y: 0, width: Double(size.width) * texel.x, height: Double(size.height) * texel.y),
      gradient: gradient, start: start, end: end, space: space)
  }
}

extension Bitmap {
  /// Creates the pixels of a gradient, as far as they are covered.
  ///
  /// - Parameters:
  ///   - transform: From the gradient's space to the bitmap's.
  ///   - coverage: Nil for all pixels.
  init(
    of fill: GradientFill, _ transform: PlaneTransform, bounds: PixelRect, coverage: Coverage?
  ) {
    var ramp: [DitheredPixel] = []
    ramp.reserveCapacity(GradientRamp.count)
    GradientRamp.append(fill.gradient, opacity: 1, order: .rgba, to: &ramp)
    let (first, last) = (ramp[0], ramp[GradientRamp.count - 1])
    let plane = transform.inverted().flatMap {
      GradientPlane(fill, after: $0)
    }
    let origin = fill.ditherOrigin(transform)
    var pixels = [UInt32](repeating: 0, count: bounds.width * bounds.height)
    for y in bounds.minY..<bounds.maxY {
      let thresholds = DitheredPixel.thresholds(row: y - origin.row)
      let start = (y - bounds.minY) * bounds.width - bounds.minX
      for x in bounds.minX..<bounds.maxX {
        // Without a size or direction, every pixel has the end colour.
        let position = plane?.position(Double(x) + 0.5, Double(y) + 0.5)
        let (t, seam) = (position?.value ?? 1, position?.seam ?? -1)
        pixels[start + x] =
          seam < 0
          ? ramp[GradientRamp.index(t)].pixel(thresholds[(x - origin.column) & 7])
          : Spans.mix(first.rounded, UInt32(seam * 255 + 0.5), last.rounded, 255)
      }
    }
    if let coverage {
      let mask = Bitmap(coverage, bounds: bounds)
      for index in pixels.indices {
        pixels[index] = Spans.scale(pixels[index], mask.pixels[index] & 0xFF)
      }
    }
    self.init(bounds: bounds, pixels: pixels, extendsEdges: true)
  }
}

/// A colour as the GPU blends it: clamped, premultiplied, 0...1.
func premultiplied(_ color: CGColor, opacity: Double) -> SIMD4<Float> {
  let lanes = color.lanes.clamped(lowerBound: .zero, upperBound: .one)
  let alpha = lanes.w * min(max(opacity, 0), 1)
  return SIMD4(
    Float(lanes.x * alpha), Float(lanes.y * alpha), Float(lanes.z * alpha), Float(alpha))
}

/// Packs a premultiplied colour, 0...1, into bytes, red lowest.
func pack(_ color: SIMD4<Float>) -> UInt32 {
  // Lane by lane this is an instruction each; the conversion of a whole vector is a function.
  let bytes = color * 255 + 0.5
  return UInt32(bytes.x) | UInt32(bytes.y) << 8 | UInt32(bytes.z) << 16 | UInt32(bytes.w) << 24
}

extension CGPath {
  /// A rectangle with corners rounded by quarter circles: top left, top right, bottom right, bottom
  /// left.
  static func rounded(_ rect: CGRect, radii: SIMD4<Double>) -> CGPath {
    if radii == .zero { return CGPath(rect: rect) }
    let path = CGMutablePath()
    let k = 1 - CGPath.circleControl
    let (x0, y0, x1, y1) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    func p(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }
    let (a, b, c, d) = (radii.x, radii.y, radii.z, radii.w)
    path.move(to: p(x0 + a, y0))
    path.addLine(to: p(x1 - b, y0))
    path.addCurve(to: p(x1, y0 + b), control1: p(x1 - b * k, y0), control2: p(x1, y0 + b * k))
    path.addLine(to: p(x1, y1 - c))
    path.addCurve(to: p(x1 - c, y1), control1: p(x1, y1 - c * k), control2: p(x1 - c * k, y1))
    path.addLine(to: p(x0 + d, y1))
    path.addCurve(to: p(x0, y1 - d), control1: p(x0 + d * k, y1), control2: p(x0, y1 - d * k))
    path.addLine(to: p(x0, y0 + a))
    path.addCurve(to: p(x0 + a, y0), control1: p(x0, y0 + a * k), control2: p(x0 + a * k, y0))
    path.closeSubpath()
    return path
  }
}
