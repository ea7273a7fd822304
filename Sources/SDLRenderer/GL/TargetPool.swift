// TargetPool.swift
// Stage: canvas. A pool of the textures that groups and filters are drawn into.
//
// SPDX-License-Identifier: MIT

import Compositor

/// Textures that are drawn into, by size.
///
/// Sizes are rounded up to steps, so that a group that grows does not need a new texture in each frame.
final class TargetPool {
  private struct Entry {
    let texture: GLTexture
    var isInUse = true
    var lastUse: Int
  }

  private let supply: TextureSupply
  private var entries: [Entry] = []
  private var frame = 0

  private static let step = 128
  private static let maximumIdleFrames = 60

  init(supply: TextureSupply) { self.supply = supply }

  /// Whether a texture can be as large.
  func fits(_ rect: PixelRect) -> Bool { max(rect.width, rect.height) <= supply.longestSide }

  func beginFrame() {
    frame += 1
    for index in entries.indices { entries[index].isInUse = false }
    entries.removeAll { frame - $0.lastUse > Self.maximumIdleFrames }
  }

  func removeAll() { entries.removeAll() }

  /// Returns a texture of at least a size, with undefined texels.
  func acquire(_ size: PixelSize) throws(SDLError) -> GLTexture {
    func rounded(_ side: Int) -> Int {
      let steps = (max(side, 1) + Self.step - 1) / Self.step * Self.step
      return side <= supply.longestSide ? min(steps, supply.longestSide) : side
    }
    let wanted = PixelSize(width: rounded(size.width), height: rounded(size.height))
    if let index = entries.firstIndex(where: { !$0.isInUse && $0.texture.size == wanted }) {
      entries[index].isInUse = true
      entries[index].lastUse = frame
      return entries[index].texture
    }
    let texture = try GLTexture(size: wanted, format: .color, supply: supply, isTarget: true)
    entries.append(Entry(texture: texture, lastUse: frame))
    return texture
  }

  /// Returns a texture to the pool. What was recorded before still shows its texels.
  func release(_ texture: GLTexture) {
    if let index = entries.firstIndex(where: { $0.texture === texture }) {
      entries[index].isInUse = false
    }
  }
}
