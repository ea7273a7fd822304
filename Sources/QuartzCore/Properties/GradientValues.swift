// GradientValues.swift
// The stored properties of `CAGradientLayer`.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The stored properties of a `CAGradientLayer`.
package struct GradientValues: Hashable, Sendable {
  /// Nil draws nothing.
  package var colors: [CGColor]?
  /// The position of each colour along the gradient, 0...1. Nil spreads the colours evenly.
  package var locations: [Double]?
  /// In fractions of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0), endPoint = CGPoint(x: 0.5, y: 1)
  package var type = CAGradientLayerType.axial

  package init() {}
}

extension GradientValues: SubclassStorage {
  typealias Layer = CAGradientLayer
  static var kind: LayerKind { .gradient }
}
