// SampleSource.swift
// The source of a sample that is watched, for the Source tab: the file that declares it.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Finds the files of samples in what the watcher shows.
enum SampleSource {
  /// The package or the file that is shown, for a program that `view PATH` has started.
  static let variable = "LAMELLA_PREVIEW_SOURCES"
  /// More files are not searched, and larger ones are not shown.
  private static let (mostFiles, mostBytes) = (500, 200_000)

  /// The text of the file that declares a type, without its heading of comments; nil where it is not found.
  ///
  /// - Parameters:
  ///   - type: The type's name.
  ///   - place: A folder to search, or a file. Default from the environment.
  static func text(
    of type: String, in place: String? = ProcessInfo.processInfo.environment[variable]
  ) -> String? {
    guard let place, !type.isEmpty, type.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    var paths = place.hasSuffix(".swift") ? [place] : []
    let files = paths.isEmpty ? FileManager.default.enumerator(atPath: place) : nil
    while let path = files?.nextObject() as? String, paths.count < mostFiles {
      if path.hasPrefix(".") { files?.skipDescendants() }
      if path.hasSuffix(".swift"), !path.hasPrefix(".") { paths.append("\(place)/\(path)") }
    }
    let texts = paths.sorted().lazy.compactMap { path -> String? in
      guard let data = FileManager.default.contents(atPath: path), data.count <= mostBytes else {
        return nil
      }
      return String(decoding: data, as: UTF8.self)
    }
    guard let regex = try? Regex("(?m)\\b(class|struct|enum|actor)\\s+\(type)\\b") else {
      return nil
    }
    let found = texts.first { $0.contains(regex) } ?? (paths.count == 1 ? texts.first : nil)
    return found.map { text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.drop { $0.hasPrefix("//") || $0.allSatisfy(\.isWhitespace) }
        .joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
  }
}
