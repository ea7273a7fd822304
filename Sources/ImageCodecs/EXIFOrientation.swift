// EXIFOrientation.swift
// The orientation of a camera, as image files store it: only read here. UIImage turns the pixels.
//
// SPDX-License-Identifier: MIT

/// EXIF's orientation tag, 1...8, in files of several formats. What is broken counts as upright.
///
/// Source: CIPA DC-008 (Exif 2.32), tag 0x0112.
enum EXIFOrientation {
  /// The orientation in the `eXIf` chunk of a PNG.
  static func inPNG(_ bytes: [UInt8]) -> Int {
    var place = 8
    while place + 12 <= bytes.count {
      let length = Int(bigEndian(bytes, place, 4) ?? 0)
      guard length <= bytes.count - place - 12 else { return 1 }
      if bytes[place + 4..<place + 8].elementsEqual("eXIf".utf8) {
        return inTIFF(bytes[place + 8..<place + 8 + length])
      }
      place += 12 + length
    }
    return 1
  }

  /// The orientation in the APP1 segment of a JPEG.
  static func inJPEG(_ bytes: [UInt8]) -> Int {
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      // The pixels begin.
      if marker == 0xDA || marker == 0xD9 { return 1 }
      let length = Int(bigEndian(bytes, place + 2, 2) ?? 0)
      guard length >= 2, length <= bytes.count - place - 2 else { return 1 }
      let body = bytes[place + 4..<place + 2 + length]
      if marker == 0xE1, body.starts(with: Array("Exif\0\0".utf8)) {
        return inTIFF(body.dropFirst(6))
      }
      place += 2 + length
    }
    return 1
  }

  /// The orientation in the `EXIF` chunk of a WebP.
  static func inWebP(_ bytes: [UInt8]) -> Int {
    var place = 12
    while place + 8 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
      guard length <= bytes.count - place - 8 else { return 1 }
      if bytes[place..<place + 4].elementsEqual("EXIF".utf8) {
        let body = bytes[place + 8..<place + 8 + length]
        return inTIFF(body.starts(with: Array("Exif\0\0".utf8)) ? body.dropFirst(6) : body)
      }
      place += 8 + length + length % 2
    }
    return 1
  }

  /// The orientation in the first directory of a TIFF structure.
  private static func inTIFF(_ tiff: ArraySlice<UInt8>) -> Int {
    let bytes = Array(tiff)
    guard bytes.count >= 8 else { return 1 }
    let isLittle = bytes[0] == 0x49
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      return (0..<count).reduce(0) { sum, index in
        sum | Int(bytes[place + index]) << (8 * (isLittle ? index : count - 1 - index))
      }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return 1 }
    for entry in 0..<count {
      let place = directory + 2 + entry * 12
      guard let tag = number(place, 2) else { return 1 }
      if tag == 0x0112, let value = number(place + 8, 2) {
        return (1...8).contains(value) ? value : 1
      }
    }
    return 1
  }

  private static func bigEndian(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt32? {
    guard place + count <= bytes.count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
