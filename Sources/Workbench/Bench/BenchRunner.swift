// BenchRunner.swift
// Runs a work and its floor in alternation, so that other load on the machine affects both.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer

/// A measured case.
struct BenchCase: Hashable {
  var work: BenchWork
  var count: Int
  var frames: Int
  var size: SizeArgument
  var seconds: Double
  /// Whether GL draws its pixels; without them, what is left is the work of the programs and of GL's library.
  var drawsPixels = true
}

/// One run's report, and the X server's work for it.
struct BenchRun: Hashable {
  var report: WorkReport
  /// Seconds of the X server's processor time between the marks; 0 when there is none to read.
  var serverCPU = 0.0
}

/// Runs works and floors: their programs, and the display that they draw on.
struct BenchRunner {
  var program: String
  var floor: String
  var environment: [String: String]
  var server: ServerClock?
  /// SDL's video driver for all runs.
  var driver: String

  /// - Throws: A failure when the floors were not built.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(CommandFailure) {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    program = own
    let directory = (own as NSString).deletingLastPathComponent
    floor = directory + "/lamella-floor"
    guard FileManager.default.isExecutableFile(atPath: floor) else {
      throw CommandFailure(
        status: .noSuchSample,
        message: "There is no \(floor), the program of the floors. Build it with "
          + "`swift build -c release --product lamella-floor`.")
    }
    self.environment = environment
    server = environment["DISPLAY"].flatMap(ServerClock.init(display:))
    let wanted = environment["SDL_VIDEODRIVER"] ?? ""
    driver = wanted.isEmpty ? (server == nil ? "offscreen" : "x11") : wanted
    if driver != "x11" { server = nil }
    self.environment["SDL_VIDEODRIVER"] = driver
  }

  /// A notice when the X server's processor time is not measured; nil when it is.
  var noticeWithoutServer: String? {
    guard server == nil else { return nil }
    return driver == "offscreen"
      ? "There is no local X server: drawing off screen, where frames are neither shown nor copied. "
        + "Times of frames have goals with a server alone (xvfb-run lamella-workbench bench)."
      : "The processor time of the display server is not measured with the driver \(driver)."
  }

  /// Runs the floor of a case in C.
  func runFloor(_ what: BenchCase) throws(CommandFailure) -> BenchRun {
    try run(floor, [what.work.rawValue] + arguments(what) + ["--renderer", "opengl"])
  }

  /// Lets GL draw no pixels, in ours and in the floor.
  ///
  /// Source: Mesa 3D documentation, "Environment Variables", GALLIUM_NOOP.
  mutating func omitPixels() { environment["GALLIUM_NOOP"] = "1" }

  /// Runs a case of ours.
  func run(_ what: BenchCase, renderer: String) throws(CommandFailure) -> BenchRun {
    try run(
      program,
      ["bench-worker", what.work.rawValue] + arguments(what)
        + (renderer.isEmpty ? [] : ["--renderer", renderer]))
  }

  private func arguments(_ what: BenchCase) -> [String] {
    [
      "--n", "\(what.count)", "--frames", "\(what.frames)",
      "--warmup", "\(max(3, what.frames / 10))", "--seconds", "\(what.seconds)",
      "--size", "\(what.size.width)x\(what.size.height)", "--marks",
    ]
  }

  /// - Parameter attempts: The number of attempts without a display: an X server resets itself after its last client,
  ///   and refuses others meanwhile. Default 5.
  private func run(
    _ path: String, _ arguments: [String], attempts: Int = 5
  ) throws(CommandFailure) -> BenchRun {
    var (before, after) = (0.0, 0.0)
    let since = ProcessMeter.nanoseconds()
    let result = try ChildProcess.run(
      path, arguments + ["--since", "\(since)"], environment: environment
    ) { mark in
      // The server may still be processing the last requests.
      if server != nil { usleep(30_000) }
      let seconds = server?.seconds ?? 0
      if mark == "begin" { before = seconds } else { after = seconds }
    }
    if result.status == 69, server != nil, attempts > 1 {
      usleep(300_000)
      return try run(path, arguments, attempts: attempts - 1)
    }
    let words = ([path] + arguments).joined(separator: " ")
    guard result.status == 0 else {
      throw CommandFailure(
        status: result.status == 69 ? .noDisplay : .internalError,
        message: "\(words) ended with \(result.status): "
          + result.errors.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    guard let report = try? JSONDecoder().decode(WorkReport.self, from: Data(result.line.utf8))
    else {
      throw CommandFailure(
        status: .internalError, message: "\(words) printed no report but \"\(result.line)\".")
    }
    return BenchRun(report: report, serverCPU: after - before)
  }
}
