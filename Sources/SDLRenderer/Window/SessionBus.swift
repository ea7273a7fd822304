// SessionBus.swift
// Stage: start. The desktop's message bus, without which a program starts, but which it would wait for.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import QuartzCore

/// The D-Bus session bus, to which SDL connects when it starts, and for whose answer it would wait without an end.
struct SessionBus: Equatable {
  var path: String
  var isAbstract = false

  /// - Returns: Nil without a bus on a Unix socket; SDL then waits for none, or finds out by itself.
  init?(environment: [String: String]) {
    guard let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty else {
      guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
      path = folder + "/bus"
      return
    }
    // Servers are separated by semicolons; each has a transport and its keys: unix:path=/run/bus,guid=00ff.
    for server in address.split(separator: ";") where server.hasPrefix("unix:") {
      for key in server.dropFirst(5).split(separator: ",") {
        let parts = key.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, ["path", "abstract"].contains(parts[0]) else { continue }
        path = String(parts[1]).removingPercentEncoding ?? String(parts[1])
        isAbstract = parts[0] == "abstract"
        return
      }
    }
    return nil
  }

  /// Whether it accepts a connection and answers nothing.
  ///
  /// - Parameter timeout: How long to wait for the answer, in milliseconds. Default two seconds.
  func isSilent(timeout: Int = 2000) -> Bool {
    guard let socket = LocalSocket(path, isAbstract: isAbstract, timeout: timeout) else {
      return false
    }
    // The first line of the protocol: the user's number, as the hexadecimal digits of its decimal ones.
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    return socket.send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8)) && socket.receive() == .silence
  }

  /// Makes SDL start without the bus if it does not answer.
  static func leaveOutIfSilent(environment: [String: String]) {
    guard let bus = SessionBus(environment: environment), bus.isSilent() else { return }
    // No transport has this name, so libdbus connects to nothing.
    setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
    Diagnostics.reportOnce(
      "session bus",
      "the D-Bus session bus at \(bus.path) does not answer; input methods and the desktop's "
        + "settings are left out")
  }
}
