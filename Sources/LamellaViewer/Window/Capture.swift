// Capture.swift
// Recordings and pictures of what the window plays, written by the program's own commands.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import UIKit

/// A command that writes a file while the window plays on.
///
/// A separate process plays the sample on a virtual clock, so no frame is missing, however slow the screen is.
struct Capture: Hashable {
  /// The command's arguments, without the output.
  var arguments: [String]
  /// What the command reads: the text of a script.
  var input = ""
  /// The file to write.
  var file: String

  /// The frames of a recording in a second.
  static let framesPerSecond = 60
  /// The longest recording, in seconds.
  static let longestRecording = 59.0

  /// An animated PNG of a run.
  ///
  /// - Parameters:
  ///   - trigger: The trigger's name, for that of the file. Nil if the sample's own controls began the run.
  ///   - begin: The time of the script at which the run begins.
  @MainActor static func record(
    _ script: StageScript, trigger: String?, from begin: TimeInterval, length: TimeInterval
  ) -> Capture {
    let end = begin + min(length, longestRecording)
    return Capture(
      arguments: ["record", "--count-frames"] + look + ["--script", "/dev/stdin"]
        + ["--from", Wording.fixed(begin, 3), "--to", Wording.fixed(end, 3)]
        + ["--fps", "\(framesPerSecond)"],
      input: ScriptText.text(of: script),
      file: freeFile(named: name(sample: script.sample, trigger: trigger)))
  }

  /// A picture of a sample at a time of a run, in seconds; before a run, of the sample at rest.
  @MainActor static func snapshot(
    _ script: StageScript, trigger: String?, from begin: TimeInterval, at time: TimeInterval
  ) -> Capture {
    let seconds = Wording.fixed(min(time, 3600), 3)
    return Capture(
      arguments: ["snapshot"] + look + ["--script", "/dev/stdin"]
        + ["--at", Wording.fixed(begin + min(time, 3600), 3)],
      input: ScriptText.text(of: script),
      file: freeFile(named: name(sample: script.sample, trigger: trigger) + "-\(seconds)s"))
  }

  /// The begin of the name of a file about a run.
  static func name(sample: String, trigger: String?) -> String {
    "\(Viewer.program)-" + [sample, trigger].compactMap(\.self).joined(separator: "-")
  }

  /// The colours, the motion and the seed of the window.
  @MainActor private static var look: [String] {
    (Theme.palette.isLight ? ["--theme", "light"] : [])
      + (Theme.palette.hasEdges ? ["--contrast", "on"] : [])
      + (UIAccessibility.isReduceMotionEnabled ? ["--reduced-motion", "on"] : [])
      + (SampleSeed.value == SampleSeed.usual ? [] : ["--seed", "\(SampleSeed.value)"])
  }

  /// The files of the commands that run, and the commands.
  private static let beingWritten = Locked<[String: Capture]>([:])
  /// Whether a file is being written.
  static var isAnyRunning: Bool { beingWritten.withLock { !$0.isEmpty } }
  /// The file that an equal command is writing; nil without one.
  var fileBeingWritten: String? {
    Self.beingWritten.withLock {
      $0.values.first { $0.arguments == arguments && $0.input == input }?.file
    }
  }
  /// Each command needs a core while it runs.
  static let mostCommands = 4

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - progress: Called on the main thread, a few times a second, with the number of frames that a recording has.
  ///   - ended: Called on the main thread with a sentence about the result.
  @MainActor func start(
    progress: @escaping @MainActor (Int) -> Void, ended: @escaping @MainActor (String) -> Void
  ) {
    let file = file
    let isAdmitted = Self.beingWritten.withLock {
      guard $0.count < Self.mostCommands, $0[file] == nil else { return false }
      $0[file] = self
      return true
    }
    guard isAdmitted else {
      return ended(Wording.tooManyWritten(file, most: Self.mostCommands))
    }
    var environment = ProcessInfo.processInfo.environment
    // The window's own log and clock.
    for name in ["LAMELLA_TRACE", "LAMELLA_CLOCK"] { environment[name] = nil }
    let (process, counts, messages): (SpawnedProcess, FileHandle, FileHandle)
    do {
      // Files, as a reader of pipes would have to keep up with the command.
      (counts, messages) = (try .unnamed(), try .unnamed())
      process = try SpawnedProcess(
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
        arguments + ["--output", file], environment: environment,
        input: try Self.unnamedFile(with: input), output: counts, errors: messages)
    } catch {
      Self.beingWritten.withLock { $0[file] = nil }
      return ended(Wording.notBegun(file, "\(error)"))
    }
    Self.follow(counts, whileWriting: file, progress)
    DispatchQueue.global().async {
      let end = process.wait()
      Self.beingWritten.withLock { $0[file] = nil }
      let result =
        end == .exit(0)
        ? "Wrote \(file)" : Wording.notWritten(file, message: Self.reason(in: messages), end)
      DispatchQueue.main.async { ended(result) }
    }
  }

  /// Calls a closure with the last number in a file of the frames' counts, until the command ends.
  @MainActor private static func follow(
    _ counts: FileHandle, whileWriting file: String, _ progress: @escaping @MainActor (Int) -> Void
  ) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) {
      MainActor.assumeIsolated {
        guard beingWritten.withLock({ $0[file] != nil }) else { return }
        if let count = lastCount(in: counts) { progress(count) }
        follow(counts, whileWriting: file, progress)
      }
    }
  }

  /// The number in the last whole line of a file that another process writes, whose place in it stays; nil without one.
  static func lastCount(in file: FileHandle) -> Int? {
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 32)
    let read = pread(file.fileDescriptor, &bytes, bytes.count, max(0, status.st_size - bytes.count))
    let text = String(decoding: bytes.prefix(max(0, read)), as: UTF8.self)
    return text.lastIndex(of: "\n").flatMap { end in
      text[..<end].split(separator: "\n").last.flatMap { Int($0) }
    }
  }

  /// An open file with a text, to be read from its begin.
  private static func unnamedFile(with text: String) throws -> FileHandle {
    let file = try FileHandle.unnamed()
    if let failure = writeAll(Array(text.utf8), to: file.fileDescriptor) { throw failure }
    try file.seek(toOffset: 0)
    return file
  }

  /// The last error of a command that failed, such as why it could not write the file.
  private static func reason(in messages: FileHandle) -> String? {
    try? messages.seek(toOffset: 0)
    let bytes = (try? messages.read(upToCount: 4096)) ?? nil
    let line = String(decoding: bytes ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline)
      .last
    let name = "\(Viewer.program): "
    return line.map { String($0.hasPrefix(name) ? $0.dropFirst(name.count) : $0) }
  }

  /// A file that is not there yet, in the directory of pictures, else in the current one.
  ///
  /// - Parameter suffix: The end of its name.
  static func freeFile(
    named name: String, suffix: String = ".png",
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let files = FileManager.default
    let pictures = environment["XDG_PICTURES_DIR"] ?? environment["HOME"].map { $0 + "/Pictures" }
    let directory =
      pictures.flatMap { files.isWritableFile(atPath: $0) ? $0 : nil } ?? files.currentDirectoryPath
    var (path, number) = ("\(directory)/\(name)\(suffix)", 2)
    let beingWritten = beingWritten.withLock { $0 }
    while files.fileExists(atPath: path) || beingWritten[path] != nil {
      path = "\(directory)/\(name)-\(number)\(suffix)"
      number += 1
    }
    return path
  }
}
