// SortedDictionaryTests.swift
// A dictionary in the order of its keys, beside Swift's own.
//
// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import UIKitCore

@Suite struct SortedDictionaryTests {
  @Test func isADictionaryWhoseKeysAreSorted() {
    var random = SeededRandom(seed: 11)
    var (sorted, plain): (SortedDictionary<Int, Int>, [Int: Int]) = ([:], [:])
    for step in 0..<2000 {
      let key = Int.random(in: 0..<40, using: &random)
      let value = Int.random(in: 0..<3, using: &random) == 0 ? nil : step
      (sorted[key], plain[key]) = (value, value)
      #expect(sorted.keys == plain.keys.sorted() && sorted.values == sorted.map(\.value))
      for key in -1...40 {
        #expect(sorted[key] == plain[key])
        #expect(
          sorted.value(before: key) == plain.keys.filter { $0 < key }.max().map { plain[$0]! })
        #expect(sorted.value(after: key) == plain.keys.filter { $0 > key }.min().map { plain[$0]! })
      }
    }
  }

  @Test(arguments: [[], [1], [1, 2, 3], [3, 1, 2], [2, 2, 1, 2], [1, 1], [5, 4, 3, 2, 1]])
  func pairsComeInAnyOrderAndTheLastOfAKeyStays(keys: [Int]) {
    let pairs = keys.enumerated().map { (key: $0.element, value: $0.offset) }
    let plain = Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let sorted = SortedDictionary(pairs)
    #expect(sorted.keys == plain.keys.sorted())
    for key in keys { #expect(sorted[key] == plain[key]) }
  }
}
