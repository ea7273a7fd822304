// ShapeValues.swift
// The properties of a shape layer, as values (semantics 12).
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// What a `CAShapeLayer` draws and how. Lengths are points of the layer's space.
package struct ShapeValues: Hashable, Sendable {
  package var path: CGPath?
  package var fillColor: CGColor? = .black
  package var fillRule = CAShapeLayerFillRule.nonZero
  package var strokeColor: CGColor?
  /// The part of the path's length that is stroked, in fractions of it.
  package var strokeStart: CGFloat = 0, strokeEnd: CGFloat = 1
  package var lineWidth: CGFloat = 1
  package var miterLimit: CGFloat = 10
  package var lineCap = CAShapeLayerLineCap.butt
  package var lineJoin = CAShapeLayerLineJoin.miter
  package var lineDashPhase: CGFloat = 0
  package var lineDashPattern: [Double]?

  package init() {}

  subscript(property: LayerProperty) -> AnimatableValue {
    get {
      switch property {
      case .path: path.map { .path($0) } ?? .none
      case .fillColor: .color(fillColor)
      case .fillRule: .object(fillRule)
      case .strokeColor: .color(strokeColor)
      case .strokeStart: .number(strokeStart)
      case .strokeEnd: .number(strokeEnd)
      case .lineWidth: .number(lineWidth)
      case .miterLimit: .number(miterLimit)
      case .lineCap: .object(lineCap)
      case .lineJoin: .object(lineJoin)
      case .lineDashPhase: .number(lineDashPhase)
      case .lineDashPattern: lineDashPattern.map { .list($0.map { .number($0) }) } ?? .none
      default: .none
      }
    }
    set {
      switch property {
      case .path: if case .path(let value) = newValue { path = value } else { path = nil }
      case .fillColor: fillColor = newValue.color
      case .fillRule: fillRule = newValue.name(CAShapeLayerFillRule.self) ?? fillRule
      case .strokeColor: strokeColor = newValue.color
      case .strokeStart: strokeStart = newValue.number
      case .strokeEnd: strokeEnd = newValue.number
      case .lineWidth: lineWidth = newValue.number
      case .miterLimit: miterLimit = newValue.number
      case .lineCap: lineCap = newValue.name(CAShapeLayerLineCap.self) ?? lineCap
      case .lineJoin: lineJoin = newValue.name(CAShapeLayerLineJoin.self) ?? lineJoin
      case .lineDashPhase: lineDashPhase = newValue.number
      case .lineDashPattern: lineDashPattern = newValue.numbers
      default: break
      }
    }
  }
}
