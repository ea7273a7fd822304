// DrawingEffects.swift
// The part of the graphics state that few drawings use: blend mode, shadow, edges without anti-aliasing.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A shadow of everything that is drawn.
package struct DrawingShadow: Hashable, Sendable {
  /// The offset in the drawing's space, in points; no transform applies to it.
  package var offset: CGVector
  /// The standard deviation of the blur, in points.
  package var deviation: CGFloat
  package var color: CGColor
}

/// The graphics state beyond that of every command. Immutable, so that commands share it.
package final class DrawingEffects: Hashable, Sendable {
  package let blendMode: CGBlendMode
  package let shadow: DrawingShadow?
  package let isAntialiased: Bool

  package init(
    blendMode: CGBlendMode = .normal, shadow: DrawingShadow? = nil, isAntialiased: Bool = true
  ) {
    (self.blendMode, self.shadow, self.isAntialiased) = (blendMode, shadow, isAntialiased)
  }

  /// Whether the effects change nothing.
  var isPlain: Bool { blendMode == .normal && shadow == nil && isAntialiased }

  package static func == (a: DrawingEffects, b: DrawingEffects) -> Bool {
    a === b
      || (a.blendMode == b.blendMode && a.shadow == b.shadow && a.isAntialiased == b.isAntialiased)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(blendMode) }
}
