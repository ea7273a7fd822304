// CaptureTests.swift
// Recordings and pictures that the window writes.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import PNGFiles
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@MainActor @Suite(.serialized) struct CaptureTests {
  @Test func filesAreNamedByWhatTheyShow() throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_PICTURES_DIR": directory.path, "HOME": "/nonexistent"]
    func file() -> String { Capture.freeFile(named: "lamella-Pop", environment: environment) }
    #expect(file() == directory.path + "/lamella-Pop.png")
    for number in 2...3 {
      try Data().write(to: URL(fileURLWithPath: file()))
      #expect(file() == directory.path + "/lamella-Pop-\(number).png")
    }
    // Without a directory for pictures, in the current one.
    let other = Capture.freeFile(named: "lamella-Pop", environment: ["HOME": "/nonexistent"])
    #expect(other == FileManager.default.currentDirectoryPath + "/lamella-Pop.png")
    var script = StageScript(sample: "Pop", size: CGSize(width: 720, height: 420))
    script.beginRun(at: 2)
    script.append(.trigger("all"), at: 2)
    let (run, begin) = script.ofRun
    let snapshot = Capture.snapshot(run, trigger: "all", from: begin, at: 0.25)
    #expect(
      snapshot.arguments == ["snapshot", "--script", "/dev/stdin", "--at", "0.250"]
        || Theme.palette != .dark || UIAccessibility.isReduceMotionEnabled)
    #expect(
      snapshot.input == "lamella-script 1\nsample Pop\nstage 720x420\n0.000 trigger all\n")
    #expect(snapshot.file.hasSuffix("/lamella-Pop-all-0.250s.png"))
    // A window with a seed of its own has pictures with it.
    SampleSeed.value = 7
    let seeded = Capture.snapshot(run, trigger: "all", from: begin, at: 0.25)
    SampleSeed.value = SampleSeed.usual
    #expect(Array(seeded.arguments.drop { $0 != "--seed" }.prefix(2)) == ["--seed", "7"])
    #expect(!snapshot.arguments.contains("--seed"))
    let recording = Capture.record(run, trigger: nil, from: 0.5, length: .infinity)
    #expect(recording.arguments.suffix(6) == ["--from", "0.500", "--to", "59.500", "--fps", "60"])
    #expect(recording.file.hasSuffix("/lamella-Pop.png"))
  }

  /// The last whole line counts: another process may be writing the next one.
  @Test func progressOfARecordingIsRead() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/counts"
    let long = (1...400).map { "\($0)\n" }.joined()
    let cases: [(text: String, count: Int?)] = [
      ("", nil), ("8", nil), ("8\n", 8), ("8\n9", 8), (long, 400), (long + "40", 400),
    ]
    for (text, count) in cases {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let file = try #require(FileHandle(forReadingAtPath: path))
      #expect(Capture.lastCount(in: file) == count, "\(text.suffix(8))")
      #expect(try file.offset() == 0)
    }
    #expect(Wording.recording(frames: 84) == "Recording 1.4 s, 84 frames")
    #expect(Wording.recording(frames: 1) == "Recording 0.0 s, 1 frame")
    let recorded = try Program.run([
      "record", "Pop", "--to", "0.1", "--size", "40x30", "--count-frames", "-o", path,
    ])
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(String(decoding: recorded.output, as: UTF8.self) == (1...7).map { "\($0)\n" }.joined())
    let refused = try Program.run(["record", "Pop", "--count-frames", "-o", "-"])
    #expect(refused.status == 64 && refused.errors.contains("--output"), "\(refused.errors)")
  }

  /// The result of what failed names the file, the reason and what to do.
  @Test func failuresNameTheFileTheReasonAndWhatToDo() {
    let file = "/tmp/lamella-Pop.png"
    let full = "\(file) cannot be written (No space left on device); make room for it."
    func failure(_ message: String?, _ end: SpawnedProcess.End = .exit(9)) -> String {
      Wording.notWritten(file, message: message, end)
    }
    #expect(failure(full) == full, "the message of the process has all of it")
    #expect(failure("No font was found.") == "\(file) was not written. No font was found.")
    for (text, reason) in [
      (failure(nil), "exit code 9"), (failure(nil, .signal(9)), "signal 9"),
      (Wording.notBegun(file, "no such file"), "no such file"),
      (Wording.tooManyWritten(file, most: Capture.mostCommands), "4 files"),
    ] {
      #expect(text.hasPrefix("\(file) was not written: ") && text.contains(reason), "\(text)")
      #expect(text.contains("Try again") || text.contains("Open the window"), "\(text)")
    }
  }

  /// By the button and by the keys: the same bytes as those of the commands.
  @Test func windowWritesTheRunAndAPicture() throws {
    let directory = try TemporaryDirectory()
    let viewer = try RunningViewer(
      ["view", "Pop", "--size", "1280x800"], environment: ["XDG_PICTURES_DIR": directory.path])
    try viewer.press("trigger-all")
    try viewer.advance(by: 0.2)
    try viewer.press("record")
    try viewer.advance(by: 0.1)
    let recording = directory.path + "/lamella-Pop-all.png"
    #expect(wait(RunningViewer.patience) { FileManager.default.fileExists(atPath: recording) })
    let frames = try AnimatedPNG.decode(
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: recording))), name: "recording")
    #expect(frames?.frames.count == 43, "0.7 s at 60 frames a second, with both ends")
    try viewer.advance(by: 2)
    try viewer.server.xdotool("key", "ctrl+s")
    try viewer.advance(by: 0.1)
    let picture = directory.path + "/lamella-Pop-all-0.700s.png"
    #expect(wait(RunningViewer.patience) { FileManager.default.fileExists(atPath: picture) })
    #expect(try PNGFile.read(picture).width == 720)
    // The result is logged when the process has ended.
    let sentences = ["Writing \(recording)", "Wrote \(recording)", "Wrote \(picture)"]
    let isLogged = try wait(RunningViewer.patience) {
      try viewer.advance(by: 0.1)
      let log = viewer.events("log").compactMap { $0.fields["text"] }
      return sentences.allSatisfy(log.contains)
    }
    #expect(isLogged, "\(viewer.events("log"))")
  }

  /// Files that pictures left open made a window end after some hundreds of them.
  @Test func picturesLeaveNoFileOpen() throws {
    let directory = try TemporaryDirectory()
    let viewer = try RunningViewer(
      ["view", "Pop", "--size", "1280x800"], environment: ["XDG_PICTURES_DIR": directory.path])
    func picture() throws {
      let before = viewer.events("log").count
      try viewer.server.xdotool("key", "ctrl+s")
      let isLogged = try wait(RunningViewer.patience) {
        try viewer.advance(by: 0.1)
        return viewer.events("log").dropFirst(before).contains {
          $0.fields["text"]?.hasPrefix("Wrote ") == true
        }
      }
      #expect(isLogged, "\(viewer.events("log"))")
    }
    let files = "/proc/\(viewer.process.processIdentifier)/fd"
    func temporaryFiles() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: files).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)")
      }.filter { $0.hasSuffix("(deleted)") && $0.contains("/lamella-") }
    }
    for _ in 0..<3 { try picture() }
    // The progress of a command is looked for once more after its end.
    #expect(try wait(RunningViewer.patience) { try temporaryFiles().isEmpty })
    #expect(try temporaryFiles().isEmpty)
  }

  /// The result of a command that cannot be started has the system's reason.
  @Test func pictureWithoutFilesIsReportedWithTheReason() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 3, rlim_max: 3)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let status = await MainActor.run {
        let capture = Capture(arguments: ["snapshot", "Pop"], file: "/tmp/lamella-Pop-none.png")
        var result = ""
        capture.start(progress: { _ in }, ended: { result = $0 })
        return result.contains("Too many open files") && !Capture.isAnyRunning
      }
      exit(status ? 0 : 1)
    }
  }

  /// Pressed again, the button does not write the same once more.
  @Test func sameRecordingIsWrittenOnce() throws {
    let directory = try TemporaryDirectory()
    let viewer = try RunningViewer(
      ["view", "Keyframes", "--size", "1280x800"],
      environment: ["XDG_PICTURES_DIR": directory.path])
    try viewer.press("trigger-linear")
    try viewer.advance(by: 3.2)
    // Both before the first could be written.
    let place = try viewer.place(of: "record")
    try viewer.server.xdotool(
      "mousemove", "\(Int(place.midX))", "\(Int(place.midY))", "click", "1", "click", "1")
    try viewer.advance(by: 0.1)
    let file = directory.path + "/lamella-Keyframes-linear.png"
    let isLogged = try wait(RunningViewer.patience) {
      try viewer.advance(by: 0.1)
      return viewer.events("log").contains { $0.fields["text"] == "Wrote \(file)" }
    }
    #expect(isLogged)
    let begun = viewer.events("log").filter { $0.fields["text"]?.hasPrefix("Writing ") == true }
    #expect(begun.count == 1)
  }
}
