// TrueTypeContours.swift
// A glyph's quadratic or cubic contours, as stored in font files, converted to a path.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Points with tags, as in `FT_Outline`.
struct TrueTypeContours {
  private typealias Tag = PathOutline.Tag

  var points: [SIMD2<Double>] = []
  /// Each point's role in its curve; see ``PathOutline/Tag``.
  var tags: [UInt8] = []
  /// The index of each contour's last point.
  var ends: [Int] = []

  var path: CGPath {
    var elements: [CGPath.Element] = []
    var first = 0
    for end in ends {
      if end >= first { append(first, end, to: &elements) }
      first = end + 1
    }
    return CGPath(elements: elements)
  }

  /// Appends one contour.
  ///
  /// Between two consecutive conic controls, the point on the curve half-way is implicit.
  private func append(_ first: Int, _ last: Int, to elements: inout [CGPath.Element]) {
    let count = last - first + 1
    func index(_ step: Int) -> Int { first + step % count }
    func cg(_ p: SIMD2<Double>) -> CGPoint { CGPoint(x: p.x, y: p.y) }
    // The contour is walked from a point on the curve back to it.
    let on = (0..<count).first { tags[index($0)] == Tag.on }
    let origin = on ?? 0
    let start = on.map { points[index($0)] } ?? (points[first] + points[last]) / 2
    func point(_ step: Int) -> SIMD2<Double> { points[index(origin + step)] }
    func tag(_ step: Int) -> UInt8 { tags[index(origin + step)] }
    elements.append(.move(cg(start)))
    var step = on == nil ? 0 : 1
    while step < count {
      switch tag(step) {
      case Tag.conic:
        let isLast = step + 1 >= count
        let isNextOn = isLast || tag(step + 1) == Tag.on
        let end = isLast ? start : isNextOn ? point(step + 1) : (point(step) + point(step + 1)) / 2
        elements.append(.quad(control: cg(point(step)), end: cg(end)))
        step += isNextOn ? 2 : 1
      case Tag.cubic:
        let end = step + 2 >= count ? start : point(step + 2)
        elements.append(
          .cubic(control1: cg(point(step)), control2: cg(point(step + 1)), end: cg(end)))
        step += 3
      default:
        elements.append(.line(cg(point(step))))
        step += 1
      }
    }
    elements.append(.close)
  }
}
