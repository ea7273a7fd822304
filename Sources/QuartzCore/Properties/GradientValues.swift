// GradientValues.swift
// The properties of a gradient layer, as values (semantics 12).
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// What a `CAGradientLayer` fills its bounds with.
package struct GradientValues: Hashable, Sendable {
  /// Nil draws nothing.
  package var colors: [CGColor]?
  /// Where each colour stands, 0...1; nil spreads them evenly.
  package var locations: [Double]?
  /// In fractions of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0), endPoint = CGPoint(x: 0.5, y: 1)
  package var type = CAGradientLayerType.axial

  package init() {}

  subscript(property: LayerProperty) -> AnimatableValue {
    get {
      switch property {
      case .colors: colors.map { .list($0.map { .color($0) }) } ?? .none
      case .locations: locations.map { .list($0.map { .number($0) }) } ?? .none
      case .startPoint: .point(startPoint)
      case .endPoint: .point(endPoint)
      case .gradientType: .object(type)
      default: .none
      }
    }
    set {
      switch property {
      case .colors: colors = newValue.colors
      case .locations: locations = newValue.numbers
      case .startPoint: startPoint = newValue.point
      case .endPoint: endPoint = newValue.point
      case .gradientType: type = newValue.name(CAGradientLayerType.self) ?? type
      default: break
      }
    }
  }
}
