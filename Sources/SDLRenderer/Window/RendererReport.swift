// RendererReport.swift
// Stage: start. Which renderers work on this machine, and what implements them.
//
// SPDX-License-Identifier: MIT

import Foundation

/// One renderer on this machine.
package struct RendererReport: Hashable, Sendable {
  package var kind: RendererKind
  /// Why the renderer cannot be used. Nil when it can.
  package var problem: String?
  /// The GL version and driver, such as "GL 3.3 core · Mesa · llvmpipe (LLVM 15.0.6, 256 bits)". Nil for a renderer
  /// that is not GL.
  package var device: String?

  /// Starts each renderer once, in a hidden window, and reports on it.
  package static func all(in session: SDLSession) -> [RendererReport] {
    [RendererKind.memory, .gl].map { kind in
      var report = RendererReport(kind: kind)
      var options = SDLWindow.Options()
      options.renderer = .only(kind)
      options.isVisible = false
      do throws(SDLError) {
        let window = try SDLWindow(session: session, options: options)
        report.device = window.context.map { "\($0.version.name) · \($0.device)" }
      } catch {
        report.problem = error.reason
      }
      return report
    }
  }
}
