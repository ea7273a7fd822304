// CGImageSource.swift
// Image files, read picture by picture.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import HostInterface

/// How far an image file has been read.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The file was cut off, or is damaged. What is there can be read.
  case statusUnexpectedEOF = -5
  /// The bytes are no picture.
  case statusInvalidData
  /// A format that is not read. Not returned: its bytes are no picture here.
  case statusUnknownType
  /// Too few bytes for the size of the picture. Not returned: a source has all of its bytes.
  case statusReadingHeader
  /// Bytes are still to come. Not returned.
  case statusIncomplete
  /// All of the file was read.
  case statusComplete
}

/// The pictures of a PNG, JPEG, GIF or WebP file.
///
/// The file is decoded as a whole, once, by the thread that reads the first picture.
///
/// Source: Apple's `CGImageSource`.
public final class CGImageSource: @unchecked Sendable {
  private let data: Data
  private let lock = NSLock()
  // Accessed under the lock only.
  private var known: DecodedImage??

  fileprivate init(_ data: Data) { self.data = data }

  /// The contents; nil for a file that cannot be decoded.
  fileprivate var contents: DecodedImage? {
    if let known = lock.withLock({ known }) { return known }
    // Not under the lock, as it takes long.
    let decoded = ImageFileCodecs.standard?.decode(data)
    lock.withLock { known = .some(decoded) }
    return decoded
  }

  fileprivate func frame(_ index: Int) -> DecodedImage.Frame? {
    guard let frames = contents?.frames, frames.indices.contains(index) else { return nil }
    return frames[index]
  }
}

/// Returns a source of a file's bytes. Options have no effect.
public func CGImageSourceCreateWithData(
  _ data: CFData, _ options: CFDictionary?
) -> CGImageSource? {
  CGImageSource(Data(referencing: data))
}

/// Returns a source of a file; nil for a URL that is not a regular file of at most 1 GiB. Options have no effect.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  CGDataProvider(url: url)?.data.map { CGImageSource(Data(referencing: $0)) }
}

/// Returns a source of a provider's bytes. Options have no effect.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.map { CGImageSource(Data(referencing: $0)) }
}

/// Returns the number of pictures; 0 for a file that cannot be decoded.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.contents?.frames.count ?? 0 }

/// Returns the uniform type identifier of the file's format; nil for a file that cannot be decoded.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  isrc.contents.map { $0.format.rawValue as NSString }
}

/// Returns whether the file could be decoded: `statusUnexpectedEOF` for one of which only a part is there.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  guard let contents = isrc.contents else { return .statusInvalidData }
  return contents.isWhole ? .statusComplete : .statusUnexpectedEOF
}

/// Returns the index of the main picture: 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns a picture as it is stored, regardless of its orientation; nil without one. Options have no effect.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  isrc.frame(index)?.image
}

/// Returns the properties of the file: how often an animation is played. Nil for a file that cannot be decoded.
public func CGImageSourceCopyProperties(
  _ isrc: CGImageSource, _ options: CFDictionary?
) -> CFDictionary? {
  guard let contents = isrc.contents else { return nil }
  var properties: [String: Any] = [:]
  if let keys = AnimationKeys(contents.format), contents.frames.count > 1 {
    properties[keys.dictionary] = [keys.loopCount: contents.loopCount]
  }
  return NSDictionary(dictionary: properties)
}

/// Returns the properties of a picture: its size in pixels, orientation, and time. Nil without the picture.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard let contents = isrc.contents, let frame = isrc.frame(index) else { return nil }
  var properties: [String: Any] = [
    kCGImagePropertyPixelWidth as String: frame.image.width,
    kCGImagePropertyPixelHeight as String: frame.image.height,
    kCGImagePropertyOrientation as String: contents.orientation,
  ]
  if let keys = AnimationKeys(contents.format), contents.frames.count > 1 {
    properties[keys.dictionary] = [
      keys.delay: frame.shownDuration, keys.unclampedDelay: frame.duration,
    ]
  }
  return NSDictionary(dictionary: properties)
}

/// The keys of a format's animations.
private struct AnimationKeys {
  var dictionary, loopCount, delay, unclampedDelay: String

  init?(_ format: DecodedImage.Format) {
    switch format {
    case .gif:
      dictionary = kCGImagePropertyGIFDictionary as String
      loopCount = kCGImagePropertyGIFLoopCount as String
      delay = kCGImagePropertyGIFDelayTime as String
      unclampedDelay = kCGImagePropertyGIFUnclampedDelayTime as String
    case .webP:
      dictionary = kCGImagePropertyWebPDictionary as String
      loopCount = kCGImagePropertyWebPLoopCount as String
      delay = kCGImagePropertyWebPDelayTime as String
      unclampedDelay = kCGImagePropertyWebPUnclampedDelayTime as String
    case .png:
      dictionary = kCGImagePropertyPNGDictionary as String
      loopCount = kCGImagePropertyAPNGLoopCount as String
      delay = kCGImagePropertyAPNGDelayTime as String
      unclampedDelay = kCGImagePropertyAPNGUnclampedDelayTime as String
    case .jpeg: return nil
    }
  }
}
