// UIView+Snapshot.swift
// Snapshots of views, as views or drawn into a context.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

extension UIView {
  /// Returns a static copy of the view's appearance, with the same size, at the origin.
  ///
  /// - Parameter afterUpdates: Whether uncommitted changes are included. A view without a window is
  ///   always copied as it is.
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let copy = UIView(frame: CGRect(origin: .zero, size: bounds.size))
    copy.isUserInteractionEnabled = false
    if let image = image(afterUpdates: afterUpdates) {
      copy.layer.contents = image
      copy.layer.contentsScale = UIScreen.main.scale
    } else {
      let context = CGContext(size: bounds.size)
      context.translateBy(x: -bounds.minX, y: -bounds.minY)
      layer.render(in: context)
      let drawing = context.drawing
      copy.layer.contents = drawing.isPlain ? drawing : drawing.image(scale: UIScreen.main.scale)
    }
    return copy
  }

  /// Draws the view and its subviews into a rectangle of the current context.
  ///
  /// - Returns: Whether all of it was drawn.
  @discardableResult
  public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext() else { return false }
    guard bounds.width > 0, bounds.height > 0 else { return true }
    if let image = image(afterUpdates: afterUpdates) {
      context.drawUpright(image, in: rect)
      return true
    }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    layer.render(in: context)
    context.restoreGState()
    return true
  }

  /// Returns the view's image in pixels of the screen; nil without a host that rasterises.
  private func image(afterUpdates: Bool) -> CGImage? {
    if afterUpdates && window != nil { CATransaction.flush() }
    return Platform.services.rasterize(
      layer.snapshot(), scale: UIScreen.main.scale, isOpaque: false)
  }
}
