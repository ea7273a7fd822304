// SortedDictionary.swift
// Values by key, in the order of the keys.
//
// SPDX-License-Identifier: MIT

/// A dictionary whose elements have the order of their keys. What a list makes, moves and removes then has the same order
/// in every run of a program; the order of a `Dictionary` differs from run to run.
package struct SortedDictionary<Key: Comparable, Value>: Sequence, ExpressibleByDictionaryLiteral {
  private var elements: [(key: Key, value: Value)] = []

  /// Creates a dictionary from pairs in any order. Of several values for a key the last one stays.
  package init(_ pairs: [(key: Key, value: Value)]) {
    guard zip(pairs, pairs.dropFirst()).contains(where: { $0.key >= $1.key }) else {
      elements = pairs
      return
    }
    let sorted = pairs.enumerated().sorted {
      ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
    }
    for (_, pair) in sorted {
      if elements.last?.key == pair.key { elements.removeLast() }
      elements.append(pair)
    }
  }

  package init(dictionaryLiteral pairs: (Key, Value)...) {
    self.init(pairs.map { (key: $0, value: $1) })
  }

  /// The value of a key; nil for none.
  package subscript(key: Key) -> Value? {
    get {
      let (index, isThere) = place(of: key)
      return isThere ? elements[index].value : nil
    }
    set {
      let (index, isThere) = place(of: key)
      switch (newValue, isThere) {
      case (let value?, true): elements[index].value = value
      case (let value?, false): elements.insert((key, value), at: index)
      case (nil, true): elements.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// The value of the last key before another; nil for none.
  package func value(before key: Key) -> Value? {
    let index = place(of: key).index
    return index > 0 ? elements[index - 1].value : nil
  }

  /// The value of the first key after another; nil for none.
  package func value(after key: Key) -> Value? {
    let (index, isThere) = place(of: key)
    let next = isThere ? index + 1 : index
    return next < elements.count ? elements[next].value : nil
  }

  /// The keys, in ascending order.
  package var keys: [Key] { elements.map(\.key) }

  /// The values, in the order of their keys.
  package var values: [Value] { elements.map(\.value) }

  package func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> {
    elements.makeIterator()
  }

  /// The index of the first key that is not below another, and whether it is that one.
  private func place(of key: Key) -> (index: Int, isThere: Bool) {
    var (low, high) = (0, elements.count)
    // Lists are filled in order.
    if let last = elements.last, last.key < key { return (high, false) }
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return (low, low < elements.count && elements[low].key == key)
  }
}
