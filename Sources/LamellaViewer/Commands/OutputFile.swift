// OutputFile.swift
// The files that commands write.
//
// SPDX-License-Identifier: MIT

import Foundation
import PNGFiles
package import UIKit

/// Fails when a file cannot be written, before minutes are spent on its content.
package func requireWritable(_ path: String) throws(CommandFailure) {
  guard path != "-" else { return }
  guard !path.isEmpty else {
    throw CommandFailure(
      status: .cannotWrite, message: "The name of the file to write is empty; choose one.")
  }
  let files = FileManager.default
  let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
  var isDirectory = ObjCBool(false)
  let exists = files.fileExists(atPath: path, isDirectory: &isDirectory)
  let reason: String
  if isDirectory.boolValue {
    reason = String(cString: strerror(EISDIR))
  } else if access(exists ? path : directory, W_OK) == 0 {
    return
  } else {
    reason = String(cString: strerror(errno))
  }
  throw CommandFailure(
    status: .cannotWrite, message: "\(path) cannot be written (\(reason)); choose another file.")
}

/// Whether a path is that of a file, or of one that is to be made: neither standard output nor a pipe.
package func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return path != "-" && (stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG)
}

/// Writes bytes to a file, or to standard output for `-`.
package func writeFile(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
  if path == "-" {
    try StandardOutput.write(bytes)
    return Notices.explain(writingTo: path, bytes: bytes.count)
  }
  guard let failure = WholeFile.write(bytes, to: path) else {
    return Notices.explain(writingTo: path, bytes: bytes.count)
  }
  throw CommandFailure(
    status: .cannotWrite,
    message: "\(path) cannot be written (\(failure.reason)); "
      + (failure.isFull ? "make room for it." : "choose another file."))
}

/// Writes the text of a measurement to a file, or to standard output without one and for `-`.
package func writeResult(_ text: String, to path: String?) throws(CommandFailure) {
  guard let path, path != "-" else { return try StandardOutput.print(text) }
  let bytes = Array("\(text)\n".utf8)
  if let failure = WholeFile.write(bytes, to: path) {
    throw CommandFailure(
      status: .cannotWrite, message: "The result cannot be written: \(failure.reason).")
  }
  Notices.explain(writingTo: path, bytes: bytes.count)
}

/// Writes an image to a file, or to standard output for `-`.
///
/// - Parameter text: Keys and values of the file's texts.
package func writePNG(
  _ image: CGImage, to path: String, text: [(key: String, value: String)] = []
) throws(CommandFailure) {
  do {
    try PNGFile.write(image, to: path, text: text)
    let file = path == "-" ? nil : try? FileManager.default.attributesOfItem(atPath: path)
    Notices.explain(
      writingTo: path, bytes: file?[.size] as? Int,
      of: "a picture of \(image.width) x \(image.height) pixels")
  } catch {
    var status = ExitStatus.cannotWrite
    if case .outOfMemory = error { status = .internalError }
    throw CommandFailure(status: status, message: "The picture cannot be written: \(error).")
  }
}
