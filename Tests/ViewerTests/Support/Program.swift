// Program.swift
// The built program, run as a process.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// The built program `lamella`.
enum Program {
  static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// `LAMELLA_BINARY`, else the release build of `Scripts/run` that is newer than every source, else the debug build.
  ///
  /// - Parameter isOptimized: Whether the test needs the release build, because it draws thousands of frames
  ///   or counts the costs of a frame.
  static func path(isOptimized: Bool = false) throws -> String {
    if let named = ProcessInfo.processInfo.environment["LAMELLA_BINARY"] {
      guard FileManager.default.isExecutableFile(atPath: named) else {
        throw MissingTool(description: "LAMELLA_BINARY names \(named), which cannot be run")
      }
      return named
    }
    let build = packageRoot.appendingPathComponent(".build")
    let release = build.appendingPathComponent("program/release/lamella").path
    if let built = modified(release), built > newestSource() { return release }
    guard !isOptimized else {
      throw MissingTool(
        description: "there is no release build as new as the sources: run Scripts/test, "
          + "or Scripts/run, first")
    }
    let debug = build.appendingPathComponent("debug/lamella").path
    guard FileManager.default.isExecutableFile(atPath: debug) else {
      throw MissingTool(description: "there is no lamella at \(debug): run `swift build` first")
    }
    return debug
  }

  private static func modified(_ path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }

  private static func newestSource() -> Date {
    let sources = packageRoot.appendingPathComponent("Sources").path
    let files = FileManager.default.enumerator(atPath: sources)
    var newest = Date.distantPast
    while let file = files?.nextObject() as? String {
      if let date = modified(sources + "/" + file), date > newest { newest = date }
    }
    return newest
  }

  /// The result of a finished run.
  struct Result {
    var status: Int32
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// `lamella-workbench`, which is beside `lamella`.
  static func workbench() throws -> String { try path() + "-workbench" }

  /// Runs the program to its end, without a display.
  ///
  /// - Parameter program: Its path. Default that of `lamella`.
  static func run(
    _ arguments: [String], of program: String? = nil, in directory: URL? = nil,
    environment added: [String: String] = [:]
  ) throws -> Result {
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try program ?? path())
    process.arguments = arguments
    process.currentDirectoryURL = directory
    var environment = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "LAMELLA_TRACE", "LAMELLA_CLOCK"]
    {
      environment[name] = nil
    }
    process.environment = environment.merging(added) { $1 }
    let errors = try TemporaryDirectory()
    let errorFile = errors.url.appendingPathComponent("stderr")
    try Data().write(to: errorFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    let output = TestPipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: data,
      errors: try String(contentsOf: errorFile, encoding: .utf8))
  }

  /// Runs any program, and returns what it writes to both of its outputs.
  ///
  /// - Parameter added: Variables beside those of the tests.
  static func output(
    of program: String, _ arguments: [String], environment added: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
    let pipe = TestPipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
