// TextCaretView.swift
// Stage: display. The blinking caret of text fields and text views.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A caret in the tint colour.
final class TextCaretView: UIView {
  /// The width in points.
  static let width: CGFloat = 2
  private static let blinkKey = "blink"

  /// Restarts blinking, so that the caret is visible during typing.
  func blink() {
    backgroundColor = tintColor
    let blink = CAKeyframeAnimation(keyPath: "opacity")
    blink.calculationMode = .discrete
    blink.values = [1.0, 0.0]
    blink.keyTimes = [0, 0.5, 1]
    blink.duration = 1
    blink.repeatCount = .infinity
    layer.add(blink, forKey: Self.blinkKey)
  }

  /// Stops blinking.
  func stopBlinking() { layer.removeAnimation(forKey: Self.blinkKey) }
}
