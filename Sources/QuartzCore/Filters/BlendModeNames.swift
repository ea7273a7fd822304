// BlendModeNames.swift
// The blend modes of compositing filters, by Core Image's names.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension LayerFilter {
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
    // Names of Core Animation's own, of which iOS code uses "xor" to cut holes in masks.
    "xor": .xor, "sourceIn": .sourceIn, "sourceOut": .sourceOut, "sourceAtop": .sourceAtop,
    "destOver": .destinationOver, "destIn": .destinationIn, "destOut": .destinationOut,
    "destAtop": .destinationAtop, "plusL": .plusLighter, "plusD": .plusDarker,
  ]
}
