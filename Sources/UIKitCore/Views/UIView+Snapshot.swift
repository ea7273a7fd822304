// UIView+Snapshot.swift
// Snapshots of views, as views or drawn into a context.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore

extension UIView {
  /// Returns the view's image in pixels of the screen; nil without a host that rasterises.
  final func image(afterUpdates: Bool) -> CGImage? {
    if afterUpdates && window != nil { CATransaction.flush() }
    return Platform.services.rasterize(
      layer.snapshot(), scale: UIScreen.main.scale, isOpaque: false)
  }
}
