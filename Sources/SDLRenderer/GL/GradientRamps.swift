// GradientRamps.swift
// Stage: canvas. The colours of gradients on one texture, a row each.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics

/// The rows of colours that gradients use; the row unused for longest gives way to a new one.
final class GradientRamps {
  private let supply: TextureSupply
  private let recorder: DrawRecorder
  private var texture: GLTexture?
  private var rows: [CGGradient: Int] = [:]
  /// The gradient of each row, and the frame that used it last.
  private var uses: [(gradient: CGGradient, frame: Int)] = []
  private var frame = 0

  private static let rowCount = 64

  init(supply: TextureSupply, recorder: DrawRecorder) {
    (self.supply, self.recorder) = (supply, recorder)
  }

  func beginFrame() { frame += 1 }

  func removeAll() {
    texture = nil
    recorder.ramps = 0
    rows.removeAll()
    uses.removeAll()
  }

  /// Returns the row of a gradient's colours.
  func row(_ gradient: CGGradient) throws(SDLError) -> Int {
    if let row = rows[gradient] {
      uses[row].frame = frame
      return row
    }
    let texture = try currentTexture()
    var row = uses.count
    if row < Self.rowCount {
      uses.append((gradient, frame))
    } else {
      row = uses.indices.min { uses[$0].frame < uses[$1].frame } ?? 0
      // Instances that show the row are drawn before it is replaced.
      if uses[row].frame == frame { try recorder.flush() }
      rows[uses[row].gradient] = nil
      uses[row] = (gradient, frame)
    }
    rows[gradient] = row
    let colors = GradientRamp.colors(of: gradient)
    colors.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      texture.write(
        base, to: PixelRect(minX: 0, minY: row, maxX: GradientRamp.count, maxY: row + 1))
      recorder.countUpload(bytes: bytes.count)
    }
    return row
  }

  private func currentTexture() throws(SDLError) -> GLTexture {
    if let texture { return texture }
    let new = try GLTexture(
      size: PixelSize(width: GradientRamp.count, height: Self.rowCount), format: .numbers,
      supply: supply)
    texture = new
    recorder.ramps = new.name
    return new
  }
}
