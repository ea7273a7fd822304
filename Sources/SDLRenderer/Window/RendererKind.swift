// RendererKind.swift
// Stage: start. Which of the ways to put a picture into a window is used.
//
// SPDX-License-Identifier: MIT

/// A way to put pictures into a window.
package enum RendererKind: String, CaseIterable, Sendable {
  /// The first that works: OpenGL and OpenGL ES on a GPU, else `memory`. Where the machine has no
  /// GPU, GL is not even loaded.
  case automatic = "auto"
  /// OpenGL, also when it is done in software.
  case opengl
  /// OpenGL ES 2, also when it is done in software.
  case opengles2
  /// Our own rasteriser into memory, shown as the window's surface.
  case memory
  /// What has no GPU: `memory`, as SDL's own rasteriser lacks the blending and cuts vertices to
  /// whole pixels.
  case software

  /// Finds a choice by the name a user gives; nil for an unknown name.
  package init?(name: String) {
    switch name.lowercased() {
    case "auto", "automatic", "": self = .automatic
    case "opengl", "gl": self = .opengl
    case "opengles2", "opengles", "gles": self = .opengles2
    case "memory", "cpu": self = .memory
    case "software", "sdl": self = .software
    default: return nil
    }
  }
}
