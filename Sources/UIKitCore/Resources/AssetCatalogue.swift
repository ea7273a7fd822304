// AssetCatalogue.swift
// An asset catalogue that was copied into a bundle as it is: SwiftPM on Linux does not compile it. Takes the name of a
// set, returns its folder and its Contents.json as a value.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore

/// The sets of an asset catalogue by their names.
struct AssetCatalogue: Sendable {
  /// The kinds of sets, by the endings of their folders.
  enum Kind: String, CaseIterable {
    case image = "imageset"
    case color = "colorset"
    case data = "dataset"
  }

  /// The folder that ends with `.xcassets`.
  let path: String
  /// The folders of sets by names with endings, such as "Icons/star.imageset".
  private let sets: [String: String]

  private static let known = Locked<[String: [AssetCatalogue]]>([:])

  /// The catalogues in a folder, by name. They are read once.
  static func all(in folder: String) -> [AssetCatalogue] {
    if let catalogues = known.withLock({ $0[folder] }) { return catalogues }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let catalogues = names.filter { $0.hasSuffix(".xcassets") }.sorted()
      .map { AssetCatalogue(path: (folder as NSString).appendingPathComponent($0)) }
    known.withLock { $0[folder] = catalogues }
    return catalogues
  }

  private init(path: String) {
    self.path = path
    var sets: [String: String] = [:]
    Self.collect(path, prefix: "", depth: 0, into: &sets)
    self.sets = sets
  }

  /// Collects the sets of a folder and of the groups in it. A group may provide a namespace: "Group/name".
  private static func collect(
    _ folder: String, prefix: String, depth: Int, into sets: inout [String: String]
  ) {
    // Links may make a circle.
    guard depth < 32 else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() {
      let inner = (folder as NSString).appendingPathComponent(name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: inner, isDirectory: &isFolder),
        isFolder.boolValue
      else { continue }
      if Kind(rawValue: (name as NSString).pathExtension) != nil {
        sets[prefix + name] = sets[prefix + name] ?? inner
      } else {
        let group = FileManager.default.contents(atPath: inner + "/Contents.json")
          .flatMap { try? JSONDecoder().decode(Group.self, from: $0) }
        collect(
          inner, prefix: group?.properties?.namespace == true ? "\(prefix)\(name)/" : prefix,
          depth: depth + 1, into: &sets)
      }
    }
  }

  private struct Group: Decodable {
    struct Properties: Decodable {
      var namespace: Bool?
      enum CodingKeys: String, CodingKey { case namespace = "provides-namespace" }
    }
    var properties: Properties?
  }

  /// The folder of a set; nil without one of the name.
  func folder(of name: String, _ kind: Kind) -> String? { sets["\(name).\(kind.rawValue)"] }

  /// The first set of a name in the catalogues of folders, with its contents; nil without one that can be read.
  static func first<Contents: Decodable>(
    _ name: String, _ kind: Kind, _ type: Contents.Type, in folders: [String]
  ) -> (folder: String, contents: Contents)? {
    for folder in folders {
      for catalogue in all(in: folder) {
        if let set = catalogue.folder(of: name, kind), let contents = read(type, set) {
          return (set, contents)
        }
      }
    }
    return nil
  }

  /// Reads the Contents.json of a set. What is wrong with it is reported once.
  private static func read<Contents: Decodable>(_ type: Contents.Type, _ set: String) -> Contents? {
    let file = (set as NSString).appendingPathComponent("Contents.json")
    guard let data = FileManager.default.contents(atPath: file) else {
      Diagnostics.reportOnce(file, "\(file) cannot be read, so that the set is left out")
      return nil
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      Diagnostics.reportOnce(file, "\(file) \(words(for: error)), so that the set is left out")
      return nil
    }
  }

  private static func words(for error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.reduce("") { path, key in
        key.intValue.map { "\(path)[\($0)]" }
          ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
      }
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "lacks \"\(key.stringValue)\"" + (place(context).isEmpty ? "" : " in \(place(context))")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      place(context).isEmpty
        ? "is not a set of assets" : "has a value of another type at \(place(context))"
    case DecodingError.dataCorrupted(let context) where !place(context).isEmpty:
      "has a wrong value at \(place(context)): \(context.debugDescription)"
    default: "is not JSON"
    }
  }
}

/// One of the conditions of an entry, such as dark.
struct AssetAppearance: Decodable, Equatable {
  var appearance: String
  var value: String
}

/// An entry of a set, for some devices and appearances.
protocol AssetEntry {
  var idiom: String? { get }
  var appearances: [AssetAppearance]? { get }
}

extension AssetEntry {
  /// Whether the entry is one for a style. High contrast has entries of its own, which are not used.
  func isFor(dark: Bool) -> Bool {
    let conditions = appearances ?? []
    let luminosity = conditions.first { $0.appearance == "luminosity" }?.value
    return !conditions.contains { $0.appearance == "contrast" }
      && (dark ? luminosity == "dark" : luminosity == nil || luminosity == "light")
  }
}

extension Array where Element: AssetEntry {
  /// The entries for the device that comes first: any, then a desktop, a tablet, a phone.
  var ofBestIdiom: [Element] {
    for idiom in ["universal", "mac", "ipad", "iphone"] {
      let found = filter { ($0.idiom ?? "universal") == idiom }
      if !found.isEmpty { return found }
    }
    return self
  }
}
