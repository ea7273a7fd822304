// RendererKind.swift
// Stage: start. The renderers that can draw a window, and the choice between them.
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

/// The renderer that a user asks for.
package enum RendererChoice: Hashable, Sendable {
  /// The first that works: OpenGL or OpenGL ES 2 on a GPU, else `memory`. On a machine without a GPU,
  /// GL is not loaded.
  case automatic
  /// One renderer or an error. GL may be implemented in software.
  case only(RendererKind)
  /// Drawing without a GPU: `memory`, because SDL's own software renderer cannot blend premultiplied
  /// colours and rounds vertices to whole pixels.
  case software

  /// The names of all choices, as a user may give them.
  package static var names: [String] {
    ([.automatic] + RendererKind.allCases.map(Self.only) + [.software]).map(\.name)
  }

  /// Finds a choice by name or alias, in any case. Nil for an unknown name; the empty name is automatic.
  package init?(name: String) {
    switch name.lowercased() {
    case "auto", "automatic", "": self = .automatic
    case "software", "sdl": self = .software
    case "gl": self = .only(.opengl)
    case "opengles", "gles": self = .only(.opengles2)
    case "cpu": self = .only(.memory)
    case let name:
      guard let kind = RendererKind(rawValue: name) else { return nil }
      self = .only(kind)
    }
  }

  /// The choice's name.
  package var name: String {
    switch self {
    case .automatic: "auto"
    case .only(let kind): kind.rawValue
    case .software: "software"
    }
  }

  /// The renderers of SDL's to try, in order, before `memory`.
  var candidates: [RendererKind] {
    switch self {
    case .automatic: [.opengl, .opengles2]
    case .only(let kind): kind.driverName == nil ? [] : [kind]
    case .software: []
    }
  }
}
