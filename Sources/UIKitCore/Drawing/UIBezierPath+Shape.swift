// UIBezierPath+Shape.swift
// Copies of paths with another outline.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UIBezierPath {
  /// Returns a path with another outline and this path's line style, dashes and fill rule.
  func withOutline(_ outline: CGPath) -> UIBezierPath {
    let path = UIBezierPath(cgPath: outline)
    (path.lineWidth, path.lineCapStyle, path.lineJoinStyle) =
      (lineWidth, lineCapStyle, lineJoinStyle)
    (path.miterLimit, path.flatness, path.usesEvenOddFillRule) =
      (miterLimit, flatness, usesEvenOddFillRule)
    path.dash = dash
    return path
  }
}
