// RendererKind.swift
// Stage: start. The renderers that can draw a window.
//
// SPDX-License-Identifier: MIT

/// A renderer that draws a window.
///
/// The raw value is its name on the command line and in reports.
package enum RendererKind: String, CaseIterable, Sendable {
  /// ``SDLCanvas`` on SDL's OpenGL renderer.
  case opengl
  /// ``SDLCanvas`` on SDL's OpenGL ES 2 renderer.
  case opengles2
  /// ``SurfaceCanvas``: drawn on the processor, shown as the window's surface.
  case memory

  /// The name of SDL's render driver. Nil for a renderer that needs none.
  var driverName: String? {
    switch self {
    case .opengl: "opengl"
    case .opengles2: "opengles2"
    case .memory: nil
    }
  }

  /// Whether the window must be created for OpenGL.
  var needsOpenGLWindow: Bool { self == .opengl }
}
