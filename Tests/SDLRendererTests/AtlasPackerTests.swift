// AtlasPackerTests.swift
// Packing: no overlaps, nothing outside the page, little waste.
//
// SPDX-License-Identifier: MIT

import Compositor
@testable import SDLRenderer
import TestSupport
import Testing

@Suite struct AtlasPackerTests {
  @Test func pageHoldsARectangleOfItsSizeOnce() {
    var packer = AtlasPacker(size: PixelSize(width: 64, height: 32))
    #expect(
      packer.place(PixelSize(width: 64, height: 32))
        == PixelRect(minX: 0, minY: 0, maxX: 64, maxY: 32))
    #expect(packer.place(PixelSize(width: 1, height: 1)) == nil)
    packer.reset()
    #expect(packer.place(PixelSize(width: 65, height: 1)) == nil)
    #expect(packer.place(PixelSize(width: 1, height: 33)) == nil)
    #expect(packer.place(PixelSize(width: 1, height: 32)) != nil)
  }

  @Test func equalRectanglesFillThePage() {
    var packer = AtlasPacker(size: PixelSize(width: 128, height: 128))
    for _ in 0..<64 { #expect(packer.place(PixelSize(width: 16, height: 16)) != nil) }
    #expect(packer.place(PixelSize(width: 16, height: 16)) == nil)
  }

  @Test(arguments: UInt64(1)...20)
  func rectanglesDoNotOverlapOrLeaveThePage(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let size = PixelSize(width: 256, height: 256)
    var packer = AtlasPacker(size: size)
    var taken = [Bool](repeating: false, count: 256 * 256)
    var area = 0
    for _ in 0..<2000 {
      let wanted = PixelSize(
        width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
      guard let rect = packer.place(wanted) else { continue }
      #expect(rect.width == wanted.width && rect.height == wanted.height)
      guard PixelRect(size).contains(rect) else {
        Issue.record("\(rect) leaves the page")
        return
      }
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          if taken[y * 256 + x] {
            Issue.record("\(rect) overlaps another at \(x), \(y)")
            return
          }
          taken[y * 256 + x] = true
        }
      }
      area += rect.width * rect.height
    }
    #expect(area > 256 * 256 * 7 / 10)
  }

  @Test func emptyRectangleTraps() async {
    await #expect(processExitsWith: .failure) {
      var packer = AtlasPacker(size: PixelSize(width: 8, height: 8))
      _ = packer.place(PixelSize(width: 0, height: 1))
    }
    await #expect(processExitsWith: .failure) {
      _ = AtlasPacker(size: PixelSize(width: 0, height: 8))
    }
  }
}
