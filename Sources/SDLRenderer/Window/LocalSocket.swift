// LocalSocket.swift
// A connection to a server on this machine, for a question before a library connects to it.
//
// SPDX-License-Identifier: MIT

import Glibc

/// An open connection to a Unix socket. Closed when it is released.
final class LocalSocket {
  private let descriptor: Int32

  /// Connects; nil where no server listens, or where it accepts no connection in time.
  ///
  /// - Parameters:
  ///   - path: The socket's path.
  ///   - isAbstract: Whether the path is a name outside of the file system.
  ///   - timeout: The longest wait of each step, in milliseconds. Default two seconds.
  init?(_ path: String, isAbstract: Bool = false, timeout: Int = 2000) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = (isAbstract ? [0] : []) + Array(path.utf8)
    let size = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < size else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: timeout / 1000, tv_usec: timeout % 1000 * 1000)
    for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    // The name of an abstract socket has no end but the address's.
    let length =
      MemoryLayout<sockaddr_un>.size - (isAbstract ? size - name.count : 0)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(length))
      }
    }
    if status != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Sends bytes; false if they cannot be sent whole in time.
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    return retrying { Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
      == bytes.count
  }

  /// Calls again what a signal interrupted.
  private func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// What arrives.
  enum Answer: Equatable {
    case bytes([UInt8])
    /// The server closed the connection.
    case end
    /// Nothing came in time.
    case silence
  }

  /// Waits for the next bytes, at most 4,096.
  func receive() -> Answer {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = retrying { recv(descriptor, &bytes, bytes.count, 0) }
    if count > 0 { return .bytes(Array(bytes.prefix(count))) }
    return count == 0 || errno != EAGAIN ? .end : .silence
  }
}
