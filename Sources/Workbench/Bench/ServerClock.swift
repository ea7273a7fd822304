// ServerClock.swift
// The processor time of the X server while it shows a program's frames.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LamellaViewer

/// The X server of this desktop, if it runs on this machine.
struct ServerClock: Hashable {
  /// The server's process.
  let process: Int32

  /// Finds the server of a display such as ":0" or ":81.0"; nil for a display on another machine, or
  /// without a server.
  init?(display: String) {
    guard display.hasPrefix(":"),
      let number = display.dropFirst().split(separator: ".").first.flatMap({ Int($0) })
    else { return nil }
    self.init(socket: "/tmp/.X11-unix/X\(number)")
  }

  /// Finds the process that listens on a socket.
  init?(socket path: String) {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
    }
    guard connected == 0 else { return nil }
    // struct ucred, which is not imported into Swift: process, user, group.
    var credentials: (Int32, Int32, Int32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
      credentials.0 > 0
    else { return nil }
    process = credentials.0
    // A process outside this container has an identifier but no readable entry in /proc.
    if seconds == nil { return nil }
  }

  /// Seconds of processor time of all its threads; nil when they cannot be read.
  var seconds: Double? {
    let directory = "/proc/\(process)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      return nil
    }
    let nanoseconds = threads.compactMap { thread -> Double? in
      let file = try? String(contentsOfFile: "\(directory)/\(thread)/schedstat", encoding: .utf8)
      return file?.split(separator: " ").first.flatMap { Double($0) }
    }
    return nanoseconds.isEmpty ? nil : nanoseconds.reduce(0, +) * 1e-9
  }
}
