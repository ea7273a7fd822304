// ImageSet.swift
// An image set of an asset catalogue: files by scale and appearance.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore

/// The contents of an image set.
struct ImageSet: Decodable {
  struct Entry: Decodable, AssetEntry {
    var filename: String?
    var idiom: String?
    var scale: String?
    var appearances: [AssetAppearance]?
    var resizing: Resizing?

    /// Pixels per point; 1 for an entry of a single scale.
    var pixelsPerPoint: Int { scale.flatMap { Int($0.dropLast()) } ?? 1 }
  }
  /// The edges that keep their size, in pixels.
  struct Resizing: Decodable {
    struct Insets: Decodable {
      var top: Double?
      var left: Double?
      var bottom: Double?
      var right: Double?
    }
    var insets: Insets?
    enum CodingKeys: String, CodingKey { case insets = "cap-insets" }
  }
  struct Properties: Decodable {
    var intent: String?
    enum CodingKeys: String, CodingKey { case intent = "template-rendering-intent" }
  }
  var images: [Entry]
  var properties: Properties?

  /// The entry for a style that best matches the screen's scale: that scale, else the next larger, else the largest.
  func entry(dark: Bool) -> Entry? {
    let entries = images.filter { $0.filename != nil && $0.isFor(dark: dark) }.ofBestIdiom
    let screen = ImageFiles.screenScale
    let sorted = entries.sorted { $0.pixelsPerPoint < $1.pixelsPerPoint }
    return sorted.first { $0.pixelsPerPoint >= screen } ?? sorted.last
  }
}

extension UIImage.Contents {
  /// The contents of an image set; nil without one of the name that can be read.
  init?(setNamed name: String, in folders: [String]) {
    guard let (folder, set) = AssetCatalogue.first(name, .image, ImageSet.self, in: folders) else {
      return nil
    }
    let light = set.entry(dark: false).flatMap { Self(set, $0, folder) }
    let dark = set.entry(dark: true).flatMap { Self(set, $0, folder) }
    guard let first = light ?? dark else { return nil }
    guard light != nil, let dark else {
      self = first
      return
    }
    var traits = first.traits
    traits.dark = UIImage(dark.image, dark.traits)
    self.init(first.image, traits)
  }

  private init?(_ set: ImageSet, _ entry: ImageSet.Entry, _ folder: String) {
    guard let filename = entry.filename else { return nil }
    let path = (folder as NSString).appendingPathComponent(filename)
    guard let found = ImageFiles.image(at: path) else {
      Diagnostics.reportOnce(
        path, "The image \(path) cannot be read, or is of a format that is not decoded")
      return nil
    }
    let scale = CGFloat(max(entry.pixelsPerPoint, 1))
    let file = Self(found.image, scale: scale)
    var traits = file.traits
    if set.properties?.intent == "template" { traits.mode = .alwaysTemplate }
    if set.properties?.intent == "original" { traits.mode = .alwaysOriginal }
    if let insets = entry.resizing?.insets {
      func points(_ side: Double?) -> CGFloat { CGFloat(max(side ?? 0, 0)) / scale }
      traits.capInsets = UIEdgeInsets(
        top: points(insets.top), left: points(insets.left), bottom: points(insets.bottom),
        right: points(insets.right))
    }
    self.init(file.image, traits)
  }
}
