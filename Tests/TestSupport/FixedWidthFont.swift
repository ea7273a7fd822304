// FixedWidthFont.swift
// A font provider with fixed metrics.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
import QuartzCore
package import Typesetting

/// A font with an advance of 0.6 em for every character, like the engine's placeholder, but drawn
/// by ``TestCoverageSource``.
package final class FixedWidthFont: FontProvider {
  private let measures = PlaceholderFont()

  package init() {}

  package func face(for description: FontDescription) -> FontFaceID { BlockLetters.face }

  package func familyName(of face: FontFaceID) -> String { "Block Letters" }

  package func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics {
    measures.metrics(of: face, size: size)
  }

  package func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
    measures.shape(text, face: BlockLetters.face, size: size)
  }
}
