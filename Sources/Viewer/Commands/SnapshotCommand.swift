// SnapshotCommand.swift
// `lamella snapshot SAMPLE`: a sample at one time as a PNG, on the virtual clock. The same arguments give
// the same bytes.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import PNGFiles
import SDLRenderer
import UIKit

/// Plays a sample off screen up to a time and writes the picture.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write a picture of a sample at one time.",
    discussion: """
      The sample plays off screen on a virtual clock, so the same arguments give the same bytes.

      \(ExitStatus.table)
      """)

  @Argument(help: "The sample; `lamella list` names them.")
  var sample: String

  @Option(help: "The trigger to fire at 0 s. Default: none.")
  var trigger: String?

  @Option(help: "The time of the picture: 0.35, 0.35s or 350ms.")
  var at = SecondsArgument(seconds: 0)

  @Option(help: "The picture's size in points. Default: 720x420, or 1280x800 with --window.")
  var size: SizeArgument?

  @Option(help: "Pixels per point.")
  var scale: ScaleArgument?

  @Flag(help: "Show the whole window around the sample.")
  var window = false

  @Option(name: [.short, .long], help: "The file to write; - is standard output.")
  var output: String

  func run() throws {
    try runCommand {
      let kind = try SampleCatalogue.sample(named: sample)
      let points = size?.size ?? (window ? OffscreenStage.windowSize : OffscreenStage.stageSize)
      let scale = scale?.scale ?? 1
      let longest = max(points.width, points.height) * scale
      guard longest <= CGFloat(PNGFile.maximumSide) else {
        throw CommandFailure(
          status: .usage,
          message: "A picture of \(points.width) x \(points.height) points at \(scale) pixels per "
            + "point is more than \(PNGFile.maximumSide) pixels long. Choose a smaller --size or "
            + "--scale.")
      }
      let stage = OffscreenStage(kind, size: points, scale: scale, showsWindow: window)
      defer { stage.close() }
      let trigger = try trigger.map {
        try SampleCatalogue.trigger(named: $0, of: stage.sample)
      }
      try requireFonts()
      let image = stage.image(of: trigger, at: at.seconds)
      try writePNG(image, to: output)
    }
  }
}
