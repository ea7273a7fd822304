// ProgressBar.swift
// How far the rounds are, on a terminal; nothing anywhere else.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A line on standard error that is written over and over.
struct ProgressBar {
  private static let width = 30
  private let total: Int
  private var done = 0
  private let isShown: Bool

  /// - Parameter total: Steps in all.
  init(total: Int, isShown: Bool = isatty(2) == 1) {
    self.total = max(1, total)
    self.isShown = isShown
  }

  /// Says what is done next.
  mutating func step(_ text: String) {
    write(Self.line(done: done, total: total, text))
    done += 1
  }

  /// Takes the line away.
  func finish() { write("") }

  /// Such as "[######........................] 20 %  movers 1000 opengl".
  static func line(done: Int, total: Int, _ text: String) -> String {
    let full = width * done / total
    let bar =
      String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    return "[\(bar)] \(100 * done / total) %  \(text)"
  }

  private func write(_ line: String) {
    guard isShown else { return }
    // Back to the beginning, and clear what stood there.
    FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
  }
}
