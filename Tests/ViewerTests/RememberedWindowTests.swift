// RememberedWindowTests.swift
// What the window remembers from one run of the program to the next.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite @MainActor struct RememberedWindowTests {
  @Test func textHasTheWholeWindow() {
    var window = RememberedWindow()
    #expect(window.text == "" && RememberedWindow(text: "") == window)
    window.size = CGSize(width: 1000, height: 700)
    window.theme = .light
    window.sample = "Pop"
    #expect(window.text == "size 1000x700\ntheme light\nsample Pop\n")
    #expect(RememberedWindow(text: window.text) == window)
  }

  /// What is wrong in a damaged file, or in one of another version, counts as missing.
  @Test(arguments: [
    "", "\n\n", "size", "size x", "size 1280", "size -3x4", "size 1e9x2", "theme", "theme blue",
    "sample", "sample NoSuchSample", "1280x800", "other 3", "\u{0}\u{1}",
    String(repeating: "size ", count: 10_000),
  ])
  func badLinesAreLeftOut(text: String) {
    #expect(RememberedWindow(text: text) == RememberedWindow())
    #expect(RememberedWindow(text: text + "\ntheme dark\n").theme == .dark)
  }

  /// Closed by a user, the program writes the file; the next one reads it.
  @Test func sampleAndSizeAreThoseOfTheLastWindow() throws {
    let directory = try TemporaryDirectory()
    let file = directory.url.appendingPathComponent("lamella/window")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "theme light\nsample Quiz\n".write(to: file, atomically: true, encoding: .utf8)
    let server = try XServer(width: 1300, height: 900)
    func openAndQuit(_ arguments: [String], by signal: Int32? = nil) throws -> RememberedWindow {
      let process = TestProcess()
      process.executableURL = URL(fileURLWithPath: try Program.path())
      process.arguments = ["view"] + arguments + ["--renderer", "memory"]
      process.environment = ProcessInfo.processInfo.environment.merging([
        "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11",
        "XDG_STATE_HOME": directory.url.path,
      ]) { $1 }
      try process.run()
      defer { process.end() }
      try server.xdotool("search", "--sync", "--onlyvisible", "--class", "lamella")
      // A key that came before the window had the keyboard is pressed again.
      while process.isRunning {
        if let signal {
          #expect(try !Self.ignores(signal, process))
          kill(process.processIdentifier, signal)
          return wait(RunningViewer.patience) { !process.isRunning }
            ? try read() : RememberedWindow()
        }
        try server.xdotool("key", "ctrl+q")
        Thread.sleep(forTimeInterval: 0.2)
      }
      return try read()
    }
    func read() throws -> RememberedWindow {
      RememberedWindow(text: try String(contentsOf: file, encoding: .utf8))
    }
    // A size that was asked for is for once; a sample is on show.
    var window = try openAndQuit(["Pop", "--size", "900x600"])
    #expect(window.sample == "Pop" && window.size == nil && window.theme == .light, "\(window)")
    window = try openAndQuit([])
    #expect(window.sample == "Pop" && window.theme == .light, "\(window)")
    #expect(window.size == CGSize(width: 1280, height: 800), "\(window)")
    window = try openAndQuit(["Springs"], by: SIGTERM)
    #expect(window.sample == "Springs" && window.theme == .light, "\(window)")
  }

  /// Whether a process ignores a signal, as then do the programs that it runs.
  private static func ignores(_ signal: Int32, _ process: TestProcess) throws -> Bool {
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let mask = try #require(status.firstMatch(of: /SigIgn:\s*([0-9a-f]+)/)?.output.1)
    return try #require(UInt64(mask, radix: 16)) & (1 << UInt64(signal - 1)) != 0
  }
}
