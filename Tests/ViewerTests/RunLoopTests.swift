// RunLoopTests.swift
// What a program of the user's own sends to its run loop is run, whatever else is due: see RunLoopProgram.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct RunLoopTests {
  /// Timers that are due in every turn kept blocks and tasks from running for ever, where frames are drawn on the main
  /// thread.
  @Test(arguments: ["on", "off"])
  func everythingThatIsSentRuns(thread: String) throws {
    let counts = try run([], thread: thread)
    #expect(counts["block of the main queue"] == 50, "\(counts)")
    #expect(counts["task"] == 50, "\(counts)")
    let frames = try #require(counts["frame"], "\(counts)")
    // A busy machine draws fewer frames.
    #expect(frames >= 5, "\(counts)")
    #expect(counts["frame inside", default: 0] >= 2, "\(counts)")
    #expect(counts["timer", default: 0] >= 20, "\(counts)")
    // The blocks of the last frames may not have run.
    #expect(counts["block of the run loop", default: 0] >= frames - 2, "\(counts)")
  }

  /// The timer that ends the program is served before the main queue: what has not run until then counts as lost.
  @Test(arguments: ["on", "off"])
  func workAloneWakesProgram(thread: String) throws {
    let counts = try run(["still"], thread: thread)
    #expect(counts["block of the main queue"] == 50, "\(counts)")
    #expect(counts["task"] == 50, "\(counts)")
    #expect(counts["frame"] == nil, "\(counts)")
  }

  /// semantics 21.15: a program without a window yet runs on, and ends with the last one that was open.
  @Test(arguments: ["on", "off"], ["late", "hidden"])
  func programWaitsForItsFirstWindow(thread: String, argument: String) throws {
    let (status, text) = try output(of: [argument], thread: thread)
    #expect(status == 0, "\(text)")
    #expect(text == "completed\nframe\nterminates\n", "\(text)")
  }

  /// A window that was released before it was seen is reported, and ends the program.
  @Test func programWhoseWindowIsReleasedEnds() throws {
    let (status, text) = try output(of: ["dropped"], thread: "on")
    #expect(status == 0 && text.contains("Keep a shown window in a property"), "\(text)")
    #expect(text.hasSuffix("terminates\n"), "\(text)")
  }

  /// Signals end a program without a window.
  @Test(arguments: [SIGINT, SIGTERM])
  func programWithoutAWindowIsEndedBySignals(signal: Int32) throws {
    let process = TestProcess()
    process.executableURL = try program()
    process.arguments = ["never"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SDL_VIDEODRIVER": "offscreen"]) { $1 }
    let pipe = TestPipe()
    process.standardOutput = pipe
    try process.run()
    defer { process.end() }
    #expect(pipe.fileHandleForReading.availableData == Data("no window\n".utf8))
    Thread.sleep(forTimeInterval: 0.5)
    #expect(process.isRunning)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
  }

  private func run(_ arguments: [String], thread: String) throws -> [String: Int] {
    let (status, text) = try output(of: arguments, thread: thread)
    #expect(status == 0, "\(text)")
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":")
      if parts.count == 2 { counts[String(parts[0])] = Int(parts[1].dropFirst()) }
    }
    return counts
  }

  private func program() throws -> URL {
    URL(fileURLWithPath: try Program.path()).deletingLastPathComponent()
      .appendingPathComponent("RunLoopProgram")
  }

  private func output(of arguments: [String], thread: String) throws -> (
    status: Int32, text: String
  ) {
    try Program.output(
      of: try program().path, arguments,
      environment: [
        "SDL_VIDEODRIVER": "offscreen", "LAMELLA_RENDERER": "memory",
        "LAMELLA_RENDER_THREAD": thread,
      ])
  }
}
