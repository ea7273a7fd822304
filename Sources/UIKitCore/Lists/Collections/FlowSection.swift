// FlowSection.swift
// The places of a section's items in lines. Pure: sizes in, frames out; along the scrolling direction is "main".
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The places of a section's items, without its header. Items of one size take no memory.
struct FlowSection {
  /// Lengths along and across the scrolling direction.
  struct Size: Hashable {
    var main: CGFloat
    var cross: CGFloat
  }

  private struct Line {
    var first: Int
    var count: Int
    var start: CGFloat
    var length: CGFloat
  }

  /// The number of items.
  let count: Int
  /// The length of all lines.
  private(set) var length: CGFloat = 0
  private let uniform: Size?
  private var sizes: [Size] = []
  private var lines: [Line] = []
  private let spacing: Size
  /// The length that lines fill.
  private let width: CGFloat
  private var perLine = 1

  /// Places items of one size.
  init(count: Int, size: Size, spacing: Size, width: CGFloat) {
    (self.count, self.spacing, self.width) = (count, spacing, width)
    uniform = size
    if size.cross + spacing.cross > 0 {
      let fitting = (width + spacing.cross) / (size.cross + spacing.cross)
      perLine = max(1, Int(min(fitting + 1e-9, 1e9)))
    }
    let rows = (count + perLine - 1) / perLine
    length = rows > 0 ? CGFloat(rows) * (size.main + spacing.main) - spacing.main : 0
  }

  /// Places items of several sizes.
  init(_ sizes: [Size], spacing: Size, width: CGFloat) {
    (count, self.spacing, self.width, self.sizes) = (sizes.count, spacing, width, sizes)
    uniform = nil
    var line = Line(first: 0, count: 0, start: 0, length: 0)
    var used: CGFloat = 0
    for (index, size) in sizes.enumerated() {
      if line.count > 0, used + spacing.cross + size.cross > width + 1e-6 {
        lines.append(line)
        line = Line(
          first: index, count: 0, start: line.start + line.length + spacing.main, length: 0)
        used = 0
      }
      used += (line.count > 0 ? spacing.cross : 0) + size.cross
      line.count += 1
      line.length = max(line.length, size.main)
    }
    if line.count > 0 { lines.append(line) }
    length = lines.last.map { $0.start + $0.length } ?? 0
  }

  /// Returns the items of which a part lies between two distances along the scrolling direction.
  func items(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    guard count > 0, high > 0, low < length else { return 0..<0 }
    if let uniform {
      let pitch = uniform.main + spacing.main
      guard pitch > 0 else { return 0..<0 }
      let first = Int((max(low, 0) / pitch).rounded(.down)) * perLine
      let end = Int((min(high, length) / pitch).rounded(.up)) * perLine
      return min(first, count)..<max(min(first, count), min(end, count))
    }
    let first = RowHeights.firstIndex(in: lines) { $0.start + $0.length > low }
    let end = RowHeights.firstIndex(in: lines) { $0.start >= high }
    guard first < end else { return 0..<0 }
    return lines[first].first..<(lines[end - 1].first + lines[end - 1].count)
  }

  /// Returns the start along and across the scrolling direction, and the size, of an item.
  func place(_ item: Int) -> (main: CGFloat, cross: CGFloat, size: Size) {
    if let uniform {
      let line = item / perLine
      let gap = gap(perLine, free: width - CGFloat(perLine) * uniform.cross, isLast: false)
      let start = perLine == 1 ? max(0, (width - uniform.cross) / 2) : 0
      return (
        CGFloat(line) * (uniform.main + spacing.main),
        start + CGFloat(item % perLine) * (uniform.cross + gap), uniform
      )
    }
    let index = RowHeights.firstIndex(in: lines) { $0.first > item } - 1
    let line = lines[index]
    let members = sizes[line.first..<(line.first + line.count)]
    let free = width - members.reduce(0) { $0 + $1.cross }
    let gap = gap(line.count, free: free, isLast: index == lines.count - 1)
    var cross = line.count == 1 && index < lines.count - 1 ? max(0, free / 2) : 0
    for size in sizes[line.first..<item] { cross += size.cross + gap }
    let size = sizes[item]
    return (line.start + (line.length - size.main) / 2, cross, size)
  }

  /// The distance of the items in a line: what is left is distributed, except in the last one.
  private func gap(_ count: Int, free: CGFloat, isLast: Bool) -> CGFloat {
    count > 1 && !isLast ? max(free / CGFloat(count - 1), spacing.cross) : spacing.cross
  }
}
