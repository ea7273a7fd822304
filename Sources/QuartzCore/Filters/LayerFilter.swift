// LayerFilter.swift
// What filters do to a layer's picture: blurs and linear maps of its colours.
//
// This folder: filters by Core Image's names, and what they do to a picture.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A step of filtering a picture. Lengths are in points, in a draw list in device pixels.
package enum LayerFilter: Hashable, Sendable {
  /// A Gaussian blur; the standard deviation, positive.
  case blur(Double)
  case color(ColorMatrix)
}

/// A linear map of colours that are not premultiplied, 0...1. Alpha stays as it is.
package struct ColorMatrix: Hashable, Sendable {
  /// The share of red, green and blue in each result.
  package var red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>
  /// Added to the results.
  package var bias: SIMD3<Double>

  package init(
    red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>, bias: SIMD3<Double> = .zero
  ) { (self.red, self.green, self.blue, self.bias) = (red, green, blue, bias) }

  /// A map of each component on its own.
  init(scale: Double, bias: Double = 0) {
    self.init(
      red: [scale, 0, 0], green: [0, scale, 0], blue: [0, 0, scale],
      bias: SIMD3(repeating: bias))
  }

  /// The luminance of ITU-R BT.709.
  private static let luminance = SIMD3(0.2126, 0.7152, 0.0722)

  /// Greys at 0, the colours as they are at 1, stronger ones beyond.
  init(saturation: Double) {
    let grey = Self.luminance * (1 - saturation)
    self.init(
      red: grey + SIMD3(saturation, 0, 0), green: grey + SIMD3(0, saturation, 0),
      blue: grey + SIMD3(0, 0, saturation))
  }

  /// A mix of the colours and their luminance in one colour.
  init(color: SIMD3<Double>, intensity: Double) {
    func row(_ index: Int) -> SIMD3<Double> {
      var own = SIMD3<Double>.zero
      own[index] = 1 - intensity
      return own + Self.luminance * color[index] * intensity
    }
    self.init(red: row(0), green: row(1), blue: row(2))
  }

  /// Turns hues about the axis of greys, by radians.
  init(hue angle: Double) {
    let (c, s) = (cos(angle), sin(angle) / 3.0.squareRoot())
    let (own, next, last) = ((1 + 2 * c) / 3, (1 - c) / 3 - s, (1 - c) / 3 + s)
    self.init(red: [own, next, last], green: [last, own, next], blue: [next, last, own])
  }

  /// Returns the map of a colour, not clamped.
  package func apply(_ color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((red * color).sum(), (green * color).sum(), (blue * color).sum()) + bias
  }

  /// Returns the map that applies another first.
  func after(_ first: ColorMatrix) -> ColorMatrix {
    func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
      first.red * row.x + first.green * row.y + first.blue * row.z
    }
    return ColorMatrix(
      red: row(red), green: row(green), blue: row(blue), bias: apply(first.bias))
  }
}

/// A filter that layers draw: a row of the table.
struct FilterKind: Sendable {
  /// The numbers that the filter reads, with Core Image's defaults.
  var inputs: KeyValuePairs<String, Double> = [:]
  /// What it does to a picture; nil where its values change nothing.
  var step: @Sendable (FilterValues) -> LayerFilter?

  /// The filters by Core Image's names.
  static let all: [String: FilterKind] = [
    "CIGaussianBlur": FilterKind(inputs: [kCIInputRadiusKey: 10]) {
      blurred(by: $0.number(kCIInputRadiusKey))
    },
    // A box of a radius has the variance of a Gaussian of its radius by the root of three.
    "CIBoxBlur": FilterKind(inputs: [kCIInputRadiusKey: 10]) {
      blurred(by: $0.number(kCIInputRadiusKey) / 3.0.squareRoot())
    },
    "CIColorControls": FilterKind(
      inputs: [kCIInputSaturationKey: 1, kCIInputBrightnessKey: 0, kCIInputContrastKey: 1]
    ) { filter in
      let contrast = filter.number(kCIInputContrastKey)
      let brightness = filter.number(kCIInputBrightnessKey)
      let matrix = ColorMatrix(scale: contrast, bias: 0.5 - 0.5 * contrast + brightness)
      return .color(
        matrix.after(ColorMatrix(saturation: filter.number(kCIInputSaturationKey))))
    },
    "CIColorInvert": FilterKind { _ in .color(ColorMatrix(scale: -1, bias: 1)) },
    "CIColorMatrix": FilterKind { filter in
      func vector(_ key: String, _ value: SIMD3<Double>) -> SIMD3<Double> {
        filter.vectors[key].map { SIMD3($0.x, $0.y, $0.z) } ?? value
      }
      return .color(
        ColorMatrix(
          red: vector("inputRVector", [1, 0, 0]), green: vector("inputGVector", [0, 1, 0]),
          blue: vector("inputBVector", [0, 0, 1]), bias: vector("inputBiasVector", .zero)))
    },
    "CIColorMonochrome": FilterKind(inputs: [kCIInputIntensityKey: 1]) { filter in
      let lanes = filter.vectors[kCIInputColorKey] ?? SIMD4(0.6, 0.45, 0.3, 1)
      return .color(
        ColorMatrix(
          color: SIMD3(lanes.x, lanes.y, lanes.z),
          intensity: filter.number(kCIInputIntensityKey)))
    },
    "CIExposureAdjust": FilterKind(inputs: [kCIInputEVKey: 0.5]) {
      .color(ColorMatrix(scale: exp2($0.number(kCIInputEVKey))))
    },
    "CIHueAdjust": FilterKind(inputs: [kCIInputAngleKey: 0]) {
      .color(ColorMatrix(hue: $0.number(kCIInputAngleKey)))
    },
    "CIPhotoEffectMono": FilterKind { _ in .color(ColorMatrix(saturation: 0)) },
    // The colour matrix of W3C Filter Effects, 13.3.
    "CISepiaTone": FilterKind(inputs: [kCIInputIntensityKey: 1]) { filter in
      let amount = min(max(filter.number(kCIInputIntensityKey), 0), 1)
      func row(_ sepia: SIMD3<Double>, _ index: Int) -> SIMD3<Double> {
        var own = SIMD3<Double>.zero
        own[index] = 1 - amount
        return own + sepia * amount
      }
      return .color(
        ColorMatrix(
          red: row([0.393, 0.769, 0.189], 0), green: row([0.349, 0.686, 0.168], 1),
          blue: row([0.272, 0.534, 0.131], 2)))
    },
  ]

  private static func blurred(by radius: Double) -> LayerFilter? {
    radius > 0 ? .blur(min(radius, 1e4)) : nil
  }
}

extension LayerFilter {
  /// Returns the step of one filter; nil where it changes nothing.
  init?(_ filter: FilterValues) {
    guard filter.isEnabled, let step = FilterKind.all[filter.filterName]?.step(filter) else {
      return nil
    }
    self = step
  }
}
