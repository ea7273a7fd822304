// HostedWindow.swift
// One window of the run loop: a UIWindow, the SDL window that shows it, and its frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import HostInterface
import QuartzCore
import SDLRenderer
import UIKitCore

/// A window on the desktop.
@MainActor final class HostedWindow {
  let window: UIWindow
  let sdl: SDLWindow
  private let screen: any PacedScreen
  private var loop: FrameLoop
  private var isVisible = true
  private var wasAnimating = false
  /// Media time at which the last frame was drawn.
  private var drawnAt = -TimeInterval.infinity

  var rendererKind: RendererKind { sdl.rendererKind }

  /// Opens an SDL window for a window that is not hidden.
  init(_ window: UIWindow, session: SDLSession, renderer: RendererChoice) throws(SDLError) {
    guard let context = window.context else {
      preconditionFailure("a visible window has a layer context")
    }
    self.window = window
    var options = SDLWindow.Options()
    options.title = window.title ?? ProcessInfo.processInfo.processName
    options.size = window.bounds.size
    options.minimumSize = ApplicationOptions.minimumWindowSize
    options.renderer = renderer
    options.waitsForScreen = ApplicationOptions.vsync
    options.scale = ApplicationOptions.scale
    sdl = try SDLWindow(session: session, options: options)
    if !sdl.rendererNote.isEmpty {
      StandardError.write("Drawing with \(sdl.rendererKind.rawValue): \(sdl.rendererNote).")
    }
    screen = try makeScreen(
      for: sdl, source: HostResources.coverage, isPaced: ApplicationOptions.isPaced)
    loop = FrameLoop(context: context)
  }

  /// Reports the SDL window's actual size, scale and refresh rate to the window and the screen.
  func adoptScreen() {
    UIScreen.main.maximumFramesPerSecond = sdl.nominalRefreshRate > 0 ? sdl.nominalRefreshRate : 60
    deliver(
      InputEvent(time: MediaClock.now, kind: .resized(sdl.size, scale: sdl.scale)))
  }

  /// Runs user code as part of the next frame's event stage.
  func handle(_ body: () -> Void) { loop.handleEvents(body) }

  func deliver(_ event: InputEvent) {
    switch event.kind {
    case .exposed: loop.setNeedsRedraw()
    case .visibilityChanged(let isVisible):
      self.isVisible = isVisible
      if isVisible { loop.setNeedsRedraw() }
    case .resized: loop.setNeedsRedraw()
    case .closeRequested:
      window.isHidden = true
      return
    default: break
    }
    loop.handleEvents { window.deliver(event) }
  }

  /// Runs a frame if one is needed; returns whether it did.
  func runFrameIfNeeded() throws(SDLError) -> Bool {
    guard let context = window.context else { return false }
    if loop.context !== context {
      // Hidden and shown again since the last frame: another tree in the same window.
      loop = FrameLoop(context: context)
      loop.setNeedsRedraw()
    }
    guard isVisible else {
      loop.runUnseen()
      return false
    }
    loop.lead = screen.period
    // While the virtual clock stands still, an animation would draw the same frame again.
    let isSameTime = MediaClock.isVirtual && MediaClock.now == drawnAt
    guard isSameTime ? loop.hasChanges : loop.needsFrame(at: MediaClock.now) else {
      loop.runWithoutFrame()
      wasAnimating = false
      return false
    }
    screen.isContinuous = wasAnimating
    drawnAt = MediaClock.now
    let record = try loop.runFrame(on: screen) { FrameObservers.willRun(at: MediaClock.now) }
    wasAnimating = record.isAnimating
    FrameObservers.didFinish(record)
    return true
  }

  /// The time at which the window needs its next frame without any further change. Nil for never.
  func nextWake(after now: TimeInterval) -> TimeInterval? {
    guard window.context === loop.context else { return nil }
    if !isVisible { return loop.context.nextEventTime(after: now) }
    switch loop.activity(at: now) {
    case .animating: return now
    case .idle(let until): return until.isFinite ? until : nil
    }
  }
}
