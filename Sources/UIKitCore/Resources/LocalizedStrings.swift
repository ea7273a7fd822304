// LocalizedStrings.swift
// Stage: start. Takes a key, a table and a bundle, returns the text in the user's language.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore

/// The tables of strings of bundles: `.strings` files of property lists, and `.xcstrings` catalogues as Xcode has them.
enum LocalizedStrings {
  /// The user's languages, most wanted first, such as "de-DE" and "de": of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and
  /// `LANG`, or as Xcode passes them, `-AppleLanguages (de)`.
  static let userLanguages = languages(
    environment: ProcessInfo.processInfo.environment, arguments: CommandLine.arguments)

  static func languages(environment: [String: String], arguments: [String]) -> [String] {
    if let place = arguments.firstIndex(of: "-AppleLanguages"),
      arguments.indices.contains(place + 1)
    {
      return arguments[place + 1].split { "(), \"".contains($0) }.flatMap { ladder(String($0)) }
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    // Without a locale, LANGUAGE has no effect, as for gettext.
    guard let locale, locale != "C", locale != "POSIX", !locale.hasPrefix("C.") else { return [] }
    let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
    return wanted.flatMap(ladder)
  }

  /// A locale's language with its region, then without: "de_AT.UTF-8" is "de-AT" and "de".
  private static func ladder(_ locale: String) -> [String] {
    let name = locale.prefix { $0 != "." && $0 != "@" }.replacingOccurrences(of: "_", with: "-")
    var ladder = [name]
    while let dash = ladder[ladder.count - 1].lastIndex(of: "-") {
      ladder.append(String(ladder[ladder.count - 1][..<dash]))
    }
    return ladder.filter { !$0.isEmpty }
  }

  /// The text of a key; nil where no table has it. A missing table or key is reported once.
  static func text(
    _ key: String, table: String?, in bundle: Bundle, languages: [String] = userLanguages
  ) -> String? {
    let name = table.flatMap { $0.isEmpty ? nil : $0 } ?? "Localizable"
    let folders = ResourceFolders.folders(of: bundle)
    var places: [String] = []
    for folder in folders {
      for table in tables(name, in: folder, languages) {
        if let text = table.strings[key] { return text }
        places.append(table.path)
      }
    }
    let isMissing = places.isEmpty
    Diagnostics.reportOnce(
      isMissing ? "strings \(name) \(folders)" : "string \(key) \(name) \(folders)",
      isMissing
        ? "There is no table \"\(name)\" of strings, so that keys are shown. Searched: \(folders.joined(separator: ", "))"
        : "There is no string \"\(key)\". Searched: \(places.joined(separator: ", "))")
    return nil
  }

  // MARK: Direction

  private static let fromRight: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "ug", "ur", "yi",
  ]

  /// Whether a program runs from right to left: the first of the user's languages that its folders have does. A folder has
  /// those of its `.lproj` folders and of its catalogues.
  static func runsFromRightToLeft(
    _ folders: [String], languages: [String] = userLanguages
  ) -> Bool {
    func isFromRight(_ language: String) -> Bool {
      fromRight.contains(language.prefix { $0 != "-" }.lowercased())
    }
    guard languages.contains(where: isFromRight) else { return false }
    let present = folders.flatMap(Self.languages(in:))
    let chosen = languages.first { language in present.contains { isSame($0, language) } }
    return chosen.map(isFromRight) ?? false
  }

  private static func languages(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.flatMap { name -> [String] in
      if name.hasSuffix(".lproj") { return [String(name.dropLast(6))] }
      guard name.hasSuffix(".xcstrings"),
        let data = FileManager.default.contents(
          atPath: (folder as NSString).appendingPathComponent(name)),
        let file = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let strings = file["strings"] as? [String: [String: Any]]
      else { return [] }
      let all = strings.values.compactMap { $0["localizations"] as? [String: Any] }
      return Array(Set(all.flatMap(\.keys)))
    }
  }

  // MARK: Tables

  struct Table: Sendable {
    var path: String
    var strings: [String: String]
  }
  private static let known = Locked<[String: Table?]>([:])

  /// The tables of a name in a folder, the one of the language first.
  private static func tables(_ name: String, in folder: String, _ languages: [String]) -> [Table] {
    let place = folder as NSString
    let present = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
    let development = developmentLanguage(of: folder)
    // Lower-case folders are what SwiftPM makes of a manifest's languages.
    let wanted = languages.first { language in present.contains { isSame($0, language) } }
    let chosen = [wanted ?? development, "Base"].compactMap { $0 }
    var found: [Table] = []
    for language in chosen {
      guard let present = present.first(where: { isSame($0, language) }) else { continue }
      if let table = strings(place.appendingPathComponent("\(present).lproj/\(name).strings")) {
        found.append(table)
      }
    }
    let order = languages + [development]
    if let table = catalogue(place.appendingPathComponent("\(name).xcstrings"), order) {
      found.append(table)
    }
    if let table = strings(place.appendingPathComponent("\(name).strings")) { found.append(table) }
    return found
  }

  private static func isSame(_ folder: String, _ language: String) -> Bool {
    folder.replacingOccurrences(of: "_", with: "-").lowercased() == language.lowercased()
  }

  /// The language in which a program is written: of Info.plist, else English.
  private static func developmentLanguage(of folder: String) -> String {
    let plist = FileManager.default.contents(
      atPath: (folder as NSString).appendingPathComponent("Info.plist"))
    let values = plist.flatMap {
      try? PropertyListSerialization.propertyList(from: $0, format: nil)
    }
    return (values as? [String: Any])?["CFBundleDevelopmentRegion"] as? String ?? "en"
  }

  private static func strings(_ path: String) -> Table? {
    read(path, path) { data in
      guard
        let values = try? PropertyListSerialization.propertyList(from: data, format: nil)
          as? [String: Any]
      else { return nil }
      return values.compactMapValues { $0 as? String }
    }
  }

  private static func catalogue(_ path: String, _ languages: [String]) -> Table? {
    read(path, path + languages.joined(separator: ",")) { data in
      guard let catalogue = try? JSONDecoder().decode(StringCatalogue.self, from: data) else {
        return nil
      }
      return catalogue.strings(in: languages)
    }
  }

  private static func read(
    _ path: String, _ subject: String, _ decode: (Data) -> [String: String]?
  ) -> Table? {
    if let table = known.withLock({ $0[subject] }) { return table }
    var table: Table?
    if let data = FileManager.default.contents(atPath: path) {
      if let strings = decode(data) {
        table = Table(path: path, strings: strings)
      } else {
        Diagnostics.reportOnce(path, "\(path) is no table of strings, so that it is left out")
      }
    }
    known.withLock { $0[subject] = .some(table) }
    return table
  }
}

/// A catalogue of strings in several languages.
private struct StringCatalogue: Decodable {
  struct Unit: Decodable { var value: String? }
  struct Variations: Decodable { var plural: [String: Localization]? }
  final class Localization: Decodable {
    var stringUnit: Unit?
    var variations: Variations?
    /// The text; of variations by number the one for many.
    var text: String? { stringUnit?.value ?? variations?.plural?["other"]?.text }
  }
  struct Entry: Decodable { var localizations: [String: Localization]? }
  var sourceLanguage: String?
  var strings: [String: Entry]

  /// The texts in the first language that the catalogue has; a key without one in it is its own text.
  func strings(in languages: [String]) -> [String: String] {
    let present = Set(
      strings.values.flatMap { ($0.localizations ?? [:]).keys } + [sourceLanguage ?? "en"])
    let language = languages.first(where: present.contains) ?? sourceLanguage ?? "en"
    return strings.reduce(into: [:]) { texts, entry in
      let localizations = entry.value.localizations
      texts[entry.key] =
        localizations?[language]?.text ?? localizations?[sourceLanguage ?? "en"]?.text ?? entry.key
    }
  }
}
