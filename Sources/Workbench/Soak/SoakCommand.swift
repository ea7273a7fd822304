// SoakCommand.swift
// `lamella-workbench soak`: a sample played for a long time, and whether memory grows.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import LamellaViewer
import UIKit

/// Plays a sample off screen for hours of virtual time, or in a window for minutes, and checks memory.
struct SoakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Play a sample for an hour of virtual time, and check its memory.",
    discussion: """
      The triggers fire in turn, one every two seconds. Fails if memory grows by more than 1 % after the first \
      minute, or if more files are open at the end. On the real clock the sample plays in a window, for five minutes.
      """)

  @Argument(help: "The sample's name.", completion: .samples)
  var sample = "Stress"

  @Option(help: "real for a window, virtual for none.")
  var clock = ClockArgument.virtual

  @Option(help: "Seconds of the clock. Default: 3600 of virtual time, 300 of real time.")
  var duration: Double?

  @Option(help: "Frames per second of virtual time. Default: 60.")
  var fps: Double?

  @OptionGroup var notices: NoticeOptions

  /// What `--duration` takes: memory is judged after the first minute, and for at least another one.
  static let durations = "a number of seconds from 120 to 10000000, such as 600"

  func validate() throws {
    if let duration, !(120...1e7).contains(duration) {
      throw ValidationError("--duration takes \(Self.durations), not \(duration).")
    }
    try ClockArgument.validate(fps: fps, on: clock)
  }

  func run() throws {
    try runCommand(applying: notices) {
      let kind = try SampleCatalogue.sample(named: sample)
      try requireFonts()
      let result = try clock == .real ? playInWindow(kind) : play(kind)
      Notices.explain(
        clock == .real
          ? "Played \(kind.name) in a window."
          : "Played \(kind.name) off screen, on a virtual clock with "
            + "\(Wording.fixed(fps ?? Double(ClockArgument.usualRate), 0)) refreshes per second.")
      try StandardOutput.print(
        "\(Int(result.readings.last?.time ?? 0)) s of \(kind.name): \(Int(result.before)) KiB after the first minute, "
          + "\(Int(result.after)) KiB at the end (\(TextTable.number(result.growth * 100)) %), "
          + "\(result.readings.last?.files ?? 0) open files.")
      if let problem = result.problem {
        throw CommandFailure(status: .checkFailed, message: problem)
      }
    }
  }

  @MainActor private func play(_ kind: any Sample.Type) -> SoakResult {
    let duration = duration ?? 3600
    var progress = ProgressBar(total: Int(duration / max(2, duration / 720)))
    defer { progress.finish() }
    return SoakRun.run(
      kind, duration: duration, framesPerSecond: fps ?? Double(ClockArgument.usualRate)
    ) { reading in
      progress.step(Self.words(reading))
    }
  }

  @MainActor private func playInWindow(_ kind: any Sample.Type) throws -> SoakResult {
    try requireOpenFiles()
    if let problem = Displays.reasonForNone { throw Displays.failure(problem) }
    let duration = duration ?? 300
    var progress = ProgressBar(total: Int(duration))
    defer { progress.finish() }
    let result = try SoakApplication.run(kind, duration: duration) { reading in
      progress.step(Self.words(reading))
    }
    let end = result.readings.last?.time ?? 0
    if end < duration {
      throw CommandFailure(
        status: .interrupted,
        message:
          "The window was closed after \(Int(end)) of \(Int(duration)) s: memory was not judged.")
    }
    return result
  }

  private static func words(_ reading: SoakReading) -> String {
    "\(Int(reading.time)) s, \(reading.memory) KiB, \(reading.files) files"
  }
}
