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
    guard !name.isEmpty,
      let path = ImageFiles.folders(of: bundle).lazy
        .compactMap({ Self.path(of: name, in: $0) }).first,
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
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    for catalogue in names where catalogue.hasSuffix(".xcassets") {
      let set = place.appendingPathComponent("\(catalogue)/\(name).dataset") as NSString
      if let file = fileName(inSet: set) { return set.appendingPathComponent(file) }
    }
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

  /// The first file that a data set names.
  private static func fileName(inSet folder: NSString) -> String? {
    struct Contents: Decodable {
      struct Entry: Decodable { var filename: String? }
      var data: [Entry]
    }
    return FileManager.default.contents(
      atPath: folder.appendingPathComponent("Contents.json")
    )
    .flatMap { try? JSONDecoder().decode(Contents.self, from: $0) }?
    .data.lazy.compactMap(\.filename).first { isFile(folder.appendingPathComponent($0)) }
  }
}
