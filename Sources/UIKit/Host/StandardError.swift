// StandardError.swift
// Messages of a program beside its output.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The program's standard error.
package enum StandardError {
  /// Writes a line.
  package static func write(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
