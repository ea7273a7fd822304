// BlendFormulaTests.swift
// The formulas of blend modes: known answers, and laws over random pixels.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import TestSupport
import Testing

@Suite struct BlendFormulaTests {
  private let red = SIMD4<Float>(1, 0, 0, 1), clear = SIMD4<Float>.zero
  /// Half transparent green, premultiplied.
  private let green = SIMD4<Float>(0, 0.5, 0, 0.5)

  private func isClose(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Bool {
    let difference = a - b
    return max(abs(difference.x), abs(difference.y), abs(difference.z), abs(difference.w)) < 1e-5
  }

  private static let porterDuff: [(CGBlendMode, SIMD4<Float>)] = [
    (CGBlendMode.normal, SIMD4<Float>(0.5, 0.5, 0, 1)), (.clear, [0, 0, 0, 0]),
    (.copy, [0, 0.5, 0, 0.5]), (.sourceIn, [0, 0.5, 0, 0.5]), (.sourceOut, [0, 0, 0, 0]),
    (.sourceAtop, [0.5, 0.5, 0, 1]), (.destinationOver, [1, 0, 0, 1]),
    (.destinationIn, [0.5, 0, 0, 0.5]), (.destinationOut, [0.5, 0, 0, 0.5]),
    (.destinationAtop, [0.5, 0, 0, 0.5]), (.xor, [0.5, 0, 0, 0.5]),
    (.plusLighter, [1, 0.5, 0, 1]), (.plusDarker, [0.5, 0, 0, 1]),
  ]

  /// Half transparent green on red, by Porter and Duff's table.
  @Test(arguments: porterDuff) func porterDuffModes(_ mode: CGBlendMode, _ expected: SIMD4<Float>) {
    #expect(isClose(BlendFormula.blend(mode, green, over: red), expected), "\(mode)")
  }

  private static let separable: [(CGBlendMode, SIMD4<Float>)] = [
    (CGBlendMode.multiply, SIMD4<Float>(0.12, 0.2, 0.36, 1)), (.screen, [0.68, 0.7, 0.84, 1]),
    (.overlay, [0.24, 0.4, 0.68, 1]), (.darken, [0.2, 0.4, 0.6, 1]),
    (.lighten, [0.6, 0.5, 0.6, 1]), (.difference, [0.4, 0.1, 0, 1]),
    (.exclusion, [0.56, 0.5, 0.48, 1]), (.colorDodge, [0.5, 0.8333333, 1, 1]),
    (.colorBurn, [0, 0, 0.3333333, 1]), (.hardLight, [0.36, 0.4, 0.68, 1]),
  ]

  /// Opaque colours, by the functions of PDF Reference 1.7, 7.2.4, calculated by hand.
  @Test(arguments: separable) func separableModes(_ mode: CGBlendMode, _ expected: SIMD4<Float>) {
    let source = SIMD4<Float>(0.6, 0.4, 0.6, 1), destination = SIMD4<Float>(0.2, 0.5, 0.6, 1)
    let result = BlendFormula.blend(mode, source, over: destination)
    #expect(isClose(result, expected), "\(mode) \(result)")
  }

  private static let halfTransparent: [(CGBlendMode, Float, Float)] = [
    // mode, source over grey 128 at alpha 0.5 → 0...255
    (.colorDodge, 1, 255), (.colorDodge, 0.5, 192), (.colorDodge, 0.25, 149), (.colorDodge, 0, 128),
    (.colorBurn, 0, 0), (.colorBurn, 0.25, 0), (.colorBurn, 0.5, 64.5), (.colorBurn, 1, 128),
    (.softLight, 1, 160), (.softLight, 0.5, 128), (.softLight, 0.75, 144), (.softLight, 0, 96),
  ]

  /// semantics 21.3: dodge and burn are limited after the alpha; soft light is a parabola.
  @Test(arguments: halfTransparent)
  func halfTransparentSources(_ mode: CGBlendMode, _ source: Float, _ expected: Float) {
    let grey = SIMD4<Float>(128, 128, 128, 255) / 255
    var above = SIMD4<Float>(repeating: source * 0.5)
    above.w = 0.5
    let result = BlendFormula.blend(mode, above, over: grey) * 255
    #expect(abs(result.x - expected) < 1 && result.w == 255, "\(mode) \(source): \(result)")
    // Where nothing is beneath, the source remains.
    #expect(BlendFormula.blend(mode, above, over: .zero) == above)
  }

  /// Blending scales with the source's coverage, so that an edge is the mean of inside and outside.
  @Test(
    arguments: CGBlendMode.allCases.filter {
      // Those that are limited after the alpha are no straight line.
      !$0.changesBeyondSource
        && ![.plusDarker, .plusLighter, .colorDodge, .colorBurn].contains($0)
    })
  func coverageInterpolates(_ mode: CGBlendMode) {
    var random = SeededRandom(seed: 41)
    for _ in 0..<300 {
      let (source, destination) = (Self.pixel(&random), Self.pixel(&random))
      let cover = Float.random(in: 0...1, using: &random)
      let whole = BlendFormula.blend(mode, source, over: destination)
      let part = BlendFormula.blend(mode, source * cover, over: destination)
      #expect(isClose(part, destination + (whole - destination) * cover), "\(mode)")
    }
  }

  /// Results stay premultiplied: no channel exceeds alpha, which is 0...1.
  @Test(arguments: CGBlendMode.allCases) func resultsStayPremultiplied(_ mode: CGBlendMode) {
    var random = SeededRandom(seed: 42)
    for _ in 0..<500 {
      let result = BlendFormula.blend(mode, Self.pixel(&random), over: Self.pixel(&random))
      #expect(result.w >= 0 && result.w <= 1.00001, "\(mode) \(result)")
      for channel in 0..<3 {
        #expect(result[channel] >= 0 && result[channel] <= result.w + 1e-5, "\(mode) \(result)")
      }
    }
  }

  /// Hue, saturation and colour keep the destination's luminosity; luminosity takes the source's.
  @Test func nonSeparableModesSetLuminosity() {
    var random = SeededRandom(seed: 43)
    func luminosity(_ color: SIMD4<Float>) -> Float {
      0.3 * color.x + 0.59 * color.y + 0.11 * color.z
    }
    for _ in 0..<300 {
      var (source, destination) = (Self.pixel(&random), Self.pixel(&random))
      (source, destination) = (source / max(source.w, 0.01), destination / max(destination.w, 0.01))
      (source.w, destination.w) = (1, 1)
      for mode in [CGBlendMode.hue, .saturation, .color] {
        let result = BlendFormula.blend(mode, source, over: destination)
        #expect(abs(luminosity(result) - luminosity(destination)) < 1e-4, "\(mode)")
      }
      let result = BlendFormula.blend(.luminosity, source, over: destination)
      #expect(abs(luminosity(result) - luminosity(source)) < 1e-4)
    }
  }

  private static func pixel(_ random: inout SeededRandom) -> SIMD4<Float> {
    let alpha = Float.random(in: 0...1, using: &random)
    return SIMD4(
      Float.random(in: 0...1, using: &random) * alpha,
      Float.random(in: 0...1, using: &random) * alpha,
      Float.random(in: 0...1, using: &random) * alpha, alpha)
  }
}
