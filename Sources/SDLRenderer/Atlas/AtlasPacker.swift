// AtlasPacker.swift
// Stage: canvas. Packs rectangles into an atlas page.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Compositor

/// A skyline packer: each rectangle is placed at the smallest possible y, then at the smallest x.
///
/// Rectangles are never moved or removed individually; ``reset()`` empties the page.
package struct AtlasPacker: Sendable {
  /// A level segment of the skyline.
  private struct Step {
    var x: Int
    var y: Int
    var width: Int
  }

  package let size: PixelSize
  private var skyline: [Step]

  /// Creates an empty page.
  ///
  /// - Precondition: Both sides are positive.
  package init(size: PixelSize) {
    trap(unless: size.width > 0 && size.height > 0, "an atlas page cannot be \(size) pixels")
    self.size = size
    skyline = [Step(x: 0, y: 0, width: size.width)]
  }

  /// Empties the page.
  package mutating func reset() {
    skyline.removeAll(keepingCapacity: true)
    skyline.append(Step(x: 0, y: 0, width: size.width))
  }

  /// Returns free space for a rectangle. Nil when there is none.
  ///
  /// - Precondition: Both sides are positive.
  package mutating func place(_ rectangle: PixelSize) -> PixelRect? {
    trap(
      unless: rectangle.width > 0 && rectangle.height > 0,
      "an atlas cannot hold a rectangle of \(rectangle) pixels")
    var best: (index: Int, y: Int)?
    for index in skyline.indices {
      guard let y = restingHeight(at: index, of: rectangle) else { continue }
      if y < best?.y ?? .max { best = (index, y) }
    }
    guard let best else { return nil }
    let x = skyline[best.index].x
    raise(from: best.index, width: rectangle.width, to: best.y + rectangle.height)
    checkInvariants()
    return PixelRect(
      minX: x, minY: best.y, maxX: x + rectangle.width, maxY: best.y + rectangle.height)
  }

  /// The lowest position of a rectangle that begins at a step. Nil when it leaves the page.
  private func restingHeight(at first: Int, of rectangle: PixelSize) -> Int? {
    guard skyline[first].x + rectangle.width <= size.width else { return nil }
    var (y, left, index) = (0, rectangle.width, first)
    while left > 0 {
      y = max(y, skyline[index].y)
      left -= skyline[index].width
      index += 1
    }
    return y + rectangle.height <= size.height ? y : nil
  }

  private mutating func raise(from first: Int, width: Int, to y: Int) {
    let x = skyline[first].x
    skyline.insert(Step(x: x, y: y, width: width), at: first)
    var covered = width
    let next = first + 1
    while covered > 0 {
      if skyline[next].width <= covered {
        covered -= skyline[next].width
        skyline.remove(at: next)
      } else {
        skyline[next].x += covered
        skyline[next].width -= covered
        covered = 0
      }
    }
    // Merges neighbours of equal height, which keeps the search short.
    for index in [first, first - 1]
    where index >= 0 && index + 1 < skyline.count && skyline[index].y == skyline[index + 1].y {
      skyline[index].width += skyline[index + 1].width
      skyline.remove(at: index + 1)
    }
  }

  private func checkInvariants() {
    assert(
      skyline.reduce(0) { $0 + $1.width } == size.width
        && zip(skyline, skyline.dropFirst()).allSatisfy { $0.x + $0.width == $1.x && $0.y != $1.y },
      "the skyline has gaps: \(skyline)")
  }
}
