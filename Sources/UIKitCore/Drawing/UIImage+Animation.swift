// UIImage+Animation.swift
// Animated images: those of files of several pictures.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore

extension UIImage.Contents {
  /// The contents of an image set or a file of a bundle; nil without one of that name, which is reported once.
  init?(named name: String, in bundle: Bundle, isReported: Bool = true) {
    let folders = ResourceFolders.folders(of: bundle)
    if let set = Self(setNamed: name, in: folders) {
      self = set
      return
    }
    guard let found = ImageFiles.image(named: name, in: folders) else {
      if isReported { ResourceFolders.reportMissing("image", name, in: folders) }
      return nil
    }
    self.init(found.image, scale: found.scale)
  }

  /// The contents of a file; those of an animated image for several pictures.
  init(_ contents: DecodedImage, scale: CGFloat) {
    var traits = UIImage.Traits(
      scale: scale, orientation: UIImage.Orientation(exif: contents.orientation))
    if contents.frames.count > 1 {
      let frames = contents.frames.map { (UIImage($0.image, traits), $0.shownDuration) }
      // Each image is shown as long; those that are shown longer are repeated.
      let hundredths = frames.map { max(Int(($0.1 * 100).rounded()), 1) }
      let unit = hundredths.reduce(0, Self.commonDivisor)
      let total = hundredths.reduce(0) { $0 + $1 / unit }
      traits.images =
        total <= Self.mostRepeatedImages
        ? zip(frames, hundredths).flatMap { Array(repeating: $0.0, count: $1 / unit) }
        : frames.map(\.0)
      traits.duration = Double(hundredths.reduce(0, +)) / 100
    }
    self.init(contents.frames.first?.image, traits)
  }

  /// The most images of a file with unequal times; above, each is shown as long.
  private static var mostRepeatedImages: Int { 10_000 }

  private static func commonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : commonDivisor(b, a % b)
  }
}
