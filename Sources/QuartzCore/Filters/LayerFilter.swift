// LayerFilter.swift
// What filters do to a layer's picture: blurs and linear maps of its colours.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

/// A step of filtering a picture.
package enum LayerFilter: Hashable, Sendable {
  /// A Gaussian blur; the standard deviation in points, positive.
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

/// What a layer's filters do, taken from their values when they are set. Immutable, so that copies of a layer's
/// values share it.
package final class LayerEffects: Hashable, Sendable {
  /// How the layer is combined with what is behind it.
  package let blendMode: CGBlendMode
  /// Applied to the layer with its sublayers.
  package let filters: [LayerFilter]
  /// Applied to what is behind the layer, within its bounds.
  package let backdrop: [LayerFilter]

  init(blendMode: CGBlendMode, filters: [LayerFilter], backdrop: [LayerFilter]) {
    (self.blendMode, self.filters, self.backdrop) = (blendMode, filters, backdrop)
  }

  package static func == (a: LayerEffects, b: LayerEffects) -> Bool {
    a === b || (a.blendMode == b.blendMode && a.filters == b.filters && a.backdrop == b.backdrop)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(blendMode)
    hasher.combine(filters)
  }
}

extension LayerFilter {
  static func isKnown(_ name: String) -> Bool { steps[name] != nil }

  /// Returns the steps of a layer's filters; those that are unknown are left out.
  static func steps(of filters: [Any]) -> (steps: [LayerFilter], unknown: Int) {
    var result: [LayerFilter] = []
    var unknown = 0
    for filter in filters {
      guard let filter = filter as? CIFilter, let make = steps[filter.filterName] else {
        unknown += 1
        continue
      }
      if filter.isEnabled, let step = make(filter) { result.append(step) }
    }
    return (result, unknown)
  }

  /// The defaults are Core Image's.
  private static let steps: [String: @Sendable (CIFilter) -> LayerFilter?] = [
    "CIGaussianBlur": { blurred(by: $0.number(kCIInputRadiusKey, default: 10)) },
    // A box of a radius has the variance of a Gaussian of its radius by the root of three.
    "CIBoxBlur": { blurred(by: $0.number(kCIInputRadiusKey, default: 10) / 3.0.squareRoot()) },
    "CIColorControls": { filter in
      let contrast = filter.number(kCIInputContrastKey, default: 1)
      let brightness = filter.number(kCIInputBrightnessKey, default: 0)
      let matrix = ColorMatrix(scale: contrast, bias: 0.5 - 0.5 * contrast + brightness)
      return .color(
        matrix.after(ColorMatrix(saturation: filter.number(kCIInputSaturationKey, default: 1))))
    },
    "CIColorInvert": { _ in .color(ColorMatrix(scale: -1, bias: 1)) },
    "CIColorMatrix": { filter in
      func vector(_ key: String, _ value: SIMD3<Double>) -> SIMD3<Double> {
        guard let numbers = filter.value(forKey: key) as? [CGFloat], numbers.count >= 3 else {
          return value
        }
        return SIMD3(numbers[0], numbers[1], numbers[2])
      }
      return .color(
        ColorMatrix(
          red: vector("inputRVector", [1, 0, 0]), green: vector("inputGVector", [0, 1, 0]),
          blue: vector("inputBVector", [0, 0, 1]), bias: vector("inputBiasVector", .zero)))
    },
    "CIColorMonochrome": { filter in
      let color = filter.value(forKey: kCIInputColorKey) as? CGColor
      let lanes = color?.lanes ?? SIMD4(0.6, 0.45, 0.3, 1)
      return .color(
        ColorMatrix(
          color: SIMD3(lanes.x, lanes.y, lanes.z),
          intensity: filter.number(kCIInputIntensityKey, default: 1)))
    },
    "CIExposureAdjust": {
      .color(ColorMatrix(scale: exp2($0.number(kCIInputEVKey, default: 0.5))))
    },
    "CIHueAdjust": { .color(ColorMatrix(hue: $0.number(kCIInputAngleKey, default: 0))) },
    "CIPhotoEffectMono": { _ in .color(ColorMatrix(saturation: 0)) },
    // The colour matrix of W3C Filter Effects, 13.3.
    "CISepiaTone": { filter in
      let amount = min(max(filter.number(kCIInputIntensityKey, default: 1), 0), 1)
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

  /// Returns the blend mode of a compositing filter: a `CIFilter`, or a name such as "multiplyBlendMode".
  static func blendMode(of filter: Any) -> CGBlendMode? {
    if let filter = filter as? CIFilter { return blendMode(named: filter.filterName) }
    guard let name = filter as? String, let first = name.first else { return nil }
    return blendMode(named: name)
      ?? blendMode(named: "CI" + first.uppercased() + name.dropFirst())
  }

  static func blendMode(named name: String) -> CGBlendMode? { modes[name] }

  private static let modes: [String: CGBlendMode] = [
    "CIMultiplyBlendMode": .multiply, "CIScreenBlendMode": .screen,
    "CIOverlayBlendMode": .overlay, "CIDarkenBlendMode": .darken,
    "CILightenBlendMode": .lighten, "CIColorDodgeBlendMode": .colorDodge,
    "CIColorBurnBlendMode": .colorBurn, "CISoftLightBlendMode": .softLight,
    "CIHardLightBlendMode": .hardLight, "CIDifferenceBlendMode": .difference,
    "CIExclusionBlendMode": .exclusion, "CIHueBlendMode": .hue,
    "CISaturationBlendMode": .saturation, "CIColorBlendMode": .color,
    "CILuminosityBlendMode": .luminosity, "CISourceOverCompositing": .normal,
    "CISourceInCompositing": .sourceIn, "CISourceOutCompositing": .sourceOut,
    "CISourceAtopCompositing": .sourceAtop, "CIAdditionCompositing": .plusLighter,
    "CILinearDodgeBlendMode": .plusLighter, "CIMultiplyCompositing": .multiply,
    "CIMaximumCompositing": .lighten, "CIMinimumCompositing": .darken,
  ]
}

extension CALayer {
  /// Takes over the values of a filter property that was set.
  func updateEffects(of property: StoredOnlyProperty, _ value: Any?) {
    let old = values.effects
    var mode = old?.blendMode ?? .normal
    var (filters, backdrop) = (old?.filters ?? [], old?.backdrop ?? [])
    var unknown = 0
    switch property {
    case .compositingFilter:
      let wanted = value.map { LayerFilter.blendMode(of: $0) } ?? .normal
      mode = wanted ?? .normal
      if wanted == nil { unknown = 1 }
    case .filters: (filters, unknown) = LayerFilter.steps(of: value as? [Any] ?? [])
    case .backgroundFilters:
      (backdrop, unknown) = LayerFilter.steps(of: value as? [Any] ?? [])
    default: return
    }
    if unknown > 0 {
      Diagnostics.reportOnce(
        "\(label) \(property)",
        "\(label): \(property) has \(unknown == 1 ? "a filter" : "\(unknown) filters") that cannot "
          + "be drawn; CIFilter lists those that can")
    }
    let isPlain = mode == .normal && filters.isEmpty && backdrop.isEmpty
    let new =
      isPlain ? nil : LayerEffects(blendMode: mode, filters: filters, backdrop: backdrop)
    guard new != old else { return }
    values.effects = new
    context?.mark(self, .values)
  }

  /// Sets an input of one of the layer's filters, by the rest of a key path such as "filters.blur.inputRadius".
  /// Returns whether there is such a filter.
  func setFilterInput(_ value: Any?, of property: StoredOnlyProperty, _ rest: String) -> Bool {
    guard let dot = rest.firstIndex(of: "."),
      var filters = storedValue(forKey: property.rawValue) as? [Any],
      let index = filters.firstIndex(where: {
        ($0 as? CIFilter).map { $0.name == rest[..<dot] } ?? false
      }),
      let filter = filters[index] as? CIFilter,
      let changed = filter.setting(value, forKey: String(rest[rest.index(after: dot)...]))
    else { return false }
    filters[index] = changed
    store(filters, in: property)
    return true
  }
}
