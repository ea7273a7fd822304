// UIColor.swift
// Colours as objects: static, dynamic and named ones.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import QuartzCore
import Typesetting

/// An immutable sRGB colour.
///
/// A dynamic colour depends on traits: system colours have a light and a dark variant, others are
/// computed by a function. Its components are those for `UITraitCollection.current`; views resolve it
/// with their own traits.
///
/// Source: Apple's `UIColor`.
open class UIColor: NSObject, NSCopying, @unchecked Sendable, _ExpressibleByColorLiteral {
  // First; see AttributeValueTag.
  private final let tag = AttributeValueTag()
  /// The colour, or the light variant of two.
  private final let stored: CGColor
  /// Set by initialisers alone.
  @exclusivity(unchecked) private final var dark: CGColor?
  private final let provider: ((UITraitCollection) -> UIColor)?
  /// The image that repeats; nil for a plain colour.
  @exclusivity(unchecked) package private(set) final var pattern: PatternImage?

  /// The Core Graphics colour. A dynamic colour is resolved for `UITraitCollection.current`.
  open var cgColor: CGColor { isDynamic ? components(in: .current) : stored }

  /// Creates a colour from a Core Graphics colour.
  public init(cgColor: CGColor) {
    (stored, provider) = (cgColor, nil)
  }

  /// Creates a colour that paints with an image, repeated without gaps.
  ///
  /// As the background of a view, the image repeats from the upper left of the bounds on. As a fill or stroke colour,
  /// it repeats from the origin of the space in which the context began. Everywhere else, and in ``cgColor``, the
  /// colour is the mean of the image. An image without pixels gives a clear colour.
  public init(patternImage image: UIImage) {
    pattern = image.uprightImage.map { PatternImage(cell: $0, scale: image.scale) }
    (stored, provider) = (pattern?.meanColor ?? .clear, nil)
  }

  private convenience init(pattern: PatternImage) {
    self.init(cgColor: pattern.meanColor)
    self.pattern = pattern
  }

  /// Creates a dynamic colour.
  ///
  /// - Parameter dynamicProvider: Returns the colour for traits, always the same for equal ones. Called
  ///   on the main thread.
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    (stored, provider) = (CGColor(red: 0, green: 0, blue: 0, alpha: 0), dynamicProvider)
  }

  /// Creates a colour with a light and a dark variant.
  convenience init(light: UIColor, dark: UIColor) {
    self.init(cgColor: light.stored)
    self.dark = dark.stored
  }

  /// Whether the colour depends on traits.
  final var isDynamic: Bool { dark != nil || provider != nil }

  /// Returns the colour for traits.
  final func components(in traits: UITraitCollection) -> CGColor {
    if let dark { return traits.userInterfaceStyle == .dark ? dark : stored }
    guard let provider else { return stored }
    return provider(traits).components(in: traits)
  }

  /// Returns the static colour for traits.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    if let provider { return provider(traitCollection).resolvedColor(with: traitCollection) }
    return isDynamic ? UIColor(cgColor: components(in: traitCollection)) : self
  }

  /// A grey of the same luminance, for a dimmed tint.
  final var grey: UIColor {
    let lanes = cgColor.lanes
    return UIColor(
      white: 0.299 * lanes.x + 0.587 * lanes.y + 0.114 * lanes.z, alpha: lanes.w)
  }

  /// Creates a colour from sRGB components, clamped to 0...1. NaN is 0, which is reported once.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func cut(_ component: CGFloat) -> CGFloat {
      component.isFinite
        ? min(max(component, 0), 1) : nearest(component, in: 0...1, "a component of a colour")
    }
    stored = CGColor(red: cut(red), green: cut(green), blue: cut(blue), alpha: cut(alpha))
    provider = nil
  }

  /// Creates a colour from components of Display P3, 0...1.
  ///
  /// Its components are sRGB's, below 0 or above 1 for a colour that sRGB does not have; they are clamped when it is
  /// drawn.
  public init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    stored = CGColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
    provider = nil
  }

  /// Creates a grey, 0 black to 1 white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates a colour from hue, saturation and brightness, each 0...1; hue 0 is red, 1/3 green.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    func channel(_ offset: CGFloat) -> CGFloat {
      let k = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(k, 4 - k, 1)))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// Creates a colour from a literal in source code.
  public required convenience init(
    _colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float
  ) {
    self.init(
      red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  // MARK: Components

  /// Returns the same colour with another alpha, 0...1. A pattern's own alpha is multiplied by it.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    if isDynamic {
      return UIColor(dynamicProvider: { self.resolvedColor(with: $0).withAlphaComponent(alpha) })
    }
    if let pattern { return UIColor(pattern: pattern.faded(to: alpha)) }
    let lanes = stored.lanes
    return UIColor(red: lanes.x, green: lanes.y, blue: lanes.z, alpha: alpha)
  }

  /// Writes the sRGB components; always true.
  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = cgColor.lanes.x
    green?.pointee = cgColor.lanes.y
    blue?.pointee = cgColor.lanes.z
    alpha?.pointee = cgColor.lanes.w
    return true
  }

  /// Writes hue, saturation and brightness, each 0...1; always true.
  @discardableResult
  open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let (r, g, b) = (cgColor.lanes.x, cgColor.lanes.y, cgColor.lanes.z)
    let (high, low) = (max(r, g, b), min(r, g, b))
    let span = high - low
    var sextant: CGFloat = 0
    if span > 0 {
      if high == r {
        sextant = (g - b) / span
      } else if high == g {
        sextant = (b - r) / span + 2
      } else {
        sextant = (r - g) / span + 4
      }
    }
    hue?.pointee = (sextant < 0 ? sextant + 6 : sextant) / 6
    saturation?.pointee = high > 0 ? span / high : 0
    brightness?.pointee = high
    alpha?.pointee = cgColor.lanes.w
    return true
  }

  /// Writes the colour as a grey. Returns false, and writes nothing, for other colours.
  @discardableResult
  open func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let lanes = cgColor.lanes
    guard lanes.x == lanes.y, lanes.y == lanes.z else { return false }
    white?.pointee = lanes.x
    alpha?.pointee = lanes.w
    return true
  }

  // MARK: Drawing

  /// Makes this the fill and the stroke colour of the current context.
  open func set() {
    setFill()
    setStroke()
  }

  /// Makes this the fill colour of the current context.
  open func setFill() {
    let context = UIGraphicsGetCurrentContext()
    if let pattern = resolvedColor(with: .current).pattern {
      context?.setFillPattern(pattern)
    } else {
      context?.setFillColor(cgColor)
    }
  }

  /// Makes this the stroke colour of the current context.
  open func setStroke() {
    let context = UIGraphicsGetCurrentContext()
    if let pattern = resolvedColor(with: .current).pattern {
      context?.setStrokePattern(pattern)
    } else {
      context?.setStrokeColor(cgColor)
    }
  }

  // MARK: Conformances

  /// Colours are equal when their components are, in every variant. Colours with a function are equal
  /// when they are the same object.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return self === other
      || (stored == other.stored && dark == other.dark && pattern == other.pattern
        && provider == nil && other.provider == nil)
  }

  /// The hash of the components.
  open override var hash: Int { stored.hashValue }

  /// Returns the colour itself, as it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The components, 0...1.
  open override var description: String {
    let lanes = cgColor.lanes
    return "UIColor(\(lanes.x), \(lanes.y), \(lanes.z), \(lanes.w))"
  }
}

/// The type of colour literals.
public typealias _ColorLiteralType = UIColor

// MARK: - Named colours

// `setValue(_:forKey:)` of a layer takes a colour for a colour's key.
extension UIColor: CGColorConvertible {}

extension UIColor {
  /// Returns a colour from its bytes, 0xRRGGBB.
  private static func hex(_ rgb: UInt32, alpha: CGFloat = 1) -> UIColor {
    UIColor(
      red: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
      blue: CGFloat(rgb & 0xFF) / 255, alpha: alpha)
  }

  /// Returns a colour with a light and a dark variant.
  private static func hex(
    _ light: UInt32, alpha: CGFloat = 1, dark: UInt32, _ darkAlpha: CGFloat = 1
  ) -> UIColor {
    UIColor(light: hex(light, alpha: alpha), dark: hex(dark, alpha: darkAlpha))
  }

  /// White 0.
  public static let black = UIColor(white: 0, alpha: 1)
  /// White 1/3.
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  /// White 2/3.
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  /// White 1.
  public static let white = UIColor(white: 1, alpha: 1)
  /// White 1/2.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Pure red.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Pure green.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Pure blue.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Green and blue.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Red and green.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Red and blue.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Red 1, green 1/2.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Red 1/2, blue 1/2.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Red 0.6, green 0.4, blue 0.2.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  /// Black, fully transparent.
  public static let clear = UIColor(white: 0, alpha: 0)

  /// #FF3B30; dark #FF453A.
  public static let systemRed = hex(0xFF3B30, dark: 0xFF453A)
  /// #FF9500; dark #FF9F0A.
  public static let systemOrange = hex(0xFF9500, dark: 0xFF9F0A)
  /// #FFCC00; dark #FFD60A.
  public static let systemYellow = hex(0xFFCC00, dark: 0xFFD60A)
  /// #34C759; dark #30D158.
  public static let systemGreen = hex(0x34C759, dark: 0x30D158)
  /// #00C7BE; dark #66D4CF.
  public static let systemMint = hex(0x00C7BE, dark: 0x66D4CF)
  /// #30B0C7; dark #40C8E0.
  public static let systemTeal = hex(0x30B0C7, dark: 0x40C8E0)
  /// #32ADE6; dark #64D2FF.
  public static let systemCyan = hex(0x32ADE6, dark: 0x64D2FF)
  /// #007AFF; dark #0A84FF.
  public static let systemBlue = hex(0x007AFF, dark: 0x0A84FF)
  /// #5856D6; dark #5E5CE6.
  public static let systemIndigo = hex(0x5856D6, dark: 0x5E5CE6)
  /// #AF52DE; dark #BF5AF2.
  public static let systemPurple = hex(0xAF52DE, dark: 0xBF5AF2)
  /// #FF2D55; dark #FF375F.
  public static let systemPink = hex(0xFF2D55, dark: 0xFF375F)
  /// #A2845E; dark #AC8E68.
  public static let systemBrown = hex(0xA2845E, dark: 0xAC8E68)
  /// #8E8E93.
  public static let systemGray = hex(0x8E8E93)
  /// #AEAEB2; dark #636366.
  public static let systemGray2 = hex(0xAEAEB2, dark: 0x636366)
  /// #C7C7CC; dark #48484A.
  public static let systemGray3 = hex(0xC7C7CC, dark: 0x48484A)
  /// #D1D1D6; dark #3A3A3C.
  public static let systemGray4 = hex(0xD1D1D6, dark: 0x3A3A3C)
  /// #E5E5EA; dark #2C2C2E.
  public static let systemGray5 = hex(0xE5E5EA, dark: 0x2C2C2E)
  /// #F2F2F7; dark #1C1C1E.
  public static let systemGray6 = hex(0xF2F2F7, dark: 0x1C1C1E)

  /// Text: black; dark white.
  public static let label = UIColor(light: .black, dark: .white)
  /// Secondary text: #3C3C43 at 60 %; dark #EBEBF5 at 60 %.
  public static let secondaryLabel = hex(
    0x3C3C43, alpha: 0.6, dark: 0xEBEBF5, 0.6)
  /// Tertiary text: #3C3C43 at 30 %; dark #EBEBF5 at 30 %.
  public static let tertiaryLabel = hex(
    0x3C3C43, alpha: 0.3, dark: 0xEBEBF5, 0.3)
  /// Quaternary text: #3C3C43 at 18 %; dark #EBEBF5 at 16 %.
  public static let quaternaryLabel = hex(
    0x3C3C43, alpha: 0.18, dark: 0xEBEBF5, 0.16)
  /// Placeholders: #3C3C43 at 30 %; dark #EBEBF5 at 30 %.
  public static let placeholderText = hex(
    0x3C3C43, alpha: 0.3, dark: 0xEBEBF5, 0.3)
  /// Links: #007AFF; dark #0984FF.
  public static let link = hex(0x007AFF, dark: 0x0984FF)
  /// Separator lines: #3C3C43 at 29 %; dark #545458 at 60 %.
  public static let separator = hex(
    0x3C3C43, alpha: 0.29, dark: 0x545458, 0.6)
  /// Opaque separator lines: #C6C6C8; dark #38383A.
  public static let opaqueSeparator = hex(0xC6C6C8, dark: 0x38383A)
  /// The fill of thin shapes: #787880 at 20 %; dark #787880 at 36 %.
  public static let systemFill = hex(
    0x787880, alpha: 0.2, dark: 0x787880, 0.36)
  /// The fill of medium shapes: #787880 at 16 %; dark #787880 at 32 %.
  public static let secondarySystemFill = hex(
    0x787880, alpha: 0.16, dark: 0x787880, 0.32)
  /// The fill of large shapes, such as fields and buttons: #767680 at 12 %; dark #767680 at 24 %.
  public static let tertiarySystemFill = hex(
    0x767680, alpha: 0.12, dark: 0x767680, 0.24)
  /// The fill of large areas: #747480 at 8 %; dark #747480 at 18 %.
  public static let quaternarySystemFill = hex(
    0x747480, alpha: 0.08, dark: 0x747480, 0.18)
  /// The main background: white; dark black.
  public static let systemBackground = UIColor(light: .white, dark: .black)
  /// Content on the main background: #F2F2F7; dark #1C1C1E.
  public static let secondarySystemBackground = hex(0xF2F2F7, dark: 0x1C1C1E)
  /// Content on the secondary background: white; dark #2C2C2E.
  public static let tertiarySystemBackground = hex(0xFFFFFF, dark: 0x2C2C2E)
  /// The background of grouped content: #F2F2F7; dark #000000.
  public static let systemGroupedBackground = hex(0xF2F2F7, dark: 0x000000)
  /// The old name of ``systemGroupedBackground``.
  public static var groupTableViewBackground: UIColor { systemGroupedBackground }
  /// Content on a grouped background: white; dark #1C1C1E.
  public static let secondarySystemGroupedBackground = hex(0xFFFFFF, dark: 0x1C1C1E)
  /// Content on the secondary background: #F2F2F7; dark #2C2C2E.
  public static let tertiarySystemGroupedBackground = hex(0xF2F2F7, dark: 0x2C2C2E)
  /// Text on a dark background: white at 60 %.
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  /// Text on a light background: black.
  public static let darkText = UIColor(white: 0, alpha: 1)
}

extension UIColor: TextColor {}
