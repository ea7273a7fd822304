// SinCosTableTests.swift
// Table-based sine and cosine compared with the system's.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct SinCosTableTests {
  private func cosineAndSine(_ angle: Double) -> SIMD2<Double> {
    var result = SIMD2<Double>.zero
    SinCosTable.shared.withReader { result = $0.cosineAndSine(angle) }
    return result
  }

  @Test func agreesWithTheSystem() {
    var random = SeededRandom(seed: 21)
    for step in 0..<20_000 {
      let range: Double = step % 3 == 0 ? 1 : step % 3 == 1 ? 20 : 49_999
      let angle = Double.random(in: -range...range, using: &random)
      let found = cosineAndSine(angle)
      #expect(abs(found.x - cos(angle)) < 4e-16 && abs(found.y - sin(angle)) < 4e-16, "\(angle)")
    }
  }

  /// Quarter turns are as accurate as the system's; very large and non-finite arguments use the
  /// system's.
  @Test(arguments: [0, 1, 2, 3, 4, 6, 8, 400, -2, -4, -8]) func cornersAgree(eighths: Double) {
    cornersAgree(angle: eighths * .pi / 4)
  }

  @Test(arguments: [1e-9, -1e-300, 5e4, -3e8, 1e300])
  func cornersAgree(angle: Double) {
    let found = cosineAndSine(angle)
    #expect(abs(found.x - cos(angle)) < 4e-16 && abs(found.y - sin(angle)) < 4e-16)
  }

  /// Four angles at a time have the bits of each alone.
  @Test func fourAnglesHaveTheBitsOfOne() {
    var random = SeededRandom(seed: 22)
    for step in 0..<20_000 {
      let range: Double = step % 3 == 0 ? 1 : step % 3 == 1 ? 20 : 49_999
      let angles = SIMD4<Double>.random(in: -range...range, using: &random)
      let found = SinCosTable.shared.withReader { $0.cosinesAndSines(angles) }
      for lane in 0..<4 {
        let alone = cosineAndSine(angles[lane])
        #expect(SIMD2(found.cosines[lane], found.sines[lane]) == alone, "\(angles[lane])")
      }
    }
  }

  @Test func noNumberGivesNone() {
    for angle in [Double.nan, .infinity] {
      let found = cosineAndSine(angle)
      #expect(found.x.isNaN && found.y.isNaN)
    }
  }
}
