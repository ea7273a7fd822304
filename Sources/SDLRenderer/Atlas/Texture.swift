// Texture.swift
// Stage: canvas. The owner of one SDL texture, and the pixel formats of textures and surfaces.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor

/// Where the textures of a canvas come from.
final class TextureSupply {
  let renderer: OpaquePointer
  /// How many of the next textures cannot be created, as when the memory of the GPU is used up.
  var failures = 0

  init(renderer: OpaquePointer) { self.renderer = renderer }
}

/// One SDL texture, destroyed exactly once.
///
/// It must not outlive its renderer, which destroys all its textures.
struct Texture: ~Copyable {
  let pointer: OpaquePointer
  let size: PixelSize

  /// Creates a texture of premultiplied RGBA bytes.
  init(
    size: PixelSize, supply: TextureSupply, isTarget: Bool = false, isSmooth: Bool = true
  ) throws(SDLError) {
    let access = isTarget ? SDL_TEXTUREACCESS_TARGET : SDL_TEXTUREACCESS_STATIC
    if supply.failures > 0 {
      supply.failures -= 1
      throw SDLError(action: "creating a \(size) texture", reason: "a fault was injected")
    }
    pointer = try check(
      SDL_CreateTexture(
        supply.renderer, pixelFormat, Int32(access.rawValue), Int32(size.width), Int32(size.height)),
      "creating a \(size) texture")
    self.size = size
    SDL_SetTextureScaleMode(pointer, isSmooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest)
  }

  deinit { SDL_DestroyTexture(pointer) }
}

/// Bytes in the order R, G, B, A, as in a `CGImage`.
let pixelFormat = UInt32(SDL_PIXELFORMAT_ABGR8888.rawValue)

/// Bytes in the order B, G, R, A.
let blueFirstFormat = UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue)
