// SampleCatalogue.swift
// The samples of the program's gallery, in the order of the list.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The samples of the program.
@MainActor package enum SampleCatalogue {
  /// The samples in groups, each with its heading. Default none, before ``show(_:)``.
  private(set) static var groups: [SampleGroup] = []
  /// The name in the window's title.
  private(set) static var title = "Lamella"
  package private(set) static var all: [any Sample.Type] = []

  /// Sets the program's samples to a gallery's.
  ///
  /// - Parameter program: The program's name on the command line.
  package static func show(_ gallery: any SampleGallery.Type, program: String) {
    groups = gallery.groups.filter { !$0.samples.isEmpty }
    (title, all) = (gallery.title, groups.flatMap(\.samples))
    Viewer.rename(program)
  }

  /// Returns the samples that a search finds, in the order of the list.
  ///
  /// - Parameter text: Words that all occur in a sample's name, title or summary, or are whole words of its group's
  ///   title, ignoring case; or the beginning of that title, of two words or more. If there is none, words of its source.
  ///   Without any word, every sample is found.
  static func search(_ text: String) -> [any Sample.Type] {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    func samples(_ texts: (any Sample.Type) -> [String]) -> [any Sample.Type] {
      groups.flatMap { group in
        let title = group.title.lowercased()
        // A part of a word would find all samples of a group that have nothing to do with it.
        let groupWords = Set(title.split { !$0.isLetter }.map(String.init))
        let beginsTitle = words.count > 1 && title.hasPrefix(words.joined(separator: " "))
        return group.samples.filter { sample in
          let searched = texts(sample).joined(separator: "\n").lowercased()
          return beginsTitle
            || words.allSatisfy { searched.contains($0) || groupWords.contains($0) }
        }
      }
    }
    let found = samples { [$0.name, $0.title, $0.summary] }
    // A word of the source, such as the name of an option, is found where no text has it.
    return found.isEmpty ? samples { [$0.title, $0.essence] } : found
  }

  /// Returns the sample with a name, or with a title in the window, ignoring case.
  ///
  /// - Throws: A failure that suggests the nearest name.
  package static func sample(named name: String) throws(CommandFailure) -> any Sample.Type {
    let wanted = name.lowercased()
    if let found = all.first(where: { $0.name.lowercased() == wanted }) { return found }
    if let found = all.first(where: { $0.title.lowercased() == wanted }) { return found }
    throw unknown(
      "sample", name, among: all.map { $0.name },
      list: "`\(Viewer.program) list` shows all of them.")
  }

  /// Returns the sample `offset` rows below another in the list, or the last one in that direction.
  static func sample(_ offset: Int, below sample: any Sample.Type) -> any Sample.Type {
    guard let index = all.firstIndex(where: { $0 == sample }) else { return sample }
    return all[min(max(0, index + offset), all.count - 1)]
  }

  /// Returns the trigger with a name, ignoring case; without a name, the first.
  ///
  /// - Throws: A failure that suggests the nearest name.
  static func trigger(
    named name: String?, of sample: any Sample
  ) throws(CommandFailure) -> Trigger {
    let triggers = sample.triggers
    guard let first = triggers.first else {
      throw CommandFailure(
        status: .noSuchSample,
        message: "\(type(of: sample).name) has no trigger that could be fired: give it one, or use "
          + "`\(Viewer.program) snapshot`.")
    }
    guard let name else { return first }
    if let found = triggers.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return found
    }
    let names = triggers.map { $0.name }
    throw unknown(
      "trigger", name, among: names,
      list: "\(type(of: sample).name) has \(names.joined(separator: ", ")).")
  }

  private static func unknown(
    _ kind: String, _ name: String, among names: [String], list: String
  ) -> CommandFailure {
    let guess = nearestName(to: name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    return CommandFailure(
      status: .noSuchSample, message: "There is no \(kind) \"\(name)\".\(guess) \(list)")
  }
}
