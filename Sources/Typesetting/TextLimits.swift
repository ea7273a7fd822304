// TextLimits.swift
// Stage: display. The limits of the numbers that describe text, from which layout makes sums.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

extension CGFloat {
  /// The greatest length that describes text, in points: the sum over all characters of a text is finite.
  package static var greatestInText: CGFloat { 1e9 }

  /// The number in the limits of text; 0 for NaN.
  package var limitedInText: CGFloat {
    isNaN ? 0 : Swift.min(Swift.max(self, -.greatestInText), .greatestInText)
  }

  /// The number in the limits of distances in text, which are not negative; 0 for NaN.
  package var distanceInText: CGFloat { Swift.max(0, limitedInText) }
}

extension CGRect {
  /// The rectangle with each number in the limits of text.
  package var limitedInText: CGRect {
    CGRect(
      x: origin.x.limitedInText, y: origin.y.limitedInText, width: size.width.limitedInText,
      height: size.height.limitedInText)
  }
}
