// GLTexture.swift
// Stage: canvas. The owner of one texture, and of the framebuffer through which it is drawn into.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor

/// Where the textures of a canvas come from.
final class TextureSupply {
  let gl: GLFunctions
  /// The longest side of a texture.
  let longestSide: Int
  /// How many of the next textures cannot be created, as when the memory of the GPU is used up.
  var failures = 0

  init(_ context: GLContext) { (gl, longestSide) = (context.functions, context.longestSide) }
}

/// One texture, deleted exactly once, while its context is the thread's.
final class GLTexture {
  /// The components of a texel.
  enum Format {
    /// Eight bits of coverage, in layers.
    case mask
    /// Red, green, blue and alpha of eight bits, premultiplied.
    case color
    /// Four floating-point numbers.
    case numbers

    var bytes: Int {
      switch self {
      case .mask: 1
      case .color: 4
      case .numbers: 16
      }
    }

    fileprivate var stored: Int32 {
      switch self {
      case .mask: GL_R8
      case .color: GL_RGBA8
      case .numbers: GL_RGBA32F
      }
    }

    fileprivate var given: UInt32 { UInt32(self == .mask ? GL_RED : GL_RGBA) }
    /// Where such a texture is bound.
    var place: UInt32 { UInt32(self == .mask ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D) }

    fileprivate var component: UInt32 { UInt32(self == .numbers ? GL_FLOAT : GL_UNSIGNED_BYTE) }
  }

  let name: GLName
  let size: PixelSize
  let format: Format
  /// 0 for a texture that is not drawn into.
  let framebuffer: GLName
  private let gl: GLFunctions

  /// Creates a texture with undefined texels.
  ///
  /// - Parameter layers: Of masks; each is as large. Default 1.
  init(
    size: PixelSize, format: Format, supply: TextureSupply, isTarget: Bool = false, layers: Int = 1
  ) throws(SDLError) {
    let action = "creating a \(size) texture"
    if supply.failures > 0 {
      supply.failures -= 1
      throw SDLError(action: action, reason: "a fault was injected")
    }
    guard max(size.width, size.height) <= supply.longestSide else {
      throw SDLError(
        action: action, reason: "the GPU's longest side is \(supply.longestSide)")
    }
    gl = supply.gl
    (self.size, self.format) = (size, format)
    while gl.getError() != 0 {}
    var name: GLName = 0
    gl.genTextures(1, &name)
    self.name = name
    gl.activeTexture(UInt32(GL_TEXTURE0) + Self.uploadUnit)
    gl.bindTexture(format.place, name)
    if format == .mask {
      gl.texImage3D(
        format.place, 0, format.stored, Int32(size.width), Int32(size.height), Int32(layers), 0,
        format.given, format.component, nil)
    } else {
      gl.texImage2D(
        format.place, 0, format.stored, Int32(size.width), Int32(size.height), 0, format.given,
        format.component, nil)
    }
    let filter = format == .color ? GL_LINEAR : GL_NEAREST
    for (parameter, value) in [
      (GL_TEXTURE_MIN_FILTER, filter), (GL_TEXTURE_MAG_FILTER, filter),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ] {
      gl.texParameteri(format.place, UInt32(parameter), value)
    }
    var framebuffer: GLName = 0
    var isComplete = true
    if isTarget {
      gl.genFramebuffers(1, &framebuffer)
      gl.bindFramebuffer(UInt32(GL_FRAMEBUFFER), framebuffer)
      gl.framebufferTexture2D(
        UInt32(GL_FRAMEBUFFER), UInt32(GL_COLOR_ATTACHMENT0), UInt32(GL_TEXTURE_2D), name, 0)
      isComplete =
        gl.checkFramebufferStatus(UInt32(GL_FRAMEBUFFER))
        == UInt32(
          GL_FRAMEBUFFER_COMPLETE)
    }
    self.framebuffer = framebuffer
    let error = gl.getError()
    if error != 0 || !isComplete {
      throw SDLError(
        action: action,
        reason: error == UInt32(GL_OUT_OF_MEMORY)
          ? "the memory of the GPU is used up"
          : "GL reports the error \(error)" + (isComplete ? "" : ", and cannot draw into it"))
    }
  }

  deinit {
    if framebuffer != 0 { withUnsafePointer(to: framebuffer) { gl.deleteFramebuffers(1, $0) } }
    withUnsafePointer(to: name) { gl.deleteTextures(1, $0) }
  }

  /// The unit through which texels are written, which no program reads.
  static var uploadUnit: UInt32 { 7 }

  /// Writes texels of a part.
  ///
  /// - Parameter texels: Rows from the top, without gaps.
  func write(_ texels: UnsafeRawPointer, to part: PixelRect, layer: Int = 0) {
    gl.activeTexture(UInt32(GL_TEXTURE0) + Self.uploadUnit)
    gl.bindTexture(format.place, name)
    let (x, y, width, height) = (
      Int32(part.minX), Int32(part.minY), Int32(part.width), Int32(part.height)
    )
    if format == .mask {
      gl.texSubImage3D(
        format.place, 0, x, y, Int32(layer), width, height, 1, format.given, format.component,
        texels)
    } else {
      gl.texSubImage2D(
        format.place, 0, x, y, width, height, format.given, format.component, texels)
    }
  }
}
