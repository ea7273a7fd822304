// WholeFile.swift
// Files that appear whole or not at all.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Writes files that appear whole or not at all: a write that fails leaves an earlier file as it was.
package enum WholeFile {
  /// Writes bytes to a path, or to standard output for "-".
  ///
  /// - Returns: The system's reason why they cannot be written; nil when they are.
  package static func write(_ bytes: [UInt8], to path: String) -> String? {
    let failure: Int32?
    var status = stat()
    if path == "-" {
      failure = writeAll(bytes, to: 1)
    } else if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      failure = write(bytes, toDevice: path)
    } else {
      failure = replaceFile(at: path, with: bytes)
    }
    return failure.map { String(cString: strerror($0)) }
  }

  /// Writes to a pipe or a device. Returns the error's number.
  private static func write(_ bytes: [UInt8], toDevice path: String) -> Int32? {
    let descriptor = open(path, O_WRONLY)
    guard descriptor >= 0 else { return errno }
    let failure = writeAll(bytes, to: descriptor)
    return close(descriptor) != 0 && failure == nil ? errno : failure
  }

  /// Writes a file beside the target, and renames it. Returns the error's number.
  private static func replaceFile(at path: String, with bytes: [UInt8]) -> Int32? {
    // The target of a symbolic link is replaced, not the link.
    let target = realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let temporary = (target ?? path) + "." + UUID().uuidString
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else { return errno }
    var status = stat()
    if let target, stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    var failure = writeAll(bytes, to: descriptor)
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(temporary, target ?? path) != 0 { failure = errno }
    if failure != nil { unlink(temporary) }
    return failure
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        done += count
      }
      return nil
    }
  }
}
