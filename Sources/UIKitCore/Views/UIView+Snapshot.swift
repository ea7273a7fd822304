// UIView+Snapshot.swift
// What a view looks like, in a view of its own or drawn into an image.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

extension UIView {
  /// Returns a view of the same size, at the origin, that shows what this one looks like and does not
  /// change with it.
  ///
  /// - Parameter afterUpdates: Whether changes that were not committed yet are in it. A view that is
  ///   in no window is shown as it is, in any case.
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let copy = UIView(frame: CGRect(origin: .zero, size: bounds.size))
    copy.isUserInteractionEnabled = false
    if let image = picture(afterUpdates: afterUpdates) {
      copy.layer.contents = image
      copy.layer.contentsScale = UIScreen.main.scale
    } else {
      let context = CGContext(size: bounds.size)
      context.translateBy(x: -bounds.minX, y: -bounds.minY)
      layer.render(in: context)
      copy.layer.contents = context.drawing
    }
    return copy
  }

  /// Draws what the view looks like, with everything in it, into a rectangle of the current context.
  ///
  /// - Returns: Whether all of it was drawn.
  @discardableResult
  public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext() else { return false }
    guard bounds.width > 0, bounds.height > 0 else { return true }
    if let image = picture(afterUpdates: afterUpdates) {
      context.draw(image, in: rect)
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

  /// The view's look in pixels of the screen; nil without a host that makes them.
  private func picture(afterUpdates: Bool) -> CGImage? {
    if afterUpdates && window != nil { CATransaction.flush() }
    return Platform.services.rasterize(
      layer.snapshot(), scale: UIScreen.main.scale, isOpaque: false)
  }
}
