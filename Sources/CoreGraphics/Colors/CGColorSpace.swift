// CGColorSpace.swift
// Colour spaces by name. Colours of every space are converted to sRGB when they are created.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Foundation's arrays under the name used by Apple's C interfaces.
public typealias CFArray = NSArray
/// Foundation's strings under the name used by Apple's C interfaces.
public typealias CFString = NSString
/// Foundation's dictionaries under the name used by Apple's C interfaces.
public typealias CFDictionary = NSDictionary
/// Data under the name used by Apple's C interfaces.
public typealias CFData = NSData

/// The model of a colour space, which determines its number of components.
public enum CGColorSpaceModel: Int32, Sendable {
  /// A model that is not known.
  case unknown = -1
  /// Grey: one component.
  case monochrome
  /// Red, green and blue.
  case rgb
  /// Cyan, magenta, yellow and black.
  case cmyk
  /// Lightness and two axes of colour. No space here has it.
  case lab
  /// Components for each ink. No space here has it.
  case deviceN
  /// A number of a colour in a table.
  case indexed
  /// Patterns, with the components of a base space where they have no colours.
  case pattern
  /// The values of the CIE from 1931. No space here has it.
  case XYZ
}

/// How colours outside of a colour space's range are brought into it. Without effect: they are clamped.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// That of the context.
  case defaultIntent
  /// The nearest colour.
  case absoluteColorimetric
  /// The nearest colour, with white as white.
  case relativeColorimetric
  /// All colours closer together.
  case perceptual
  /// As saturated as before.
  case saturation
}

/// The meaning of a colour's components: grey; red, green and blue; or cyan, magenta, yellow and black.
public final class CGColorSpace: Hashable, Sendable {
  /// The name under which the space is found. Nil for a space of the device.
  public var name: CFString? { constant.map { $0 as NSString } }
  /// Grey, RGB or CMYK.
  public let model: CGColorSpaceModel

  private let constant: String?
  private let primaries: ColorPrimaries
  private let transfer: ColorTransfer
  /// Whether components may be outside of 0...1.
  let isExtended: Bool

  fileprivate init(
    _ constant: String?, _ model: CGColorSpaceModel, _ primaries: ColorPrimaries = .sRGB,
    _ transfer: ColorTransfer = .sRGB, isExtended: Bool = false
  ) {
    (self.constant, self.model, self.primaries) = (constant, model, primaries)
    (self.transfer, self.isExtended) = (transfer, isExtended)
    baseColorSpace = nil
  }

  /// Creates a colour space by its name. Nil for an unsupported one.
  public convenience init?(name: CFString) {
    let constant = name as String
    func make(
      _ model: CGColorSpaceModel, _ primaries: ColorPrimaries = .sRGB,
      _ transfer: ColorTransfer = .sRGB, isExtended: Bool = false
    ) -> (CGColorSpaceModel, ColorPrimaries, ColorTransfer, Bool) {
      (model, primaries, transfer, isExtended)
    }
    let found: (CGColorSpaceModel, ColorPrimaries, ColorTransfer, Bool)
    switch name {
    case Self.sRGB: found = make(.rgb)
    case Self.extendedSRGB: found = make(.rgb, isExtended: true)
    case Self.linearSRGB, Self.genericRGBLinear: found = make(.rgb, .sRGB, .linear)
    case Self.extendedLinearSRGB: found = make(.rgb, .sRGB, .linear, isExtended: true)
    case Self.displayP3: found = make(.rgb, .p3)
    case Self.extendedDisplayP3: found = make(.rgb, .p3, isExtended: true)
    case Self.linearDisplayP3: found = make(.rgb, .p3, .linear)
    case Self.extendedLinearDisplayP3: found = make(.rgb, .p3, .linear, isExtended: true)
    case Self.adobeRGB1998: found = make(.rgb, .adobeRGB, .power(563.0 / 256))
    case Self.itur_709: found = make(.rgb, .sRGB, .bt709)
    case Self.itur_2020: found = make(.rgb, .bt2020, .bt709)
    case Self.extendedITUR_2020: found = make(.rgb, .bt2020, .bt709, isExtended: true)
    case Self.linearITUR_2020: found = make(.rgb, .bt2020, .linear)
    case Self.extendedLinearITUR_2020: found = make(.rgb, .bt2020, .linear, isExtended: true)
    case Self.genericGrayGamma2_2: found = make(.monochrome)
    case Self.extendedGray: found = make(.monochrome, isExtended: true)
    case Self.linearGray: found = make(.monochrome, .sRGB, .linear)
    case Self.extendedLinearGray: found = make(.monochrome, .sRGB, .linear, isExtended: true)
    case Self.genericCMYK: found = make(.cmyk)
    default: return nil
    }
    self.init(constant, found.0, found.1, found.2, isExtended: found.3)
  }

  /// Creates the space of patterns.
  ///
  /// - Parameter baseSpace: The space of the colour in which patterns without colours of their own are drawn. Nil
  ///   for coloured patterns.
  public init?(patternBaseSpace baseSpace: CGColorSpace?) {
    (constant, model, primaries, transfer) = (nil, .pattern, .sRGB, .sRGB)
    (isExtended, baseColorSpace) = (false, baseSpace)
  }

  /// The space of the colours of patterns without their own. Nil for any other space.
  public let baseColorSpace: CGColorSpace?

  /// The number of components, without alpha.
  public var numberOfComponents: Int {
    switch model {
    case .pattern: baseColorSpace?.numberOfComponents ?? 0
    case .monochrome: 1
    case .cmyk: 4
    default: 3
    }
  }

  /// Whether the space has colours that sRGB has not.
  public var isWideGamutRGB: Bool {
    switch primaries {
    case .sRGB: model == .rgb && isExtended
    case .p3, .adobeRGB, .bt2020: true
    }
  }

  /// Whether the space can be drawn into: all but CMYK and patterns.
  public var supportsOutput: Bool { model != .cmyk && model != .pattern }

  /// Spaces are equal when components mean the same in them, whatever their names: the screen's RGB is sRGB.
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
    a.model == b.model && a.primaries == b.primaries && a.transfer == b.transfer
      && a.isExtended == b.isExtended
  }

  /// Hashes the model.
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }

  // MARK: Conversion

  /// Whether components are sRGB's as they are: RGB or grey with its transfer function.
  var isSRGB: Bool {
    if model == .cmyk { return false }
    guard case .sRGB = primaries, case .sRGB = transfer else { return false }
    return true
  }

  /// Returns sRGB components of this space's. They may be outside of 0...1.
  ///
  /// - Parameter c: Grey uses the first only; CMYK all four.
  func toSRGB(_ c: SIMD4<Double>) -> SIMD3<Double> {
    switch model {
    case .cmyk: return SIMD3(1 - c.x, 1 - c.y, 1 - c.z) * (1 - c.w)
    case .monochrome:
      return SIMD3(repeating: isSRGB ? c.x : ColorTransfer.sRGB.encode(transfer.decode(c.x)))
    default:
      if isSRGB { return SIMD3(c.x, c.y, c.z) }
      let light = primaries.toSRGB.applied(
        to: SIMD3(transfer.decode(c.x), transfer.decode(c.y), transfer.decode(c.z)))
      let encode = ColorTransfer.sRGB.encode
      return SIMD3(encode(light.x), encode(light.y), encode(light.z))
    }
  }

  /// Returns this space's components of a colour in sRGB.
  ///
  /// A grey has the colour's luminance. CMYK has as much black as possible.
  package func components(ofSRGB color: SIMD3<Double>) -> [Double] {
    let decode = ColorTransfer.sRGB.decode
    let light = SIMD3(decode(color.x), decode(color.y), decode(color.z))
    func limit(_ value: Double) -> Double { isExtended ? value : min(max(value, 0), 1) }
    switch model {
    case .cmyk:
      let white = min(max(color.max(), 0), 1)
      guard white > 0 else { return [0, 0, 0, 1] }
      return [color.x, color.y, color.z].map { 1 - min(max($0, 0), 1) / white } + [1 - white]
    case .monochrome:
      if isSRGB, color.x == color.y, color.y == color.z { return [limit(color.x)] }
      return [limit(transfer.encode((ColorPrimaries.sRGB.toXYZ.rows.1 * light).sum()))]
    default:
      if isSRGB { return [limit(color.x), limit(color.y), limit(color.z)] }
      let own = primaries.toSRGB.inverse.applied(to: light)
      return [own.x, own.y, own.z].map { limit(transfer.encode($0)) }
    }
  }
}

/// Returns the RGB colour space of the screen: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(nil, .rgb) }

/// Returns the grey colour space of the screen, with sRGB's transfer function.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(nil, .monochrome) }

/// Returns a colour space of printing inks, without a profile: each takes its share of the light away.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace(nil, .cmyk) }

extension CGColorSpace {
  /// sRGB, for colours and images that name no space.
  package static let standard = CGColorSpace(sRGB as String, .rgb)
}
