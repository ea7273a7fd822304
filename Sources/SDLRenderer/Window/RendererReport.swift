// RendererReport.swift
// Stage: start. What each renderer says of itself, for who asks why the program draws as it does.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Foundation

/// One renderer on this machine.
package struct RendererReport: Hashable, Sendable {
  /// As ``RendererKind`` names it.
  package var name: String
  /// Why it cannot be used; nil when it can.
  package var problem: String?
  /// Who does GL, such as "Mesa · llvmpipe (LLVM 15.0.6, 256 bits)"; nil where it is not GL.
  package var device: String?

  /// Starts each renderer once, in a window that nobody sees, and asks it.
  package static func all(in session: SDLSession) -> [RendererReport] {
    [RendererKind.memory, .opengl, .opengles2].map { choice in
      var report = RendererReport(name: choice.rawValue)
      var options = SDLWindow.Options()
      options.renderer = choice
      options.isVisible = false
      do throws(SDLError) {
        let window = try SDLWindow(session: session, options: options)
        if window.renderer != nil { report.device = device() }
      } catch {
        report.problem = error.reason
      }
      return report
    }
  }

  /// GL_VENDOR and GL_RENDERER of the renderer that was made last.
  private static func device() -> String? {
    typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
    guard let address = SDL_GL_GetProcAddress("glGetString") else { return nil }
    let ask = unsafeBitCast(address, to: GetString.self)
    let names: [UInt32] = [0x1F00, 0x1F01]
    let answers = names.compactMap { name in ask(name).map { String(cString: $0) } }
    return answers.isEmpty ? nil : answers.joined(separator: " · ")
  }
}
