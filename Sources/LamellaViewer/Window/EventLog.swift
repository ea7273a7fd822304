// EventLog.swift
// A log of events for tests that run the program from outside. Frames for Perfetto are in TraceFile.swift.
//
// Enabled by LAMELLA_TRACE=FILE. Each line is a name and key=value fields, separated by tabs:
//
//     sample      name=Pop
//     layout      name=trigger-all  x=248  y=477  width=120  height=32
//     ready
//     trigger     name=all  time=12.5
//     command     name=step(frames: 1)
//     frame       index=12  time=0.2  display=0.2  animations=4  percent=35.0
//     completion  animation=Pop  finished=true  elapsed=0.7  time=13.2
//     block       seconds=0.05
//     log         text=Late by 3 refreshes (50.0 ms).
//     clock       time=1.5
//     crash
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import Glibc
import QuartzCore

/// A file of events. Lines are written without buffering.
@MainActor final class EventLog {
  private let file: Int32
  private let path: String
  /// Whether a failure to write was reported, after which nothing is written.
  private var hasFailed = false

  /// Opens a file to append to.
  ///
  /// - Throws: A failure with the system's reason when the file cannot be written.
  init(path: String) throws(CommandFailure) {
    self.path = path
    file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    guard file >= 0 else {
      throw CommandFailure(
        status: .cannotWrite,
        message: "The trace \(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    // Frames are written as they are shown; after a fault the file holds all of them and this line.
    CrashLine.set("crash", file: file)
  }

  deinit {
    CrashLine.set("")
    close(file)
  }

  /// The trace named by the environment; nil without one.
  static func fromEnvironment() throws(CommandFailure) -> EventLog? {
    guard let path = ProcessInfo.processInfo.environment["LAMELLA_TRACE"], !path.isEmpty else {
      return nil
    }
    return try EventLog(path: path)
  }

  func sample(_ name: String) { write("sample", [("name", name)]) }

  func trigger(_ name: String) {
    write("trigger", [("name", name), ("time", "\(CACurrentMediaTime())")])
  }

  func command(_ command: WindowCommand) { write("command", [("name", "\(command)")]) }

  func block(_ seconds: TimeInterval) { write("block", [("seconds", "\(seconds)")]) }

  func clock(_ time: TimeInterval) { write("clock", [("time", "\(time)")]) }

  func log(_ text: String) { write("log", [("text", text)]) }

  func completion(_ report: SampleReport) {
    write(
      "completion",
      [
        ("animation", report.animation),
        ("finished", report.finished.map { "\($0)" } ?? "unknown"),
        ("elapsed", "\(report.elapsed)"),
        ("time", "\(CACurrentMediaTime())"),
      ])
  }

  /// - Parameter places: Names and frames, in points of the window.
  func layout(_ places: [(name: String, frame: CGRect)]) {
    for (name, frame) in places {
      write(
        "layout",
        [
          ("name", name), ("x", "\(frame.minX)"), ("y", "\(frame.minY)"),
          ("width", "\(frame.width)"), ("height", "\(frame.height)"),
        ])
    }
    write("ready", [])
  }

  func frame(_ record: FrameRecord, drawn: [(name: String, value: Double)]) {
    write(
      "frame",
      [
        ("index", "\(record.index)"), ("time", "\(record.time)"),
        ("display", "\(record.display)"), ("animations", "\(record.animations)"),
        ("skew", "\(record.skew)"),
      ] + drawn.map { ($0.name, "\($0.value)") })
  }

  private func write(_ event: String, _ fields: [(String, String)]) {
    let line = ([event] + fields.map { "\($0)=\($1)" }).joined(separator: "\t") + "\n"
    // An incomplete trace is better than a window that stops.
    guard !hasFailed, let failure = writeAll(Array(line.utf8), to: file) else { return }
    hasFailed = true
    Diagnostics.writeToStandardError(
      "The trace \(path) ends here, as it cannot be written: \(failure.reason).\n")
  }
}
