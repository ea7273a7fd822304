// RecordCommand.swift
// `lamella record SAMPLE`: a run of a sample as an animation or as numbered pictures, on the virtual clock.
//
// This folder: commands that play a sample and write the result: a picture that moves, a trace, a verdict.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import ImageCodecs
import PNGFiles
import UIKit

/// Plays a sample off screen and writes its frames.
struct RecordCommand: ParsableCommand {
  /// What is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// One animated PNG.
    case apng
    /// One GIF, of 255 colours a picture.
    case gif
    /// A directory of numbered PNG files, for any encoder of videos.
    case png
  }

  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Write a run of a sample as an animation.",
    discussion: """
      The sample plays off screen on a virtual clock, so the same arguments give the same bytes. Interrupted by \
      Ctrl-C, it writes the frames so far, and on a full disk those that fit. Numbered pictures replace those \
      of an earlier recording in the directory. A GIF counts time in hundredths of a second, and has at most \
      \(GIFEncoder.maximumRate) frames a second: viewers slow down what is faster.

      \(ExitStatus.table)
      """)

  /// More frames than these are probably a mistake.
  private static let mostFrames = 3600

  @Argument(help: "The sample; `lamella list` names them.", completion: .samples)
  var sample: String?

  @Option(help: "The trigger to fire at 0 s. Default: the first.")
  var trigger: String?

  @OptionGroup var played: ScriptOption

  @Option(help: "The time of the first frame: 0.35, 0.35s or 350ms.")
  var from = SecondsArgument(seconds: 0)

  @Option(
    help: """
      The time of the last frame, with at most 3600 frames until then. Default: the end of the trigger's change, or \
      the script's.
      """)
  var to: SecondsArgument?

  @Option(help: "Frames per second, from 1 to 240. Default: 60, of a GIF 50.")
  var fps: Int?

  @Option(
    name: .customLong("format"),
    help:
      "apng or gif for one animated file, png for a directory of numbered files. Default: as the file's name ends, else apng."
  )
  var givenFormat: Format?

  @Option(help: "How often the animation plays; 0 is for ever. Default: 0.")
  var loop: Int?

  @OptionGroup var picture: PictureOptions

  @Option(
    name: [.short, .long],
    help: "The file to write, - for standard output, or the directory for --format png.",
    completion: .file())
  var output: String

  @OptionGroup var seeded: SeedOption

  @OptionGroup var notices: NoticeOptions

  /// For the window, which shows how far its recordings are.
  @Flag(
    help: ArgumentHelp(
      "Write the number of frames so far to standard output, a line each.", visibility: .hidden))
  var countFrames = false

  /// The format that was given, else that of the file's name.
  private var format: Format { givenFormat ?? (ending == "gif" ? .gif : .apng) }

  /// What the file's name ends with, after a dot, in lower case.
  private var ending: String {
    output == "-" ? "" : URL(fileURLWithPath: output).pathExtension.lowercased()
  }

  /// Fails for a name that promises another format.
  private func requireFittingName() throws {
    let endings: [Format: [String]] = [.apng: ["png", "apng"], .gif: ["gif"]]
    guard let fitting = endings[format], !ending.isEmpty, !fitting.contains(ending) else { return }
    let known = endings.values.joined().contains(ending)
    throw ValidationError(
      known
        ? "--format \(format.rawValue) does not fit the name \(output): leave it out, or choose a name that ends with "
          + ".\(fitting[0])."
        : "There is no format for a name that ends with .\(ending): use .png or .gif, or --format png for pictures that "
          + "any encoder of films reads.")
  }

  private var framesPerSecond: Int {
    fps ?? (format == .gif ? GIFEncoder.maximumRate : ClockArgument.usualRate)
  }

  func validate() throws {
    try requireFittingName()
    try ClockArgument.validate(fps: framesPerSecond)
    guard format != .gif || framesPerSecond <= GIFEncoder.maximumRate else {
      throw ValidationError(
        "--fps takes a number from 1 to \(GIFEncoder.maximumRate) for a GIF, not "
          + "\(framesPerSecond): viewers slow down what is faster.")
    }
    guard format != .png || output != "-" else {
      throw ValidationError("--format png writes a directory of files; name one with --output.")
    }
    guard !countFrames || output != "-" else {
      throw ValidationError("--count-frames needs standard output; name a file with --output.")
    }
    if let loop, !(0...65_535).contains(loop) {
      throw ValidationError("--loop takes a number from 0 to 65535, not \(loop).")
    }
    guard format != .png || loop == nil else {
      throw ValidationError("--loop is for animated files; numbered files are not played.")
    }
    guard format != .gif || picture.notes != true else {
      throw ValidationError("--notes is for PNG files; a GIF has none.")
    }
  }

  func run() throws {
    try runCommand(applying: seeded, notices) {
      let (kind, script) = try played.read(sample: sample, trigger: trigger)
      if format != .png { try requireWritable(output) }
      try requireFonts()
      let stage = try picture.stage(
        of: kind, stageSize: script?.size, framesPerSecond: Double(framesPerSecond))
      defer { stage.close() }
      let trigger =
        script == nil ? try SampleCatalogue.trigger(named: trigger, of: stage.sample) : nil
      let count = try frameCount(until: trigger?.duration ?? script.map(ScriptPlayer.end(of:)) ?? 0)
      let recording = try RecordingFile(
        format, to: output, framesPerSecond: framesPerSecond, plays: loop ?? 0, from: from.seconds,
        text: picture.pngNotes(sample: kind.name, trigger: trigger?.name ?? "script"))
      if let trigger { stage.run(trigger) }
      try record(
        count, of: stage, playing: script, named: trigger?.name ?? "script", into: recording)
    }
  }

  /// - Parameter usual: The time of the last frame, if the options have none.
  private func frameCount(until usual: TimeInterval) throws(CommandFailure) -> Int {
    let end = to?.seconds ?? usual
    guard end >= from.seconds else {
      let message =
        to == nil
        ? "--from \(from.seconds) s is after the end of the run, \(end) s: choose an earlier time, or give "
          + "--to as well."
        : "--to \(end) s is before --from \(from.seconds) s."
      throw CommandFailure(status: .usage, message: message)
    }
    let count = Int(((end - from.seconds) * Double(framesPerSecond)).rounded()) + 1
    guard count <= Self.mostFrames else {
      throw CommandFailure(
        status: .usage,
        message: "\(count) frames are more than \(Self.mostFrames); record a shorter time.")
    }
    return count
  }

  /// Plays the frames, up to the last or to an interruption, and writes what there is.
  ///
  /// - Parameter name: That of the trigger that was fired.
  @MainActor private func record(
    _ count: Int, of stage: OffscreenStage, playing script: StageScript?, named name: String,
    into recording: RecordingFile
  ) throws(CommandFailure) {
    var recording = recording
    var player = ScriptPlayer(script, on: stage)
    Interruption.watch()
    defer { Interruption.ignore() }
    var progress = ProgressBar(total: count)
    while recording.count < count, !Interruption.hasCome {
      progress.step("frame \(recording.count + 1) of \(count)")
      player.advance(to: from.seconds + Double(recording.count) / Double(framesPerSecond))
      try recording.append(stage.host.image())
      if countFrames { try StandardOutput.print("\(recording.count)") }
    }
    progress.finish()
    stage.explain(name)
    do {
      try recording.write()
    } catch {
      // Such as while a pipe waits for its reader.
      guard Interruption.hasCome else { throw error }
      throw CommandFailure(
        status: .interrupted, message: "Interrupted. \(output) is incomplete.")
    }
    guard recording.count < count else { return }
    throw CommandFailure(
      status: .interrupted,
      message: "Interrupted. \(recording.place) the first \(recording.count) of \(count) frames.")
  }
}
