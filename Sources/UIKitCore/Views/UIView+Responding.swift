// UIView+Responding.swift
// Stage: events. Points in moving views, for UIView.hitTest; the order of keyboard focus; the end of editing.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  /// Converts a point from the superview's coordinates to this view's presented geometry.
  final func convertFromSuperviewAsPresented(_ point: CGPoint) -> CGPoint {
    layer.seen(point)?.point ?? layer.convert(point, from: layer.superlayer)
  }

  /// Converts a point from the view's presented bounds to its model bounds.
  final func modelPoint(fromPresented point: CGPoint) -> CGPoint {
    guard let box = layer.seen(.zero)?.bounds, box.size != bounds.size, box.width > 0,
      box.height > 0
    else { return point }
    return CGPoint(
      x: bounds.minX + (point.x - box.minX) / box.width * bounds.width,
      y: bounds.minY + (point.y - box.minY) / box.height * bounds.height)
  }

  // MARK: Keyboard focus

  /// Appends the views that take the keyboard focus, in tree order.
  final func collectFocusStops(into stops: inout [UIView]) {
    guard isUserInteractionEnabled, alpha >= 0.01, !isHidden else { return }
    if canBecomeFocused { stops.append(self) }
    for view in storedSubviews { view.collectFocusStops(into: &stops) }
  }

  /// Makes the view or a descendant resign first responder.
  ///
  /// - Parameter force: Ignored: a view that refuses remains first responder.
  /// - Returns: Whether none of them is first responder now.
  @discardableResult
  public final func endEditing(_ force: Bool) -> Bool {
    if isFirstResponder { return resignFirstResponder() }
    return subviews.allSatisfy { $0.endEditing(force) }
  }
}
