// BenchSampleProgramTests.swift
// The built program's `bench` of samples, with short runs in a window.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

/// The built program's `bench` of samples, with short runs. Its figures depend on the machine; what is tested is which
/// there are.
@Suite(.serialized) struct BenchSamplesProgramTests {
  private static let work = ["work", "events", "commit", "animate", "render"]

  private func run(
    _ arguments: [String], on server: XServer, renderer: String, in directory: URL? = nil
  ) throws -> Program.Result {
    try Program.run(
      ["bench"] + arguments, in: directory,
      environment: [
        "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_RENDERER": renderer,
      ])
  }

  @Test func withoutADisplayItIsSkipped() throws {
    let result = try Program.run(
      ["bench", "Pop", "Springs"],
      environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "x11"])
    #expect(result.status == ExitStatus.skipped.rawValue && result.output.isEmpty)
    #expect(result.errors.contains("Skipped: no window can be opened"), "\(result.errors)")
  }

  /// In memory nothing waits for the screen, and no pace is pretended.
  @Test func withoutAScreenToWaitForThereIsWorkAlone() throws {
    let (server, directory) = (try XServer(), try TemporaryDirectory())
    let short = ["--runs", "2", "--warmup", "0.1s", "--duration", "0.3s"]
    let table = try run(
      ["Pop", "springs", "--trigger", "all"] + short, on: server, renderer: "memory")
    #expect(table.status == 0, "\(table.errors)")
    #expect(table.text.contains("memory, no refresh of a screen was measured."), "\(table.text)")
    let lines = table.text.split(separator: "\n").filter { $0.hasSuffix("  simulated") }
    #expect(lines.count == 10 && !table.text.contains("frame time"), "\(table.text)")
    #expect(lines.count { $0.hasPrefix("Springs  all ") } == 5, "\(table.text)")
    let csv = try run(
      ["Pop", "--trigger", "all", "--csv", "-o", "pop.csv"] + short, on: server, renderer: "memory",
      in: directory.url)
    #expect(csv.status == 0 && csv.output.isEmpty, "\(csv.errors)")
    let file = try String(contentsOfFile: directory.path + "/pop.csv", encoding: .utf8)
    let cells = file.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(file.hasSuffix("\n") && cells.dropFirst().map { String($0[2]) } == Self.work)
    for row in cells.dropFirst() {
      #expect(row.count == 11 && row[4] == "simulated" && row[5] == "2", "\(row)")
      let numbers = row[6...].compactMap { Double($0) }
      // Least, lower quartile, median, upper quartile, greatest.
      let order = [3, 1, 0, 2, 4].map { numbers[$0] }
      #expect(numbers.count == 5 && order == order.sorted(), "\(row)")
    }
  }

  /// A driver that waits, unless the machine is always late.
  @Test func onAScreenThereIsThePaceToo() throws {
    let server = try XServer()
    let result = try run(
      [
        "Pop", "--trigger", "all", "--runs", "2", "--warmup", "0", "--json", "--renderer", "gl",
      ], on: server, renderer: "memory")
    #expect(result.status == 0, "\(result.errors)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect((json["driver"] as? String)?.contains("· gl") == true)
    let rows = try #require(json["rows"] as? [[String: Any]])
    let figures = rows.compactMap { $0["figure"] as? String }
    if json["source"] as? String == "present-return" {
      #expect(figures == SampleFigure.allCases.map(\.rawValue))
      #expect(try #require(json["periodMilliseconds"] as? Double) > 0)
    } else {
      #expect(json["source"] as? String == "simulated" && json["periodMilliseconds"] == nil)
      #expect(figures == Self.work)
    }
    for row in rows { #expect(row["runs"] as? Int == 2 && row["trigger"] as? String == "all") }
    #expect(json["warmUpSeconds"] as? Double == 0 && json["durationSeconds"] == nil)
  }

  @Test(
    arguments: [
      (["Pop", "--duration", "0"], 64, "above 0"),
      (["Pop", "--csv", "--json"], 64, "exclude each other"),
      (["Pop", "--trigger", "al"], 66, "Did you mean \"all\"?"),
      (["Stress", "--trigger", "more"], 64, "choose shuffle, wave, three"),
      (["Pop", "--warmup", "soon"], 64, "--warmup takes a time"),
      (["Pop", "-o", "/nonexistent/result"], 73, "/nonexistent/result"),
      (["--warmup", "1s"], 64, "Missing expected argument"),
      (["Sprinsg"], 66, "Did you mean \"Springs\"?"),
    ] as [([String], Int32, String)])
  func badInput(arguments: [String], status: Int32, words: String) throws {
    let result = try Program.run(["bench"] + arguments)
    #expect(result.status == status, "\(result.errors)")
    // With --json there is the reason.
    #expect(result.output.isEmpty != arguments.contains("--json"), "\(result.text)")
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  /// Ctrl-C leaves a summary of the runs that were complete.
  @Test func interruptedRunsAreSummarised() throws {
    let (server, directory) = (try XServer(), try TemporaryDirectory())
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.path(isOptimized: true))
    process.arguments = [
      "bench", "Pop", "--trigger", "all", "--runs", "1000", "--warmup", "0", "--csv", "-o",
      directory.path + "/result.csv",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_RENDERER": "memory",
    ]) { $1 }
    let errors = directory.url.appendingPathComponent("errors")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    try RunningViewer.withDefaultAction(of: SIGINT) { try process.run(patience: nil) }
    defer { process.end() }
    // Pictures of more than one run, if the machine shows every frame; a later machine has fewer runs.
    var seen: [UInt8] = []
    var pictures = 0
    let areShown = try wait(RunningViewer.patience) {
      let now = try server.screenshot().bytes
      if now != seen { (seen, pictures) = (now, pictures + 1) }
      return pictures > 120
    }
    #expect(areShown)
    kill(process.processIdentifier, SIGINT)
    #expect(wait(RunningViewer.patience) { !process.isRunning })
    #expect(process.terminationStatus == ExitStatus.interrupted.rawValue)
    let message = try String(contentsOf: errors, encoding: .utf8)
    let match = try #require(
      message.firstMatch(of: /Interrupted after ([0-9]+) of 1000 runs/), "\(message)")
    let file = try? String(contentsOfFile: directory.path + "/result.csv", encoding: .utf8)
    if match.1 == "0" {
      #expect(file == nil)
    } else {
      let rows = try #require(file).split(separator: "\n").dropFirst()
      #expect(
        rows.count == 5 && rows.allSatisfy { $0.contains(",simulated,\(match.1),") }, "\(rows)")
    }
  }
}

extension WholeMachineTests {
  /// On the real clock.
  @Suite struct BenchedSampleTests {
    /// The log of animations has those of each time that the trigger was fired.
    @Test func triggersAreFiredAgainUntilTheRunIsOver() throws {
      let server = try XServer()
      func begun(_ options: [String]) throws -> Int {
        let result = try Program.run(
          ["bench", "Pop", "--trigger", "all", "--runs", "1", "--warmup", "0", "--csv"] + options,
          environment: [
            "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_RENDERER": "memory",
            "LAMELLA_DEBUG": "animations",
          ])
        #expect(result.status == 0, "\(result.errors)")
        return result.errors.split(separator: "\n").count { $0.contains(" begins ") }
      }
      let once = try begun([])
      let again = try begun(["--duration", "4s"])
      #expect(once > 0 && again >= 2 * once, "\(once), \(again)")
    }
  }
}
