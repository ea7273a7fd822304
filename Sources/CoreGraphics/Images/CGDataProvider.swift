// CGDataProvider.swift
// Bytes for images: from memory or a file.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Bytes from which images are made.
public final class CGDataProvider: @unchecked Sendable {
  /// The bytes. Nil only on Apple's systems, where they may come from a callback.
  public var data: CFData? { bytes as NSData }

  // Immutable.
  let bytes: Data

  /// The most bytes that are read from a file: 1 GiB.
  static let maximumFileSize = 1 << 30

  /// Creates a provider with a copy of data.
  public init?(data: CFData) { bytes = Data(referencing: data) }

  init(_ bytes: Data) { self.bytes = bytes }

  /// Reads a file. Nil for a URL that is not a regular file of at most 1 GiB.
  public init?(url: CFURL) {
    let url = url as URL
    guard url.isFileURL,
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber, size.intValue <= Self.maximumFileSize,
      let bytes = try? Data(contentsOf: url)
    else { return nil }
    self.bytes = bytes
  }

  /// Reads a file. Nil for a path that is not a regular file of at most 1 GiB.
  public convenience init?(filename: String) {
    self.init(url: URL(fileURLWithPath: filename) as NSURL)
  }
}

/// URLs under the name used by Apple's C interfaces.
public typealias CFURL = NSURL
