// LamellaPackage.swift
// Where packages that are made here find Lamella.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The package that this program was built from.
enum LamellaPackage {
  static let variable = "LAMELLA_PACKAGE"

  /// The dependency of a manifest, such as `.package(name: "lamella", path: "/home/me/lamella")`.
  ///
  /// - Parameter given: A folder or a URL. Nil uses the environment, else the folder of this program's own sources.
  static func dependency(_ given: String?) throws(CommandFailure) -> String {
    let environment = ProcessInfo.processInfo.environment[variable].flatMap {
      $0.isEmpty ? nil : $0
    }
    guard let place = given ?? environment ?? ownFolder else {
      throw CommandFailure(
        status: .usage,
        message: "This program was installed without its sources. Name the package of Lamella, a "
          + "folder or a URL, with --lamella or in \(variable).")
    }
    if place.contains("://") || place.hasPrefix("git@") {
      return ".package(url: \(literal(place)), branch: \"main\")"
    }
    let path = URL(fileURLWithPath: place).standardizedFileURL.path
    guard isLamella(path) else {
      throw CommandFailure(
        status: .noSuchSample, message: "\(path) is not the package of Lamella; name its folder.")
    }
    return ".package(name: \"lamella\", path: \(literal(path)))"
  }

  /// The name of the package in the products of a manifest: the folder of a URL may have any.
  static func identity(of dependency: String) -> String {
    guard dependency.contains("(url:"),
      let name = dependency.split(separator: "\"").dropFirst().first
    else { return "lamella" }
    let folder = URL(fileURLWithPath: String(name)).lastPathComponent
    return folder.hasSuffix(".git") ? String(folder.dropLast(4)) : folder
  }

  /// A text as a literal of Swift.
  static func literal(_ text: String) -> String {
    "\""
      + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
        of: "\"", with: "\\\"") + "\""
  }

  private static func isLamella(_ folder: String) -> Bool {
    let manifest = try? String(contentsOfFile: folder + "/Package.swift", encoding: .utf8)
    return manifest?.contains("name: \"LamellaViewer\"") == true
  }

  /// The folder of the sources in which this program was built.
  private static var ownFolder: String? {
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if isLamella(folder.path) { return folder.path }
      let checkout = folder.appendingPathComponent("checkouts/lamella").path
      if isLamella(checkout) { return checkout }
    }
    return nil
  }
}
