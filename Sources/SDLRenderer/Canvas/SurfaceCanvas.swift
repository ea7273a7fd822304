// SurfaceCanvas.swift
// Stage: canvas. A MemoryCanvas that draws a window: into the window's own pixels where their format
// allows it, else into memory that is copied.
//
// SPDX-License-Identifier: MIT

package import Compositor

/// A canvas on the processor, shown as a window's surface.
package final class SurfaceCanvas: WindowCanvas {
  package typealias Failure = SDLError
  package static var isBoundToThread: Bool { false }

  private let window: SDLWindow
  private let canvas: MemoryCanvas
  /// Whether the last list was drawn into the window's own pixels, so that nothing is copied.
  private var isDrawnInPlace = false

  package init(window: SDLWindow, source: any CoverageSource) {
    self.window = window
    canvas = MemoryCanvas(source: source, order: .bgra)
  }

  package func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    isDrawnInPlace = false
    guard let surface = try window.surface(), surface.memory.size == list.size else {
      return canvas.draw(list)
    }
    isDrawnInPlace = true
    if surface.isNew { canvas.forget() }
    return canvas.draw(list, into: surface.memory)
  }

  package func present() throws(SDLError) {
    if isDrawnInPlace {
      try window.show(canvas.drawnRegions)
    } else {
      try copyToWindow()
    }
  }

  private func copyToWindow() throws(SDLError) {
    let size = canvas.size
    // A rethrowing function loses the error's type; the result preserves it.
    let shown: Result<Void, SDLError> = canvas.withPixels { pixels, bytesPerRow in
      guard let rows = pixels.baseAddress else { return .success(()) }
      return Result { () throws(SDLError) in
        try window.present(rows: rows, isBlueFirst: true, bytesPerRow: bytesPerRow, size: size)
      }
    }
    try shown.get()
  }
}
