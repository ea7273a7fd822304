// Diagnostics.swift
// What the engine says on standard error: once what it was asked and cannot do, and, line by line,
// what a debug switch wants to know.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The engine's words to whoever runs the program.
///
/// What a caller asks for and gets not is said once, with the layer and the key, and never passed over
/// in silence; saying it at each frame would bury it.
package enum Diagnostics {
  /// What was said in a test instead of on standard error.
  package final class Collector: @unchecked Sendable {
    private let lock = NSLock()
    private var said: Set<String> = []
    private var kept: [String] = []

    package init() {}

    /// The lines, oldest first.
    package var lines: [String] { lock.withLock { kept } }

    fileprivate func add(_ line: String) { lock.withLock { kept.append(line) } }

    /// Whether it is new; it is not from now on.
    fileprivate func isNew(_ subject: String) -> Bool {
      lock.withLock {
        // A program that makes up names without end is told about the first ones.
        said.count < 1000 && said.insert(subject).inserted
      }
    }
  }

  /// Takes the place of standard error for one test, which runs beside others.
  @TaskLocal package static var collector: Collector?

  private static let process = Collector()

  /// Writes a line.
  package static func write(_ line: String) {
    if let collector {
      collector.add(line)
    } else {
      FileHandle.standardError.write(Data("lamella: \(line)\n".utf8))
    }
  }

  /// Writes a line unless the same was said of the same subject before.
  ///
  /// - Parameter subject: What it is about, such as a layer's label and a key.
  package static func once(_ subject: String, _ line: @autoclosure () -> String) {
    if (collector ?? process).isNew(subject) { write(line()) }
  }

  /// Collects what a body gives rise to.
  package static func collecting<R>(_ body: () throws -> R) rethrows -> (result: R, lines: [String])
  {
    let collector = Collector()
    let result = try $collector.withValue(collector) { try body() }
    return (result, collector.lines)
  }
}
