// BlendFormula.swift
// The blend modes' formulas for one pixel.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

/// The formulas of blend modes.
///
/// Source: Apple's `CGBlendMode`; W3C Compositing and Blending Level 1, sections 9 and 10, whose functions
/// are those of PDF Reference 1.7, 7.2.4. Colour dodge, colour burn and soft light are those of Apple's pictures:
/// the first two are limited to 0...1 after the source's alpha is applied, not before.
package enum BlendFormula {
  /// Returns the blend of two pixels: premultiplied red, green, blue and alpha, 0...1.
  package static func blend(
    _ mode: CGBlendMode, _ source: SIMD4<Float>, over destination: SIMD4<Float>
  ) -> SIMD4<Float> {
    let (s, d) = (source, destination)
    switch mode {
    case .normal: return s + d * (1 - s.w)
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .sourceAtop: return s * d.w + d * (1 - s.w)
    case .destinationOver: return s * (1 - d.w) + d
    case .destinationIn: return d * s.w
    case .destinationOut: return d * (1 - s.w)
    case .destinationAtop: return s * (1 - d.w) + d * s.w
    case .xor: return s * (1 - d.w) + d * (1 - s.w)
    case .plusLighter: return pointwiseMin(s + d, SIMD4(repeating: 1))
    case .plusDarker:
      let alpha = min(s.w + d.w, 1)
      var result = pointwiseMax(alpha - ((d.w - d) + (s.w - s)), .zero)
      result.w = alpha
      return result
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
      .hardLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity:
      guard s.w > 0 else { return d }
      guard d.w > 0 else { return s }
      // Where both are, the mixed colour lies over the destination's; elsewhere each remains.
      let (over, below) = (mix(mode, s / s.w, d / d.w), d / d.w)
      let both = pointwiseMin(
        pointwiseMax(below * (1 - s.w) + over * s.w, .zero), SIMD4(repeating: 1))
      var result = s * (1 - d.w) + both * d.w
      result.w = s.w + d.w - s.w * d.w
      return pointwiseMin(pointwiseMax(result, .zero), SIMD4(repeating: result.w))
    }
  }

  /// The mixed colour of two opaque ones, which may lie outside of 0...1; the fourth component is not used.
  private static func mix(
    _ mode: CGBlendMode, _ s: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> SIMD4<Float> {
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return hardLight(d, s)
    case .hardLight: return hardLight(s, d)
    case .darken: return pointwiseMin(s, d)
    case .lighten: return pointwiseMax(s, d)
    case .difference: return pointwiseMax(s, d) - pointwiseMin(s, d)
    case .exclusion: return s + d - 2 * s * d
    case .colorDodge: return each(s, d) { s, d in d <= 0 ? 0 : s >= 1 ? .infinity : d / (1 - s) }
    case .colorBurn:
      return each(s, d) { s, d in d >= 1 ? 1 : s <= 0 ? -.infinity : 1 - (1 - d) / s }
    case .softLight: return d * d + 2 * s * d * (1 - d)
    case .hue: return lit(saturated(s, saturation(d)), luminosity(d))
    case .saturation: return lit(saturated(d, saturation(s)), luminosity(d))
    case .color: return lit(s, luminosity(d))
    case .luminosity: return lit(d, luminosity(s))
    default: return s
    }
  }

  private static func each(
    _ s: SIMD4<Float>, _ d: SIMD4<Float>, _ mix: (Float, Float) -> Float
  ) -> SIMD4<Float> { SIMD4(mix(s.x, d.x), mix(s.y, d.y), mix(s.z, d.z), 1) }

  private static func hardLight(_ s: SIMD4<Float>, _ d: SIMD4<Float>) -> SIMD4<Float> {
    each(s, d) { s, d in
      s <= 0.5 ? d * 2 * s : d + (2 * s - 1) - d * (2 * s - 1)
    }
  }

  // MARK: Hue, saturation and luminosity

  private static func luminosity(_ color: SIMD4<Float>) -> Float {
    0.3 * color.x + 0.59 * color.y + 0.11 * color.z
  }

  private static func saturation(_ color: SIMD4<Float>) -> Float {
    max(color.x, color.y, color.z) - min(color.x, color.y, color.z)
  }

  /// Returns a colour with another luminosity, moved towards its grey where it leaves 0...1.
  private static func lit(_ color: SIMD4<Float>, _ luminosity: Float) -> SIMD4<Float> {
    var result = color + (luminosity - self.luminosity(color))
    let low = min(result.x, result.y, result.z), high = max(result.x, result.y, result.z)
    if low < 0 { result = luminosity + (result - luminosity) * luminosity / (luminosity - low) }
    if high > 1 {
      result = luminosity + (result - luminosity) * (1 - luminosity) / (high - luminosity)
    }
    return result
  }

  /// Returns a colour with another saturation: the least component 0, the largest the saturation.
  private static func saturated(_ color: SIMD4<Float>, _ saturation: Float) -> SIMD4<Float> {
    let low = min(color.x, color.y, color.z), high = max(color.x, color.y, color.z)
    guard high > low else { return .zero }
    return (color - low) * (saturation / (high - low))
  }
}

extension Spans {
  /// Blends a run of pixels with another by a formula, times `opacity` / 255. Where the run is transparent,
  /// nothing changes.
  static func blend(
    _ row: Row, _ count: Int, from source: Source, mode: CGBlendMode, opacity: UInt32,
    order: PixelOrder
  ) {
    for x in 0..<max(count, 0) {
      let above = scale(source[x], opacity)
      if above == 0 { continue }
      row[x] = BlendFormula.blend(mode, units(above, order), over: units(row[x], order))
        .pixel(order)
    }
  }

  @inline(__always) private static func units(_ pixel: Pixel, _ order: PixelOrder) -> SIMD4<Float> {
    SIMD4(unitsOf: order == .rgba ? pixel : swapped(pixel))
  }
}

extension SIMD4<Float> {
  /// The pixel of red, green, blue and alpha, 0...1.
  @inline(__always) fileprivate func pixel(_ order: PixelOrder) -> Pixel {
    order == .rgba ? pixel : Spans.swapped(pixel)
  }
}
