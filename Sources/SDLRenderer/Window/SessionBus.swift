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

  /// The variable that has the bus's address.
  static var variable: String { "DBUS_SESSION_BUS_ADDRESS" }
  /// An address at which there is nothing: no transport has this name, so libdbus connects to nothing.
  static var none: String { "disabled:" }

  /// - Returns: Nil without a bus on a Unix socket; SDL then waits for none, or finds out by itself.
  init?(environment: [String: String]) {
    guard let address = environment[Self.variable], !address.isEmpty else {
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

  /// Whether there is no bus, and no program that would start one.
  ///
  /// libdbus finds that out in a copy of the process, which takes some of the time to the first frame.
  ///
  /// - Parameter systemFolders: The folders beside those of PATH in which libdbus looks for the program.
  static func isAbsent(
    environment: [String: String], systemFolders: [String] = ["/usr/bin"]
  ) -> Bool {
    if environment[variable]?.isEmpty == false { return false }
    if let bus = SessionBus(environment: environment), access(bus.path, F_OK) == 0 { return false }
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (systemFolders + path).allSatisfy { access($0 + "/dbus-launch", X_OK) != 0 }
  }

  /// Makes SDL start without the bus if it does not answer.
  static func leaveOutIfSilent(environment: [String: String]) {
    guard let bus = SessionBus(environment: environment), bus.isSilent() else { return }
    setenv(variable, none, 1)
    Diagnostics.reportOnce(
      "session bus",
      "the D-Bus session bus at \(bus.path) does not answer; input methods and the desktop's "
        + "settings are left out")
  }
}
