// UIFontDescriptor.swift
// Descriptions of fonts by family and traits, and the fonts of text styles.
//
// SPDX-License-Identifier: MIT

public import Foundation
import Typesetting

/// A description of a font: a family or a name, traits and a size.
///
/// Source: Apple's `UIFontDescriptor`, without its dictionary of attributes.
public final class UIFontDescriptor: NSObject, NSCopying, @unchecked Sendable {
  /// Traits of a typeface. Raw values are Apple's.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: UInt32
    /// Creates traits from their raw value.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Slanted.
    public static let traitItalic = SymbolicTraits(rawValue: 1)
    /// Bold.
    public static let traitBold = SymbolicTraits(rawValue: 2)
    /// Of equal widths.
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
  }

  let face: FontDescription
  /// The em size in points; 0 when it is not described.
  public let pointSize: CGFloat

  init(face: FontDescription, size: CGFloat) {
    self.face = face
    pointSize = size
  }

  /// Creates the description of an installed font; of the system's when there is none of that name.
  ///
  /// - Parameters:
  ///   - name: A PostScript, full or family name.
  ///   - size: Points; 0 when the size is not described.
  public convenience init(name: String, size: CGFloat) {
    self.init(face: Fonts.provider.description(named: name) ?? FontDescription(), size: size)
  }

  /// Returns the description of a text style's font.
  public class func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle
  ) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }

  /// The PostScript name of the font that is nearest to the description.
  public var postscriptName: String {
    Fonts.provider.postScriptName(of: Fonts.provider.face(for: face))
  }

  /// The traits.
  public var symbolicTraits: SymbolicTraits {
    var traits: SymbolicTraits = []
    if face.isItalic { traits.insert(.traitItalic) }
    if face.weight >= 600 { traits.insert(.traitBold) }
    if face.isMonospaced { traits.insert(.traitMonoSpace) }
    return traits
  }

  /// Returns the same family with other traits. Missing styles are made from the regular one, so that the result
  /// is never nil.
  public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
    var face = face
    face.name = nil
    if face.isMonospaced != traits.contains(.traitMonoSpace) { face.family = nil }
    face.isItalic = traits.contains(.traitItalic)
    face.isMonospaced = traits.contains(.traitMonoSpace)
    let isBold = face.weight >= 600
    if traits.contains(.traitBold) != isBold { face.weight = isBold ? 400 : 700 }
    return UIFontDescriptor(face: face, size: pointSize)
  }

  /// Returns the same traits of another family; of the nearest one for a family of Apple's that is not installed.
  public func withFamily(_ family: String) -> UIFontDescriptor {
    var face = face
    let found = Fonts.provider.description(named: family)
    face.name = nil
    face.family = found?.family ?? family
    face.isMonospaced = found?.isMonospaced ?? face.isMonospaced
    return UIFontDescriptor(face: face, size: pointSize)
  }

  /// Returns the same typeface at another size in points.
  public func withSize(_ size: CGFloat) -> UIFontDescriptor {
    UIFontDescriptor(face: face, size: size)
  }

  /// Descriptions are equal when typeface and size are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFontDescriptor else { return false }
    return face == other.face && pointSize == other.pointSize
  }

  /// A hash of typeface and size.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(face)
    hasher.combine(pointSize)
    return hasher.finalize()
  }

  /// Returns the description, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension UIFont {
  /// The description of the font.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(face: face, size: pointSize) }

  /// Creates the font that is nearest to a description.
  ///
  /// - Parameters:
  ///   - descriptor: The description of a face.
  ///   - size: Points. 0 for the description's.
  public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
    self.init(face: descriptor.face, size: size > 0 ? size : descriptor.pointSize)
  }

  // MARK: Text styles

  /// A use of text, which decides about its font.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the style.
    public let rawValue: String
    /// Creates a style; an unknown name acts as ``body``.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// 34 points.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// 28 points.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// 22 points.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// 20 points.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// 17 points, semibold.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// 17 points.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// 16 points.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// 15 points.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// 13 points.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// 12 points.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// 11 points.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    fileprivate var size: CGFloat {
      switch self {
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      default: 17
      }
    }
  }

  /// Returns the system's font of a text style, at Apple's default size: there is no setting of text sizes on
  /// Linux that all desktops share.
  public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    systemFont(ofSize: style.size, weight: style == .headline ? .semibold : .regular)
  }
}
