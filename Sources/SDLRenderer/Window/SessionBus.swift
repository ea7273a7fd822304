// SessionBus.swift
// Stage: start. The desktop's message bus, to which SDL connects for input methods and for the desktop's settings.
//
// SPDX-License-Identifier: MIT

import Glibc

/// The D-Bus session bus.
enum SessionBus {
  /// The variable that has the bus's address.
  static var variable: String { "DBUS_SESSION_BUS_ADDRESS" }
  /// An address at which there is nothing: no transport has this name, so libdbus connects to nothing.
  static var none: String { "disabled:" }

  /// Whether there is no bus, and no program that would start one.
  ///
  /// libdbus finds that out in a copy of the process, which takes some of the time to the first frame.
  ///
  /// - Parameter systemFolders: The folders beside those of PATH in which libdbus looks for the program.
  static func isAbsent(
    environment: [String: String], systemFolders: [String] = ["/usr/bin"]
  ) -> Bool {
    if environment[variable]?.isEmpty == false { return false }
    if let folder = environment["XDG_RUNTIME_DIR"], access(folder + "/bus", F_OK) == 0 {
      return false
    }
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (systemFolders + path).allSatisfy { access($0 + "/dbus-launch", X_OK) != 0 }
  }
}
