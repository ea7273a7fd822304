// PatternImage.swift
// An image that repeats along both axes, as the paint of backgrounds and fills.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// An image that repeats along both axes.
///
/// Canvases draw it in blocks of many cells, as edges between single cells would show where they lie between pixels.
package final class PatternImage: Sendable, Hashable {
  /// One cell.
  package let cell: CGImage
  /// Pixels per point of the cell.
  package let scale: CGFloat

  /// The largest block that was drawn.
  private let block = Locked<CGImage?>(nil)

  /// The longest side of a block, in pixels, unless a cell is longer.
  private static let longestSide = 2048

  /// Creates a pattern of a cell with a number of pixels per point, positive and finite.
  package init(cell: CGImage, scale: CGFloat) { (self.cell, self.scale) = (cell, scale) }

  /// Patterns are equal when they are the same object.
  package static func == (a: PatternImage, b: PatternImage) -> Bool { a === b }

  /// Hashes the object's identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Returns the pattern with its alpha multiplied by a factor, 0...1.
  package func faded(to alpha: CGFloat) -> PatternImage {
    let factor = min(max(alpha, 0), 1)
    let pixels = cell.pixels.map { UInt8((CGFloat($0) * factor).rounded()) }
    return PatternImage(
      cell: CGImage(width: cell.width, height: cell.height, premultipliedRGBA: pixels), scale: scale
    )
  }

  /// The mean of all pixels.
  package var meanColor: CGColor {
    var sums = SIMD4<Double>.zero
    for index in stride(from: 0, to: cell.pixels.count, by: 4) {
      for lane in 0..<4 { sums[lane] += Double(cell.pixels[index + lane]) }
    }
    let mean = sums / Double(cell.width * cell.height * 255)
    guard mean.w > 0 else { return .clear }
    return CGColor(
      red: mean.x / mean.w, green: mean.y / mean.w, blue: mean.z / mean.w, alpha: mean.w)
  }

  /// Calls a function with the images that cover a rectangle, the first cell of each at its upper left.
  ///
  /// - Parameters:
  ///   - rect: In points of the pattern's space, in which a cell begins at the origin.
  ///   - body: Receives an image, the part of it in its pixels, and the place of this part.
  package func forEachBlock(
    covering rect: CGRect, _ body: (_ image: CGImage, _ source: CGRect, _ place: CGRect) -> Void
  ) {
    let step = CGSize(width: CGFloat(cell.width) / scale, height: CGFloat(cell.height) / scale)
    guard rect.isFinite, !rect.isEmpty else { return }
    // From the first cell that is touched.
    let (firstX, firstY) = (
      (rect.minX / step.width).rounded(.down), (rect.minY / step.height).rounded(.down)
    )
    let origin = CGPoint(x: firstX * step.width, y: firstY * step.height)
    let reach = CGSize(width: rect.maxX - origin.x, height: rect.maxY - origin.y)
    let image = block(covering: reach)
    let size = CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
    let limit = 4096.0
    guard reach.width / size.width < limit, reach.height / size.height < limit else { return }
    for y in stride(from: origin.y, to: rect.maxY, by: size.height) {
      for x in stride(from: origin.x, to: rect.maxX, by: size.width) {
        let place = CGRect(x: x, y: y, width: size.width, height: size.height).intersection(rect)
        guard !place.isNull, place.width > 0, place.height > 0 else { continue }
        let source = CGRect(
          x: (place.minX - x) * scale, y: (place.minY - y) * scale, width: place.width * scale,
          height: place.height * scale)
        body(image, source, place)
      }
    }
  }

  /// Returns an image of whole cells, as large as a size in points where that is not too large. Kept for the next call.
  private func block(covering size: CGSize) -> CGImage {
    block.withLock {
      let columns = Self.cells(size.width * scale, cell.width)
      let rows = Self.cells(size.height * scale, cell.height)
      if let made = $0, made.width >= columns * cell.width, made.height >= rows * cell.height {
        return made
      }
      let made = repeated(
        columns: max(columns, ($0?.width ?? 0) / cell.width),
        rows: max(rows, ($0?.height ?? 0) / cell.height))
      $0 = made
      return made
    }
  }

  /// The number of cells along a length in pixels: a power of two, so that growing views need few blocks.
  private static func cells(_ length: CGFloat, _ cell: Int) -> Int {
    let most = max(longestSide / cell, 1)
    var count = 1
    while count < most, CGFloat(count * cell) < length { count *= 2 }
    return min(count, most)
  }

  private func repeated(columns: Int, rows: Int) -> CGImage {
    if columns == 1, rows == 1 { return cell }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(cell.pixels.count * columns * rows)
    for _ in 0..<rows {
      for y in 0..<cell.height {
        let row = cell.pixels[y * cell.width * 4..<(y + 1) * cell.width * 4]
        for _ in 0..<columns { pixels += row }
      }
    }
    return CGImage(
      width: cell.width * columns, height: cell.height * rows, premultipliedRGBA: pixels)
  }
}
