// BenchTests.swift
// Evaluation of measurements: medians, ratios, goals, the table, the document.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples
@testable import Workbench

@Suite struct StatisticsTests {
  @Test(
    arguments: [
      // readings → lower quartile, median, upper quartile
      ([], 0, 0, 0), ([7], 7, 7, 7), ([1, 3], 1.5, 2, 2.5), ([4, 1, 3, 2], 1.75, 2.5, 3.25),
      ([5, 1, 4, 2, 3], 2, 3, 4), ([1, 1, 1, 1, 100], 1, 1, 1),
    ] as [([Double], Double, Double, Double)])
  func quartiles(readings: [Double], lower: Double, median: Double, upper: Double) {
    let quartiles = Quartiles(readings)
    #expect(quartiles.lowerQuartile == lower)
    #expect(quartiles.median == median)
    #expect(quartiles.upperQuartile == upper)
  }
}

@Suite struct BenchRowTests {
  private static let what = BenchCase(
    work: .movers, count: 1000, frames: 100, size: SizeArgument(width: 64, height: 64),
    seconds: 0)

  /// A run of 100 frames with some milliseconds of processor time each.
  private func run(
    _ milliseconds: Double, renderer: String = "memory", server: Double = 0, memory: Int = 0
  ) -> BenchRun {
    let report = WorkReport(
      work: "movers", renderer: renderer, n: 1000, frames: 100, cpu: milliseconds * 0.1, wall: 0.5,
      processCPU: 0, firstFrame: 0, residentKiB: memory, peakKiB: memory, result: 0)
    return BenchRun(report: report, serverCPU: server)
  }

  /// The median of the ratios, not the ratio of the medians: other load on the machine in a round
  /// affects both.
  @Test func ratiosCompareTheSameRound() throws {
    let row = BenchRow(
      .cpuPerFrame, of: Self.what, ours: [run(1), run(4), run(30)],
      floors: [run(10), run(10), run(60)])
    #expect(abs(row.ours.median - 4) < 1e-9)
    #expect(abs(try #require(row.ratio).median - 0.4) < 1e-9)
    #expect(row.framesPerSecond == 200)
  }

  @Test func serverTimeIsIncluded() {
    // 0.2 s in 100 frames are 2 ms each.
    #expect(abs(BenchFigure.cpuPerFrame.value(of: run(3, server: 0.2)) - 5) < 1e-9)
  }

  @Test(arguments: [
    // ours, renderer → passes
    (3.9, "memory", true), (4.2, "memory", false), (10.9, "gl", true), (11.1, "gl", false),
  ])
  func goalsOfMovers(milliseconds: Double, renderer: String, passes: Bool) {
    let row = BenchRow(
      .cpuPerFrame, of: Self.what, ours: [run(milliseconds, renderer: renderer)],
      floors: [run(10)])
    #expect(row.passes == passes)
  }

  /// With a GPU the floor costs next to nothing, and drawing in memory is a fallback.
  @Test func memoryHasNoGoalForFramesBesideAGPU() {
    func goals(_ renderer: String) -> [String?] {
      [BenchFigure.cpuPerFrame, .memory, .firstFrame].map { figure in
        var what = Self.what
        if figure == .firstFrame { what.work = .start }
        let goal = BenchGoal.of(
          figure, what, renderer: renderer, isShown: true, hasGPU: true)
        return goal?.text(unit: "ms")
      }
    }
    #expect(goals("memory") == [nil, "≤ 1.30 + 1 KiB each", "≤ 0.50"])
    #expect(goals("gl") == ["≤ 1.10", "≤ 1.30 + 1 KiB each", "≤ 1.30"])
  }

  /// A driver's own thread is in the floor, too.
  @Test(arguments: [
    (0.9, 40.0, "memory", true), (1.1, 40, "memory", false), (40.9, 40, "gl", true),
    (41.1, 40, "gl", false),
  ])
  func idlingCostsNoMoreThanTheDriver(
    milliseconds: Double, floor: Double, renderer: String, passes: Bool
  ) {
    var what = Self.what
    what.work = .idle
    // The runs of a hundred frames are one of idling.
    let row = BenchRow(
      .idleCPU, of: what, ours: [run(milliseconds / 100, renderer: renderer)],
      floors: [run(floor / 100)])
    #expect(row.passes == passes)
  }

  @Test func framesThatAreNotShownHaveNoGoal() {
    let runs = [run(1000, memory: 10_000)]
    let floors = [run(10, memory: 10)]
    func row(_ figure: BenchFigure) -> BenchRow {
      BenchRow(figure, of: Self.what, ours: runs, floors: floors, isShown: false)
    }
    #expect(row(.cpuPerFrame).goal == nil && row(.cpuPerFrame).passes == nil)
    #expect(row(.memory).passes == false)
  }

  /// 1.3 times the floor, and 1 KiB for each of the thousand.
  @Test(arguments: [(1300 + 1000, true), (1300 + 1001, false)])
  func memoryGoalGrowsWithTheElements(kibibytes: Int, passes: Bool) {
    let row = BenchRow(
      .memory, of: Self.what, ours: [run(1, memory: kibibytes)], floors: [run(1, memory: 1000)])
    #expect(row.passes == passes)
  }

  @Test func ratioGoalFailsWithoutFloor() {
    let row = BenchRow(.cpuPerFrame, of: Self.what, ours: [run(1)], floors: [])
    #expect(row.floor == nil && row.ratio == nil && row.passes == false)
  }

  @Test func tableListsMeasurements() {
    let rows = [
      BenchRow(.cpuPerFrame, of: Self.what, ours: [run(3.8)], floors: [run(10)]),
      BenchRow(.cpuPerFrame, of: Self.what, ours: [run(38, renderer: "gl")], floors: [run(10)]),
    ]
    #expect(
      BenchTable.text(rows) == """
        work       n  by      figure          ours    floor  ratio  quartiles  goal    verdict
        movers  1000  memory  CPU a frame  3.80 ms  10.0 ms   0.38  0.38–0.38  ≤ 0.40  pass
        movers  1000  gl      CPU a frame  38.0 ms  10.0 ms   3.80  3.80–3.80  ≤ 1.10  FAIL
        """)
  }

  @Test(arguments: [
    (0, "0"), (0.1234, "0.123"), (0.9999, "1.00"), (9.96, "10.0"), (12.34, "12.3"), (123.4, "123"),
  ])
  func numbersHaveThreeSignificantDigits(value: Double, text: String) {
    #expect(TextTable.number(value) == text)
  }

  @Test func worksHaveCSV() {
    let report = WorkReport(
      work: "movers", renderer: "memory", n: 10, frames: 100, cpu: 0.2, wall: 1, processCPU: 0,
      firstFrame: 0, residentKiB: 0, peakKiB: 0, result: 0)
    let what = BenchCase(
      work: .movers, count: 10, frames: 100, size: SizeArgument(width: 1, height: 1), seconds: 0)
    let row = BenchRow(.cpuPerFrame, of: what, ours: [BenchRun(report: report)], floors: [])
    let document = BenchDocument(
      driver: "x11", countsServer: true, cores: 2, runs: 1, width: 1, height: 1, rows: [row])
    #expect(
      document.csv == """
        work,n,renderer,figure,unit,median,q1,q3,floor,ratio,ratio_q1,ratio_q3,goal,passes
        movers,10,memory,cpuPerFrame,ms,2.0000,2.0000,2.0000,NA,NA,NA,NA,NA,NA
        """)
  }

  @Test func documentContainsMediansAndGoals() throws {
    let document = BenchDocument(
      driver: "x11", countsServer: true, cores: 2, runs: 1, width: 1280, height: 720,
      rows: [BenchRow(.cpuPerFrame, of: Self.what, ours: [run(38)], floors: [run(10)])])
    #expect(throws: CommandFailure.self) { try document.requireGoals() }
    var kept = document
    kept.rows = [BenchRow(.cpuPerFrame, of: Self.what, ours: [run(3)], floors: [run(10)])]
    try kept.requireGoals()
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(JSONText.of(document, ending: nil).utf8))
        as? [String: Any])
    #expect(json["schema"] as? Int == 1 && json["version"] as? String == Viewer.version)
    #expect(json["driver"] as? String == "x11" && json["countsServer"] as? Bool == true)
    let row = try #require((json["rows"] as? [[String: Any]])?.first)
    #expect(row["work"] as? String == "movers" && row["n"] as? Int == 1000)
    #expect(row["renderer"] as? String == "memory" && row["passes"] as? Bool == false)
    let ratio = try #require(row["ratio"] as? [String: Any])
    for key in ["median", "lowerQuartile", "upperQuartile"] {
      #expect(abs((ratio[key] as? Double ?? 0) - 3.8) < 1e-9)
    }
  }

  @Test func progressBarGrowsWithTheRounds() {
    #expect(ProgressBar.line(done: 0, total: 4, "a").hasPrefix("[....."))
    #expect(
      ProgressBar.line(done: 4, total: 4, "a") == "[\(String(repeating: "#", count: 30))] 100 %  a")
  }

  /// Where GL draws no pixels, the programs' own work has goals, and a driver's memory none.
  @Test(arguments: [
    (BenchWork.movers, 1.9, true), (.movers, 2.1, false), (.text, 14.9, true), (.text, 15.1, false),
  ])
  func worksWithoutPixelsHaveGoalsOfTheirOwn(work: BenchWork, ratio: Double, isKept: Bool) {
    let what = BenchCase(
      work: work, count: 1000, frames: 1, size: SizeArgument(width: 1, height: 1), seconds: 0,
      drawsPixels: false)
    func run(_ cpu: Double) -> BenchRun {
      BenchRun(
        report: WorkReport(
          work: "", renderer: "gl", n: 1000, frames: 1, cpu: cpu, wall: 1, processCPU: 0,
          firstFrame: 0, residentKiB: 0, peakKiB: 0, result: 0))
    }
    func goal(_ figure: BenchFigure) -> BenchGoal? {
      .of(figure, what, renderer: "gl", isShown: true, hasGPU: false)
    }
    let row = BenchRow(.cpuPerFrame, of: what, ours: [run(ratio)], floors: [run(1)])
    #expect(goal(.cpuPerFrame)?.isKept(by: row) == isKept)
    #expect(goal(.memory) == nil)
  }
}

@Suite struct ServerClockTests {
  @Test(arguments: ["", ":", "remote:0", ":x", ":99999", "localhost:10.0"])
  func displaysWithoutALocalServer(display: String) {
    #expect(ServerClock(display: display) == nil)
  }

  /// A server of our own, found by its display alone.
  @Test func serverIsFoundByItsDisplay() throws {
    let server = try XServer()
    let clock = try #require(ServerClock(display: server.display))
    #expect(clock.process > 0 && (clock.seconds ?? -1) >= 0)
    #expect(try String(contentsOfFile: "/proc/\(clock.process)/comm", encoding: .utf8) == "Xvfb\n")
  }
}
