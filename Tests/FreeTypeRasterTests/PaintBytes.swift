// PaintBytes.swift
// Paint graphs as the bytes of the table COLR, version 1, made for tests.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A node of a graph; numbers are in font units, or as the format has them.
indirect enum PaintBytes: Sendable {
  /// A colour's entry in the palette and its alpha.
  case solid(Int, alpha: Double = 1)
  /// Three points.
  case linear([Stop], extend: Int = 0, [Int])
  /// Centre and radius, twice.
  case radial([Stop], extend: Int = 0, [Int])
  /// In degrees.
  case sweep([Stop], extend: Int = 0, x: Int, y: Int, from: Double, to: Double)
  case glyph(Int, PaintBytes)
  case otherGlyph(Int)
  /// Layers of the font's list.
  case layers(first: Int, count: Int)
  /// A format from 12 to 31, with the numbers after the child's offset.
  case transform(Int, Data, PaintBytes)
  case affine([Double], PaintBytes)
  case composite(PaintBytes, mode: Int, backdrop: PaintBytes)
  /// A format that varies with a font's axes: the next format, with an index at the end.
  case varying(PaintBytes)
  case raw(Data)

  struct Stop: Sendable {
    var offset: Double
    var entry: Int
    var alpha = 1.0
  }

  // MARK: Numbers

  static func fraction(_ numbers: Double...) -> Data {
    numbers.reduce(Data()) { $0 + LayeredFont.halves(Int(($1 * 16384).rounded())) }
  }

  static func units(_ numbers: Int...) -> Data { units(numbers) }

  private static func units(_ numbers: [Int]) -> Data {
    numbers.reduce(Data()) { $0 + LayeredFont.halves($1) }
  }

  private static func triple(_ number: Int) -> Data { LayeredFont.word(number).dropFirst() }

  // MARK: Tables

  /// The paint's bytes; what it refers to follows it.
  var data: Data { encoded(varies: false) }

  private func encoded(varies: Bool) -> Data {
    let variation = varies ? Data(repeating: 0xFF, count: 4) : Data()
    func format(_ number: Int) -> Data { Data([UInt8(number + (varies ? 1 : 0))]) }
    func line(_ stops: [Stop], _ extend: Int) -> Data {
      stops.reduce(Data([UInt8(extend)]) + LayeredFont.halves(stops.count)) {
        $0 + Self.fraction($1.offset) + LayeredFont.halves($1.entry) + Self.fraction($1.alpha)
          + variation
      }
    }
    func gradient(_ number: Int, _ line: Data, _ numbers: Data) -> Data {
      let size = 4 + numbers.count + variation.count
      return format(number) + Self.triple(size) + numbers + variation + line
    }
    switch self {
    case .solid(let entry, let alpha):
      return format(2) + LayeredFont.halves(entry) + Self.fraction(alpha) + variation
    case .linear(let stops, let extend, let points):
      return gradient(4, line(stops, extend), Self.units(points))
    case .radial(let stops, let extend, let circles):
      return gradient(6, line(stops, extend), Self.units(circles))
    case .sweep(let stops, let extend, let x, let y, let start, let end):
      return gradient(
        8, line(stops, extend),
        Self.units(x, y) + Self.fraction(start / 180 - 1, end / 180 - 1))
    case .glyph(let glyph, let paint):
      return Data([10]) + Self.triple(6) + LayeredFont.halves(glyph) + paint.data
    case .otherGlyph(let glyph): return Data([11]) + LayeredFont.halves(glyph)
    case .layers(let first, let count):
      return Data([1, UInt8(count)]) + LayeredFont.word(first)
    case .transform(let number, let numbers, let paint):
      let size = 4 + numbers.count + variation.count
      return format(number) + Self.triple(size) + numbers + variation + paint.data
    case .affine(let numbers, let paint):
      let matrix = numbers.reduce(Data()) { $0 + LayeredFont.word(Int($1 * 65536)) } + variation
      return format(12) + Self.triple(7 + matrix.count) + Self.triple(7) + matrix + paint.data
    case .composite(let source, let mode, let backdrop):
      let first = source.data
      return Data([32]) + Self.triple(8) + Data([UInt8(mode)]) + Self.triple(8 + first.count)
        + first + backdrop.data
    case .varying(let paint): return paint.encoded(varies: true)
    case .raw(let data): return data
    }
  }

  /// The table COLR of glyph 1 and others.
  ///
  /// - Parameter clip: The corners of glyph 1's clip box.
  static func table(
    _ glyphs: [(glyph: Int, paint: PaintBytes)], layers: [PaintBytes] = [], clip: [Int]? = nil
  ) -> Data {
    /// A list of records with offsets from its start, and what they refer to.
    func list(_ records: [Data], _ bodies: [Data]) -> Data {
      var place = 4 + records.reduce(0) { $0 + $1.count + 4 }
      var data = LayeredFont.word(records.count)
      for (record, body) in zip(records, bodies) {
        data += record + LayeredFont.word(place)
        place += body.count
      }
      return bodies.reduce(data, +)
    }
    let base = list(
      glyphs.map { LayeredFont.halves($0.glyph) }, glyphs.map(\.paint.data))
    let layered = list(layers.map { _ in Data() }, layers.map(\.data))
    let clips = clip.map {
      Data([1]) + LayeredFont.word(1) + LayeredFont.halves(1, 1) + triple(12) + Data([1])
        + units($0)
    }
    return LayeredFont.halves(1, 0) + LayeredFont.word(0) + LayeredFont.word(0)
      + LayeredFont.halves(0) + LayeredFont.word(34) + LayeredFont.word(34 + base.count)
      + LayeredFont.word(clips == nil ? 0 : 34 + base.count + layered.count)
      + LayeredFont.word(0) + LayeredFont.word(0) + base + layered + (clips ?? Data())
  }
}
