// ProgressBar.swift
// The progress of the rounds, on a terminal only.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Glibc

/// A line on standard error that is overwritten at each step.
package struct ProgressBar {
  private static let width = 30
  private let total: Int
  private var done = 0
  private let isShown: Bool

  /// - Parameter total: Number of steps.
  package init(total: Int, isShown: Bool = isatty(2) == 1 && Notices.level != .quiet) {
    self.total = max(1, total)
    self.isShown = isShown
  }

  /// Shows the next step.
  package mutating func step(_ text: String) {
    write(Self.line(done: done, total: total, text))
    done += 1
  }

  /// Removes the line.
  package func finish() { write("") }

  /// Such as "[######........................] 20 %  movers 1000 gl".
  package static func line(done: Int, total: Int, _ text: String) -> String {
    let full = width * done / total
    let bar =
      String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    return "[\(bar)] \(100 * done / total) %  \(text)"
  }

  private func write(_ line: String) {
    guard isShown else { return }
    // Return to the start of the line and clear it.
    Diagnostics.writeToStandardError("\r\u{1B}[K\(line)")
  }
}
