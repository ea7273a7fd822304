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
  /// The place of windows on the screen, in pixels. Nil, the default, for its middle.
  package static var windowOrigin: CGPoint?
  package static var minimumWindowSize = CGSize(width: 320, height: 240)
  /// The renderer. Nil uses the environment variable `LAMELLA_RENDERER`, else the best that works.
  package static var renderer: RendererChoice?
  package static var vsync = true
  /// Whether frames are paced by refreshes, the screen's or simulated ones. Default true. Without it
  /// and without ``vsync``, frames follow each other immediately, as in benchmarks.
  package static var isPaced = true
  /// Whether a render server draws windows on its own thread, where that is known to work. Nil, the default,
  /// uses the environment variable `LAMELLA_RENDER_THREAD`, which is 0 or off, or 1 or on; on if it is not set.
  package static var usesRenderThread: Bool?

  /// The environment at the start. Foundation makes a new dictionary for each reading.
  static let environment = ProcessInfo.processInfo.environment

  private static let threadVariable = "LAMELLA_RENDER_THREAD"

  /// The value of `LAMELLA_RENDER_THREAD`. Nil if it is neither on nor off.
  private static var environmentUsesRenderThread: Bool? {
    switch environment[threadVariable] ?? "" {
    case "", "1", "on": true
    case "0", "off": false
    default: nil
    }
  }

  private static let scaleVariable = "LAMELLA_SCALE"
  private static let scales: ClosedRange<CGFloat> = 0.5...8

  /// The value of `LAMELLA_SCALE`. Nil if it is not set, or not a scale.
  private static var environmentScale: CGFloat? {
    environment[scaleVariable].flatMap { Double($0) }
      .map { CGFloat($0) }.flatMap { scales.contains($0) ? $0 : nil }
  }

  /// What is wrong with the variables of the environment that are options of windows. Nil if nothing is.
  package static var environmentProblem: String? {
    func value(_ variable: String) -> String { environment[variable] ?? "" }
    if usesRenderThread == nil, environmentUsesRenderThread == nil {
      return "\(threadVariable) is \"\(value(threadVariable))\"; it can be on or off."
    }
    if scale == nil, environmentScale == nil, !value(scaleVariable).isEmpty {
      return
        "\(scaleVariable) is \"\(value(scaleVariable))\"; it can be a number of pixels per point, from "
        + "\(scales.lowerBound) to \(scales.upperBound)."
    }
    return nil
  }

  /// Why windows are drawn on the main thread, whatever their driver. Nil when they need not be.
  package static var renderThreadProblem: String? {
    if usesRenderThread == false { return "the render thread is switched off" }
    if usesRenderThread == nil, environmentUsesRenderThread == false {
      return "\(threadVariable) requests one thread"
    }
    return MediaClock.isVirtual ? "the clock is virtual, so frames run in lock step" : nil
  }

  /// Whether notices are written to standard error, such as that about the renderer. Default false; errors are written
  /// in any case.
  package static var writesNotices = false

  /// Pixels per point. Nil, the default, uses the environment variable `LAMELLA_SCALE`, else the desktop's scale.
  package static var scale: CGFloat?
  /// The desktop's pixels per point on X11. Nil where it names none, and where SDL reports the window system's own.
  private static var desktopScale: CGFloat?

  /// The pixels per point of a new window. Nil for those that SDL reports.
  static var windowScale: CGFloat? { scale ?? environmentScale ?? desktopScale }

  /// Takes the desktop's scale, where neither the program nor the user has chosen one.
  static func adoptDesktopScale(driver: String) {
    guard driver == "x11", windowScale == nil else { return }
    let desktop = DesktopScale.ofXServer(environment)
    desktopScale = desktop.scale
    if let problem = desktop.problem { StandardError.report(problem) }
  }
}
