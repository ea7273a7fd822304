// ViewCommand.swift
// `lamella view [SAMPLE]` and `lamella` alone: the window.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// Opens the window; fails without a display.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Open the window (the default).")

  @OptionGroup var options: WindowOptions

  func run() throws {
    try runCommand(applying: options.seeded, options.notices) {
      // A misspelled name fails with or without a display.
      if let name = options.sample { _ = try SampleCatalogue.sample(named: name) }
      try requireOpenFiles()
      if let reason = Displays.reasonForNone { throw Displays.failure(reason) }
      try ViewerApplication.open(options)
    }
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
