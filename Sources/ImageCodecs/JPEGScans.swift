// JPEGScans.swift
// The number of scans of a JPEG file, and its limit: each passes over the whole picture.
//
// SPDX-License-Identifier: MIT

/// The scans of a JPEG file.
///
/// A progressive picture has about ten. A file of a few bytes may have thousands of empty ones, and each takes the time
/// of a picture.
struct JPEGScans {
  /// The number of scans.
  private(set) var count = 0
  /// Whether the file has an end.
  private(set) var hasEnd = false

  /// The number of scans that a picture of any size may have.
  private static let always = 32
  /// The most pixels of all scans of a file with more: four seconds of work.
  private static let mostPixels = 1 << 28

  /// Finds the scans of a file by its markers.
  init(_ bytes: [UInt8]) {
    var place = 2
    while place + 1 < bytes.count {
      let marker = bytes[place + 1]
      // Data of a scan, and fillers.
      guard bytes[place] == 0xFF, marker != 0, marker != 0xFF else {
        place += 1
        continue
      }
      switch marker {
      // Without data: restarts and the start.
      case 0x01, 0xD0...0xD8: place += 2
      case 0xD9:
        hasEnd = true
        return
      default:
        guard place + 3 < bytes.count else { return }
        place += 2 + max(2, Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        // A scan without a byte of data is none.
        if marker == 0xDA, place < bytes.count { count += 1 }
      }
    }
  }

  /// Throws for a file without a scan's data, and for one whose scans take too long.
  ///
  /// - Parameter area: The picture's pixels.
  func check(_ name: String, area: Int) throws(ImageFileError) {
    guard count > 0 else {
      throw .broken(path: name, format: "JPEG", reason: "it ends before its pixels")
    }
    let most = max(Self.always, Self.mostPixels / max(area, 1))
    guard count <= most else {
      throw .broken(
        path: name, format: "JPEG",
        reason: "it has \(count) scans; the limit of a picture of its size is \(most)")
    }
  }
}
