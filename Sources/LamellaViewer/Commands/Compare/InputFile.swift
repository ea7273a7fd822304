// InputFile.swift
// Files that commands read: their contents, and the reason if one cannot be read.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A file that a command reads.
struct InputFile {
  /// The largest file that is read: 1 GiB.
  private static let mostBytes = 1 << 30
  let path: String
  let bytes: [UInt8]

  /// A text that is read as if it was a file's.
  init(name: String, text: String) { (path, bytes) = (name, Array(text.utf8)) }

  /// Reads a file.
  init(path: String) throws(CommandFailure) {
    self.path = path
    var status = stat()
    guard !path.isEmpty else {
      throw CommandFailure(status: .usage, message: "The name of a file to read is empty.")
    }
    guard stat(path, &status) == 0 else {
      throw CommandFailure(
        status: .noSuchSample, message: "\(path): \(String(cString: strerror(errno))).")
    }
    // Opening a pipe waits for a writer; a device may have no end.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(status: .badInput, message: "\(path) is not a regular file.")
    }
    guard status.st_size <= Self.mostBytes else {
      throw CommandFailure(status: .badInput, message: "\(path) is larger than 1 GiB.")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(
        status: .noSuchSample, message: "\(path) cannot be opened; check its permissions.")
    }
    // Some editors begin text with a mark of its encoding.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes = [UInt8](data.starts(with: mark) ? data.dropFirst(mark.count) : data)
  }

  /// A failure at a line of the file.
  func failure(line: Int, _ reason: String) -> CommandFailure {
    CommandFailure(status: .badInput, message: "\(path), line \(line): \(reason).")
  }

  /// Calls a reader, whose failure then names the file.
  func read<Value>(
    _ body: () throws(LinedJSON.Failure) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw failure(line: error.line, error.reason)
    }
  }

  /// The file's text; a failure names the line of the first byte that is not UTF-8.
  func text() throws(CommandFailure) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var line = 1
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      if String(validating: rest[..<end], as: UTF8.self) == nil { break }
      line += 1
      rest = rest[(end + 1)...]
    }
    throw failure(line: line, "this is not text")
  }
}

/// The versions of the files that ``LinedJSON`` holds.
enum FileSchema {
  /// The version that this program writes, and the only one that it reads.
  static let current = 1

  /// Fails for a file of another version.
  static func check(_ file: LinedJSON) throws(LinedJSON.Failure) {
    let schema = try file.needed("schema")
    let number = try schema.number
    guard number == Double(current) else {
      throw LinedJSON.Failure(
        line: schema.line,
        reason: "the file is of version \(Wording.fixed(number, 0)), this program reads "
          + "version \(current)")
    }
  }
}
