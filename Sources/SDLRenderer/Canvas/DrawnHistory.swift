// DrawnHistory.swift
// Stage: canvas. What changed in the pictures drawn last, so that a buffer with one of them needs only the difference.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics

/// The latest lists that were drawn one after another, without a gap.
struct DrawnHistory {
  /// The damage of each list, the last one last.
  private var damages: [DamageRegion] = []
  private var last: (serial: Int, size: PixelSize, background: CGColor)?

  /// No window system has more buffers than this.
  private static let longest = 8

  /// Forgets all, as buffers are lost.
  mutating func forget() {
    damages.removeAll(keepingCapacity: true)
    last = nil
  }

  /// Adds a list that is about to be drawn into a buffer.
  ///
  /// - Parameter age: How many lists ago the buffer was drawn; 0 where it has no known content.
  /// - Returns: The rectangle of the pixels in which the buffer may differ from the list.
  mutating func add(_ list: borrowing DrawList, age: Int) -> PixelRect {
    let whole = PixelRect(list.size)
    let follows =
      last.map {
        $0.serial > 0 && list.serial == $0.serial + 1 && $0.size == list.size
          && $0.background == list.background
      } ?? false
    if !follows { forget() }
    last = (list.serial, list.size, list.background)
    damages.append(list.damage)
    if damages.count > Self.longest { damages.removeFirst() }
    // The first list after a gap is whole, whatever its damage is.
    guard age > 0, age < damages.count, follows else { return whole }
    var changed = PixelRect.empty
    for damage in damages.suffix(age) {
      if damage.isEverything { return whole }
      for rect in damage.rects { changed = changed.union(rect) }
    }
    return changed.intersection(whole)
  }
}
