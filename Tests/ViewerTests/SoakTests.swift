// SoakTests.swift
// Memory over a long run: what counts as growth, and the readings of a short run.
//
// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Viewer

@Suite struct SoakTests {
  /// A reading every ten seconds of ten minutes.
  private func result(
    memory: (TimeInterval) -> Int, files: (TimeInterval) -> Int = { _ in 9 }
  ) -> SoakResult {
    SoakResult(
      readings: stride(from: 0.0, through: 600, by: 10).map {
        SoakReading(time: $0, memory: memory($0), files: files($0))
      })
  }

  @Test func memoryMayGrowInTheFirstMinuteOnly() throws {
    #expect(result { 100_000 + ($0 < 60 ? Int($0) * 500 : 30_000) }.problem == nil)
    #expect(result { _ in 100_000 }.growth == 0)
    let leak = result { 100_000 + Int($0) * 10 }
    #expect(abs(leak.growth - 0.0496) < 0.0005, "\(leak.growth)")
    let problem = try #require(leak.problem)
    #expect(problem.contains("from 100800 to 105800 KiB"), "\(problem)")
    // Waves of the allocator's caches are no growth.
    #expect(result { 100_000 + Int($0) / 10 % 2 * 3000 }.problem == nil)
  }

  @Test func filesMayBeOpenedInTheFirstMinuteOnly() {
    #expect(result(memory: { _ in 1 }, files: { $0 < 60 ? 3 : 9 }).problem == nil)
    #expect(
      result(memory: { _ in 1 }, files: { $0 < 300 ? 9 : 11 }).problem
        == "2 more files are open at the end.")
  }

  @Test @MainActor func readingsAreTakenInTime() throws {
    var seen = 0
    let result = SoakRun.run(PopSample.self, duration: 6, framesPerSecond: 10) { _ in seen += 1 }
    #expect(result.readings.map(\.time) == [2, 4, 6] && seen == 3)
    #expect(result.readings.allSatisfy { $0.memory > 1000 && $0.files > 2 })
    // Below the warm-up nothing is judged.
    #expect(result.problem == nil && result.panels.count == 2)
  }
}
