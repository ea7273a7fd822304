// SnapshotCommand.swift
// `lamella snapshot SAMPLE`: a sample at one time as a PNG, or what the window shows of it as text, on the virtual
// clock. The same arguments give the same bytes.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import PNGFiles
import SDLRenderer
import UIKit

/// Plays a sample off screen up to a time, and writes the picture or its description.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write a picture of a sample at one time, or describe it.",
    discussion: """
      The sample plays off screen on a virtual clock, so the same arguments give the same bytes.

      With --text every pane of the window is described instead: the state, the figures, the animations with their \
      times, the values of each layer as set and as shown, the steps of each action search, and the log. In the \
      window, Ctrl+C copies the same text.

      \(ExitStatus.table)
      """)

  @Argument(help: "The sample; `\(Viewer.program) list` names them.", completion: .samples)
  var sample: String?

  @Option(help: "The trigger to fire at 0 s. Default: none.")
  var trigger: String?

  @OptionGroup var played: ScriptOption

  @Option(help: "The time of the picture: 0.35, 0.35s or 350ms.")
  var at = SecondsArgument(seconds: 0)

  @OptionGroup var picture: PictureOptions

  @Flag(help: "Describe what the window shows, as text.")
  var text = false

  @Flag(help: "Describe what the window shows, as JSON.")
  var json = false

  @Option(
    name: [.short, .long],
    help: "The file to write; - is standard output, and the default for a description.")
  var output: String?

  @OptionGroup var seeded: SeedOption

  @OptionGroup var notices: NoticeOptions

  private var isDescribed: Bool { text || json }

  func validate() throws {
    if text && json { throw ValidationError("--text and --json exclude each other: give one.") }
    if output == nil, !isDescribed {
      throw ValidationError("A picture needs a file: add -o FILE, or --text for a description.")
    }
    if isDescribed, let option = picture.given {
      throw ValidationError("\(option) is of pictures, and a description has none: leave it out.")
    }
  }

  func run() throws {
    try runCommand(applying: seeded, notices) {
      let (kind, script) = try played.read(sample: sample, trigger: trigger)
      let stage =
        isDescribed
        ? OffscreenStage(inWindow: kind, stageSize: script?.size)
        : try picture.stage(of: kind, stageSize: script?.size)
      defer { stage.close() }
      if isDescribed { try stage.requireSample() }
      let trigger = try trigger.map {
        try SampleCatalogue.trigger(named: $0, of: stage.sample)
      }
      try requireFonts()
      if let trigger { stage.run(trigger) }
      var player = ScriptPlayer(script, on: stage)
      player.advance(to: at.seconds)
      let played = script == nil ? trigger?.name : "script"
      stage.explain(played)
      guard !isDescribed else { return try describe(stage) }
      let notes = picture.pngNotes(sample: kind.name, trigger: played, at: at.seconds)
      try writePNG(stage.host.image(), to: output ?? "-", text: notes)
    }
  }

  @MainActor private func describe(_ stage: OffscreenStage) throws(CommandFailure) {
    guard let viewer = stage.viewer else { trap("a stage with a window has a viewer") }
    viewer.inspector.actions.refresh()
    let words = WindowText(viewer)
    try writeResult(json ? JSONText.of(words) : words.text, to: output)
  }
}
