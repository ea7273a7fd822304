// SpansTests.swift
// Blending compared with exact arithmetic, for every value or for seeded ones.
//
// SPDX-License-Identifier: MIT

import CPixelRows
import TestSupport
import Testing

@testable import Compositor

@Suite struct SpansTests {
  private static func bytes(_ pixel: Pixel) -> [Int] {
    (0..<4).map { Int((pixel >> Pixel(8 * $0)) & 255) }
  }

  private static func pixel(_ bytes: [Int]) -> Pixel {
    bytes.enumerated().reduce(0) { $0 | Pixel($1.element) << Pixel(8 * $1.offset) }
  }

  /// The nearest whole number to a product of two bytes divided by 255.
  private static func product(_ a: Int, _ b: Int) -> Int { (2 * a * b + 255) / 510 }

  /// A random premultiplied pixel; often transparent or opaque.
  private static func random(_ generator: inout SeededRandom) -> Pixel {
    let alpha =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: 0
      case 1: 255
      default: Int.random(in: 0...255, using: &generator)
      }
    return pixel(
      (0..<3).map { _ in Int.random(in: 0...alpha, using: &generator) } + [alpha])
  }

  private static func expected(over source: Pixel, _ destination: Pixel) -> Pixel {
    let keep = 255 - bytes(source)[3]
    return pixel(zip(bytes(source), bytes(destination)).map { $0 + product($1, keep) })
  }

  private static func scaled(_ source: Pixel, _ factor: Int) -> Pixel {
    pixel(bytes(source).map { product($0, factor) })
  }

  @Test func everyProductIsRoundedToNearest() {
    for value in 0...255 {
      for factor in 0...255 {
        let result = Spans.scale(Self.pixel([value, 255 - value, value, 255]), UInt32(factor))
        let expected = [
          Self.product(value, factor), Self.product(255 - value, factor),
          Self.product(value, factor), factor,
        ]
        #expect(Self.bytes(result) == expected)
      }
    }
  }

  @Test func opaqueReplacesAndTransparentKeeps() {
    var generator = SeededRandom(seed: 1)
    for _ in 0..<1000 {
      let below = Self.random(&generator)
      let above = Self.random(&generator) | 0xFF00_0000
      #expect(Spans.over(above, below) == above)
      #expect(Spans.over(0, below) == below)
    }
  }

  /// Runs of every length up to 40 take the eight-pixel path, the single one and both.
  @Test(arguments: 0...40) func runsEqualSinglePixels(count: Int) {
    var generator = SeededRandom(seed: UInt64(count))
    let below = (0..<count).map { _ in Self.random(&generator) }
    let above = (0..<count).map { _ in Self.random(&generator) }
    let mask = (0..<count).map { index in
      index % 5 == 0 ? 0 : index % 7 == 0 ? 255 : UInt8.random(in: 0...255, using: &generator)
    }
    let color = Self.random(&generator)
    let opacity = Int.random(in: 0...255, using: &generator)

    func run(_ body: (Spans.Row) -> Void) -> [Pixel] {
      // One extra pixel on each side reveals a run that is too long.
      var row = [0x0102_0304] + below + [0x0506_0708]
      row.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { body(base + 1) } }
      #expect(row.first == 0x0102_0304 && row.last == 0x0506_0708)
      return Array(row.dropFirst().dropLast())
    }
    let indices = 0..<count
    #expect(run { Spans.fill($0, count, color) } == indices.map { _ in color })
    for functions in RowInstructions.allCases.filter(\.isSupported).map(\.functions) {
      #expect(
        run { functions.draw_run($0, count, color) }
          == indices.map { Self.expected(over: color, below[$0]) })
      // Seven bytes beyond the mask may be read.
      let readable = mask + [UInt8](repeating: 255, count: 7)
      let masked = run { row in
        var area = PixelArea(
          row: row, stride: 0, first_row: 0, end_row: 1, first_column: 0, end_column: count,
          writable_end: count)
        functions.draw_mask(readable, 0, &area, color)
      }
      #expect(
        masked
          == indices.map {
            Self.expected(over: Self.scaled(color, Int(mask[$0])), below[$0])
          })
    }

    #expect(
      run { Spans.blend($0, count, from: above, opacity: 255) }
        == indices.map { Self.expected(over: above[$0], below[$0]) })
    #expect(
      run { Spans.blend($0, count, from: above, opacity: UInt32(opacity)) }
        == indices.map { Self.expected(over: Self.scaled(above[$0], opacity), below[$0]) })
    #expect(
      run { Spans.blend($0, count, from: above, mask: mask, opacity: UInt32(opacity)) }
        == indices.map {
          Self.expected(
            over: Self.scaled(Self.scaled(above[$0], opacity), Int(mask[$0])), below[$0])
        })
    #expect(
      run { Spans.add($0, count, from: above, opacity: UInt32(opacity)) }
        == indices.map { index in
          Self.pixel(
            zip(Self.bytes(Self.scaled(above[index], opacity)), Self.bytes(below[index])).map {
              min($0 + $1, 255)
            })
        })
    #expect(
      run { Spans.multiply($0, count, byAlphaOf: above, opacity: UInt32(opacity)) }
        == indices.map {
          Self.scaled(below[$0], Self.product(Self.bytes(above[$0])[3], opacity))
        })
  }

  /// A cross-fade adds both pictures; equal pictures must not change.
  @Test func crossFadeWeightsAddUp() {
    for opacity in [0, 1, 64, 127, 128, 200, 254, 255] {
      for value in 0...255 {
        let source = Self.pixel([value, value / 2, 0, value])
        // Opacities are rounded separately, so that halves are 128 and 128.
        for other in [255 - opacity, min(256 - opacity, 255)] {
          let sum = Spans.sum(
            Spans.scale(source, UInt32(opacity)), Spans.scale(source, UInt32(other)))
          for (a, b) in zip(Self.bytes(sum), Self.bytes(source)) { #expect(abs(a - b) <= 1) }
        }
      }
    }
  }
}
