// CGImage.swift
// Immutable pixels: premultiplied RGBA, eight bits per channel, rows from the top.
//
// SPDX-License-Identifier: MIT

/// An immutable image: premultiplied sRGB, 4 bytes per pixel in the order R, G, B, A, rows from the
/// top without padding.
public final class CGImage: Sendable, Hashable {
  /// The size in pixels, at least 1 by 1.
  public let width: Int, height: Int
  /// `width × height × 4` bytes.
  package let pixels: [UInt8]
  /// What the image was made from; its layout is what the public properties describe.
  let source: ImageSource
  private let smallerVersions = SmallerVersions()

  /// Creates an image that owns its pixels.
  ///
  /// - Precondition: Both sizes are positive, and `pixels` has exactly `width × height × 4` bytes.
  package convenience init(width: Int, height: Int, premultipliedRGBA pixels: [UInt8]) {
    self.init(width: width, height: height, premultipliedRGBA: pixels, source: .pixels)
  }

  init(width: Int, height: Int, premultipliedRGBA pixels: [UInt8], source: ImageSource) {
    trap(
      unless: width > 0 && height > 0 && pixels.count == width * height * 4,
      "an image of \(width) x \(height) pixels cannot have \(pixels.count) bytes")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.source = source
  }

  /// Images are equal when they are the same object.
  public static func == (a: CGImage, b: CGImage) -> Bool { a === b }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Smaller versions

/// Reduced versions of an image, cached with it.
private final class SmallerVersions: Sendable {
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
