// PathStroker+DenseLines.swift
// Stage: canvas. Lines with more points than can be seen, as in a chart of many values, with fewer of them.
//
// SPDX-License-Identifier: MIT

import Foundation

extension PathStroker {
  /// The units of a pixel in stroke space.
  private static let pixel = 4.0
  /// Lines longer than this have all of their points.
  private static let shortest = pixel / 4
  /// How far a point may lie beside the line that is drawn in place of it.
  private static let tolerance = pixel / 32
  /// The width of a column in which a line that goes up and down is drawn once over its whole height.
  private static let column = pixel / 4

  /// Returns the points of a line without those that do not show: the first and the last one remain.
  ///
  /// - Parameter hasMiters: Whether each sharp corner shows by its miter.
  static func thinned(_ points: [SIMD2<Double>], hasMiters: Bool) -> [SIMD2<Double>] {
    if points.count <= 8 { return points }
    return straightened(hasMiters ? points : merged(points))
  }

  /// Replaces the points of a column between which a line turns back three times or more by the highest and the lowest.
  private static func merged(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var result: [SIMD2<Double>] = []
    result.reserveCapacity(points.count)
    var first = 0
    while first < points.count {
      var (low, high, turns, end) = (first, first, 0, first + 1)
      while end < points.count - 1, abs(points[end].x - points[first].x) < column {
        if points[end].y < points[low].y { low = end }
        if points[end].y > points[high].y { high = end }
        let (before, after) = (
          points[end].y - points[end - 1].y, points[end + 1].y - points[end].y
        )
        if before * after < 0 { turns += 1 }
        end += 1
      }
      if turns < 3 {
        result += points[first..<end]
      } else {
        // The last one is where the line leaves the column.
        for index in Set([first, low, high, end - 1]).sorted() { result.append(points[index]) }
      }
      first = end
    }
    return result
  }

  /// Leaves out points of short lines that lie on a straight one.
  private static func straightened(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    guard var anchor = points.first else { return points }
    var result = [anchor]
    // What is between the anchor and the previous point is near each line with a direction between these two, seen from
    // the direction of the first of them.
    var axis = SIMD2<Double>.zero
    var (left, right, reach) = (-Double.infinity, Double.infinity, 0.0)
    var previous = anchor
    for point in points.dropFirst() {
      let step = point - previous
      let isShort = max(abs(step.x), abs(step.y)) < shortest
      var offset = point - anchor
      var (along, across) = (
        offset.x * axis.x + offset.y * axis.y, axis.x * offset.y - axis.y * offset.x
      )
      let goesOn =
        previous == anchor
        || isShort && along > reach && across >= left * along && across <= right * along
      if !goesOn {
        anchor = previous
        result.append(anchor)
        offset = point - anchor
        (left, right, reach, axis) = (-.infinity, .infinity, 0, .zero)
      }
      if axis == .zero {
        let length = (offset.x * offset.x + offset.y * offset.y).squareRoot()
        if length > 0 { axis = offset / length }
        (along, across) = (length, 0)
      }
      if along > 0 {
        left = max(left, (across - tolerance) / along)
        right = min(right, (across + tolerance) / along)
      }
      reach = max(reach, along)
      previous = point
    }
    if previous != result[result.count - 1] || result.count == 1 { result.append(previous) }
    return result
  }
}
