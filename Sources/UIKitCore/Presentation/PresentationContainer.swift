// PresentationContainer.swift
// The view of a presentation, with the presented view and all that is shown around it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The container of a presentation, which fills the window.
@MainActor
final class PresentationContainer: UIView {
  /// Reports layouts to it, except during its own transitions between sizes.
  weak var controller: UIPresentationController?

  override func layoutSubviews() {
    controller?.containerViewWillLayoutSubviews()
    super.layoutSubviews()
    controller?.containerViewDidLayoutSubviews()
  }

  /// The container itself is not seen: what it has no view for is the presenting view's, where a presentation leaves it
  /// free.
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    let passes = (controller as? UISheetPresentationController)?.passesTouches ?? false
    return hit === self && passes ? nil : hit
  }
}

/// The shade over the presenting view. A press of it is reported.
@MainActor
final class DimmingView: UIView {
  var pressed: (@MainActor () -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(white: 0, alpha: 0.2)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { nil }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { pressed?() }
}
