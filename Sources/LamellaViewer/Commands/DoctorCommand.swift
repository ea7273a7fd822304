// DoctorCommand.swift
// `lamella doctor`: drivers, renderers and fonts of this machine.
//
// This folder: the subcommands of `lamella` that play no runs, and how commands end.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// Reports the display, the renderers and the fonts of this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Report drivers, renderers and fonts of this machine.",
    discussion: """
      Exits with \(ExitStatus.noDisplay.rawValue) when no window can be drawn on this machine.

      \(ExitStatus.table)
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var color: ColorOptions

  func run() throws {
    try runCommand {
      let report = DoctorReport.ofThisMachine()
      let failure = report.problem.map {
        CommandFailure(status: .noDisplay, message: "Nothing can be drawn: \($0).")
      }
      try StandardOutput.print(
        json ? JSONText.of(report, ending: failure) : report.text(color.style))
      if let failure { throw failure }
    }
  }
}
