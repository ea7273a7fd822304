// ImageFiles.swift
// Stage: start. Finds the image file of a name that best matches the screen's scale, and reads it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface

/// Finds and reads image files, in the formats that the host decodes.
@MainActor
enum ImageFiles {
  typealias Found = (image: CGImage, scale: CGFloat)

  /// A weak reference to an image that was read.
  private struct CachedImage { weak var image: CGImage? }
  private static var cache: [String: CachedImage] = [:]

  /// Returns the image of a name from the first folder that has one.
  ///
  /// "name@2x.png" has two pixels per point. The file of the screen's scale is used, else the next
  /// larger one, else the largest. The name may include an extension.
  static func image(named name: String, in folders: [String]) -> Found? {
    guard !name.isEmpty else { return nil }
    let ending = (name as NSString).pathExtension
    let base = ending.isEmpty ? name : (name as NSString).deletingPathExtension
    let screen = max(1, Int(UIScreen.main.scale.rounded()))
    let scales =
      [screen] + (1...3).filter { $0 > screen } + (1...3).reversed().filter { $0 < screen }
    for folder in folders {
      for scale in scales {
        let file = "\(base)\(scale == 1 ? "" : "@\(scale)x").\(ending.isEmpty ? "png" : ending)"
        if let found = image(at: (folder as NSString).appendingPathComponent(file)) { return found }
      }
    }
    return nil
  }

  /// Returns the image of a file; nil if it cannot be read.
  static func image(at path: String) -> Found? {
    let scale = scale(of: path)
    if let image = cache[path]?.image { return (image, scale) }
    guard let data = FileManager.default.contents(atPath: path),
      let image = Platform.services.decodeImage(data)
    else { return nil }
    cache = cache.filter { $0.value.image != nil }
    cache[path] = CachedImage(image: image)
    return (image, scale)
  }

  /// The pixels per point of a file, from its name.
  private static func scale(of path: String) -> CGFloat {
    let base = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    if base.hasSuffix("@3x") { return 3 }
    return base.hasSuffix("@2x") ? 2 : 1
  }

  /// The image folders of a bundle.
  static func folders(of bundle: Bundle) -> [String] {
    [bundle.resourcePath, bundle.bundlePath].compactMap { $0 }
  }
}
