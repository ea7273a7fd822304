// RendererChoice.swift
// Stage: start. Which names `--renderer` and LAMELLA_RENDERER accept. `WindowOpening` tries and opens renderers.
//
// SPDX-License-Identifier: MIT

/// The renderer that a user requests.
package enum RendererChoice: Hashable, Sendable {
  /// `gl` on a GPU, else `memory`. On a machine without a GPU, GL is not loaded.
  case automatic
  /// One renderer or an error. GL may be implemented in software.
  case only(RendererKind)

  /// The names of all choices, as a user may give them.
  package static var names: [String] {
    ([.automatic] + RendererKind.allCases.map(Self.only)).map(\.name)
  }

  /// Finds a choice by name or alias, in any case. Nil for an unknown name; the empty name is automatic.
  package init?(name: String) {
    switch name.lowercased() {
    case "auto", "automatic", "": self = .automatic
    case "opengl", "opengles", "opengles2", "gles": self = .only(.gl)
    case "cpu", "software": self = .only(.memory)
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
    }
  }
}
