// DoctorCommand.swift
// `lamella doctor`: drivers, renderers and fonts of this machine.
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

  func run() throws {
    try runCommand {
      let report = DoctorReport.ofThisMachine()
      try StandardOutput.print(json ? report.json : report.text)
      if let problem = report.problem {
        throw CommandFailure(status: .noDisplay, message: "Nothing can be drawn: \(problem).")
      }
    }
  }
}
