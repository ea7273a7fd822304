// BenchProgramTests.swift
// The built program's `bench` and `doctor`, with few elements and frames.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import SDLRenderer
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples
@testable import Workbench

@Suite(.serialized) struct BenchProgramTests {
  /// An environment without a display, for drawing off screen.
  private static let screenless = ["SDL_VIDEODRIVER": "offscreen"]

  @Test func everyWorkHasRows() throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run(
      [
        "bench", "--n", "12", "--runs", "1", "--frames", "5", "--duration", "0.1s", "--size",
        "320x240", "--renderer", "memory", "--json",
      ], of: Program.workbench(), in: directory.url)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("no local X server"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(json["driver"] as? String == "offscreen")
    let rows = try #require(json["rows"] as? [[String: Any]])
    let expected = BenchWork.allCases.flatMap { work in
      work.figures.map { "\(work.rawValue) \($0.rawValue)" }
    }
    #expect(
      rows.map { "\($0["work"] as? String ?? "") \($0["figure"] as? String ?? "")" } == expected)
    for row in rows {
      let ours = try #require(row["ours"] as? [String: Any])
      #expect(try #require(ours["median"] as? Double) > 0, "\(row)")
    }
  }

  /// The program and the floor compute the same values.
  @Test func tickSumEqualsTheFloors() throws {
    let floor = URL(fileURLWithPath: try Program.workbench())
      .deletingLastPathComponent().appendingPathComponent("lamella-floor").path
    let arguments = ["tick", "--n", "300", "--frames", "2", "--warmup", "0"]
    let theirs = try ChildProcess.run(floor, arguments, environment: [:])
    let ours = try Program.run(["bench-worker"] + arguments, of: Program.workbench())
    let decoder = JSONDecoder()
    let sums = [
      try decoder.decode(WorkReport.self, from: Data(theirs.line.utf8)).result,
      try decoder.decode(WorkReport.self, from: ours.output).result,
    ]
    #expect(sums[0] > 1 && abs(sums[0] - sums[1]) < 1e-4, "\(sums)")
  }

  @Test(
    arguments: [
      (["--n", "0"], 64, "1 to 1000000"), (["--n=-3"], 64, "-3"),
      (["--n", "10,10000000"], 64, "10000000"), (["--n", "ten"], 64, "ten"),
      (["--n", ""], 64, ""), (["--runs", "0"], 64, "runs"), (["--frames", "0"], 64, "frames"),
      (["--renderer", "crayons"], 64, "crayons"), (["--size", "0x5"], 64, "0x5"),
      (["juggling"], 64, "juggling"),
      (["movers", "--duration", "2s"], 64, "these works only: idle"),
      (["idle", "start", "--frames", "10"], 64, "--frames"),
      (["tick", "--size", "320x240"], 64, "--size"),
      (["commit", "tick", "--renderer", "memory"], 64, "--renderer"),
      (["-o", "/nonexistent/result"], 73, "/nonexistent/result"), (["-o", "/tmp"], 73, "/tmp"),
    ] as [([String], Int32, String)])
  func badInput(arguments: [String], status: Int32, words: String) throws {
    let result = try Program.run(["bench"] + arguments, of: Program.workbench())
    #expect(result.status == status, "\(result.errors)")
    #expect(words.isEmpty || result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func missingFloorFailsWithBuildCommand() throws {
    let directory = try TemporaryDirectory()
    let alone = directory.url.appendingPathComponent("lamella").path
    // Another process makes the copy: a file open for writing here may also be open in a child process
    // of a concurrent test, and then cannot be executed.
    let copy = TestProcess()
    copy.executableURL = try Tool.find("cp")
    copy.arguments = [try Program.workbench(), alone]
    try copy.run()
    copy.waitUntilExit()
    try #require(copy.terminationStatus == 0)
    let result = try ChildProcess.run(
      alone, ["bench"], environment: ProcessInfo.processInfo.environment)
    #expect(result.status == 66)
    #expect(result.errors.contains("--product lamella-floor"), "\(result.errors)")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func signalsEndProgramAndChild(signal: Int32) throws {
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.workbench())
    process.arguments = ["bench", "idle", "--duration", "60s", "--runs", "1"]
    process.environment = ProcessInfo.processInfo.environment.merging(Self.screenless) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    defer { process.end() }
    func children() -> [Int32] {
      let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
    #expect(wait(RunningViewer.patience) { !children().isEmpty })
    let child = try #require(children().first)
    kill(process.processIdentifier, signal)
    #expect(wait(RunningViewer.patience) { !process.isRunning })
    #expect(process.terminationStatus == 128 + signal)
    // A dead child whose status has not been read has no memory any more.
    #expect(
      wait(RunningViewer.patience) {
        let status = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        return status?.contains("VmRSS") != true
      }, "the child is still running")
  }

  /// The argument parser does not read these.
  @Test(
    arguments: [
      [], ["juggling"], ["tick", "--n"], ["tick", "--n", "-1"], ["tick", "--n", "2000000"],
      ["tick", "--n", "ten"], ["tick", "--frames", "-1"], ["tick", "--size", "0x5"],
      ["tick", "--seconds", "-1"], ["tick", "--renderer", "crayons"], ["tick", "--loud", "1"],
      ["tick", "more"],
    ] as [[String]])
  func workerRefusesUnknownArguments(arguments: [String]) throws {
    let result = try Program.run(["bench-worker"] + arguments, of: Program.workbench())
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("lamella-workbench: bench-worker "), "\(result.errors)")
  }

  @Test(arguments: ["1x1", "16384x16"])
  func unusualWindowSizesAreDrawn(size: String) throws {
    let result = try Program.run(
      [
        "bench-worker", "movers", "--n", "10", "--frames", "3", "--warmup", "1", "--size", size,
        "--renderer", "memory",
      ], of: Program.workbench(), environment: Self.screenless)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try JSONDecoder().decode(WorkReport.self, from: result.output).frames == 3)
  }

  // MARK: doctor

  @Test func doctorReportsRendererAndReason() throws {
    let environment = Self.screenless.merging(["LAMELLA_RENDERER": "memory"]) { $1 }
    let text = try Program.run(["doctor"], environment: environment)
    #expect(text.status == 0, "\(text.errors)")
    for words in ["SDL \(SDLSession.version)", "offscreen", "LAMELLA_RENDERER=memory requests it"] {
      #expect(text.text.contains(words), "\(text.text)")
    }
    let result = try Program.run(["doctor", "--json"], environment: environment)
    let report = try JSONDecoder().decode(DoctorReport.self, from: result.output)
    #expect(report.schema == 1 && report.driver == "offscreen" && report.chosen == "memory")
    #expect(report.renderers.map(\.name) == ["memory", "gl"])
    #expect(report.renderers[0].problem == nil)
    #expect(report.environment["LAMELLA_RENDERER"] == "memory" && report.cores > 0)
  }

  @Test(arguments: ["0", "off"]) func renderThreadIsSwitchedOff(value: String) throws {
    let environment = Self.screenless.merging(["LAMELLA_RENDER_THREAD": value]) { $1 }
    let result = try Program.run(["doctor"], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("LAMELLA_RENDER_THREAD requests one thread"), "\(result.text)")
  }

  @Test func windowsRejectAnUnknownRenderThread() throws {
    let environment = Self.screenless.merging(["LAMELLA_RENDER_THREAD": "2"]) { $1 }
    let result = try Program.run(
      ["bench-worker", "start", "--n", "1"], of: Program.workbench(), environment: environment)
    #expect(result.status == 69)
    #expect(result.errors.contains("LAMELLA_RENDER_THREAD is \"2\"; it can be on or off."))
  }

  @Test(arguments: [
    ([:], "no display"),
    (["SDL_VIDEODRIVER": "offscreen", "LAMELLA_RENDERER": "crayons"], "crayons"),
    (["SDL_VIDEODRIVER": "offscreen", "LAMELLA_FONT": "/nonexistent.ttf"], "/nonexistent.ttf"),
    (
      ["SDL_VIDEODRIVER": "offscreen", "LAMELLA_RENDER_THREAD": "of"], "\"of\"; it can be on or off"
    ),
    (["SDL_VIDEODRIVER": "offscreen", "LAMELLA_SCALE": "0"], "from 0.5 to 8"),
  ])
  func doctorFailsWithoutDisplayRendererOrFont(environment: [String: String], words: String) throws
  {
    let result = try Program.run(["doctor"], environment: environment)
    #expect(result.status == 69)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.text.contains("SDL"), "the report is printed in any case")
  }
}
