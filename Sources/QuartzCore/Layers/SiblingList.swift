// SiblingList.swift
// The children of a node, back to front, as a list in which adding and taking out cost nothing but
// themselves, however many siblings there are.
//
// SPDX-License-Identifier: MIT

/// What stands in a ``SiblingList`` and knows about where.
package protocol Sibling: AnyObject {
  /// Where it stood when the list last counted; the list's own business.
  var placeAmongSiblings: Int { get set }
}

/// The children of a node, back to front.
///
/// One that is taken out leaves an empty place when others were before it, and the places are closed
/// when the list is next read. So taking out all, in any order, costs as much as there are.
package struct SiblingList<Element: Sibling> {
  /// The elements while there is no empty place, else nothing.
  private var dense: [Element] = []
  /// The elements and the empty places between them; nothing while there is none.
  private var sparse: [Element?] = []
  private var emptyCount: Int32 = 0
  /// Elements taken out of the middle since the list was last read.
  private var recentRemovals: Int32 = 0

  /// How many are taken out of the middle by moving the others up, before places are left empty.
  private static var patience: Int32 { 16 }
  /// How far from where it was counted an element is looked for before all are counted again.
  private static var drift: Int { 64 }

  package init() {}

  package var count: Int { sparse.isEmpty ? dense.count : sparse.count - Int(emptyCount) }
  package var isEmpty: Bool { count == 0 }

  /// The elements, back to front.
  package var elements: [Element] {
    mutating get {
      recentRemovals = 0
      if !sparse.isEmpty { close() }
      return dense
    }
  }

  /// Where an element stands; nil when it is not in the list.
  package mutating func index(of element: Element) -> Int? {
    recentRemovals = 0
    if !sparse.isEmpty { close() }
    return find(element)
  }

  /// Adds an element in front of all others.
  package mutating func append(_ element: Element) {
    element.placeAmongSiblings = sparse.isEmpty ? dense.count : sparse.count
    if sparse.isEmpty { dense.append(element) } else { sparse.append(element) }
  }

  /// Adds an element at an index.
  package mutating func insert(_ element: Element, at index: Int) {
    if index == count {
      append(element)
      return
    }
    if !sparse.isEmpty { close() }
    element.placeAmongSiblings = index
    dense.insert(element, at: index)
  }

  /// Takes an element out, if it is in. Whoever calls keeps it alive meanwhile.
  package mutating func remove(_ element: Element) {
    if sparse.isEmpty {
      guard let index = find(element) else { return }
      if index == dense.count - 1 {
        dense.removeLast()
        return
      }
      recentRemovals += 1
      if recentRemovals <= Self.patience {
        dense.remove(at: index)
        return
      }
      count(dense)
      sparse = dense
      dense = []
    }
    // Places are exact here: nothing moves while there are empty ones.
    let index = element.placeAmongSiblings
    guard sparse.indices.contains(index), sparse[index] === element else { return }
    sparse[index] = nil
    emptyCount += 1
    while let last = sparse.last, last == nil {
      sparse.removeLast()
      emptyCount -= 1
    }
    if Int(emptyCount) * 2 > sparse.count { close() }
  }

  /// Moves an element to an index, counted without it.
  package mutating func move(_ element: Element, to index: Int) {
    remove(element)
    insert(element, at: index)
  }

  /// Takes other elements instead of all there are.
  package mutating func replaceAll(with new: [Element]) {
    (dense, sparse, emptyCount) = (new, [], 0)
    count(new)
  }

  private mutating func close() {
    dense = sparse.compactMap { $0 }
    (sparse, emptyCount) = ([], 0)
  }

  private func count(_ elements: [Element]) {
    for (index, element) in elements.enumerated() { element.placeAmongSiblings = index }
  }

  /// Looks for an element around where it was counted.
  private func find(_ element: Element) -> Int? {
    var below = min(element.placeAmongSiblings, dense.count - 1)
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
      if abs(index - start) > Self.drift {
        count(dense)
      } else {
        element.placeAmongSiblings = index
      }
      return index
    }
    return nil
  }
}
