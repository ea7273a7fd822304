// HostImageFiles.swift
// Image files by the codecs of this package: PNG, JPEG, GIF and WebP.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import ImageCodecs
import PNGFiles
import QuartzCore

/// Reads and writes image files; has no state.
private final class HostImageFiles: ImageFileCodec {
  /// As with Apple's, undecodable bytes give nil. A format that iOS reads is named once.
  func decode(_ data: Data) -> DecodedImage? {
    do {
      return try ImageFile.decode([UInt8](data), name: "image data")
    } catch {
      if case .unknownFormat(_, let format?) = error {
        Diagnostics.reportOnce("image format \(format)", "an image is nil: \(error)")
      }
      return nil
    }
  }

  func encodePNG(_ image: CGImage) -> Data? { (try? PNGFile.encode(image)).map { Data($0) } }

  func encodeJPEG(_ image: CGImage, quality: CGFloat) -> Data? {
    (try? JPEGFile.encode(image, quality: Double(quality))).map { Data($0) }
  }
}

/// The codec of image files, on any thread. Called by name.
@_cdecl("lamella_make_image_file_codec")
package func makeImageFileCodec() -> UnsafeMutableRawPointer? {
  Unmanaged<AnyObject>.passRetained(HostImageFiles()).toOpaque()
}
