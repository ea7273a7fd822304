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

  @Argument(help: "The sample; `lamella list` names them.", completion: .samples)
  var sample: String?

  @Option(help: "The trigger to fire at 0 s. Default: none.")
  var trigger: String?

  @OptionGroup var played: ScriptOption

  @Option(help: "The time of the picture: 0.35, 0.35s or 350ms.")
  var at = SecondsArgument(seconds: 0)

  @OptionGroup var picture: PictureOptions

  @Option(name: [.short, .long], help: "The file to write; - is standard output.")
  var output: String

  @OptionGroup var seeded: SeedOption

  @OptionGroup var notices: NoticeOptions

  func run() throws {
    try runCommand(applying: seeded, notices) {
      let (kind, script) = try played.read(sample: sample, trigger: trigger)
      let stage = try picture.stage(of: kind, stageSize: script?.size)
      defer { stage.close() }
      let trigger = try trigger.map {
        try SampleCatalogue.trigger(named: $0, of: stage.sample)
      }
      try requireFonts()
      if let trigger { stage.run(trigger) }
      var player = ScriptPlayer(script, on: stage)
      player.advance(to: at.seconds)
      stage.explain(script == nil ? trigger?.name : "script")
      let text = picture.pngNotes(
        sample: kind.name, trigger: script == nil ? trigger?.name : "script",
        at: at.seconds)
      try writePNG(stage.host.image(), to: output, text: text)
    }
  }
}
