// ResizeTests.swift
// Windows that are resized while another thread draws them.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite struct ResizeTests {
  /// As fast as a user drags an edge, and faster: SDL changes the surface between the drawing and the showing of frames.
  @Test(arguments: ["Stress", "Pop"])
  func windowIsResizedWhileItIsDrawn(sample: String) throws {
    let server = try XServer(width: 1300, height: 900)
    let directory = try TemporaryDirectory()
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.arguments = ["view", sample, "--renderer", "memory", "--render-thread", "on"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "XDG_STATE_HOME": directory.path,
    ]) { $1 }
    let errors = TestPipe()
    process.standardError = errors
    try process.run()
    defer { process.end() }
    let found = try server.xdotool("search", "--sync", "--class", "lamella")
    let window = try #require(found.split(separator: "\n").first.map(String.init))
    try server.xdotool("key", "1")
    var arguments: [String] = []
    for step in 0..<400 {
      arguments += ["windowsize", window, "\(900 + step % 100 * 2)", "\(700 + step % 7)"]
      if step % 3 == 0 { arguments += ["sleep", "0.008"] }
    }
    try server.xdotool(arguments)
    // The window answers.
    try server.xdotool("windowsize", "--sync", window, "1000", "650")
    #expect(process.isRunning)
    process.end()
    let words = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(!words.contains("surface"), "\(words)")
  }
}
