// UIFont.swift
// A typeface at a size. The font provider finds its file.
//
// This folder: fonts, paragraph styles, and attributed strings.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
public import Foundation
import QuartzCore
package import Typesetting

/// An immutable font.
///
/// The face is looked up on use, so a font may be created before the host installs its fonts.
public final class UIFont: NSObject, NSCopying, @unchecked Sendable {
  // First; see AttributeValueTag.
  private let tag = AttributeValueTag()

  /// The weight of a font, -1...1; 0 is regular.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// -1...1.
    public var rawValue: CGFloat
    /// Creates a weight, -1...1.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Creates a weight, -1...1.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    /// -0.8.
    public static let ultraLight = Weight(-0.8)
    /// -0.6.
    public static let thin = Weight(-0.6)
    /// -0.4.
    public static let light = Weight(-0.4)
    /// 0.
    public static let regular = Weight(0)
    /// 0.23.
    public static let medium = Weight(0.23)
    /// 0.3.
    public static let semibold = Weight(0.3)
    /// 0.4.
    public static let bold = Weight(0.4)
    /// 0.56.
    public static let heavy = Weight(0.56)
    /// 0.62.
    public static let black = Weight(0.62)

    /// The weight on the scale of font files, 100...900.
    package var number: Int {
      let steps: [(CGFloat, Int)] = [
        (-0.8, 100), (-0.6, 200), (-0.4, 300), (0, 400), (0.23, 500), (0.3, 600), (0.4, 700),
        (0.56, 800), (0.62, 900),
      ]
      return steps.min { abs($0.0 - rawValue) < abs($1.0 - rawValue) }?.1 ?? 400
    }
  }

  /// The description that the font provider resolves.
  package let face: FontDescription

  /// The em size in points.
  public let pointSize: CGFloat

  /// Creates a font.
  ///
  /// Zero or less, and NaN, means 12, as Apple's does for zero.
  package init(face: FontDescription, size: CGFloat) {
    self.face = face
    let size = nearest(size, "the size of a font")
    pointSize = size > 0 ? size : 12
  }

  /// Creates the installed font with a name, or nil without one.
  ///
  /// A name of a font of Apple's that is not installed, such as "HelveticaNeue-Bold", gives the nearest face in weight,
  /// slant and kind: sans-serif, serif or monospaced. ``fontName`` and ``familyName`` are that face's.
  ///
  /// - Parameters:
  ///   - name: A PostScript name such as "DejaVuSans-Bold", a full name such as "DejaVu Sans Bold", or a
  ///     family's name such as "DejaVu Sans" for its regular face. Upper and lower case are equal.
  ///   - size: Points; 0 or less means 12.
  public convenience init?(name: String, size: CGFloat) {
    BundledFonts.ofProgram
    guard let description = Fonts.provider.description(named: name) else { return nil }
    self.init(face: description, size: size)
  }

  /// The names of all installed families, sorted.
  public class var familyNames: [String] {
    BundledFonts.ofProgram
    return Fonts.provider.familyNames
  }

  /// Returns the PostScript names of a family's fonts, sorted. Empty for a family that is not installed.
  public class func fontNames(forFamilyName familyName: String) -> [String] {
    BundledFonts.ofProgram
    return Fonts.provider.faceNames(inFamily: familyName)
  }

  // MARK: System fonts

  /// Returns the system's sans-serif font at a size in points.
  public class func systemFont(ofSize size: CGFloat) -> UIFont {
    systemFont(ofSize: size, weight: .regular)
  }

  /// Returns the system's sans-serif font at a size in points, with a weight.
  public class func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(face: FontDescription(weight: weight.number), size: size)
  }

  /// Returns the system's bold sans-serif font at a size in points.
  public class func boldSystemFont(ofSize size: CGFloat) -> UIFont {
    systemFont(ofSize: size, weight: .bold)
  }

  /// Returns the system's italic sans-serif font at a size in points.
  public class func italicSystemFont(ofSize size: CGFloat) -> UIFont {
    UIFont(face: FontDescription(isItalic: true), size: size)
  }

  /// Returns the system's fixed-width font at a size in points.
  public class func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(face: FontDescription(weight: weight.number, isMonospaced: true), size: size)
  }

  /// Returns the sans-serif font. Common faces on Linux have digits of equal width.
  public class func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: size, weight: weight)
  }

  /// 17 points, the default of labels.
  public class var labelFontSize: CGFloat { 17 }
  /// 18 points, the default of buttons.
  public class var buttonFontSize: CGFloat { 18 }
  /// 14 points.
  public class var systemFontSize: CGFloat { 14 }
  /// 12 points.
  public class var smallSystemFontSize: CGFloat { 12 }

  /// Returns the same face at another size in points.
  public func withSize(_ size: CGFloat) -> UIFont { UIFont(face: face, size: size) }

  // MARK: Metrics

  /// The provider's identifier of the face.
  package var faceID: FontFaceID { Fonts.provider.face(for: face) }

  package var metrics: FontMetrics { Fonts.provider.metrics(of: faceID, size: pointSize) }

  /// The family's name, such as "DejaVu Sans".
  public var familyName: String { Fonts.provider.familyName(of: faceID) }

  /// The PostScript name, such as "DejaVuSans-Bold". ``init(name:size:)`` finds the font by it.
  public var fontName: String { Fonts.provider.postScriptName(of: faceID) }

  /// Points from the baseline up to the line's top.
  public var ascender: CGFloat { metrics.ascender }
  /// Points from the baseline to the line's bottom, negative as in UIKit.
  public var descender: CGFloat { -metrics.descender }
  /// Points between lines, beyond their height.
  public var leading: CGFloat { metrics.leading }
  /// Points of a capital letter's height.
  public var capHeight: CGFloat { metrics.capHeight }
  /// Points of the letter x's height.
  public var xHeight: CGFloat { metrics.xHeight }
  /// Points from a line's top to its bottom.
  public var lineHeight: CGFloat {
    let metrics = metrics
    return metrics.ascender + metrics.descender
  }

  // MARK: Conformances

  /// Fonts are equal when face and size are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return self === other || (face == other.face && pointSize == other.pointSize)
  }

  /// The hash of face and size.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(face)
    hasher.combine(pointSize)
    return hasher.finalize()
  }

  /// Returns the font itself, as it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Name and size.
  public override var description: String { "UIFont(\(fontName), \(pointSize) pt)" }
}

extension UIFont: TextFont {}
