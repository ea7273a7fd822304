// RangeReplaceableCollection+Room.swift
// Room for elements that are known to come.
//
// SPDX-License-Identifier: MIT

extension RangeReplaceableCollection {
  /// Makes room for more elements, and for a few others, if they are many.
  ///
  /// An array that grows by single elements takes up to twice the memory that it needs. A few elements are left to
  /// that, as room for each few of them would copy all others each time.
  package mutating func makeRoom(for more: Int) {
    if more > 64, more > count / 2 { reserveCapacity(count + more + more / 16) }
  }
}

extension Array {
  /// Removes all elements. Keeps the memory for the next ones, unless it is for many thousands: that of a first commit
  /// would be kept for good.
  package mutating func removeAllForReuse() { removeAll(keepingCapacity: capacity <= 4096) }
}
