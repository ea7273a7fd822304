// StandardOutput.swift
// The output of commands: what cannot be written ends the program with an exit code of its own.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc

/// The program's standard output.
package enum StandardOutput {
  // Commands write on the main thread.
  /// Whether something was written, or was to be.
  nonisolated(unsafe) private(set) static var isUsed = false

  /// Occupies the numbers of streams that were closed by the caller, so that no other file gets them. Writing to
  /// them fails.
  package static func reserveClosedStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is this one, as those below it are open.
      _ = open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a line.
  ///
  /// - Throws: A failure with the system's reason.
  package static func print(_ text: String) throws(CommandFailure) {
    try write(Array("\(text)\n".utf8))
  }

  /// Writes bytes.
  ///
  /// - Throws: A failure with the system's reason.
  package static func write(_ bytes: [UInt8]) throws(CommandFailure) {
    isUsed = true
    guard let failure = writeAll(bytes, to: STDOUT_FILENO) else { return }
    throw CommandFailure(
      status: .cannotWrite, message: "The output cannot be written: \(failure.reason).")
  }
}
