// ColorPrimaries.swift
// Primaries and transfer functions of RGB colour spaces, and the way from their components to sRGB's.
// Pure arithmetic: holds no state.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A matrix of three rows for columns of red, green and blue.
struct PrimariesMatrix {
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  static let identity = PrimariesMatrix(rows: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)))

  func applied(to v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows.0 * v).sum(), (rows.1 * v).sum(), (rows.2 * v).sum())
  }

  private var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (
      SIMD3(rows.0.x, rows.1.x, rows.2.x), SIMD3(rows.0.y, rows.1.y, rows.2.y),
      SIMD3(rows.0.z, rows.1.z, rows.2.z)
    )
  }

  /// The matrix that applies another one first.
  func after(_ other: PrimariesMatrix) -> PrimariesMatrix {
    let c = other.columns
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((r * c.0).sum(), (r * c.1).sum(), (r * c.2).sum())
    }
    return PrimariesMatrix(rows: (row(rows.0), row(rows.1), row(rows.2)))
  }

  /// The inverse, of a matrix that has one.
  var inverse: PrimariesMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (x, y, z) = (cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
    let determinant = (rows.0 * x).sum()
    return PrimariesMatrix(
      rows: (
        SIMD3(x.x, y.x, z.x) / determinant, SIMD3(x.y, y.y, z.y) / determinant,
        SIMD3(x.z, y.z, z.z) / determinant
      ))
  }
}

/// The chromaticities of a colour space whose white is D65 (x 0.3127, y 0.3290).
enum ColorPrimaries: Hashable, Sendable {
  /// IEC 61966-2-1; the same as ITU-R BT.709's.
  case sRGB
  /// SMPTE EG 432-1, with D65 as in Apple's Display P3.
  case p3
  /// Adobe RGB (1998) Color Image Encoding.
  case adobeRGB
  /// ITU-R BT.2020.
  case bt2020

  private var chromaticities: [(x: Double, y: Double)] {
    switch self {
    case .sRGB: [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)]
    case .p3: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
    case .adobeRGB: [(0.640, 0.330), (0.210, 0.710), (0.150, 0.060)]
    case .bt2020: [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
    }
  }

  /// From linear components to CIE XYZ, with white's Y at 1.
  ///
  /// Source of the rule: SMPTE RP 177.
  var toXYZ: PrimariesMatrix {
    func color(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
    let c = chromaticities.map { color($0.x, $0.y) }
    let matrix = PrimariesMatrix(
      rows: (
        SIMD3(c[0].x, c[1].x, c[2].x), SIMD3(c[0].y, c[1].y, c[2].y), SIMD3(c[0].z, c[1].z, c[2].z)
      ))
    let share = matrix.inverse.applied(to: color(0.3127, 0.3290))
    return PrimariesMatrix(
      rows: (matrix.rows.0 * share, matrix.rows.1 * share, matrix.rows.2 * share))
  }

  private static let p3ToSRGB = sRGB.toXYZ.inverse.after(p3.toXYZ)
  private static let adobeToSRGB = sRGB.toXYZ.inverse.after(adobeRGB.toXYZ)
  private static let bt2020ToSRGB = sRGB.toXYZ.inverse.after(bt2020.toXYZ)

  /// From linear components to sRGB's linear components.
  var toSRGB: PrimariesMatrix {
    switch self {
    case .sRGB: .identity
    case .p3: Self.p3ToSRGB
    case .adobeRGB: Self.adobeToSRGB
    case .bt2020: Self.bt2020ToSRGB
    }
  }
}

/// The relation of a component to the amount of light. Components below zero mirror those above.
enum ColorTransfer: Hashable, Sendable {
  case linear
  /// IEC 61966-2-1.
  case sRGB
  /// A power: 563/256 in Adobe RGB (1998).
  case power(Double)
  /// ITU-R BT.709 and BT.2020.
  case bt709

  /// The amount of light of a component.
  func decode(_ component: Double) -> Double {
    let v = abs(component)
    let light =
      switch self {
      case .linear: v
      case .sRGB: v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      case .power(let exponent): pow(v, exponent)
      case .bt709: v < 0.081 ? v / 4.5 : pow((v + 0.099) / 1.099, 1 / 0.45)
      }
    return component < 0 ? -light : light
  }

  /// The component of an amount of light.
  func encode(_ light: Double) -> Double {
    let l = abs(light)
    let component =
      switch self {
      case .linear: l
      case .sRGB: l <= 0.003_130_8 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - 0.055
      case .power(let exponent): pow(l, 1 / exponent)
      case .bt709: l < 0.018 ? l * 4.5 : 1.099 * pow(l, 0.45) - 0.099
      }
    return light < 0 ? -component : component
  }
}
