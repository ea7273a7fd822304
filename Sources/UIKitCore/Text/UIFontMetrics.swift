// UIFontMetrics.swift
// The scaling of fonts and lengths by the size of text that the user prefers.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The scaling of fonts and lengths by the size of text that the user prefers. It is the one of a new phone, for which
/// Apple's values are the same as the given ones.
@preconcurrency @MainActor
open class UIFontMetrics: NSObject {
  /// The scaling of body text.
  open class var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }

  /// Creates the scaling of a style of text.
  public init(forTextStyle textStyle: UIFont.TextStyle) {}

  /// Returns a font for the preferred size: the same.
  open func scaledFont(for font: UIFont) -> UIFont { font }

  /// Returns a font for the preferred size, not larger than a number of points.
  open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    font.pointSize > maximumPointSize && maximumPointSize > 0
      ? font.withSize(maximumPointSize) : font
  }

  /// Returns a length for the preferred size: the same.
  open func scaledValue(for value: CGFloat) -> CGFloat { value }
}
