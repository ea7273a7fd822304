// SoakTests.swift
// Memory over a long run: what counts as growth, and the readings of a short run.
//
// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LamellaViewer
@testable import Samples
@testable import Workbench

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
    #expect(result.problem == nil)
  }

  /// The value of an option is explained by the command that has it.
  @Test func durationsAreExplainedOnce() throws {
    let soak = try Program.run(["soak", "--duration", "soon"], of: Program.workbench())
    #expect(soak.status == 64 && soak.errors.contains(SoakCommand.durations), "\(soak.errors)")
    #expect(!soak.errors.contains("3600 s"), "\(soak.errors)")
  }

  @Test(
    arguments: [
      (["--duration", "5"], 64, "from 120 to 10000000, such as 600, not 5.0"),
      (["--fps", "0"], 64, "--fps takes a number from 1 to 240, not 0.0"),
      (["--clock", "real", "--fps", "30"], 64, "--fps"),
      (["--clock", "real"], 69, "DISPLAY"),
    ] as [([String], Int32, String)])
  func badInput(arguments: [String], status: Int32, words: String) throws {
    let result = try Program.run(["soak"] + arguments, of: Program.workbench())
    #expect(result.status == status && result.output.isEmpty, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
  }
}
