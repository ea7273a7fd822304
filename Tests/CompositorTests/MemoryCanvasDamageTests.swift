// MemoryCanvasDamageTests.swift
// A list's damage drawn over the previous list equals the whole list drawn from scratch, and costs
// no more than its pixels.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct MemoryCanvasDamageTests {
  private static let size = PixelSize(width: 150, height: 170)

  /// An item, or a group with its items, that can be added and removed separately.
  private struct Unit {
    var items: [DrawItem]
    /// The pixels it changes, found by drawing it.
    var reach: PixelRect

    init(_ items: [DrawItem], _ canvas: MemoryCanvas) throws {
      var list = DrawList(size: size)
      list.items = items
      _ = canvas.draw(list)
      let image = try #require(canvas.image())
      var reach = PixelRect.empty
      for y in 0..<size.height {
        for x in 0..<size.width where image.pixel(x, y) != .zero {
          reach = reach.union(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
        }
      }
      self.reach = reach
      self.items = items.map {
        var item = $0
        item.reach = reach
        return item
      }
    }
  }

  /// Splits items into units.
  private static func units(_ items: [DrawItem], _ canvas: MemoryCanvas) throws -> [Unit] {
    var units: [Unit] = []
    var open: [DrawItem] = []
    var depth = 0
    for item in items {
      open.append(item)
      if case .beginGroup = item.primitive { depth += 1 }
      if case .endGroup = item.primitive { depth -= 1 }
      if depth == 0 {
        units.append(try Unit(open, canvas))
        open = []
      }
    }
    return units
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>, [1, 2, 3, 7])
  func drawingDamageEqualsDrawingWholeList(seed: UInt64, threads: Int) throws {
    let source = TestCoverageSource()
    var random = RandomItems(seed: seed, width: 110, height: 120)
    let probe = MemoryCanvas(source: source, threads: 1)
    let canvas = MemoryCanvas(source: source, threads: threads)
    let fresh = MemoryCanvas(source: source, threads: 1)
    var units = try Self.units(random.items(24), probe)
    var list = DrawList(size: Self.size, background: random.color())
    for serial in 1...5 {
      list.damage = serial == 1 ? .everything : .none
      if serial > 1 {
        for _ in 0..<Int(random.number(0...3)) {
          let index = Int.random(in: 0..<units.count, using: &random.generator)
          list.damage.add(units[index].reach)
          let new = try Self.units(random.items(1), probe)
          for unit in new { list.damage.add(unit.reach) }
          units.replaceSubrange(index...index, with: new)
        }
        // More than the changed pixels may be redrawn.
        if random.chance(0.5) {
          list.damage.add(
            PixelRect(covering: random.rect()).intersection(PixelRect(Self.size)))
        }
        list.damage.clip(to: PixelRect(Self.size))
      }
      list.serial = serial
      list.items = units.flatMap(\.items)
      let counts = canvas.draw(list)
      var whole = list
      whole.damage = .everything
      whole.serial = 0
      _ = fresh.draw(whole)
      #expect(canvas.image()?.pixels == fresh.image()?.pixels, "list \(serial)")
      let expected =
        list.damage.isEverything
        ? Self.size.width * Self.size.height : list.damage.rects.reduce(0) { $0 + $1.area }
      #expect(counts.pixels == expected)
    }
  }

  /// A background of many items, and one small box that moves.
  private static func list(_ serial: Int, items: Int = 200) -> DrawList {
    var list = DrawList(size: PixelSize(width: 640, height: 480), background: .white)
    for index in 0..<items {
      let (x, y) = (index % 20 * 32, index / 20 * 48)
      var item = DrawItem.box(Double(x), Double(y), 30, 40, index % 2 == 0 ? red : blue, radius: 5)
      item.reach = PixelRect(minX: x, minY: y, maxX: x + 30, maxY: y + 40)
      list.items.append(item)
    }
    let x = 100 + serial * 3
    var mover = DrawItem.box(Double(x), 100, 16, 16, green)
    mover.reach = PixelRect(minX: x, minY: 100, maxX: x + 16, maxY: 116)
    list.items.append(mover)
    list.serial = serial
    if serial > 1 {
      list.damage = .none
      list.damage.add(PixelRect(minX: x - 3, minY: 100, maxX: x + 16, maxY: 116))
    }
    return list
  }

  @Test func smallMovingBoxDrawsOnlyItsPixels() throws {
    let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 2)
    let first = canvas.draw(Self.list(1))
    #expect(first.pixels == 640 * 480 && first.drawCalls == 201)
    for serial in 2...4 {
      let counts = canvas.draw(Self.list(serial))
      #expect(counts.pixels == 19 * 16)
      #expect(counts.drawCalls <= 4, "the mover and what lies beneath it")
      #expect(canvas.drawnRegions.reduce(0) { $0 + $1.area } == 19 * 16)
    }
    let expected = try picture(640, 480, Self.list(4).items)
    #expect(canvas.image()?.pixels == expected.pixels)
  }

  @Test func unchangedListDrawsNothing() {
    let canvas = MemoryCanvas(source: TestCoverageSource())
    _ = canvas.draw(Self.list(1))
    var list = Self.list(2)
    list.damage = .none
    let counts = canvas.draw(list)
    #expect(counts.pixels == 0 && counts.drawCalls == 0 && counts.vertices == 0)
    #expect(canvas.drawnRegions.isEmpty)
  }

  @Test func groupOutsideDamageIsSkipped() {
    let canvas = MemoryCanvas(source: TestCoverageSource())
    let bounds = PixelRect(minX: 10, minY: 10, maxX: 60, maxY: 60)
    func list(_ serial: Int) -> DrawList {
      var list = Self.list(serial, items: 1)
      let shadow = GroupShadow(offset: CGVector(dx: 2, dy: 2), deviation: 3, color: .black)
      var begin = DrawItem(.beginGroup(Group(bounds: bounds, shadow: shadow)))
      begin.reach = PixelRect(minX: 0, minY: 0, maxX: 80, maxY: 80)
      var end = DrawItem(.endGroup)
      end.reach = begin.reach
      var box = DrawItem.box(10, 10, 50, 50, red, radius: 9)
      box.reach = begin.reach
      list.items = [begin, box, end] + list.items
      return list
    }
    #expect(canvas.draw(list(1)).groups == 1)
    #expect(canvas.draw(list(2)).groups == 0)
  }

  /// Only the successor of the last list, at the same size and on the same background, may be drawn
  /// partially.
  @Test func damageOfUnrelatedListIsIgnored() {
    let canvas = MemoryCanvas(source: TestCoverageSource())
    func pixels(_ change: (inout DrawList) -> Void) -> Int {
      _ = canvas.draw(Self.list(1))
      var list = Self.list(2)
      change(&list)
      return canvas.draw(list).pixels
    }
    let all = 640 * 480
    #expect(pixels { _ in } == 19 * 16)
    #expect(pixels { $0.serial = 3 } == all)
    #expect(pixels { $0.serial = 1 } == all)
    #expect(pixels { $0.serial = 0 } == all)
    #expect(pixels { $0.background = .black } == all)
    #expect(pixels { $0.size.width = 630 } == 630 * 480)
    #expect(pixels { _ in canvas.forget() } == all)
    var hand = Self.list(2)
    hand.serial = 0
    _ = canvas.draw(hand)
    #expect(canvas.draw(hand).pixels == all, "a list without a serial number is drawn completely")
  }

  /// Memory of another owner, with rows longer than the picture.
  private final class Memory {
    let words: UnsafeMutablePointer<UInt32>
    let size: PixelSize
    let stride: Int

    init(_ size: PixelSize, stride: Int) {
      (self.size, self.stride) = (size, stride)
      words = .allocate(capacity: stride * size.height)
      words.initialize(repeating: 0xABCD_EF01, count: stride * size.height)
    }

    deinit { words.deallocate() }

    var memory: PixelMemory {
      PixelMemory(pixels: UnsafeMutableRawPointer(words), bytesPerRow: stride * 4, size: size)
    }

    var isPaddingUntouched: Bool {
      (0..<size.height).allSatisfy { y in
        (size.width..<stride).allSatisfy { words[y * stride + $0] == 0xABCD_EF01 }
      }
    }
  }

  @Test(arguments: [1, 2, 7]) func drawsIntoCallersMemory(threads: Int) throws {
    var random = RandomItems(seed: 8, width: 110, height: 120)
    var list = DrawList(size: Self.size, background: .white)
    list.items = random.items(40)
    let expected = try picture(Self.size.width, Self.size.height, list.items)
    let canvas = MemoryCanvas(source: TestCoverageSource(), threads: threads)
    let memory = Memory(Self.size, stride: Self.size.width + 5)
    _ = canvas.draw(list, into: memory.memory)
    #expect(canvas.image()?.pixels == expected.pixels)
    #expect(memory.isPaddingUntouched)
    let first = canvas.withPixels { pixels, bytesPerRow in
      #expect(bytesPerRow == (Self.size.width + 5) * 4)
      return pixels.baseAddress
    }
    #expect(first == UnsafeRawPointer(memory.words).assumingMemoryBound(to: UInt8.self))
  }

  @Test func newMemoryIsDrawnCompletely() {
    let size = PixelSize(width: 640, height: 480)
    let (first, second) = (Memory(size, stride: 640), Memory(size, stride: 640))
    let canvas = MemoryCanvas(source: TestCoverageSource())
    _ = canvas.draw(Self.list(1), into: first.memory)
    #expect(canvas.draw(Self.list(2), into: first.memory).pixels == 19 * 16)
    #expect(canvas.draw(Self.list(3), into: second.memory).pixels == 640 * 480)
    #expect(canvas.draw(Self.list(4)).pixels == 640 * 480)
    #expect(canvas.draw(Self.list(5), into: second.memory).pixels == 640 * 480)
  }

  @Test func memoryOfAnotherSizeTraps() async {
    await #expect(processExitsWith: .failure) {
      let list = DrawList(size: PixelSize(width: 4, height: 4), background: .white)
      let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 64)
      _ = MemoryCanvas(source: TestCoverageSource()).draw(
        list,
        into: PixelMemory(
          pixels: UnsafeMutableRawPointer(words), bytesPerRow: 32,
          size: PixelSize(width: 8, height: 8)))
    }
  }
}
