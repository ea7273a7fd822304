// DecodedImage.swift
// What an image file contains: one picture, or several with the time that each is shown.
//
// SPDX-License-Identifier: MIT

/// The contents of an image file.
package struct DecodedImage: Sendable {
  /// A picture with its time.
  package struct Frame: Sendable {
    package var image: CGImage
    /// How long the picture is shown, in seconds, by the file; 0 in a still one.
    package var duration: Double

    package init(image: CGImage, duration: Double) {
      (self.image, self.duration) = (image, duration)
    }

    /// How long the picture of an animation is shown: at least 0.02 seconds, else a tenth, as browsers show files
    /// that name no time.
    package var shownDuration: Double { duration < 0.02 ? 0.1 : duration }
  }

  /// The format of a file, by its uniform type identifier.
  package enum Format: String, Sendable {
    case png = "public.png"
    case jpeg = "public.jpeg"
    case gif = "com.compuserve.gif"
    case webP = "org.webmproject.webp"
  }

  package var format: Format
  /// At least one; all have the same size.
  package var frames: [Frame]
  /// EXIF's orientation, 1...8; 1 is upright.
  package var orientation: Int
  /// How often an animation is played; 0 is for ever.
  package var loopCount: Int
  /// Whether all of the file could be read. If not, ``frames`` are the part that is there.
  package var isWhole: Bool

  package init(
    format: Format, frames: [Frame], orientation: Int = 1, loopCount: Int = 0, isWhole: Bool = true
  ) {
    (self.format, self.frames) = (format, frames)
    (self.orientation, self.loopCount) = (orientation, loopCount)
    self.isWhole = isWhole
  }
}
