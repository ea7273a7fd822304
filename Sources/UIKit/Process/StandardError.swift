// StandardError.swift
// Messages of a program beside its output.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The program's standard error.
package enum StandardError {
  /// Writes a line. What it quotes from files and arguments cannot control the terminal.
  package static func write(_ line: String) {
    Diagnostics.writeToStandardError("\(line.escapingControls(keepingLines: true))\n")
  }

  /// Writes what happened to the program, after its name: in a terminal it may be one among several.
  package static func report(_ sentence: String) {
    write("\(ProcessInfo.processInfo.processName): \(sentence)")
  }
}

extension String {
  /// The text with control characters as Swift writes them: `\u{1b}`.
  ///
  /// - Parameter keepingLines: Whether ends of lines and tabs remain.
  package func escapingControls(keepingLines: Bool) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .control
        && !(keepingLines && (scalar == "\n" || scalar == "\t"))
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isControl(scalar) {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
