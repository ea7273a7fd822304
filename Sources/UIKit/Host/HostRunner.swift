// HostRunner.swift
// The run loop of a program with windows: events, main queue and timers, frames, sleep.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import SDLRenderer
import UIKitCore

/// The run loop and the windows that it shows.
@MainActor final class HostRunner {
  private let session: SDLSession
  private let pump: SDLEventPump
  private let renderer: RendererChoice
  private var hosted: [HostedWindow] = []
  /// Whether the loop ends after its current iteration.
  var isEnding = false
  /// The overlays of frames; nil when the environment requests none.
  private let hud = HUD.fromEnvironment()
  /// The value of ``UIApplication/windowChanges`` when windows were opened and closed last.
  private var seenWindowChanges = -1

  init(session: SDLSession, renderer: RendererChoice) {
    self.session = session
    self.renderer = renderer
    pump = SDLEventPump(session: session)
    CallbackQueue.driver = .host(wake: { [pump] in pump.wake() })
    UIScreen.main.bounds = CGRect(origin: .zero, size: ApplicationOptions.windowSize)
    if let scale = ApplicationOptions.scale { UIScreen.main.scale = scale }
  }

  /// The renderer of each window.
  var renderers: [RendererKind] { hosted.map(\.rendererKind) }

  /// Whether every window is drawn on a thread of its own.
  var hasRenderThreads: Bool {
    !hosted.isEmpty && hosted.allSatisfy { $0.renderThreadProblem == nil }
  }

  /// Makes things go wrong with the next frames of every window.
  func inject(_ faults: FrameFaults) {
    for window in hosted { window.inject(faults) }
  }

  /// Lets every window cover its screen, or no longer.
  func toggleFullScreen() {
    for window in hosted { window.sdl.isFullScreen.toggle() }
  }

  /// Runs until the last window is closed.
  func run(_ launch: () -> Void) throws(SDLError) {
    defer { for window in hosted { window.close() } }
    launch()
    try openWindows()
    while !isEnding {
      deliverEvents()
      serveRunLoop()
      try openWindows()
      if hosted.isEmpty { break }
      var didDraw = false
      for window in hosted {
        hud?.window = window.window
        if try window.runFrameIfNeeded() { didDraw = true }
      }
      if !didDraw && !isEnding { sleep() }
    }
    for window in hosted {
      window.window.isHidden = true
      window.close()
    }
    CATransaction.flush()
    CallbackQueue.drain()
    CallbackQueue.driver = .mainQueue
    hosted = []
  }

  /// Opens SDL windows for windows that appeared, and closes those of hidden windows.
  private func openWindows() throws(SDLError) {
    guard UIApplication.shared.windowChanges != seenWindowChanges else { return }
    seenWindowChanges = UIApplication.shared.windowChanges
    let windows = UIApplication.shared.windows
    hosted.removeAll { host in
      if windows.contains(where: { $0 === host.window }) { return false }
      host.close()
      return true
    }
    for window in windows where !hosted.contains(where: { $0.window === window }) {
      let host = try HostedWindow(
        window, session: session, renderer: renderer, wake: pump.waking)
      pump.add(host.sdl, isDrawnElsewhere: host.renderThreadProblem == nil)
      hosted.append(host)
      hud?.attach(to: window)
      host.adoptScreen()
    }
  }

  private func deliverEvents() {
    pump.poll(now: MediaClock.now) { sdl, event in
      if hud?.handle(event.kind) == true { return }
      hosted.first { $0.sdl === sdl }?.deliver(event)
    }
  }

  /// Runs timers, the main queue and main-actor tasks. Their time counts as event handling.
  private func serveRunLoop() {
    let serve = {
      _ = RunLoop.main.run(mode: .default, before: .distantPast)
      self.pump.didServeMainQueue()
    }
    if let first = hosted.first { first.handle(serve) } else { serve() }
  }

  /// Sleeps until an event arrives, a timer is due, or an animation begins.
  private func sleep() {
    if !CallbackQueue.isEmpty { return }
    let now = MediaClock.now
    var timeout: TimeInterval?
    if let date = RunLoop.main.limitDate(forMode: .default), date != .distantFuture {
      timeout = max(0, date.timeIntervalSinceNow)
    }
    // The virtual clock moves by an event of the main queue, not by waiting.
    for window in hosted where !MediaClock.isVirtual {
      guard let wake = window.nextWake(after: now) else { continue }
      timeout = min(timeout ?? .infinity, max(0, wake - now))
    }
    pump.wait(timeout: timeout)
  }
}
