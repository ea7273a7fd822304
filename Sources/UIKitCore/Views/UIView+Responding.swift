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

  /// Whether the view takes events.
  private final var isInteractive: Bool { isUserInteractionEnabled && alpha >= 0.01 && !isHidden }

  /// Appends the views that take the keyboard focus, in tree order. Of the views beside a modal one there are none.
  final func collectFocusStops(into stops: inout [UIView]) {
    guard isInteractive else { return }
    if canBecomeFocused { stops.append(self) }
    let modal = storedSubviews.last { $0.accessibilityViewIsModal && $0.isInteractive }
    for view in modal.map({ [$0] }) ?? storedSubviews { view.collectFocusStops(into: &stops) }
  }
}
