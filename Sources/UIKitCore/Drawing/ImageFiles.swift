// ImageFiles.swift
// Stage: start. Finds the image file of a name that best matches the screen's scale, and reads it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface

/// Finds and reads image files, in the formats that the program decodes. Any thread may use it.
enum ImageFiles {
  typealias Found = (image: DecodedImage, scale: CGFloat)

  /// A file that was read, without its pictures.
  private struct CachedImage {
    struct Frame { weak var image: CGImage? }
    var frames: [Frame]
    /// With the pictures' times, and placeholders in their place.
    var contents: DecodedImage

    /// The contents, while every picture is in use.
    var image: DecodedImage? {
      let images = frames.compactMap(\.image)
      guard images.count == frames.count else { return nil }
      var result = contents
      for (index, image) in images.enumerated() { result.frames[index].image = image }
      return result
    }

    init(_ image: DecodedImage) {
      frames = image.frames.map { Frame(image: $0.image) }
      contents = image
      let placeholder = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0])
      for index in contents.frames.indices { contents.frames[index].image = placeholder }
    }
  }
  private static let cache = Locked<[String: CachedImage]>([:])

  /// Returns the image of a name from the first folder that has one.
  ///
  /// "name@2x.png" has two pixels per point. The file of the screen's scale is used, else the next
  /// larger one, else the largest. The name may include an extension.
  static func image(named name: String, in folders: [String]) -> Found? {
    guard !name.isEmpty else { return nil }
    let ending = (name as NSString).pathExtension
    let base = ending.isEmpty ? name : (name as NSString).deletingPathExtension
    let screen = screenScale
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
    if let image = cache.withLock({ $0[path]?.image }) { return (image, scale) }
    guard let data = FileManager.default.contents(atPath: path),
      let image = ImageFileCodecs.standard?.decode(data)
    else { return nil }
    return cache.withLock { cache in
      // Another thread may have read it meanwhile.
      if let known = cache[path]?.image { return (known, scale) }
      cache = cache.filter { $0.value.image != nil }
      cache[path] = CachedImage(image)
      return (image, scale)
    }
  }

  /// The pixels per point of a file, from its name.
  private static func scale(of path: String) -> CGFloat {
    let base = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    if base.hasSuffix("@3x") { return 3 }
    return base.hasSuffix("@2x") ? 2 : 1
  }

  /// The screen's pixels per point, a whole number.
  static var screenScale: Int { max(1, Int(UITraitCollection.scaleOfScreen.rounded())) }
}
