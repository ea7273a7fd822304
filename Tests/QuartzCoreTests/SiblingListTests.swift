// SiblingListTests.swift
// The list of siblings compared with a plain array, and its cost in element accesses.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import TestSupport
import Testing

@Suite struct SiblingListTests {
  /// Counts accesses to its stored index.
  private final class Element: Sibling {
    private(set) var looks = 0
    let name: Int
    private var place = 0
    var lastKnownIndex: Int {
      get {
        looks += 1
        return place
      }
      set {
        looks += 1
        place = newValue
      }
    }
    init(_ name: Int) { self.name = name }
  }

  /// Random changes in any order agree with an array.
  @Test(arguments: 0..<20) func itIsAnArray(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var list = SiblingList<Element>()
    var array: [Element] = []
    for step in 0..<2000 {
      let index = Int.random(in: 0...array.count, using: &random)
      // Long runs of one kind, so that gaps appear and close again.
      switch (step / 100 + Int.random(in: 0..<2, using: &random)) % 5 {
      case 0, 1:
        let new = Element(step)
        list.insert(new, at: index)
        array.insert(new, at: index)
      case 2 where index < array.count:
        list.remove(array[index])
        array.remove(at: index)
      case 3 where index < array.count:
        let element = array.remove(at: index)
        let target = Int.random(in: 0...array.count, using: &random)
        array.insert(element, at: target)
        list.move(element, to: target)
      case 4:
        let new = Element(step)
        list.append(new)
        array.append(new)
      default: break
      }
      #expect(list.count == array.count && list.isEmpty == array.isEmpty)
      guard step % 7 == 0 else { continue }
      #expect(list.elements.map(\.name) == array.map(\.name))
      if let element = array.randomElement(using: &random) {
        #expect(list.index(of: element) == array.firstIndex { $0 === element })
      }
    }
    list.replaceAll(with: array.reversed())
    #expect(list.elements.map(\.name) == array.reversed().map(\.name))
    #expect(list.index(of: Element(-1)) == nil)
  }

  private enum Order: CaseIterable { case front, back, random, alternating }

  /// Removing all elements costs a few accesses each, in any order.
  @Test(arguments: Order.allCases) private func takingAllOutIsLinear(order: Order) {
    let all = (0..<20_000).map { Element($0) }
    var list = SiblingList<Element>()
    for element in all { list.append(element) }
    var random = SeededRandom(seed: 3)
    let sequence =
      switch order {
      case .front: all
      case .back: Array(all.reversed())
      case .random: all.shuffled(using: &random)
      case .alternating: all.indices.map { $0 % 2 == 0 ? all[$0] : all[all.count - $0] }
      }
    let before = all.reduce(0) { $0 + $1.looks }
    for element in sequence { list.remove(element) }
    #expect(list.isEmpty && list.elements.isEmpty)
    #expect(all.reduce(0) { $0 + $1.looks } - before < 10 * all.count)
  }

  /// A removed element is released.
  @Test func whatIsTakenOutIsLetGo() {
    var list = SiblingList<Element>()
    var elements = (0..<100).map { Element($0) }
    for element in elements { list.append(element) }
    weak var gone: Element?
    gone = elements[50]
    for element in elements[20..<60] { list.remove(element) }
    elements = []
    #expect(gone == nil && list.count == 60)
  }
}
