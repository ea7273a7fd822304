// GIFPalette.swift
// The colours of a GIF's picture: all of them, or means of near ones where they are too many.
//
// SPDX-License-Identifier: MIT

/// At most 255 colours for a picture.
///
/// More than that are put into boxes. The box whose colours are furthest from their mean, weighted by their pixels, is
/// split at the mean of its longest side, until there are 255.
struct GIFPalette {
  private static let most = 255
  /// Bits of a channel by which near colours are counted as one.
  private static let depth = 6

  /// Three bytes for each colour.
  private(set) var colors: [UInt8] = []
  /// The place of each colour, while they are few.
  private var places: [UInt32: UInt8] = [:]
  /// The place of the mean of each cell of near colours; empty while colours are few.
  private var means: [UInt8] = []

  /// The number of colours.
  var count: Int { colors.count / 3 }

  /// Chooses the colours for the changed pixels of a picture.
  init(_ pixels: [UInt8], _ change: GIFChange) {
    if !collect(pixels, change) { reduce(pixels, change) }
  }

  /// Returns the place of a pixel's colour.
  func index(of pixel: Int, in pixels: [UInt8]) -> UInt8 {
    guard means.isEmpty else { return means[Self.cell(pixel, pixels)] }
    return places[Self.key(pixel, pixels)] ?? 0
  }

  private static func key(_ pixel: Int, _ pixels: [UInt8]) -> UInt32 {
    let at = pixel * 4
    return UInt32(pixels[at]) << 16 | UInt32(pixels[at + 1]) << 8 | UInt32(pixels[at + 2])
  }

  private static func cell(_ pixel: Int, _ pixels: [UInt8]) -> Int {
    let (at, drop) = (pixel * 4, 8 - depth)
    return Int(pixels[at] >> drop) << (2 * depth) | Int(pixels[at + 1] >> drop) << depth
      | Int(pixels[at + 2] >> drop)
  }

  /// Collects all colours. Returns false when they are too many.
  private mutating func collect(_ pixels: [UInt8], _ change: GIFChange) -> Bool {
    var last: UInt32?
    for y in change.y {
      for pixel in change.row(y)
      where change.contains(pixel) {
        let key = Self.key(pixel, pixels)
        guard key != last else { continue }
        last = key
        guard places[key] == nil else { continue }
        guard count < Self.most else {
          (places, colors) = ([:], [])
          return false
        }
        places[key] = UInt8(count)
        colors += [UInt8(key >> 16), UInt8(key >> 8 & 0xFF), UInt8(key & 0xFF)]
      }
    }
    return true
  }

  /// Puts the colours into boxes, and takes the mean of each.
  private mutating func reduce(_ pixels: [UInt8], _ change: GIFChange) {
    means = [UInt8](repeating: 0, count: 1 << (3 * Self.depth))
    var sums = [SIMD4<Double>](repeating: .zero, count: means.count)
    for y in change.y {
      for pixel in change.row(y)
      where change.contains(pixel) {
        let at = pixel * 4
        sums[Self.cell(pixel, pixels)] += SIMD4(
          Double(pixels[at]), Double(pixels[at + 1]), Double(pixels[at + 2]), 1)
      }
    }
    var cells = sums.indices.filter { sums[$0].w > 0 }
    var boxes = [GIFColorBox(cells[...], sums)]
    while boxes.count < Self.most {
      guard let place = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
        boxes[place].spread > 0
      else { break }
      let box = boxes[place]
      let middle = cells[box.range].partition { box.isAboveMean(sums[$0]) }
      // Rounding may leave everything on one side.
      guard middle > box.range.lowerBound, middle < box.range.upperBound else {
        boxes[place].spread = 0
        continue
      }
      boxes[place] = GIFColorBox(cells[box.range.lowerBound..<middle], sums)
      boxes.append(GIFColorBox(cells[middle..<box.range.upperBound], sums))
    }
    for (place, box) in boxes.enumerated() {
      for cell in cells[box.range] { means[cell] = UInt8(place) }
      colors += (0..<3).map { UInt8(box.mean[$0].rounded()) }
    }
  }
}

/// Some cells of near colours.
private struct GIFColorBox {
  /// The place of its cells among all.
  let range: Range<Int>
  /// Of each channel, weighted by pixels.
  let mean: SIMD4<Double>
  /// The sum of the squared distances from the mean along the channel with the largest one.
  var spread: Double
  private let channel: Int

  init(_ cells: ArraySlice<Int>, _ sums: [SIMD4<Double>]) {
    range = cells.startIndex..<cells.endIndex
    let total = cells.reduce(SIMD4<Double>.zero) { $0 + sums[$1] }
    mean = total / total.w
    var squares = SIMD4<Double>.zero
    for cell in cells {
      let distance = sums[cell] / sums[cell].w - mean
      squares += distance * distance * sums[cell].w
    }
    // The eye sees differences of green best.
    let weighted = squares * SIMD4(0.3, 0.59, 0.11, 0)
    channel = (0..<3).max { weighted[$0] < weighted[$1] } ?? 0
    spread = cells.count > 1 ? weighted[channel] : 0
  }

  /// Whether a cell's mean is above the box's mean in the channel with the widest spread.
  func isAboveMean(_ sum: SIMD4<Double>) -> Bool { sum[channel] / sum.w > mean[channel] }
}
