// Reports.swift
// Messages on standard error: unsupported requests, reported once, and the lines of debug switches.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Messages for the user of the program.
///
/// Unsupported requests and unusable numbers are reported once per subject, such as a layer and a key, so that they neither pass in silence nor
/// repeat in every frame.
package enum Reports {
  /// Collects messages instead of writing them to standard error, for tests.
  package final class Collector: Sendable {
    private let reported = Locked<Set<String>>([])
    private let messages = Locked<[String]>([])

    package init() {}

    /// The lines, oldest first.
    package var lines: [String] { messages.withLock { $0 } }

    fileprivate func add(_ line: String) { messages.withLock { $0.append(line) } }

    /// Marks a subject as reported; returns whether it was not.
    fileprivate func isNew(_ subject: String) -> Bool {
      reported.withLock {
        // Bounded, as a program may generate names.
        $0.count < 1000 && $0.insert(subject).inserted
      }
    }
  }

  /// The collector of the current task; nil for standard error.
  @TaskLocal package static var collector: Collector?

  private static let process = Collector()

  /// Writes a line.
  package static func write(_ line: String) {
    if let collector {
      collector.add(line)
    } else {
      writeToStandardError("lamella: \(line)\n")
    }
  }

  /// Writes text to standard error. What cannot be written, as on a full disk, is left out: a message must not end the
  /// program, as one by `FileHandle` would.
  package static func writeToStandardError(_ text: String) {
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes a line unless one was written about the same subject before.
  ///
  /// - Parameter subject: Identifies the message, such as by a layer's label and a key.
  package static func reportOnce(_ subject: String, _ line: @autoclosure () -> String) {
    if (collector ?? process).isNew(subject) { write(line()) }
  }

  /// Collects the messages of a body.
  package static func collecting<R>(_ body: () throws -> R) rethrows -> (result: R, lines: [String])
  {
    let collector = Collector()
    let result = try $collector.withValue(collector) { try body() }
    return (result, collector.lines)
  }
}
