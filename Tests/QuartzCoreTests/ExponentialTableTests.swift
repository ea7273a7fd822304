// ExponentialTableTests.swift
// Table-based exponentials compared with the system's.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import QuartzCore

@Suite struct ExponentialTableTests {
  private func exponentials(_ numbers: SIMD4<Double>) -> SIMD4<Double> {
    ExponentialTable.shared.withReader { $0.exponentials(numbers) }
  }

  @Test func agreeWithTheSystem() {
    var random = SeededRandom(seed: 31)
    for step in 0..<20_000 {
      let range: Double = step % 3 == 0 ? 1e-3 : step % 3 == 1 ? 10 : 700
      let numbers = SIMD4<Double>.random(in: -range...0, using: &random)
      let found = exponentials(numbers)
      for lane in 0..<4 {
        let exact = exp(numbers[lane])
        #expect(abs(found[lane] - exact) <= 4e-16 * exact, "\(numbers[lane])")
      }
    }
  }

  /// A spring at its start is exactly there; at the limit the result is still a normal number.
  @Test func endsOfTheRange() {
    let found = exponentials(SIMD4(0, -0.0, -700, -log(2)))
    #expect(found.x == 1 && found.y == 1 && found.w == 0.5)
    #expect(found.z.isNormal && abs(found.z / exp(-700) - 1) < 4e-16)
  }
}
