// UIImage+Animation.swift
// Animated images: from images, from numbered files, and from files of several pictures.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

extension UIImage {
  /// Returns an image that image views play for ever; nil without images.
  ///
  /// - Parameter duration: Of one round, in seconds. 0 shows 30 images per second.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    var traits = first.traits
    traits.images = images.flatMap { $0.images ?? [$0] }
    traits.duration = duration > 0 ? duration : Double(images.count) / 30
    return UIImage(first.cgImage, traits)
  }

  /// Returns an animated image of the files of the main bundle with a name and a number, from 0 or 1 to at most 1024;
  /// nil without any.
  @MainActor public class func animatedImageNamed(
    _ name: String, duration: TimeInterval
  ) -> UIImage? {
    var images: [UIImage] = []
    for number in 0...1024 {
      if let image = UIImage(named: "\(name)\(number)") {
        images.append(image)
      } else if number > 0 {
        break
      }
    }
    return animatedImage(with: images, duration: duration)
  }

  /// Creates an image of a file's contents; an animated one of several pictures.
  convenience init(_ contents: DecodedImage, scale: CGFloat) {
    var traits = Traits(scale: scale, orientation: Orientation(exif: contents.orientation))
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

  /// Returns the image, as it is shown, as the bytes of a JPEG file; nil for an empty image.
  ///
  /// Transparent parts become white.
  ///
  /// - Parameter compressionQuality: 0 the smallest file to 1 the best picture.
  public final func jpegData(compressionQuality: CGFloat) -> Data? {
    uprightImage.flatMap {
      ImageFileCodecs.standard?.encodeJPEG($0, quality: compressionQuality)
    }
  }
}
