// FallbackCanvas.swift
// Stage: canvas. The canvas of a window that has GL: on the GPU, and in memory once the GPU fails for good.
//
// SPDX-License-Identifier: MIT

package import Compositor
import QuartzCore

/// A canvas on a GPU that one in memory takes over from when the driver compiles no program, or makes no context in place
/// of a lost one.
package final class FallbackCanvas: WindowCanvas {
  package typealias Failure = SDLError
  package static var isBoundToThread: Bool { true }

  private let window: SDLWindow
  private let source: any CoverageSource
  private var gl: GLCanvas?
  private var memory: (any WindowCanvas)?

  package init(window: SDLWindow, source: any CoverageSource) throws(SDLError) {
    (self.window, self.source) = (window, source)
    gl = try GLCanvas(window: window, source: source)
  }

  package func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    if let gl {
      do throws(SDLError) {
        return try gl.draw(list)
      } catch {
        Diagnostics.reportOnce("renderer", "windows are drawn in memory from here on: \(error)")
      }
      self.gl = nil
      if window.hasMemory { window.abandonContext() }
    }
    if memory == nil { memory = try memoryCanvas() }
    guard let memory else { return CanvasCounts() }
    return try memory.draw(list)
  }

  private func memoryCanvas() throws(SDLError) -> any WindowCanvas {
    window.hasMemory
      ? SurfaceCanvas(window: window, source: source)
      : try TextureCanvas(window: window, source: source)
  }

  package func present() throws(SDLError) {
    if let gl { gl.present() } else { try memory?.present() }
  }

  /// Makes the next frame fail as with a driver that makes no context in place of a lost one.
  package func injectFailure() { gl?.injectFailure() }
}
