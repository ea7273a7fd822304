// UIView+Snapshot.swift
// Snapshots of views, as views or drawn into a context.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore

extension UIView {
  final func makeSnapshotView(afterUpdates: Bool) -> UIView {
    let copy = UIView(frame: CGRect(origin: .zero, size: bounds.size))
    copy.isUserInteractionEnabled = false
    if afterUpdates && window != nil { CATransaction.flush() }
    let (snapshot, scale) = (layer.snapshot(), UIScreen.main.scale)
    if let image = Platform.services.rasterize(snapshot, scale: scale, isOpaque: false) {
      copy.layer.contents = image
      copy.layer.contentsScale = scale
    } else {
      // Without a host that rasterises.
      let context = CGContext(size: bounds.size)
      context.translateBy(x: -bounds.minX, y: -bounds.minY)
      context.draw(snapshot)
      let drawing = context.drawing
      copy.layer.contents = drawing.isPlain ? drawing : drawing.image(scale: scale)
    }
    return copy
  }

  final func drawSnapshot(in rect: CGRect, afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext() else { return false }
    guard bounds.width > 0, bounds.height > 0 else { return true }
    if afterUpdates && window != nil { CATransaction.flush() }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    context.clip(to: bounds)
    // A picture of its own: what the view blurs is not what the context had.
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.draw(layer.snapshot())
    context.endTransparencyLayer()
    context.restoreGState()
    return true
  }
}
