// SiblingList.swift
// The children of a node, back to front, with constant-time insertion and removal at any number of
// siblings.
//
// SPDX-License-Identifier: MIT

/// An element of a ``SiblingList``.
package protocol Sibling: AnyObject {
  /// The element's index when the list last numbered it. Used by the list only.
  var lastKnownIndex: Int { get set }
}

/// The children of a node, back to front.
///
/// Removing an element may leave a gap, which is closed when the list is next read. So removing all
/// elements, in any order, takes linear time.
package struct SiblingList<Element: Sibling> {
  /// The elements while there are no gaps, else empty.
  private var dense: [Element] = []
  /// The elements and the gaps between them; empty while there are no gaps.
  private var sparse: [Element?] = []
  private var gapCount: Int32 = 0
  /// Elements removed from the middle since the list was last read.
  private var recentRemovals: Int32 = 0

  /// The number of removals from the middle that move the following elements before one leaves a
  /// gap.
  private static var maximumShifts: Int32 { 16 }
  /// The distance between an element and its last known index above which all are numbered again.
  private static var maximumDrift: Int { 64 }

  package init() {}

  package var count: Int { sparse.isEmpty ? dense.count : sparse.count - Int(gapCount) }
  package var isEmpty: Bool { count == 0 }

  /// The elements, back to front.
  package var elements: [Element] {
    mutating get {
      recentRemovals = 0
      if !sparse.isEmpty { closeGaps() }
      return dense
    }
  }

  /// The index of an element; nil when it is not in the list.
  package mutating func index(of element: Element) -> Int? {
    recentRemovals = 0
    if !sparse.isEmpty { closeGaps() }
    return find(element)
  }

  /// Whether an element is at its last known index, as it is directly after an insertion.
  func isAtLastKnownIndex(_ element: Element) -> Bool {
    let (index, isDense) = (element.lastKnownIndex, sparse.isEmpty)
    guard isDense ? dense.indices.contains(index) : sparse.indices.contains(index) else {
      return false
    }
    return (isDense ? dense[index] : sparse[index]) === element
  }

  /// Adds an element in front of all others.
  package mutating func append(_ element: Element) {
    element.lastKnownIndex = sparse.isEmpty ? dense.count : sparse.count
    if sparse.isEmpty { dense.append(element) } else { sparse.append(element) }
  }

  /// Adds an element at an index.
  package mutating func insert(_ element: Element, at index: Int) {
    if index == count {
      append(element)
      return
    }
    if !sparse.isEmpty { closeGaps() }
    element.lastKnownIndex = index
    dense.insert(element, at: index)
  }

  /// Removes an element, if present. The caller keeps it alive meanwhile.
  package mutating func remove(_ element: Element) {
    if sparse.isEmpty {
      guard let index = find(element) else { return }
      if index == dense.count - 1 {
        dense.removeLast()
        return
      }
      recentRemovals += 1
      if recentRemovals <= Self.maximumShifts {
        dense.remove(at: index)
        return
      }
      renumber(dense)
      sparse = dense
      dense = []
    }
    // Indices are exact here: nothing moves while there are gaps.
    let index = element.lastKnownIndex
    guard sparse.indices.contains(index), sparse[index] === element else { return }
    sparse[index] = nil
    gapCount += 1
    while let last = sparse.last, last == nil {
      sparse.removeLast()
      gapCount -= 1
    }
    if Int(gapCount) * 2 > sparse.count { closeGaps() }
  }

  /// Moves an element to an index of the list without it.
  package mutating func move(_ element: Element, to index: Int) {
    remove(element)
    insert(element, at: index)
  }

  /// Takes all elements out, back to front.
  package mutating func takeAll() -> [Element] {
    let all = elements
    self = SiblingList()
    return all
  }

  /// Replaces all elements.
  package mutating func replaceAll(with new: [Element]) {
    (dense, sparse, gapCount) = (new, [], 0)
    renumber(new)
  }

  private mutating func closeGaps() {
    dense = sparse.compactMap { $0 }
    (sparse, gapCount) = ([], 0)
  }

  private func renumber(_ elements: [Element]) {
    for (index, element) in elements.enumerated() { element.lastKnownIndex = index }
  }

  /// Searches an element outwards from its last known index.
  private func find(_ element: Element) -> Int? {
    var below = min(element.lastKnownIndex, dense.count - 1)
    var above = below + 1
    let start = below
    while below >= 0 || above < dense.count {
      let index: Int
      if below >= 0 && (above >= dense.count || start - below <= above - start) {
        index = below
        below -= 1
      } else {
        index = above
        above += 1
      }
      guard dense[index] === element else { continue }
      if abs(index - start) > Self.maximumDrift {
        renumber(dense)
      } else {
        element.lastKnownIndex = index
      }
      return index
    }
    return nil
  }
}

extension SiblingList: Sendable where Element: Sendable {}
