// ImageFileCodec.swift
// The interface of images to the module that reads and writes their files.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// Reads and writes image files. Any thread may call it, also while the main thread waits: programs decode and encode
/// pictures beside it.
package protocol ImageFileCodec: AnyObject, Sendable {
  /// Decodes the bytes of an image file. Nil for a format that cannot be read.
  func decode(_ data: Data) -> DecodedImage?

  /// Encodes an image as a PNG file.
  func encodePNG(_ image: CGImage) -> Data?

  /// Encodes an image as a JPEG file.
  ///
  /// - Parameter quality: 0 the smallest file to 1 the best picture.
  func encodeJPEG(_ image: CGImage, quality: CGFloat) -> Data?
}

/// The codec of the program.
package enum ImageFileCodecs {
  /// The codec of the module UIKit.
  package static let standard: (any ImageFileCodec)? = hostDefault(
    makeImageFileCodec(), as: (any ImageFileCodec).self)
}

// Not weak, unlike the fonts and the rasteriser in CHostDefaults: a linker takes no part of an archive for a weak
// reference, so pictures would have no codec, without a word. What links this module links UIKit.
@_silgen_name("lamella_make_image_file_codec")
private func makeImageFileCodec() -> UnsafeMutableRawPointer?
