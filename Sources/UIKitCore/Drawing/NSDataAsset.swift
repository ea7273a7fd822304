// NSDataAsset.swift
// Data of a bundle by name: files, and the data sets of asset catalogues.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The name of a data asset.
public typealias NSDataAssetName = String

/// Data of a bundle, found by name.
///
/// A name is that of a data set in an asset catalogue that was copied into the bundle as it is, or that of a file, with
/// or without its extension.
///
/// Source: Apple's `NSDataAsset`.
open class NSDataAsset: NSObject, NSCopying, @unchecked Sendable {
  /// The name by which the data were found.
  open private(set) var name: NSDataAssetName
  /// The bytes.
  open private(set) var data: Data
  /// The uniform type identifier by the file's extension; "public.data" for an unknown one.
  open private(set) var typeIdentifier: String

  /// Reads data of the main bundle; nil without any of the name.
  public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

  /// Reads data of a bundle; nil without any of the name.
  public init?(name: NSDataAssetName, bundle: Bundle) {
    let folders = ResourceFolders.folders(of: bundle)
    guard !name.isEmpty,
      let path = Self.fileInSet(of: name, in: folders)
        ?? folders.lazy.compactMap({ Self.path(of: name, in: $0) }).first,
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    self.name = name
    self.data = data
    typeIdentifier = Self.types[(path as NSString).pathExtension.lowercased()] ?? "public.data"
  }

  /// Returns the asset, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private static let types = [
    "json": "public.json", "txt": "public.plain-text", "xml": "public.xml",
    "csv":
      "public.comma-separated-values-text", "plist": "com.apple.property-list",
    "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg",
    "gif": "com.compuserve.gif", "pdf": "com.adobe.pdf", "html": "public.html",
  ]

  /// The file of a name in a folder.
  private static func path(of name: String, in folder: String) -> String? {
    let place = folder as NSString
    let exact = place.appendingPathComponent(name)
    if isFile(exact) { return exact }
    // The name may lead into a folder.
    let parent = (exact as NSString).deletingLastPathComponent
    let base = (exact as NSString).lastPathComponent
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return beside.sorted()
      .filter { ($0 as NSString).deletingPathExtension == base }
      .map { (parent as NSString).appendingPathComponent($0) }.first(where: isFile)
  }

  private static func isFile(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
    return type as? FileAttributeType == .typeRegular
  }

  /// The first file that a data set of a catalogue names.
  private static func fileInSet(of name: String, in folders: [String]) -> String? {
    struct Contents: Decodable {
      struct Entry: Decodable { var filename: String? }
      var data: [Entry]
    }
    guard let set = AssetCatalogue.first(name, .data, Contents.self, in: folders) else {
      return nil
    }
    return set.contents.data.lazy.compactMap(\.filename)
      .map { (set.folder as NSString).appendingPathComponent($0) }.first(where: isFile)
  }
}
