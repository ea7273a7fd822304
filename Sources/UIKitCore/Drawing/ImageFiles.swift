// ImageFiles.swift
// Stage: start. The name of an image comes in; the file that suits the screen is found and read.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface

/// Finds and reads image files: PNG, as far as the host decodes nothing else.
@MainActor
enum ImageFiles {
  typealias Found = (image: CGImage, scale: CGFloat)

  /// What was read, as long as somebody shows it.
  private struct Known { weak var image: CGImage? }
  private static var known: [String: Known] = [:]

  /// Returns the image of a name in the first folder that has one.
  ///
  /// "name@2x.png" has two pixels per point. The file of the screen's scale is taken, else the next
  /// larger one, else the largest; an extension may be part of the name.
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

  /// Returns the image in a file; nil when there is none, or none that can be read.
  static func image(at path: String) -> Found? {
    let scale = scale(of: path)
    if let image = known[path]?.image { return (image, scale) }
    guard let data = FileManager.default.contents(atPath: path),
      let image = Platform.services.decodeImage(data)
    else { return nil }
    known = known.filter { $0.value.image != nil }
    known[path] = Known(image: image)
    return (image, scale)
  }

  /// Pixels per point, as a file's name says.
  private static func scale(of path: String) -> CGFloat {
    let base = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    if base.hasSuffix("@3x") { return 3 }
    return base.hasSuffix("@2x") ? 2 : 1
  }

  /// Where a bundle keeps its images.
  static func folders(of bundle: Bundle) -> [String] {
    [bundle.resourcePath, bundle.bundlePath].compactMap { $0 }
  }
}
