// StackArrangement.swift
// Stage: layout. Sizes and priorities of a row of things come in; where each begins and how long it
// is goes out. Pure: knows no view and no axis.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The places of a row of things along its axis.
///
/// Source: Apple's `UIStackView.Distribution`. Without a solver for constraints, what does not fit is
/// settled by one rule: the thing of the lowest priority gives way, of several the first when there is
/// room to take and the last when there is room to give up.
package struct StackArrangement {
  /// One thing.
  package struct Item: Hashable, Sendable {
    /// The length that it asks for, in points.
    package var length: CGFloat
    /// Points behind it; the last one's count for nothing.
    package var spacing: CGFloat
    /// How much it minds being made longer, and shorter.
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

  /// How the room is shared.
  package enum Distribution: Int, Hashable, Sendable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// The length that a row asks for.
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

  /// Returns where each thing begins and how long it is, in points from the row's begin.
  package static func places(
    of items: [Item], _ distribution: Distribution, in room: CGFloat
  ) -> [(start: CGFloat, length: CGFloat)] {
    guard let last = items.last else { return [] }
    var spacings = items.map(\.spacing)
    spacings[items.count - 1] = 0
    let spacing = spacings.reduce(0, +)
    var lengths = items.map(\.length)
    switch distribution {
    case .fill: fill(&lengths, items, free: room - spacing - lengths.reduce(0, +))
    case .fillEqually:
      let each = max(0, (room - spacing) / CGFloat(items.count))
      lengths = lengths.map { _ in each }
    case .fillProportionally:
      let total = lengths.reduce(0, +)
      let space = max(0, room - spacing)
      lengths = lengths.map {
        total > 0 ? $0 / total * space : space / CGFloat(items.count)
      }
    case .equalSpacing:
      let free = room - lengths.reduce(0, +)
      if free < spacing {
        fill(&lengths, items, free: free - spacing)
      } else if items.count > 1 {
        // Never less than what was asked for between two, the rest alike.
        let gap = equalGap(spacings.dropLast(), free: free)
        spacings = spacings.map { max($0, gap) }
      } else {
        fill(&lengths, items, free: free)
      }
    case .equalCentering:
      if items.count == 1 {
        fill(&lengths, items, free: room - lengths[0])
      } else if room < length(of: items, distribution) {
        fill(&lengths, items, free: room - spacing - lengths.reduce(0, +))
      } else {
        let step =
          (room - (items[0].length + last.length) / 2) / CGFloat(items.count - 1)
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

  /// Lengthens the first of those that mind it least, or shortens from the last on.
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

  /// The gap that fills the room together with those that have to be larger.
  private static func equalGap(_ least: ArraySlice<CGFloat>, free: CGFloat) -> CGFloat {
    var (larger, room) = (Set<Int>(), free)
    while larger.count < least.count {
      let gap = room / CGFloat(least.count - larger.count)
      let found = least.indices.filter { !larger.contains($0) && least[$0] > gap }
      if found.isEmpty { return gap }
      for index in found {
        larger.insert(index)
        room -= least[index]
      }
    }
    return 0
  }

  /// The least distance of centres at which no two come closer than they may.
  private static func centerStep(of items: [Item]) -> CGFloat {
    zip(items, items.dropFirst()).map { ($0.length + $1.length) / 2 + $0.spacing }.max() ?? 0
  }
}
