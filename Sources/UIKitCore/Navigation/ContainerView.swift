// ContainerView.swift
// The view of a controller that lays out the views of its children itself.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The view of a controller that lays out the views of its children itself.
final class ContainerView: UIView {
  var layOut: () -> Void = {}

  override func layoutSubviews() {
    super.layoutSubviews()
    layOut()
  }
}
