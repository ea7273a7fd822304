// ContainerView.swift
// The view of a controller that lays out the views of its children itself.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The view of a controller that lays out the views of its children itself.
final class ContainerView: UIView {
  var layOut: () -> Void = {}
  /// Called after a change of the direction.
  var directionDidChange: () -> Void = {}

  override func followDirection() { directionDidChange() }

  override func layoutSubviews() {
    super.layoutSubviews()
    layOut()
  }
}
