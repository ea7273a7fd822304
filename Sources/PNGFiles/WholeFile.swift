// WholeFile.swift
// Files that appear whole or not at all.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Writes files that appear whole or not at all: a write that fails leaves an earlier file as it was.
package enum WholeFile {
  /// Why bytes cannot be written.
  package struct Failure: Error {
    var number: Int32
    /// The bytes that were written before; none of them remain in a file.
    package var written = 0

    /// The system's reason.
    package var reason: String { String(cString: strerror(number)) }

    /// Whether there is no room for more.
    package var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
  }

  /// Writes bytes to a path, or to standard output for "-". Returns nil when they are written.
  package static func write(_ bytes: [UInt8], to path: String) -> Failure? {
    var status = stat()
    if path == "-" { return writeAll(bytes, to: 1) }
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return write(bytes, toDevice: path)
    }
    return replaceFile(at: path, with: bytes)
  }

  /// Writes to a pipe or a device.
  private static func write(_ bytes: [UInt8], toDevice path: String) -> Failure? {
    let descriptor = open(path, O_WRONLY)
    guard descriptor >= 0 else { return Failure(number: errno) }
    let failure = writeAll(bytes, to: descriptor)
    return close(descriptor) != 0 && failure == nil ? Failure(number: errno) : failure
  }

  /// Writes a file beside the target, and renames it.
  private static func replaceFile(at path: String, with bytes: [UInt8]) -> Failure? {
    guard let target = target(of: path) else { return Failure(number: errno) }
    let temporary = target + "." + UUID().uuidString
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else { return Failure(number: errno) }
    var status = stat()
    if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    var failure = writeAll(bytes, to: descriptor)
    if close(descriptor) != 0, failure == nil { failure = Failure(number: errno) }
    if failure == nil, rename(temporary, target) != 0 { failure = Failure(number: errno) }
    if failure != nil { unlink(temporary) }
    return failure
  }

  /// The file that a path means: the target of a symbolic link is replaced or made, not the link. Nil, with the system's
  /// error, for a link in a circle.
  private static func target(of path: String) -> String? {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard errno != ELOOP else { return nil }
    // The target of a link need not exist.
    guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
      return path
    }
    return target(
      of: next.hasPrefix("/") ? next : (path as NSString).deletingLastPathComponent + "/" + next)
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Failure? {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return Failure(number: errno, written: done)
        }
        done += count
      }
      return nil
    }
  }
}
