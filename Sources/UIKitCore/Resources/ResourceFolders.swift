// ResourceFolders.swift
// Stage: start. Takes a bundle, returns the folders in which its resources are, and words for what is missing there.
//
// This folder: images, colours and strings of bundles by name: folders of targets, asset catalogues, tables of
// strings.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The folders of resources.
enum ResourceFolders {
  /// The folders of a bundle, in the order in which they are searched.
  ///
  /// The main bundle is the program. SwiftPM puts the resources of each target into a folder beside it, such as
  /// `Package_Target.resources`; they are the main bundle's too, those of the program's own target first.
  static func folders(of bundle: Bundle) -> [String] {
    var own = [bundle.resourcePath, bundle.bundlePath].compactMap { $0 }
    if own.count == 2, own[0] == own[1] { own.removeLast() }
    return bundle.bundlePath == Bundle.main.bundlePath ? own + targets : own
  }

  private static let targets = targets(
    beside: Bundle.main.bundlePath,
    program: Bundle.main.executableURL?.deletingPathExtension().lastPathComponent ?? "")

  /// The folders of the targets' resources beside a program.
  static func targets(beside folder: String, program: String) -> [String] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".resources") }.sorted()
    let isOwn = { (name: String) in name.hasSuffix("_\(program).resources") }
    return (names.filter(isOwn) + names.filter { !isOwn($0) })
      .map { (folder as NSString).appendingPathComponent($0) }
  }

  /// Reports once that a resource is in none of the folders.
  static func reportMissing(_ kind: String, _ name: String, in folders: [String]) {
    Diagnostics.reportOnce(
      "\(kind) \(name) in \(folders)",
      "There is no \(kind) \"\(name)\". Searched: "
        + folders.flatMap { folder in
          [folder] + AssetCatalogue.all(in: folder).map(\.path)
        }.joined(separator: ", "))
  }
}
