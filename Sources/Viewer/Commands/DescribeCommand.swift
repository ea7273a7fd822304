// DescribeCommand.swift
// `lamella describe SAMPLE`: what the window shows at a time, as text.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// Plays a sample off screen up to a time and prints what the window shows.
struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe", abstract: "Print what the window shows at one time, as text.",
    discussion: """
      The sample plays off screen on a virtual clock. Every pane of the window is described: the state, the figures, \
      the animations with their times, the values of each layer as set and as shown, the steps of each action \
      search, and the log. In the window, Ctrl+C copies the same text.

      \(ExitStatus.table)
      """)

  @Argument(help: "The sample; `lamella list` names them.", completion: .samples)
  var sample: String?

  @Option(help: "The trigger to fire at 0 s. Default: none.")
  var trigger: String?

  @OptionGroup var played: ScriptOption

  @Option(help: "The time: 0.35, 0.35s or 350ms.")
  var at = SecondsArgument(seconds: 0)

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var seeded: SeedOption

  @OptionGroup var notices: NoticeOptions

  func run() throws {
    try runCommand(applying: seeded, notices) {
      let (kind, script) = try played.read(sample: sample, trigger: trigger)
      let stage = OffscreenStage(inWindow: kind, stageSize: script?.size)
      defer { stage.close() }
      try stage.requireSample()
      let trigger = try trigger.map { try SampleCatalogue.trigger(named: $0, of: stage.sample) }
      try requireFonts()
      if let trigger { stage.run(trigger) }
      var player = ScriptPlayer(script, on: stage)
      player.advance(to: at.seconds)
      stage.explain(script == nil ? trigger?.name : "script")
      guard let viewer = stage.viewer else { trap("a stage with a window has a viewer") }
      viewer.inspector.actions.refresh()
      let text = WindowText(viewer)
      try StandardOutput.print(json ? JSONText.of(text) : text.text)
    }
  }
}
