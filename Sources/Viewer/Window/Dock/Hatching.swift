// Hatching.swift
// Diagonal lines over an area: what waits, and what is missing.
//
// SPDX-License-Identifier: MIT

import UIKit

extension CGContext {
  /// Covers an area with lines of one point that rise to the right.
  ///
  /// - Parameter step: The horizontal distance of the lines, in points.
  func hatch(_ area: CGRect, _ color: UIColor, step: CGFloat) {
    guard area.width > 0, area.height > 0 else { return }
    saveGState()
    clip(to: area)
    setStrokeColor(color.cgColor)
    setLineWidth(1)
    beginPath()
    // Lines of neighbouring areas are one.
    let first = ((area.minX - area.height) / step).rounded(.down) * step
    for x in stride(from: first, to: area.maxX, by: step) {
      move(to: CGPoint(x: x, y: area.maxY))
      addLine(to: CGPoint(x: x + area.height, y: area.minY))
    }
    strokePath()
    restoreGState()
  }
}
