// GIFCanvas.swift
// The canvas on which a GIF's pictures are drawn one after the other, and what each leaves behind (its disposal).
//
// SPDX-License-Identifier: MIT

/// The picture on which a GIF's pictures are drawn one after the other.
struct GIFCanvas {
  let width: Int, height: Int
  private(set) var pixels: [UInt8]
  private var before: [UInt8] = []

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// Draws a picture, or the first pixels of one that was cut off.
  mutating func draw(_ frame: GIFFrame, _ indices: [UInt8]) {
    if frame.disposal == .restore { before = pixels }
    for (line, row) in rows(frame).enumerated() {
      let y = frame.top + row
      guard y < height else { continue }
      let known = min(max(indices.count - line * frame.width, 0), frame.width)
      for x in 0..<max(min(known, width - frame.left), 0) {
        let index = Int(indices[line * frame.width + x])
        let color = frame.colors.startIndex + index * 3
        guard index != frame.transparent, color + 3 <= frame.colors.endIndex else { continue }
        let at = (y * width + frame.left + x) * 4
        for channel in 0..<3 { pixels[at + channel] = frame.colors[color + channel] }
        pixels[at + 3] = 255
      }
    }
  }

  /// The rows of a picture in the order of the file.
  private func rows(_ frame: GIFFrame) -> [Int] {
    guard frame.isInterlaced else { return Array(0..<frame.height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: frame.height, by: step))
    }
  }

  /// Makes the canvas ready for the next picture.
  mutating func dispose(_ frame: GIFFrame) {
    switch frame.disposal {
    case .keep: break
    case .restore: pixels = before
    case .clear:
      for y in frame.top..<max(min(frame.top + frame.height, height), frame.top) {
        for x in frame.left..<max(min(frame.left + frame.width, width), frame.left) {
          let at = (y * width + x) * 4
          for channel in at..<at + 4 { pixels[channel] = 0 }
        }
      }
    }
  }
}
