// CGBlendMode.swift
// The modes by which drawing is combined with what lies beneath it. BlendFormula computes them.
//
// SPDX-License-Identifier: MIT

/// How drawing is combined with what lies beneath it.
///
/// In the formulas, S is the source and D the destination, premultiplied, and Sa and Da are their alphas. A
/// formula applies where something is drawn: on an edge that covers half of a pixel, the result is the mean
/// of the formula and D.
///
/// Source: Apple's `CGBlendMode`; PDF Reference 1.7, 7.2.4, for `multiply` to `luminosity`.
public enum CGBlendMode: Int32, Sendable, CaseIterable {
  /// Source over destination, S + D (1 − Sa). The default.
  case normal
  /// The product of the colours.
  case multiply
  /// The complement of the product of the complements.
  case screen
  /// Multiplies or screens, depending on the destination.
  case overlay
  /// The darker of the components.
  case darken
  /// The lighter of the components.
  case lighten
  /// Brightens the destination to reflect the source.
  case colorDodge
  /// Darkens the destination to reflect the source.
  case colorBurn
  /// Darkens or lightens, depending on the source.
  case softLight
  /// Multiplies or screens, depending on the source.
  case hardLight
  /// The absolute difference of the components.
  case difference
  /// Like `difference`, with less contrast.
  case exclusion
  /// The hue of the source, with saturation and luminosity of the destination.
  case hue
  /// The saturation of the source, with hue and luminosity of the destination.
  case saturation
  /// Hue and saturation of the source, with the luminosity of the destination.
  case color
  /// The luminosity of the source, with hue and saturation of the destination.
  case luminosity
  /// 0
  case clear
  /// S
  case copy
  /// S Da
  case sourceIn
  /// S (1 − Da)
  case sourceOut
  /// S Da + D (1 − Sa)
  case sourceAtop
  /// S (1 − Da) + D
  case destinationOver
  /// D Sa
  case destinationIn
  /// D (1 − Sa)
  case destinationOut
  /// S (1 − Da) + D Sa
  case destinationAtop
  /// S (1 − Da) + D (1 − Sa)
  case xor
  /// The sum of the colours less one, at least 0; the sum of the alphas, at most 1.
  case plusDarker
  /// S + D, at most 1.
  case plusLighter

  /// Whether a source without any alpha changes the destination, so that the shape of what is drawn has to
  /// be known apart from its alpha.
  package var changesBeyondSource: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}
