// NSString+UIKit.swift
// Foundation's strings measured and drawn as Swift's are.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension NSString {
  /// Returns the size of the text on one line or more; see the string's own.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    String(describing: self).size(withAttributes: attributes)
  }

  /// Draws the text from a point on.
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]?) {
    String(describing: self).draw(at: point, withAttributes: attributes)
  }

  /// Draws the text into a rectangle.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]?) {
    String(describing: self).draw(in: rect, withAttributes: attributes)
  }
}
