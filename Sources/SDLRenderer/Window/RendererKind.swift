// RendererKind.swift
// Stage: start. The renderers that can draw a window.
//
// SPDX-License-Identifier: MIT

/// A renderer that draws a window.
///
/// The raw value is its name on the command line and in reports.
package enum RendererKind: String, CaseIterable, Sendable {
  /// ``GLCanvas``: drawn by a GPU, with GL 3.3 core or GLES 3.0.
  case gl
  /// ``SurfaceCanvas``: drawn on the processor, shown as the window's surface.
  case memory
}
