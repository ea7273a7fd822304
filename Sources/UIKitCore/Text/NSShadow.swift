// NSShadow.swift
// The shadow and the pictures of attributed text, which Foundation lacks on Linux.
//
// SPDX-License-Identifier: MIT

public import Foundation
package import Typesetting

/// The shadow of text, the value of `NSAttributedString.Key.shadow`.
///
/// Its blur is drawn as several faint copies of the text.
///
/// Source: Apple's `NSShadow`.
open class NSShadow: NSObject, NSCopying, @unchecked Sendable {
  // First; see AttributeValueTag.
  private final let tag = AttributeValueTag()

  /// The distance from the text in points, y down. Default zero.
  open var shadowOffset = CGSize.zero
  /// The distance in points over which the shadow fades, at least 0. Default 0.
  open var shadowBlurRadius: CGFloat = 0
  /// A `UIColor`; nil draws no shadow. Default black with an alpha of one third.
  open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

  /// Creates a shadow with the defaults.
  public override init() {}

  /// Returns a shadow with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSShadow()
    copy.shadowOffset = shadowOffset
    copy.shadowBlurRadius = shadowBlurRadius
    copy.shadowColor = shadowColor
    return copy
  }

  package final var textShadow: TextShadow? {
    guard let color = shadowColor as? any TextColor, shadowOffset.width.isFinite,
      shadowOffset.height.isFinite, shadowBlurRadius.isFinite
    else { return nil }
    return TextShadow(
      offset: CGSize(
        width: shadowOffset.width.limitedInText, height: shadowOffset.height.limitedInText),
      blurRadius: shadowBlurRadius.distanceInText, color: color.cgColor)
  }

  /// Shadows are equal when their offsets, blurs and current colours are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSShadow else { return false }
    return self === other || textShadow == other.textShadow
  }

  /// A hash of offset, blur and current colour.
  open override var hash: Int { textShadow.hashValue }
}

/// A picture between characters, the value of `NSAttributedString.Key.attachment`.
///
/// Source: Apple's `NSTextAttachment`, without files.
open class NSTextAttachment: NSObject, @unchecked Sendable {
  // First; see AttributeValueTag.
  private final let tag = AttributeValueTag()

  /// The character in whose place the picture is drawn: U+FFFC.
  public static let character = 0xFFFC

  /// The picture; nil leaves its place empty. Default nil.
  open var image: UIImage?
  /// The place of the picture in points, from the baseline, y up. Default zero: the picture's own size on the
  /// baseline.
  open var bounds = CGRect.zero

  /// Creates an attachment without a picture.
  public override init() {}

  /// Creates an attachment of a picture.
  public convenience init(image: UIImage) {
    self.init()
    self.image = image
  }

  package final var textAttachment: TextAttachment {
    let place = bounds == .zero ? CGRect(origin: .zero, size: image?.size ?? .zero) : bounds
    let isUsable =
      place.minX.isFinite && place.minY.isFinite && place.width.isFinite && place.height.isFinite
    return TextAttachment(
      image: image?.uprightImage, bounds: isUsable ? place.limitedInText : .zero)
  }
}

extension NSShadow: TextShadowObject {}

extension NSTextAttachment: TextAttachmentObject {}

extension NSAttributedString {
  /// Creates a string of one character, in whose place an attachment is drawn.
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
  }
}
