// RendererChoice.swift
// Stage: start. Which names `--renderer` and LAMELLA_RENDERER accept, and which renderers are tried, in which order.
// `WindowOpening` tries and opens them.
//
// SPDX-License-Identifier: MIT

/// The renderer that a user requests.
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

  /// SDL's renderers in the order in which they are tried; `memory` is the last resort.
  var candidates: [RendererKind] {
    switch self {
    case .automatic: [.opengl, .opengles2]
    case .only(let kind): kind.driverName == nil ? [] : [kind]
    case .software: []
    }
  }
}
