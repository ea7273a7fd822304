// RendererReport.swift
// Stage: start. Which renderers work on this machine, and what implements them.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Foundation

/// One renderer on this machine.
package struct RendererReport: Hashable, Sendable {
  package var kind: RendererKind
  /// Why the renderer cannot be used. Nil when it can.
  package var problem: String?
  /// The GL driver, such as "Mesa · llvmpipe (LLVM 15.0.6, 256 bits)". Nil for a renderer that
  /// is not GL.
  package var device: String?

  /// Starts each renderer once, in a hidden window, and reports on it.
  package static func all(in session: SDLSession) -> [RendererReport] {
    let others = RendererKind.allCases.filter { $0 != .memory }
    return ([.memory] + others).map { kind in
      var report = RendererReport(kind: kind)
      var options = SDLWindow.Options()
      options.renderer = .only(kind)
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

  /// GL_VENDOR and GL_RENDERER of the renderer created last.
  private static func device() -> String? {
    let names = [GLString.vendor, .renderer].compactMap(\.current)
    return names.isEmpty ? nil : names.joined(separator: " · ")
  }
}

/// A string that describes the implementation of GL.
enum GLString: UInt32 {
  case vendor = 0x1F00
  case renderer = 0x1F01

  /// The string of the current GL context. Nil without one.
  var current: String? {
    typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
    guard let address = SDL_GL_GetProcAddress("glGetString") else { return nil }
    return unsafeBitCast(address, to: GetString.self)(rawValue).map { String(cString: $0) }
  }
}
