// ScrollPanGestureRecognizer.swift
// Stage: events. The pan gesture of a scroll view.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A pan that also reports the press and release of the button, and can lock to an axis.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
  var touchesDidChange: (Bool) -> Void = { _ in }
  /// 1 for unlocked axes, else 0.
  private(set) var lockedAxes = CGVector(dx: 1, dy: 1)

  func lockAxis(_ isLocked: Bool) {
    let moved = translation(in: nil)
    let isHorizontal = abs(moved.x) > abs(moved.y)
    lockedAxes =
      isLocked
      ? CGVector(dx: isHorizontal ? 1 : 0, dy: isHorizontal ? 0 : 1)
      : CGVector(dx: 1, dy: 1)
  }

  var lockedTranslation: CGPoint {
    let moved = translation(in: nil)
    return CGPoint(x: moved.x * lockedAxes.dx, y: moved.y * lockedAxes.dy)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    touchesDidChange(true)
  }

  override func reset() {
    super.reset()
    touchesDidChange(false)
  }
}
