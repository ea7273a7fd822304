// ProcessLimitTests.swift
// The built program under the limits of the system: open files, sizes of files, full disks.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import ImageCodecs
import PNGFiles
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct ProcessLimitTests {
  /// Runs the program under a limit, through a shell.
  fileprivate func run(
    _ limit: String, _ command: String, display: String? = nil, in directory: URL
  ) throws -> (status: Int32, reason: TestProcess.TerminationReason, errors: String) {
    let errors = directory.appendingPathComponent("errors")
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      // The shell itself opens the file, which it could not under the limit.
      "exec 2>'\(errors.path)'; ulimit \(limit); exec '\(try Program.path())' \(command)",
    ]
    process.currentDirectoryURL = directory
    var environment = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "LAMELLA_TRACE", "LAMELLA_CLOCK"] {
      environment[name] = nil
    }
    environment["DISPLAY"] = display
    environment["SDL_VIDEODRIVER"] = display == nil ? "dummy" : "x11"
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, process.terminationReason,
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  @Test func windowWithTooFewOpenFilesIsRefusedWithTheReason() throws {
    let (server, directory) = (try XServer(), try TemporaryDirectory())
    for files in [5, 8, 10, 12, 14] {
      let result = try run(
        "-n \(files)", "view Pop", display: server.display, in: directory.url)
      #expect(result.reason == .exit && result.status == 69, "\(files): \(result.errors)")
      #expect(result.errors.contains("ulimit -n 256"), "\(files): \(result.errors)")
    }
  }

  /// The main thread's stack would end the program by a signal, without words.
  @Test(arguments: ["snapshot Pop -o x.png", "view Pop", "check"])
  func smallStackIsRefusedWithTheReason(command: String) throws {
    let directory = try TemporaryDirectory()
    let result = try run("-s 128", command, in: directory.url)
    #expect(result.reason == .exit && result.status == 69, "\(result.errors)")
    #expect(result.errors.contains("ulimit -s 8192"), "\(result.errors)")
    let raised = try run("-S -s 128", "snapshot Pop -o x.png", in: directory.url)
    #expect(raised.status == 0, "\(raised.errors)")
  }

  @Test func fontsThatCannotBeOpenedAreNotReportedAsMissing() throws {
    let directory = try TemporaryDirectory()
    let result = try run("-n 5", "snapshot Pop -o x.png", in: directory.url)
    #expect(result.reason == .exit && result.status == 69, "\(result.errors)")
    #expect(result.errors.contains("Too many open files"), "\(result.errors)")
    #expect(!result.errors.contains("Install one"), "\(result.errors)")
  }

  @Test(arguments: ["snapshot Pop -o x", "record Pop --to 0.3 -o x", "trace Pop -o x"])
  func fileBeyondTheLimitOfSizesIsAFailedWrite(command: String) throws {
    let directory = try TemporaryDirectory()
    let result = try run("-f 1", command, in: directory.url)
    #expect(result.reason == .exit, "no signal ends the program")
    #expect(result.status == ExitStatus.cannotWrite.rawValue, "\(result.errors)")
    #expect(result.errors.contains("File too large"), "\(result.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(left == ["errors"], "no part of the file is left")
  }

  /// A recording for which there is no room is a whole file of the frames for which there is.
  @Test(arguments: ["apng", "gif"])
  func recordingWithoutRoomKeepsItsFirstFrames(format: String) throws {
    let directory = try TemporaryDirectory()
    let command = "record Stress --to 0.5 --fps 20 --size 480x320 --format \(format) -o x"
    let whole = try run("-f unlimited", command, in: directory.url)
    #expect(whole.status == 0, "\(whole.errors)")
    let file = directory.url.appendingPathComponent("x")
    let size = try Data(contentsOf: file).count
    // In units of 512 bytes.
    let result = try run("-f \(size / 512 * 6 / 10)", command, in: directory.url)
    #expect(result.reason == .exit && result.status == ExitStatus.cannotWrite.rawValue)
    let bytes = [UInt8](try Data(contentsOf: file))
    let count =
      try format == "gif"
      ? ImageFile.decode(bytes, name: "x").frames.count
      : #require(try AnimatedPNG.decode(bytes, name: "x")).frames.count
    #expect((4...8).contains(count) && bytes.count < size)
    #expect(result.errors.contains("x has the first \(count) of 11 frames"), "\(result.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(left.sorted() == ["errors", "x"])
  }

  /// Sanitizers reserve more addresses than the limit has.
  private static let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  /// Under a limit of 2 GB, in KiB, a usual picture is written, and a very large one is refused.
  @Test(
    .enabled(if: !isSanitized),
    arguments: [
      "snapshot Pop --size 16384x16384", "snapshot Pop --size 8192x8192 --scale 2",
      "record Pop --to 0.1 --size 16384x16384",
    ])
  func pictureWithoutMemoryIsRefusedWithItsNeed(command: String) throws {
    let directory = try TemporaryDirectory()
    let usual = try run("-v 2000000", "snapshot Pop -o usual.png", in: directory.url)
    #expect(usual.reason == .exit && usual.status == 0, "\(usual.errors)")
    let result = try run("-v 2000000", "\(command) -o x.png", in: directory.url)
    #expect(result.reason == .exit, "it does not trap")
    #expect(result.status == ExitStatus.internalError.rawValue, "\(result.errors)")
    #expect(
      result.errors.contains("16384 x 16384 pixels needs 3072 MiB of memory"), "\(result.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(left.sorted() == ["errors", "usual.png"])
  }

  /// A pipe without a reader is waited for, until the user ends the program.
  @Test func waitingForAReaderCanBeInterrupted() throws {
    let directory = try TemporaryDirectory()
    #expect(mkfifo(directory.path + "/pipe", 0o600) == 0)
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.currentDirectoryURL = directory.url
    process.arguments = [
      "record", "Pop", "--to", "0.1", "--fps", "10", "--size", "60x40", "-o", "pipe",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.end() }
    let ended = wait(RunningViewer.patience) {
      process.interrupt()
      Thread.sleep(forTimeInterval: 0.3)
      return !process.isRunning
    }
    #expect(ended)
  }

  @Test func traceThatCannotBeWrittenIsReportedOnce() throws {
    let (server, directory) = (try XServer(), try TemporaryDirectory())
    let errors = directory.url.appendingPathComponent("errors")
    try Data().write(to: errors)
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.arguments = ["view", "Stress"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_TRACE": "/dev/full",
    ]) { $1 }
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    defer { process.end() }
    func reports() throws -> Int {
      try String(contentsOf: errors, encoding: .utf8).split(separator: "\n")
        .count { $0.contains("/dev/full") && $0.contains("No space left on device") }
    }
    #expect(try wait(RunningViewer.patience) { try reports() > 0 })
    // Later lines of the trace fail in silence, and the window remains.
    Thread.sleep(forTimeInterval: 1)
    #expect(try reports() == 1 && process.isRunning)
  }
}

extension WholeMachineTests {
  /// On the real clock.
  @Suite struct OpenFilesTests {
    @Test func softLimitOfOpenFilesIsRaised() throws {
      let (server, directory) = (try XServer(), try TemporaryDirectory())
      let result = try ProcessLimitTests().run(
        "-S -n 8", "trace Pop --clock real -o trace", display: server.display, in: directory.url)
      #expect(result.reason == .exit && result.status == 0, "\(result.errors)")
    }
  }
}
