// Canvas.swift
// Stage: canvas. The protocol of everything that draws a list, and the counts that drawing returns.
// A canvas that draws a window conforms to WindowCanvas. RendererChoice has the order of trying, and WindowOpening
// chooses.
//
// SPDX-License-Identifier: MIT

/// An object that draws lists. A canvas has no access to layers.
package protocol Canvas: AnyObject {
  /// The reason why a list could not be drawn; `Never` for a canvas in memory.
  associatedtype Failure: Error
  /// Draws a whole list; nothing of an earlier one remains.
  func draw(_ list: borrowing DrawList) throws(Failure) -> CanvasCounts
}

/// The cost of drawing a list, for records and thresholds.
package struct CanvasCounts: Hashable, Sendable {
  package var drawCalls = 0
  package var vertices = 0
  package var groups = 0
  /// Pixels of the target that were redrawn; 0 for a canvas that does not count them.
  package var pixels = 0
  /// Bytes written to textures or atlas pages.
  package var uploadedBytes = 0
  package init() {}
}
