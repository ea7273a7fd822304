// PNGChunk.swift
// The parts of a PNG file.
//
// SPDX-License-Identifier: MIT

/// A part of a PNG file: its name, and where its data is.
struct PNGChunk {
  var name: String
  /// The place of the data in the file.
  var data: Range<Int>

  /// The parts of a file after its signature, up to the first that is cut off.
  static func all(in file: [UInt8]) -> [PNGChunk] {
    var found: [PNGChunk] = []
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard place + 12 + length <= file.count else { break }
      let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      found.append(PNGChunk(name: name, data: place + 8..<place + 8 + length))
      place += 12 + length
    }
    return found
  }

  /// A part's bytes.
  static func encode(_ name: String, _ data: some Collection<UInt8>) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(PNGFile.crc32(body))
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
