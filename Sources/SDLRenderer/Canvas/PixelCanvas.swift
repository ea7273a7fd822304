// PixelCanvas.swift
// Stage: canvas. Lists that a GPU's canvas cannot draw: drawn by the processor, then shown as one texture.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor

/// Draws lists with filters, backdrops and blend modes, of which SDL has none, into a texture. Only the pixels
/// that changed are uploaded.
final class PixelCanvas {
  private let supply: TextureSupply
  private let canvas: MemoryCanvas
  /// Shows the canvas's pixels; nil before the first list, and when textures are lost.
  private var texture: TextureBox?

  private final class TextureBox {
    let texture: Texture
    init(_ texture: consuming Texture) { self.texture = texture }
  }

  init(supply: TextureSupply, source: any CoverageSource) {
    self.supply = supply
    canvas = MemoryCanvas(source: source)
  }

  /// Forgets the texture, as its pixels are lost.
  func removeAll() { texture = nil }

  /// Draws a list over all of the window.
  func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    if texture == nil || texture?.texture.size != list.size {
      texture = nil
      canvas.forget()
    }
    var counts = canvas.draw(list)
    guard list.size.width > 0, list.size.height > 0 else { return counts }
    let box: TextureBox
    if let texture {
      box = texture
    } else {
      box = TextureBox(try Texture(size: list.size, supply: supply))
      texture = box
    }
    counts.uploadedBytes += try upload(to: box.texture.pointer)
    try check(
      SDL_SetTextureBlendMode(box.texture.pointer, SDL_BLENDMODE_NONE), "showing a picture")
    try check(SDL_RenderCopy(supply.renderer, box.texture.pointer, nil, nil), "showing a picture")
    counts.drawCalls = 1
    return counts
  }

  /// Copies the pixels that the last list changed. Returns their bytes.
  private func upload(to texture: OpaquePointer) throws(SDLError) -> Int {
    // A rethrowing function loses the error's type; the result preserves it.
    let result: Result<Int, SDLError> = canvas.withPixels { pixels, bytesPerRow in
      Result { () throws(SDLError) in
        guard let first = pixels.baseAddress else { return 0 }
        var bytes = 0
        for region in canvas.drawnRegions {
          var rect = SDL_Rect(
            x: Int32(region.minX), y: Int32(region.minY), w: Int32(region.width),
            h: Int32(region.height))
          try check(
            SDL_UpdateTexture(
              texture, &rect, first + region.minY * bytesPerRow + region.minX * 4,
              Int32(bytesPerRow)), "copying a picture to the GPU")
          bytes += region.area * 4
        }
        return bytes
      }
    }
    return try result.get()
  }
}
