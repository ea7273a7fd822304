// UIColor.swift
// A colour as an object, the named ones, and setting it on the current context.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
package import QuartzCore

/// An immutable sRGB colour.
///
/// Source: Apple's `UIColor`. There is one appearance only: system colours are those of the light
/// one, and a colour does not change with its surroundings.
open class UIColor: Hashable, @unchecked Sendable, CustomStringConvertible,
  _ExpressibleByColorLiteral
{
  /// The colour as layers take it.
  public final let cgColor: CGColor

  /// Creates a colour from what layers take.
  public init(cgColor: CGColor) { self.cgColor = cgColor }

  /// Creates a colour from sRGB components, 0...1; others are cut.
  ///
  /// - Precondition: Every component is finite.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func cut(_ component: CGFloat) -> CGFloat { min(max(component, 0), 1) }
    precondition(
      red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite,
      "a colour needs finite components, not \(red), \(green), \(blue), \(alpha)")
    cgColor = CGColor(red: cut(red), green: cut(green), blue: cut(blue), alpha: cut(alpha))
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

  // MARK: Parts

  /// Returns the same colour with another alpha, 0...1.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    let lanes = cgColor.lanes
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
    var turn: CGFloat = 0
    if span > 0 {
      if high == r {
        turn = (g - b) / span
      } else if high == g {
        turn = (b - r) / span + 2
      } else {
        turn = (r - g) / span + 4
      }
    }
    hue?.pointee = (turn < 0 ? turn + 6 : turn) / 6
    saturation?.pointee = high > 0 ? span / high : 0
    brightness?.pointee = high
    alpha?.pointee = cgColor.lanes.w
    return true
  }

  /// Writes the colour as a grey; false, with nothing written, when it is none.
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
  open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  /// Makes this the stroke colour of the current context.
  open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  // MARK: Conformances

  /// Colours are equal when their components are.
  public static func == (a: UIColor, b: UIColor) -> Bool { a.cgColor == b.cgColor }

  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(cgColor) }

  /// The components, 0...1.
  public var description: String {
    let lanes = cgColor.lanes
    return "UIColor(\(lanes.x), \(lanes.y), \(lanes.z), \(lanes.w))"
  }
}

/// What a colour literal without a type makes.
public typealias _ColorLiteralType = UIColor

// MARK: - Named colours

extension UIColor {
  /// A colour from its bytes, 0xRRGGBB.
  private static func hex(_ rgb: UInt32, alpha: CGFloat = 1) -> UIColor {
    UIColor(
      red: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
      blue: CGFloat(rgb & 0xFF) / 255, alpha: alpha)
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

  /// #FF3B30.
  public static let systemRed = hex(0xFF3B30)
  /// #FF9500.
  public static let systemOrange = hex(0xFF9500)
  /// #FFCC00.
  public static let systemYellow = hex(0xFFCC00)
  /// #34C759.
  public static let systemGreen = hex(0x34C759)
  /// #00C7BE.
  public static let systemMint = hex(0x00C7BE)
  /// #30B0C7.
  public static let systemTeal = hex(0x30B0C7)
  /// #32ADE6.
  public static let systemCyan = hex(0x32ADE6)
  /// #007AFF.
  public static let systemBlue = hex(0x007AFF)
  /// #5856D6.
  public static let systemIndigo = hex(0x5856D6)
  /// #AF52DE.
  public static let systemPurple = hex(0xAF52DE)
  /// #FF2D55.
  public static let systemPink = hex(0xFF2D55)
  /// #A2845E.
  public static let systemBrown = hex(0xA2845E)
  /// #8E8E93.
  public static let systemGray = hex(0x8E8E93)
  /// #AEAEB2.
  public static let systemGray2 = hex(0xAEAEB2)
  /// #C7C7CC.
  public static let systemGray3 = hex(0xC7C7CC)
  /// #D1D1D6.
  public static let systemGray4 = hex(0xD1D1D6)
  /// #E5E5EA.
  public static let systemGray5 = hex(0xE5E5EA)
  /// #F2F2F7.
  public static let systemGray6 = hex(0xF2F2F7)

  /// Text: black.
  public static let label = UIColor.black
  /// Text of the second rank: #3C3C43 at 60 %.
  public static let secondaryLabel = hex(0x3C3C43, alpha: 0.6)
  /// Text of the third rank: #3C3C43 at 30 %.
  public static let tertiaryLabel = hex(0x3C3C43, alpha: 0.3)
  /// Text of the fourth rank: #3C3C43 at 18 %.
  public static let quaternaryLabel = hex(0x3C3C43, alpha: 0.18)
  /// What an empty field shows: #3C3C43 at 30 %.
  public static let placeholderText = hex(0x3C3C43, alpha: 0.3)
  /// Links: #007AFF.
  public static let link = hex(0x007AFF)
  /// Lines between things: #3C3C43 at 29 %.
  public static let separator = hex(0x3C3C43, alpha: 0.29)
  /// Lines that hide what is below: #C6C6C8.
  public static let opaqueSeparator = hex(0xC6C6C8)
  /// A thing's fill: #787880 at 20 %.
  public static let systemFill = hex(0x787880, alpha: 0.2)
  /// A larger thing's fill: #787880 at 16 %.
  public static let secondarySystemFill = hex(0x787880, alpha: 0.16)
  /// A field's or a button's fill: #767680 at 12 %.
  public static let tertiarySystemFill = hex(0x767680, alpha: 0.12)
  /// A large area's fill: #747480 at 8 %.
  public static let quaternarySystemFill = hex(0x747480, alpha: 0.08)
  /// The main background: white.
  public static let systemBackground = UIColor.white
  /// What lies on the main background: #F2F2F7.
  public static let secondarySystemBackground = hex(0xF2F2F7)
  /// What lies on that: white.
  public static let tertiarySystemBackground = UIColor.white
  /// A grouped table's background: #F2F2F7.
  public static let systemGroupedBackground = hex(0xF2F2F7)
  /// White text on dark ground.
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  /// Black text on light ground.
  public static let darkText = UIColor(white: 0, alpha: 1)
}

extension UIColor: TextColor {}
