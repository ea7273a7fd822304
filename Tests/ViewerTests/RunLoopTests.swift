// RunLoopTests.swift
// What a program of the user's own sends to its run loop is run, whatever else is due: see RunLoopProgram.
//
// SPDX-License-Identifier: MIT

import Foundation
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

  private func run(_ arguments: [String], thread: String) throws -> [String: Int] {
    let program = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent()
      .appendingPathComponent("RunLoopProgram").path
    let (status, text) = try Program.output(
      of: program, arguments,
      environment: [
        "SDL_VIDEODRIVER": "offscreen", "LAMELLA_RENDERER": "memory",
        "LAMELLA_RENDER_THREAD": thread,
      ])
    #expect(status == 0, "\(text)")
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":")
      if parts.count == 2 { counts[String(parts[0])] = Int(parts[1].dropFirst()) }
    }
    return counts
  }
}
