// TextureCanvas.swift
// Stage: canvas. A MemoryCanvas whose pictures GL shows, where a window has no memory of its own, as on Wayland.
//
// SPDX-License-Identifier: MIT

package import Compositor

internal import CSDL2

/// A canvas on the processor, shown as a texture.
///
/// GL copies the texture and draws nothing, so any thread may show pictures while the main thread is busy.
package final class TextureCanvas: WindowCanvas {
  package typealias Failure = SDLError
  package static var isBoundToThread: Bool { true }

  private let window: SDLWindow
  private let canvas: MemoryCanvas
  private var context: GLContext
  /// The picture; nil before the first, and after the driver has lost the context.
  private var texture: GLTexture?

  /// - Throws: When the window has no context.
  package init(window: SDLWindow, source: any CoverageSource) throws(SDLError) {
    guard let context = window.context else {
      throw SDLError(action: "setting up drawing", reason: "the window has no context of GL")
    }
    self.window = window
    self.context = context
    canvas = MemoryCanvas(source: source)
  }

  deinit {
    // Textures are deleted in the thread's context, which may be another window's.
    try? context.makeCurrent()
    texture = nil
  }

  package func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    canvas.draw(list)
  }

  package func present() throws(SDLError) {
    try copyToWindow(rows: window.pixelSize.height)
    window.present()
  }

  /// Copies the picture into the window's back buffer.
  ///
  /// - Parameter rows: The window's height in pixels.
  package func copyToWindow(rows: Int) throws(SDLError) {
    try context.makeCurrent()
    if context.isLost {
      try window.renewContext()
      if let new = window.context { context = new }
      texture = nil
    }
    try upload()
    guard let texture else { return }
    let gl = context.functions
    let (width, height) = (Int32(texture.size.width), Int32(texture.size.height))
    gl.bindFramebuffer(UInt32(GL_READ_FRAMEBUFFER), texture.framebuffer)
    gl.bindFramebuffer(UInt32(GL_DRAW_FRAMEBUFFER), 0)
    // GL counts a window's rows from the bottom.
    gl.blitFramebuffer(
      0, 0, width, height, 0, Int32(rows), width, Int32(rows) - height,
      UInt32(GL_COLOR_BUFFER_BIT), UInt32(GL_NEAREST))
  }

  /// Brings the texture up to the last picture.
  private func upload() throws(SDLError) {
    let size = canvas.size
    guard size.width > 0, size.height > 0 else { return }
    var regions = canvas.drawnRegions
    if texture?.size != size {
      texture = nil
      texture = try GLTexture(
        size: size, format: .color, supply: TextureSupply(context), isTarget: true)
      regions = [PixelRect(size)]
    }
    guard let texture, !regions.isEmpty else { return }
    canvas.withPixels { pixels, bytesPerRow in
      guard let base = pixels.baseAddress else { return }
      let gl = context.functions
      gl.pixelStorei(UInt32(GL_UNPACK_ROW_LENGTH), Int32(bytesPerRow / 4))
      for region in regions {
        texture.write(base + region.minY * bytesPerRow + region.minX * 4, to: region)
      }
      gl.pixelStorei(UInt32(GL_UNPACK_ROW_LENGTH), 0)
    }
  }
}
