// UIView+PresentationHitTesting.swift
// Touches on views that move: where the view is seen, not where it will be (semantics 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  /// Returns a point of the superview's coordinates in this view's, as the view is seen at this moment.
  final func seen(_ point: CGPoint) -> CGPoint {
    layer.seen(point)?.point ?? layer.convert(point, from: layer.superlayer)
  }

  /// Returns a point of the view as it is seen, with the size that is seen, as a point of the view with the
  /// size that it will have.
  final func unscaled(_ point: CGPoint) -> CGPoint {
    guard let box = layer.seen(.zero)?.bounds, box.size != bounds.size, box.width > 0,
      box.height > 0
    else { return point }
    return CGPoint(
      x: bounds.minX + (point.x - box.minX) / box.width * bounds.width,
      y: bounds.minY + (point.y - box.minY) / box.height * bounds.height)
  }
}
