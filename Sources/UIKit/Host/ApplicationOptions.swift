// ApplicationOptions.swift
// The options of a program's windows, set before it starts.
//
// SPDX-License-Identifier: MIT

package import Foundation
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
  /// Pixels per point. Nil uses the system's scale.
  package static var scale: CGFloat?
}
