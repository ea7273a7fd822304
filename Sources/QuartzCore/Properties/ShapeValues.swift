// ShapeValues.swift
// The stored properties of `CAShapeLayer`.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The stored properties of a `CAShapeLayer`. Lengths are points of the layer's space.
package struct ShapeValues: Hashable, Sendable {
  package var path: CGPath?
  var fill = StoredColor(.black)
  package var fillRule = CAShapeLayerFillRule.nonZero
  var stroke = StoredColor()
  /// The stroked part of the path, in fractions of its length.
  package var strokeStart: CGFloat = 0, strokeEnd: CGFloat = 1
  package var lineWidth: CGFloat = 1
  package var miterLimit: CGFloat = 10
  package var lineCap = CAShapeLayerLineCap.butt
  package var lineJoin = CAShapeLayerLineJoin.miter
  package var lineDashPhase: CGFloat = 0
  package var lineDashPattern: [Double]?

  package init() {}

  package var fillColor: CGColor? {
    get { fill.color }
    set { fill = StoredColor(newValue) }
  }
  package var strokeColor: CGColor? {
    get { stroke.color }
    set { stroke = StoredColor(newValue) }
  }
}

extension ShapeValues: SubclassStorage {
  typealias Layer = CAShapeLayer
  static var kind: LayerKind { .shape }
}
