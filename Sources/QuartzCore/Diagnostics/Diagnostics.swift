// Diagnostics.swift
// The reports of layers, views and animations, which are written where those of Core Graphics are.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// Messages for the user of the program; see `Reports`.
package enum Diagnostics {
  /// Writes a line.
  package static func write(_ line: String) { Reports.write(line) }

  /// Writes text to standard error as it is.
  package static func writeToStandardError(_ text: String) { Reports.writeToStandardError(text) }

  /// Writes a line unless one was written about the same subject before.
  ///
  /// - Parameter subject: Identifies the message, such as by a layer's label and a key.
  package static func reportOnce(_ subject: String, _ line: @autoclosure () -> String) {
    Reports.reportOnce(subject, line())
  }

  /// Collects the messages of a body.
  package static func collecting<R>(_ body: () throws -> R) rethrows -> (result: R, lines: [String])
  {
    try Reports.collecting(body)
  }
}
