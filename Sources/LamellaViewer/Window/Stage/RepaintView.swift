// RepaintView.swift
// What each frame painted again on the stage.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// Outlines around what frames painted again, which fade away.
final class RepaintView: UIView {
  /// Seconds in which an outline fades.
  private static let fading: TimeInterval = 0.3
  /// Outlines that are on show at once.
  private static let most = 64
  /// Large areas flash no more often than three times a second, as flicker can cause seizures (WCAG 2.3.1).
  private static let leastPause: TimeInterval = 0.34
  /// The part of the stage from which on an area is large.
  private static let large: CGFloat = 0.25

  private var outlines: [CALayer] = []
  private var place = 0
  private var lastLarge = -TimeInterval.infinity

  func show(_ rects: [CGRect]) {
    guard !rects.isEmpty else { return }
    // With less motion, nothing fades: the last areas stay.
    let isStill = UIAccessibility.isReduceMotionEnabled
    let area = rects.reduce(0) { $0 + $1.width * $1.height }
    if !isStill, area > Self.large * bounds.width * bounds.height {
      let now = CACurrentMediaTime()
      guard now - lastLarge >= Self.leastPause else { return }
      lastLarge = now
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    if isStill { outlines.forEach { $0.opacity = 0 } }
    for rect in rects {
      let outline = nextOutline()
      outline.frame = rect.insetBy(dx: -1, dy: -1)
      outline.opacity = isStill ? 1 : 0
      if isStill { continue }
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1, 0, Self.fading)
      outline.add(fade, forKey: "fade")
    }
    CATransaction.commit()
  }

  func removeAll() {
    outlines.forEach { $0.removeFromSuperlayer() }
    (outlines, place) = ([], 0)
  }

  private func nextOutline() -> CALayer {
    defer { place = (place + 1) % Self.most }
    if place < outlines.count { return outlines[place] }
    let outline = CALayer()
    outline.borderWidth = 1.5
    outline.borderColor = Theme.hitch.cgColor
    layer.addSublayer(outline)
    outlines.append(outline)
    return outline
  }
}
