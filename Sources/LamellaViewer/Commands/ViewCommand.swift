// ViewCommand.swift
// `lamella view [SAMPLE]` and `lamella` alone: the window.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import SDLRenderer
import UIKit

/// Opens the window; fails without a display.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Open the window (the default), on a sample, a package or a Swift file.",
    discussion: """
      A package, or a Swift file with a UIView or a Sample in it, is built and shown, and on every save built and shown \
      again, at the same sample, time and selection. An error of the compiler is shown over the last good version. The \
      code runs in a process of its own: its end is not that of the window.

      \(ExitStatus.table)
      """)

  @OptionGroup var options: WindowOptions

  @Option(
    help:
      "The package of Lamella for a Swift file: a folder or a URL. Default: LAMELLA_PACKAGE, else the folder in which this program was built."
  )
  var lamella: String?

  func run() throws {
    try runCommand(applying: options.seeded, options.notices) {
      if let path = options.sample, PreviewSession.isPath(path) {
        return try preview(path)
      }
      // A misspelled name fails with or without a display.
      if let name = options.sample { _ = try SampleCatalogue.sample(named: name) }
      try requireOpenFiles()
      if let reason = Displays.reasonForNone { throw Displays.failure(reason) }
      try ViewerApplication.open(options)
    }
  }
}

extension ViewCommand {
  /// Builds and shows what is at a path, on every save.
  @MainActor private func preview(_ path: String) throws {
    try requireOpenFiles()
    if let reason = Displays.reasonForNone { throw Displays.failure(reason) }
    try PreviewSession(path: path, lamella: lamella, arguments: forwarded).run()
  }

  /// The options that the program of the package gets, too.
  private var forwarded: [String] {
    var words: [String] = []
    if let renderer = options.renderer { words += ["--renderer", renderer.choice.name] }
    if let scale = options.scale { words += ["--scale", "\(scale.scale)"] }
    if let theme = options.theme { words += ["--theme", theme.rawValue] }
    if options.noVsync { words.append("--no-vsync") }
    return words
  }
}

/// The default subcommand: opens the window or, without a display, writes a contact sheet.
struct StartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Open the window, or write a contact sheet.",
    shouldDisplay: false)

  @OptionGroup var options: WindowOptions

  func run() throws {
    try runCommand(applying: options.seeded, options.notices) {
      // A misspelled subcommand is parsed as a sample's name. It fails with or without a display.
      if let name = options.sample { _ = try SampleCatalogue.sample(named: name) }
      try requireOpenFiles()
      guard let reason = Displays.reasonForNone else { return try ViewerApplication.open(options) }
      if !options.notices.quiet {
        try StandardOutput.print("There is no display: \(reason).")
        try StandardOutput.print("Playing every sample off screen, on a virtual clock.")
      }
      try requireFonts()
      let path = try ContactSheet.write(into: FileManager.default.currentDirectoryPath)
      try StandardOutput.print("Wrote \(path).")
    }
  }
}

/// Whether a window can be opened.
@MainActor package enum Displays {
  /// The reason why not, as text after a colon; nil when a window can be opened.
  package static var reasonForNone: String? { WindowHost.canOpenWindow() }

  package static func failure(_ reason: String) -> CommandFailure {
    CommandFailure(
      status: .noDisplay,
      message: """
        No window can be opened: \(reason). Start a desktop session or set DISPLAY or \
        WAYLAND_DISPLAY; under a server without a screen use `xvfb-run lamella view`. \
        `\(Viewer.program) snapshot` and `\(Viewer.program)` alone need no display.
        """)
  }
}
