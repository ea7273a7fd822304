// ComposeCache.swift
// Stage: start. Xlib's cache of the compose table, the sequences of keys that type accented characters.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A folder in which Xlib keeps the compose table as it needs it.
///
/// Xlib otherwise parses the table's 5,000 lines each time that SDL opens the display: a fifth of the processor time up
/// to the first frame of a small program. Source: Compose(5), "Files" and "Environment".
struct ComposeCache: Equatable {
  let folder: String

  /// - Parameter user: The number of the user. Default the process's.
  /// - Returns: Nil where Xlib finds a folder by itself, and where it uses none: for the superuser, and for programs that
  ///   run as another user than the one that started them.
  init?(
    environment: [String: String], user: (real: uid_t, effective: uid_t) = (getuid(), geteuid())
  ) {
    guard user.real == user.effective, user.effective != 0 else { return nil }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    if environment[Self.variable] != nil { return nil }
    if let home, access(home + "/.compose-cache", F_OK) == 0 { return nil }
    // A relative path is invalid, by the specification of the base directories.
    let caches = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let base = caches ?? home.map({ $0 + "/.cache" }) else { return nil }
    folder = base + "/lamella/compose"
  }

  /// The variable from which Xlib has the folder.
  static var variable: String { "XCOMPOSECACHE" }

  /// Creates the folder. Returns false if it cannot be written; Xlib then parses the table.
  func prepare() -> Bool {
    if access(folder, W_OK) != 0 {
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      guard access(folder, W_OK) == 0 else { return false }
    }
    removeBrokenFiles()
    return true
  }

  /// Removes files without the beginning of a cache, as a power failure leaves them: Xlib ignores them with a message,
  /// at every start.
  private func removeBrokenFiles() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = folder + "/" + name
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if file < 0 { continue }
      var start: UInt32 = 0
      if read(file, &start, 4) != 4 || UInt32(littleEndian: start) != 0x436D_6958 { unlink(path) }
      close(file)
    }
  }
}
