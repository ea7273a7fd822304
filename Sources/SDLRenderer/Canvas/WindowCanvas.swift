// WindowCanvas.swift
// Stage: canvas. The interface of a window to the canvas that draws it.
//
// SPDX-License-Identifier: MIT

package import Compositor

/// A canvas whose pictures are shown in a window.
///
/// A new one also needs a ``RendererKind``, and its line where a host makes a window's screen.
package protocol WindowCanvas: Canvas where Failure == SDLError {
  /// Whether one thread alone can draw and show, as with a graphics context.
  static var isBoundToThread: Bool { get }
  /// Shows what was drawn last. Returns when the driver has accepted it, which may be at the screen's
  /// next refresh.
  func present() throws(SDLError)
}
