// OpenFiles.swift
// Stage: start. Whether the system lets the program open the files that a window needs.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// The limit on open files (`ulimit -n`).
///
/// The connection to the display, the run loop's timers and the queues of libdispatch each open a file,
/// and the libraries end the program where they cannot.
enum OpenFiles {
  /// The files that a window opens, with some to spare for fonts and pictures.
  static let needed = 14

  /// Raises the limit to what the system allows, if it is too low. Returns why a window cannot be opened; nil
  /// when it can.
  static func reserve() -> String? {
    if isEnough { return nil }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    limit.rlim_cur = min(limit.rlim_max, 1024)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    if isEnough { return nil }
    return """
      The limit of \(limit.rlim_cur) open files is too low for a window, which needs \(needed) more than \
      are open. Raise the limit, for example with `ulimit -n 256`.
      """
  }

  private static var isEnough: Bool {
    var opened: [Int32] = []
    defer { for file in opened { close(file) } }
    for _ in 0..<needed {
      let file = open("/", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return errno != EMFILE }
      opened.append(file)
    }
    return true
  }
}
