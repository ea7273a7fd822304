// HostedWindow.swift
// One window of the run loop: a UIWindow, the SDL window that shows it, and its frames. Decides whether a render server
// draws it on a thread of its own (renderThreadProblem).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Compositor
import Foundation
import HostInterface
import QuartzCore
import SDLRenderer
import UIKitCore

/// A window on the desktop.
@MainActor final class HostedWindow {
  /// Weak, as on iOS: a window ends with its last reference.
  private(set) weak var window: UIWindow?
  let sdl: SDLWindow
  private var frames: any WindowFrames
  private var isVisible = true

  var rendererKind: RendererKind { sdl.rendererKind }

  /// Why the window is drawn on the main thread. Nil when a render server draws it.
  let renderThreadProblem: String?

  /// Opens an SDL window for a window that is not hidden.
  ///
  /// - Parameters:
  ///   - place: The number of windows that are open already.
  ///   - wake: Wakes the run loop. Called on any thread.
  init(
    _ window: UIWindow, session: SDLSession, renderer: RendererChoice, place: Int,
    wake: @escaping @Sendable () -> Void
  ) throws(SDLError) {
    guard let context = window.context else {
      trap("a visible window has a layer context")
    }
    self.window = window
    var options = SDLWindow.Options()
    options.title = Self.title(of: window)
    // A window of no size has a pixel until it gets one.
    options.size = CGSize(
      width: max(window.bounds.width, 1), height: max(window.bounds.height, 1))
    options.origin = ApplicationOptions.windowOrigin
    options.minimumSize = ApplicationOptions.minimumWindowSize
    options.renderer = renderer
    options.waitsForScreen = ApplicationOptions.vsync
    options.scale = ApplicationOptions.windowScale
    options.place = place
    sdl = try SDLWindow(session: session, options: options)
    if !sdl.rendererNote.isEmpty, ApplicationOptions.writesNotices {
      StandardError.report("Drawing with \(sdl.rendererKind.rawValue): \(sdl.rendererNote).")
    }
    let screen = try makeScreen(
      for: sdl, source: HostResources.coverage, isPaced: ApplicationOptions.isPaced)
    renderThreadProblem = ApplicationOptions.renderThreadProblem ?? sdl.renderThreadProblem
    frames =
      renderThreadProblem == nil
      ? ServedFrames(context, screen: screen, window: sdl, wake: wake)
      : LockStepFrames(context, screen: screen)
    window.frameObserver = { [weak self] in self?.adoptFrame() }
    if window.sizeLimits != (nil, nil) { limitSize(of: window) }
    if window.isFullScreen { sdl.isFullScreen = true }
  }

  // MARK: The desktop's frame

  private static func title(of window: UIWindow) -> String {
    window.frameTitle ?? ProcessInfo.processInfo.processName
  }

  /// Applies the program's icon.
  func adoptIcon() {
    hasIcon = true
    if let icon = UIApplication.shared.icon?.cgImage { sdl.setIcon(icon) }
  }

  /// Whether the icon was applied.
  private(set) var hasIcon = false

  /// Applies the title, the limits of the size and full screen, after one of them has changed.
  private func adoptFrame() {
    guard let window, !isClosed else { return }
    let title = Self.title(of: window)
    if title != sdl.title { sdl.title = title }
    limitSize(of: window)
    if window.isFullScreen != sdl.isFullScreen { sdl.isFullScreen = window.isFullScreen }
  }

  private func limitSize(of window: UIWindow) {
    let limits = window.sizeLimits
    sdl.limitSize(
      minimum: limits.minimum ?? ApplicationOptions.minimumWindowSize, maximum: limits.maximum)
  }

  // MARK: Frames

  /// Whether ``close()`` was called.
  private(set) var isClosed = false

  /// Ends the frames, before the window is closed.
  func close() {
    isClosed = true
    frames.stop()
  }

  /// Reports the SDL window's actual size, scale and refresh rate to the window and the screen.
  func adoptScreen() {
    UIScreen.main.maximumFramesPerSecond = sdl.nominalRefreshRate > 0 ? sdl.nominalRefreshRate : 60
    deliver(
      InputEvent(time: MediaClock.now, kind: .resized(sdl.size, scale: sdl.scale)))
  }

  /// Makes things go wrong with the next frames.
  func inject(_ faults: FrameFaults) { frames.inject(faults) }

  /// Whether there are changes that the next turn commits, sends or draws.
  var hasChanges: Bool { frames.hasChanges }

  /// Whether the next frame wakes the run loop, and shows nothing earlier that happens before.
  var awaitsFrame: Bool { frames.awaitsFrame }

  /// Runs user code as part of the next frame's event stage.
  func handle(_ body: () -> Void) { frames.handleEvents(body) }

  func deliver(_ event: InputEvent) {
    switch event.kind {
    case .exposed: frames.setNeedsRedraw()
    case .visibilityChanged(let isVisible):
      self.isVisible = isVisible
      if isVisible { frames.setNeedsRedraw() }
    case .resized:
      // The desktop may have changed it.
      window?.isFullScreen = sdl.isFullScreen
      frames.setNeedsRedraw()
    case .closeRequested:
      window?.close()
      return
    default: break
    }
    frames.handleEvents { WorkLog.run("the delivery of input") { window?.deliver(event) } }
  }

  /// Runs a frame, or the main thread's part of frames, if one is needed; returns whether the run loop has to
  /// run again without sleeping.
  func runFrameIfNeeded() throws(SDLError) -> Bool {
    guard let context = window?.context else { return false }
    // Hidden and shown again since the last frame: another tree in the same window.
    if frames.context !== context { frames.show(context) }
    return try frames.runTurn(isVisible: isVisible)
  }

  /// The time at which the window needs its next frame without any further change. Nil for never.
  func nextWake(after now: TimeInterval) -> TimeInterval? {
    window?.context === frames.context ? frames.nextWake(after: now) : nil
  }
}
