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
    for line in Hatching.lines(in: area, step: step) {
      move(to: line.from)
      addLine(to: line.to)
    }
    strokePath()
    restoreGState()
  }
}

enum Hatching {
  /// The lines over an area, each with at most a point beyond its edges, which the clip cuts: a path that reached
  /// farther would have a larger mask, as wide as the area is high.
  static func lines(in area: CGRect, step: CGFloat) -> [(from: CGPoint, to: CGPoint)] {
    // Lines of neighbouring areas are one.
    let first = ((area.minX - area.height) / step).rounded(.down) * step
    return stride(from: first, to: area.maxX, by: step).compactMap { x in
      let (from, to) = (max(0, area.minX - 1 - x), min(area.height, area.maxX + 1 - x))
      guard from < to else { return nil }
      return (
        CGPoint(x: x + from, y: area.maxY - from), CGPoint(x: x + to, y: area.maxY - to)
      )
    }
  }
}
