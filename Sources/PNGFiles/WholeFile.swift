// WholeFile.swift
// Files that appear whole or not at all.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation
import Glibc

/// Writes files that appear whole or not at all: a write that fails leaves an earlier file as it was.
package enum WholeFile {
  /// Writes bytes to a path, or to standard output for "-". Returns nil when they are written. Bytes that were written
  /// before a failure remain in no file.
  package static func write(_ bytes: [UInt8], to path: String) -> WriteFailure? {
    var status = stat()
    if path == "-" { return writeAll(bytes, to: 1) }
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return write(bytes, toDevice: path)
    }
    return replaceFile(at: path, with: bytes)
  }

  /// Writes to a pipe or a device.
  private static func write(_ bytes: [UInt8], toDevice path: String) -> WriteFailure? {
    let descriptor = open(path, O_WRONLY)
    guard descriptor >= 0 else { return WriteFailure(number: errno) }
    let failure = writeAll(bytes, to: descriptor)
    return close(descriptor) != 0 && failure == nil ? WriteFailure(number: errno) : failure
  }

  /// Writes a file beside the target, and renames it.
  private static func replaceFile(at path: String, with bytes: [UInt8]) -> WriteFailure? {
    guard let target = target(of: path) else { return WriteFailure(number: errno) }
    let temporary = target + "." + UUID().uuidString
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else { return WriteFailure(number: errno) }
    var status = stat()
    if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    var failure = writeAll(bytes, to: descriptor)
    if close(descriptor) != 0, failure == nil { failure = WriteFailure(number: errno) }
    if failure == nil, rename(temporary, target) != 0 { failure = WriteFailure(number: errno) }
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
}
