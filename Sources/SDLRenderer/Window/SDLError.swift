// SDLError.swift
// Failed calls into SDL become errors here, with what was being done and what SDL says.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor

/// A call into SDL that failed.
package struct SDLError: Error, Hashable, CustomStringConvertible {
  /// What the engine was doing, in words that end a sentence: "creating the window".
  package var action: String

  /// What SDL says about it.
  package var reason: String

  /// What the user can do about it; empty when there is nothing to say.
  package var advice: String

  package init(action: String, reason: String, advice: String = "") {
    self.action = action
    self.reason = reason
    self.advice = advice
  }

  /// The error of the call that has just failed.
  init(_ action: String) {
    let reason = String(cString: SDL_GetError())
    self.init(action: action, reason: reason.isEmpty ? "it does not say why" : reason)
  }

  package var description: String {
    "SDL failed while \(action): \(reason)" + (advice.isEmpty ? "" : ". \(advice)")
  }
}

/// Throws when a call answered less than zero, which is how most of SDL reports failure.
func check(_ code: Int32, _ action: @autoclosure () -> String) throws(SDLError) {
  if code < 0 { throw SDLError(action()) }
}

/// Returns the pointer that a call answered, or throws when there is none.
func check<Pointer>(
  _ pointer: Pointer?, _ action: @autoclosure () -> String
) throws(SDLError) -> Pointer {
  guard let pointer else { throw SDLError(action()) }
  return pointer
}

/// One SDL texture, destroyed exactly once.
///
/// It must not outlive its renderer, which destroys all textures with itself.
struct Texture: ~Copyable {
  let pointer: OpaquePointer
  let size: PixelSize

  /// Creates a texture of premultiplied RGBA bytes.
  init(
    size: PixelSize, renderer: OpaquePointer, isTarget: Bool = false, isSmooth: Bool = true
  ) throws(SDLError) {
    let access = isTarget ? SDL_TEXTUREACCESS_TARGET : SDL_TEXTUREACCESS_STATIC
    pointer = try check(
      SDL_CreateTexture(
        renderer, pixelFormat, Int32(access.rawValue), Int32(size.width), Int32(size.height)),
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
