// ApplicationOptions.swift
// The options of a program's windows, set before it starts.
//
// SPDX-License-Identifier: MIT

package import Foundation
import QuartzCore
package import SDLRenderer

/// The options of a program's windows, set before it starts.
@MainActor package enum ApplicationOptions {
  /// The content's size in points, and the screen's bounds.
  package static var windowSize = CGSize(width: 1280, height: 800)
  package static var minimumWindowSize = CGSize(width: 320, height: 240)
  /// The renderer. Nil uses the environment variable `LAMELLA_RENDERER`, else the best that works.
  package static var renderer: RendererChoice?
  package static var vsync = true
  /// Whether frames are paced by refreshes, the screen's or simulated ones. Default true. Without it
  /// and without ``vsync``, frames follow each other immediately, as in benchmarks.
  package static var isPaced = true
  /// Whether a render server draws windows on its own thread, where that is known to work. Nil, the default,
  /// uses the environment variable `LAMELLA_RENDER_THREAD`: 0 for no; not set, for yes.
  package static var usesRenderThread: Bool?

  /// Why windows are drawn on the main thread, whatever their driver. Nil when they need not be.
  package static var renderThreadProblem: String? {
    if usesRenderThread == false { return "the render thread is switched off" }
    if usesRenderThread == nil,
      ProcessInfo.processInfo.environment["LAMELLA_RENDER_THREAD"] == "0"
    {
      return "LAMELLA_RENDER_THREAD=0 requests one thread"
    }
    if MediaClock.isVirtual { return "the clock is virtual, so frames run in lock step" }
    return isPaced ? nil : "frames are not paced by refreshes"
  }

  /// Pixels per point. Nil uses the system's scale.
  package static var scale: CGFloat?
}
