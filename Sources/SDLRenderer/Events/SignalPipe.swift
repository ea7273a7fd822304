// SignalPipe.swift
// Stage: events. A file descriptor that one thread raises to wake another.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Glibc

/// A pipe used as a flag. Callers raise it at most once between clears.
final class SignalPipe: Sendable {
  /// Readable while raised.
  let descriptor: Int32
  private let raising: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let code = pipe(&ends)
    trap(unless: code == 0, "creating a pipe failed: \(String(cString: strerror(errno)))")
    (descriptor, raising) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(descriptor)
    close(raising)
  }

  func raise() {
    var byte: UInt8 = 1
    _ = write(raising, &byte, 1)
  }

  func clear() {
    var bytes: [UInt8] = [0, 0, 0, 0]
    while read(descriptor, &bytes, 4) == 4 {}
  }
}
