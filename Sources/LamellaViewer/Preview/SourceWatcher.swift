// SourceWatcher.swift
// Changes of the sources of a package, as the system reports them.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// The folders of a package, and the files that change in them.
///
/// Folders are watched instead of files, as many editors write a new file in place of the old one.
final class SourceWatcher {
  /// Readable while there are changes.
  let descriptor: Int32
  /// The watched folders, by the system's numbers.
  private var folders: [Int32: String] = [:]
  /// The only files that count; empty for all sources.
  private let files: Set<String>

  /// Watches a folder and those in it, but hidden ones.
  ///
  /// - Parameter files: The only files that count. Default all sources, manifests and resources.
  /// - Throws: When the system watches no more folders.
  init(folders roots: [String], files: Set<String> = []) throws(CommandFailure) {
    self.files = files
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw Self.failure() }
    for root in roots { try watch(root, isDeep: files.isEmpty) }
  }

  deinit { close(descriptor) }

  private static func failure() -> CommandFailure {
    let reason = String(cString: strerror(errno))
    return CommandFailure(
      status: .internalError,
      message: "The sources cannot be watched: \(reason). The limits are in "
        + "/proc/sys/fs/inotify; close other programs that watch files, or raise them.")
  }

  private func watch(_ folder: String, isDeep: Bool) throws(CommandFailure) {
    let events =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE
    let number = inotify_add_watch(descriptor, folder, UInt32(events))
    // It may be gone already.
    guard number >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw Self.failure()
    }
    folders[number] = folder
    guard isDeep else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where !name.hasPrefix(".") {
      var isFolder = ObjCBool(false)
      let path = folder + "/" + name
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        try watch(path, isDeep: true)
      }
    }
  }

  /// Reads what has changed; returns the files that count.
  func changes() -> Set<String> {
    var changed: Set<String> = []
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return changed }
      bytes.withUnsafeBytes { buffer in
        var place = 0
        while place + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let begin = place + MemoryLayout<inotify_event>.size
          let name = String(
            decoding: buffer[begin..<begin + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
          place = begin + Int(event.len)
          guard let folder = folders[event.wd] else { continue }
          let path = folder + "/" + name
          if event.mask & UInt32(IN_ISDIR) != 0, !name.hasPrefix(".") {
            try? watch(path, isDeep: true)
            changed.insert(path)
          } else if counts(path, name), event.mask & UInt32(IN_CREATE) == 0 {
            changed.insert(path)
          }
        }
      }
    }
  }

  private func counts(_ path: String, _ name: String) -> Bool {
    if !files.isEmpty { return files.contains(path) }
    // Editors write files of their own beside those that are edited.
    return !name.hasPrefix(".") && !name.hasPrefix("#") && !name.hasSuffix("~")
      && !name.hasSuffix(".swp") && name != "Package.resolved" && name != "4913"
  }
}
