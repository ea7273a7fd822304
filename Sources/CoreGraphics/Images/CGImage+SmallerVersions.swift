// CGImage+SmallerVersions.swift
// An image at a half, a quarter and so on of its size, from which it is drawn where it is small (mipmaps).
//
// SPDX-License-Identifier: MIT

/// An image at half its size, cached with it, which has its own half.
final class SmallerVersions: Sendable {
  private let half = Locked<CGImage?>(nil)

  func half(_ make: () -> CGImage) -> CGImage {
    half.withLock {
      if let half = $0 { return half }
      let made = make()
      $0 = made
      return made
    }
  }
}

extension CGImage {
  /// Returns the image halved a number of times, at least one pixel wide and high, with each pixel
  /// the mean of those it replaces. Cached with the image.
  package func smaller(_ times: Int) -> CGImage {
    guard times > 0, width > 1 || height > 1 else { return self }
    return smallerVersions.half(makeHalf).smaller(times - 1)
  }

  private func makeHalf() -> CGImage {
    let (columns, rows) = (Self.halves(width), Self.halves(height))
    // Rows first: the sums of each remaining pixel's channels.
    var sums = [Float](repeating: 0, count: columns.count * height * 4)
    for y in 0..<height {
      for (x, parts) in columns.enumerated() {
        for part in parts {
          for byte in 0..<4 {
            sums[(y * columns.count + x) * 4 + byte] +=
              Float(pixels[(y * width + part.index) * 4 + byte]) * part.weight
          }
        }
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(columns.count * rows.count * 4)
    let stride = columns.count * 4
    for parts in rows {
      for at in 0..<stride {
        let sum = parts.reduce(Float(0)) { $0 + sums[$1.index * stride + at] * $1.weight }
        result.append(UInt8(min(sum + 0.5, 255)))
      }
    }
    return CGImage(width: columns.count, height: rows.count, premultipliedRGBA: result)
  }

  /// The source pixels of each pixel at half the size, with their weights.
  private static func halves(_ count: Int) -> [[(index: Int, weight: Float)]] {
    let fewer = max(count / 2, 1)
    let step = Double(count) / Double(fewer)
    return (0..<fewer).map { place in
      let (from, to) = (Double(place) * step, Double(place + 1) * step)
      return (Int(from)..<min(Int(to.rounded(.up)), count)).map { index in
        let overlap = min(Double(index + 1), to) - max(Double(index), from)
        return (index, Float(overlap / step))
      }
    }
  }
}
