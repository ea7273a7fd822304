// ImageFileError.swift
// Why an image file could not be read or written, and the limits of what is read.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import PNGFiles

/// Why an image file could not be read or written.
package enum ImageFileError: Error, Hashable, CustomStringConvertible {
  /// The file's bytes are of no format that is read. The format's name, if it is known.
  case unknownFormat(path: String, format: String?)
  case broken(path: String, format: String, reason: String)
  /// The pictures are larger than ``ImageLimits`` allow.
  case tooLarge(path: String, width: Int, height: Int, frames: Int)
  /// The system cannot provide the memory of the pixels.
  case outOfMemory(path: String, width: Int, height: Int)
  case cannotEncode(reason: String)

  package var description: String {
    switch self {
    case .unknownFormat(let path, nil): "\(path) is not a PNG, JPEG, GIF or WebP file"
    case .unknownFormat(let path, let format?):
      "\(path) is a \(format) file; PNG, JPEG, GIF and WebP files are read"
    case .broken(let path, let format, let reason):
      "\(path) cannot be read as a \(format): \(reason)"
    case .tooLarge(let path, let width, let height, let frames):
      "\(path) has \(frames) pictures of \(width) x \(height) pixels; the limit is "
        + "\(ImageLimits.maximumSide) a side and 1 GiB for all"
    case .outOfMemory(let path, let width, let height):
      "\(path) is \(width) x \(height) pixels; there is no memory for them"
    case .cannotEncode(let reason): "the picture cannot be encoded: \(reason)"
    }
  }
}

/// The largest pictures that are decoded.
package enum ImageLimits {
  /// The longest side in pixels.
  package static let maximumSide = 16_384
  /// The most bytes of all of a file's pictures, at four per pixel: 1 GiB.
  package static let maximumBytes = 1 << 30

  /// Throws for pictures above the limits, before memory is taken for them.
  static func check(
    _ path: String, width: Int, height: Int, frames: Int = 1
  ) throws(ImageFileError) {
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height),
      frames >= 1, frames <= maximumBytes / (width * height * 4)
    else { throw .tooLarge(path: path, width: width, height: height, frames: frames) }
    guard PictureMemory.isAvailable(width * height * 4 * frames) else {
      throw .outOfMemory(path: path, width: width, height: height)
    }
  }
}
