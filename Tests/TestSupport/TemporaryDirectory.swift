// TemporaryDirectory.swift
// A directory for one test, removed by its owner's deinitialiser.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A new, empty directory that is deleted with the object.
package final class TemporaryDirectory {
  package let url: URL
  package var path: String { url.path }

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "lamella-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
