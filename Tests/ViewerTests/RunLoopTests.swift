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
    let program = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent()
      .appendingPathComponent("RunLoopProgram").path
    let (status, text) = try Program.output(
      of: program, [],
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
    func count(_ name: String) -> Int { counts[name] ?? 0 }
    #expect(count("block of the main queue") == 50, "\(text)")
    #expect(count("task") == 50, "\(text)")
    // A busy machine draws fewer frames.
    #expect(count("frame") >= 5 && count("frame inside") >= 2 && count("timer") >= 20, "\(text)")
    // The blocks of the last frame may not have run.
    #expect(count("block of the run loop") >= count("frame") - 2, "\(text)")
  }
}
