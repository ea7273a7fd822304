// RecordCommand.swift
// `lamella record SAMPLE`: a run of a sample as an animated PNG or as numbered pictures, on the virtual clock.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import PNGFiles
import UIKit

/// Plays a sample off screen and writes its frames.
struct RecordCommand: ParsableCommand {
  /// What is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// One animated PNG.
    case apng
    /// A directory of numbered PNG files, for any encoder of videos.
    case png
  }

  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Write a run of a sample as an animation.",
    discussion: """
      The sample plays off screen on a virtual clock, so the same arguments give the same bytes.

      \(ExitStatus.table)
      """)

  /// More frames than these are probably a mistake, and need much memory.
  private static let mostFrames = 3600

  @Argument(help: "The sample; `lamella list` names them.")
  var sample: String

  @Option(help: "The trigger to fire at 0 s. Default: the first.")
  var trigger: String?

  @Option(help: "The time of the first frame: 0.35, 0.35s or 350ms.")
  var from = SecondsArgument(seconds: 0)

  @Option(help: "The time of the last frame. Default: the end of the trigger's change.")
  var to: SecondsArgument?

  @Option(help: "Frames per second, from 1 to 240.")
  var fps = 60

  @Option(help: "apng for one animated file, png for a directory of numbered files.")
  var format = Format.apng

  @Option(help: "How often the animation plays; 0 is for ever.")
  var loop = 0

  @OptionGroup var picture: PictureOptions

  @Option(name: [.short, .long], help: "The file to write, or the directory for --format png.")
  var output: String

  func validate() throws {
    guard (1...240).contains(fps) else {
      throw ValidationError("--fps takes a number from 1 to 240, not \(fps).")
    }
    guard (0...65_535).contains(loop) else {
      throw ValidationError("--loop takes a number from 0 to 65535, not \(loop).")
    }
  }

  func run() throws {
    try runCommand {
      let kind = try SampleCatalogue.sample(named: sample)
      if format == .apng { try requireWritable(output) }
      try requireFonts()
      let stage = try picture.stage(of: kind, framesPerSecond: Double(fps))
      defer { stage.close() }
      let played = try SampleCatalogue.trigger(named: trigger, of: stage.sample)
      let frames = try frames(of: stage, played)
      switch format {
      case .apng: try writeAnimation(frames)
      case .png: try writeSequence(frames)
      }
    }
  }

  @MainActor private func frames(
    of stage: OffscreenStage, _ trigger: Trigger
  ) throws(CommandFailure) -> [CGImage] {
    let end = to?.seconds ?? trigger.duration
    guard end >= from.seconds else {
      throw CommandFailure(
        status: .usage, message: "--to \(end) s is before --from \(from.seconds) s.")
    }
    let count = Int(((end - from.seconds) * Double(fps)).rounded()) + 1
    guard count <= Self.mostFrames else {
      throw CommandFailure(
        status: .usage,
        message: "\(count) frames are more than \(Self.mostFrames); record a shorter time.")
    }
    stage.run(trigger)
    return (0..<count).map { frame in
      stage.host.advance(to: from.seconds + Double(frame) / Double(fps))
      return stage.host.image()
    }
  }

  private func writeAnimation(_ frames: [CGImage]) throws(CommandFailure) {
    do {
      let bytes = try AnimatedPNG.encode(frames, framesPerSecond: fps, plays: loop)
      try writeFile(bytes, to: output)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(
        status: .cannotWrite, message: "The animation cannot be written: \(error).")
    }
  }

  private func writeSequence(_ frames: [CGImage]) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: output, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        status: .cannotWrite, message: "The directory \(output) cannot be made; choose another.")
    }
    for (index, frame) in frames.enumerated() {
      let number = String(index)
      let zeros = String(repeating: "0", count: max(0, 4 - number.count))
      try writePNG(frame, to: "\(output)/frame-\(zeros)\(number).png")
    }
  }
}

/// Writes bytes to a file, or to standard output for `-`.
func writeFile(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
  if path == "-" { return try StandardOutput.write(bytes) }
  guard let reason = WholeFile.write(bytes, to: path) else { return }
  throw CommandFailure(
    status: .cannotWrite, message: "\(path) cannot be written (\(reason)); choose another file.")
}
