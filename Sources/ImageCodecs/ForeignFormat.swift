// ForeignFormat.swift
// The names of the formats of image files that are not read, for errors.
//
// SPDX-License-Identifier: MIT

/// Formats of image files that are recognised, and not read.
enum ForeignFormat {
  /// The name of a file's format by its first bytes; nil for bytes of no known format.
  static func name(of bytes: [UInt8]) -> String? {
    let beginnings: [(String, [UInt8])] = [
      ("BMP", Array("BM".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0]), ("TIFF", [0x4D, 0x4D, 0, 0x2A]),
      ("ICO", [0, 0, 1, 0]), ("ICO", [0, 0, 2, 0]), ("PSD", Array("8BPS".utf8)),
      ("JPEG XL", [0xFF, 0x0A]), ("JPEG XL", [0, 0, 0, 12] + Array("JXL ".utf8)),
      ("JPEG 2000", [0, 0, 0, 12] + Array("jP  ".utf8)), ("PDF", Array("%PDF".utf8)),
      ("SVG", Array("<svg".utf8)), ("SVG", Array("<?xml".utf8)),
    ]
    if let found = beginnings.first(where: { bytes.starts(with: $0.1) }) { return found.0 }
    // The box of the file's type, with its main kind.
    guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    switch String(decoding: bytes[8..<12], as: UTF8.self) {
    case "avif", "avis": return "AVIF"
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "HEIC"
    default: return nil
    }
  }
}
