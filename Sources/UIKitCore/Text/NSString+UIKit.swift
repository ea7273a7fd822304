// NSString+UIKit.swift
// Measuring and drawing of Foundation's strings.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension NSString {
  /// Returns the size of the text, in points.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    String(describing: self).size(withAttributes: attributes)
  }

  /// Draws the text in the current context, with its top left corner at a point.
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]?) {
    String(describing: self).draw(at: point, withAttributes: attributes)
  }

  /// Draws the text in the current context, wrapped and clipped to a rectangle.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]?) {
    String(describing: self).draw(in: rect, withAttributes: attributes)
  }
}
