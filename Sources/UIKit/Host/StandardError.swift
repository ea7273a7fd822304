// StandardError.swift
// Messages of a program beside its output.
//
// SPDX-License-Identifier: MIT

import QuartzCore

/// The program's standard error.
package enum StandardError {
  /// Writes a line.
  package static func write(_ line: String) {
    Diagnostics.writeToStandardError("\(line)\n")
  }
}
