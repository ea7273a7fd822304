// StackArrangement.swift
// Stage: layout. Sizes and priorities of a row of items come in; positions and lengths go out. Pure: no
// views, no axis.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The positions of a row of items along its axis.
///
/// Source: Apple's `UIStackView.Distribution`. For stacks outside of constraints. One rule resolves
/// misfits: the item of the lowest priority is resized; among several the first grows, the last
/// shrinks.
package struct StackArrangement {
  /// One item.
  package struct Item: Hashable, Sendable {
    /// The natural length, in points.
    package var length: CGFloat
    /// Points after the item; ignored for the last one.
    package var spacing: CGFloat
    /// The priorities against growing and shrinking.
    package var hugging: Float
    package var resistance: Float

    package init(
      length: CGFloat, spacing: CGFloat = 0, hugging: Float = 250, resistance: Float = 750
    ) {
      self.length = length
      self.spacing = spacing
      self.hugging = hugging
      self.resistance = resistance
    }
  }

  /// The distribution of space.
  package enum Distribution: Int, Hashable, Sendable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// Returns the natural length of a row.
  package static func length(
    of items: [Item], _ distribution: Distribution
  ) -> CGFloat {
    guard let last = items.last else { return 0 }
    let spacing = items.reduce(0) { $0 + $1.spacing } - last.spacing
    switch distribution {
    case .fillEqually:
      return (items.map(\.length).max() ?? 0) * CGFloat(items.count) + spacing
    case .equalCentering:
      let step = centerStep(of: items)
      return step * CGFloat(items.count - 1) + (items[0].length + last.length) / 2
    case .fill, .fillProportionally, .equalSpacing:
      return items.reduce(0) { $0 + $1.length } + spacing
    }
  }

  /// Returns the start and length of each item, in points from the row's start.
  package static func segments(
    of items: [Item], _ distribution: Distribution, in space: CGFloat
  ) -> [(start: CGFloat, length: CGFloat)] {
    guard let last = items.last else { return [] }
    var spacings = items.map(\.spacing)
    spacings[items.count - 1] = 0
    let spacing = spacings.reduce(0, +)
    var lengths = items.map(\.length)
    switch distribution {
    case .fill: fill(&lengths, items, free: space - spacing - lengths.reduce(0, +))
    case .fillEqually:
      let each = max(0, (space - spacing) / CGFloat(items.count))
      lengths = lengths.map { _ in each }
    case .fillProportionally:
      let total = lengths.reduce(0, +)
      let filled = max(0, space - spacing)
      lengths = lengths.map {
        total > 0 ? $0 / total * filled : filled / CGFloat(items.count)
      }
    case .equalSpacing:
      let free = space - lengths.reduce(0, +)
      if free < spacing {
        fill(&lengths, items, free: free - spacing)
      } else if items.count > 1 {
        // Gaps are equal, except for larger custom spacings.
        let gap = equalGap(spacings.dropLast(), free: free)
        spacings = spacings.map { max($0, gap) }
      } else {
        fill(&lengths, items, free: free)
      }
    case .equalCentering:
      if items.count == 1 {
        fill(&lengths, items, free: space - lengths[0])
      } else if space < length(of: items, distribution) {
        fill(&lengths, items, free: space - spacing - lengths.reduce(0, +))
      } else {
        let step =
          (space - (items[0].length + last.length) / 2) / CGFloat(items.count - 1)
        return lengths.enumerated().map { index, length in
          (items[0].length / 2 + step * CGFloat(index) - length / 2, length)
        }
      }
    }
    var start: CGFloat = 0
    return zip(lengths, spacings).map { length, spacing in
      defer { start += length + spacing }
      return (start, length)
    }
  }

  /// Grows the first item of the lowest hugging priority, or shrinks from the last of the lowest
  /// resistance.
  private static func fill(_ lengths: inout [CGFloat], _ items: [Item], free: CGFloat) {
    if free > 0 {
      guard let least = items.map(\.hugging).min(),
        let index = items.firstIndex(where: { $0.hugging == least })
      else { return }
      lengths[index] += free
      return
    }
    var missing = -free
    let order = items.indices.sorted {
      (items[$0].resistance, -$0) < (items[$1].resistance, -$1)
    }
    for index in order where missing > 0 {
      let taken = min(lengths[index], missing)
      lengths[index] -= taken
      missing -= taken
    }
  }

  /// Returns the equal gap that fills the space, given the gaps that must be larger.
  private static func equalGap(_ least: ArraySlice<CGFloat>, free: CGFloat) -> CGFloat {
    var (larger, space) = (Set<Int>(), free)
    while larger.count < least.count {
      let gap = space / CGFloat(least.count - larger.count)
      let found = least.indices.filter { !larger.contains($0) && least[$0] > gap }
      if found.isEmpty { return gap }
      for index in found {
        larger.insert(index)
        space -= least[index]
      }
    }
    return 0
  }

  /// Returns the smallest distance of centres that respects all spacings.
  private static func centerStep(of items: [Item]) -> CGFloat {
    zip(items, items.dropFirst()).map { ($0.length + $1.length) / 2 + $0.spacing }.max() ?? 0
  }
}
