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
  /// Whether a window was ever open: the end of the last one then ends the loop (semantics 21.15).
  private var hadWindow = false
  /// The overlays of frames; nil when the environment requests none.
  private let hud = HUD.fromEnvironment()
  /// The value of ``UIApplication/windowChanges`` when windows were opened and closed last.
  private var seenWindowChanges = -1
  /// The value of ``UIApplication/releasedWindows`` that was reported last.
  private var seenReleasedWindows = 0
  /// Runs a turn inside a run loop that user code runs; see ``NestedTurns``.
  private let nested = NestedTurns()
  /// The depth of callbacks at which a frame is being made. Nil between frames.
  private var frameDepth: Int?
  /// Whether neither a timer nor the main queue has become due since the run loop was served.
  private var hasNothingDue = false
  /// The error of a nested turn, which ends the outer run loop.
  private var failure: SDLError?

  init(session: SDLSession, renderer: RendererChoice) {
    self.session = session
    self.renderer = renderer
    pump = SDLEventPump(session: session)
    CallbackQueue.driver = .host(wake: { [pump] in pump.wake() })
    UIScreen.main.bounds = CGRect(origin: .zero, size: ApplicationOptions.windowSize)
    if let scale = ApplicationOptions.windowScale { UIScreen.main.scale = scale }
  }

  /// The renderer of each window.
  var renderers: [RendererKind] { hosted.map(\.rendererKind) }

  /// Whether every window is drawn on a thread of its own.
  var hasRenderThreads: Bool {
    !hosted.isEmpty && hosted.allSatisfy { $0.renderThreadProblem == nil }
  }

  /// Makes things go wrong with the next frames of every window.
  ///
  /// - Parameter window: The only one. Nil for all.
  func inject(_ faults: FrameFaults, into window: UIWindow? = nil) {
    for host in hosted where window == nil || host.window === window { host.inject(faults) }
  }

  /// The place of a window's content on the screen, in pixels.
  func origin(of window: UIWindow) -> CGPoint? {
    hosted.first { $0.window === window }?.sdl.origin
  }

  /// Runs until the last window that was open is closed. Before the first one, the loop serves the program without any.
  func run(_ launch: () -> Void) throws(SDLError) {
    defer { for window in hosted { window.close() } }
    nested.turn = { [unowned self] in runNestedTurn() }
    defer { nested.turn = nil }
    UIApplication.shared.iconObserver = { [unowned self] in
      for window in hosted { window.adoptIcon() }
    }
    defer { UIApplication.shared.iconObserver = nil }
    nested.expect()
    launch()
    try openWindows()
    while !isEnding {
      nested.expect()
      let hadEvents = deliverEvents()
      if hadEvents || !hasNothingDue { serveRunLoop() }
      hasNothingDue = false
      try openWindows()
      if hosted.isEmpty {
        if hadWindow || pump.isQuitRequested { break }
        // No frame does so.
        CATransaction.flush()
        CallbackQueue.drain()
      }
      let didDraw = try runFrames()
      // After the first picture, which the search for an image would delay.
      for window in hosted where !window.hasIcon { window.adoptIcon() }
      if let failure { throw failure }
      if !didDraw && !isEnding { sleep() }
    }
    for window in hosted {
      window.window?.isHidden = true
      window.close()
    }
    CATransaction.flush()
    CallbackQueue.drain()
    CallbackQueue.driver = .mainQueue
    hosted = []
  }

  /// Runs the frames that windows need; returns whether the run loop has to run again without sleeping.
  private func runFrames() throws(SDLError) -> Bool {
    let outerDepth = frameDepth
    frameDepth = CallbackQueue.depth
    defer { frameDepth = outerDepth }
    var didDraw = false
    for window in hosted where !window.isClosed {
      FrameObservers.window = window.window
      if try window.runFrameIfNeeded() { didDraw = true }
    }
    return didDraw
  }

  /// Serves the windows while user code runs a run loop of its own: in an event handler, a timer or a callback.
  /// In the layout and drawing of a frame nothing is served, as no frame can begin inside another.
  private func runNestedTurn() {
    guard failure == nil, frameDepth.map({ CallbackQueue.depth > $0 }) ?? true else { return }
    do throws(SDLError) {
      deliverEvents()
      pump.didServeMainQueue()
      try openWindows()
      _ = try runFrames()
    } catch {
      failure = error
    }
  }

  /// Whether the program has released a window that was shown.
  private var hasReleasedWindow: Bool {
    UIApplication.shared.releasedWindows != seenReleasedWindows
  }

  /// Whether another turn has to follow without sleeping: for the end, for callbacks, for windows that appeared, were
  /// hidden or were released, and for a transaction that was opened since the last call, if it is still open or its
  /// changes are not sent to be drawn. Most transactions are committed and sent in the turn in which they are opened.
  private func takeUnfinishedWork() -> Bool {
    if isEnding || failure != nil || !CallbackQueue.isEmpty || hasReleasedWindow { return true }
    if UIApplication.shared.windowChanges != seenWindowChanges { return true }
    guard CallbackQueue.takeOpening() else { return false }
    return CATransaction.isOpenOnMainThread || hosted.contains(where: \.hasChanges)
  }

  /// Opens SDL windows for windows that appeared, and closes those of hidden and of released windows.
  private func openWindows() throws(SDLError) {
    let application = UIApplication.shared
    if hasReleasedWindow {
      StandardError.report(
        "A window was closed, as its last reference was released. Keep a shown window in a property."
      )
      // It may have been released before it could be seen. Without a window to close, the program would seem to hang.
      hadWindow = true
    } else if application.windowChanges == seenWindowChanges {
      return
    }
    seenReleasedWindows = application.releasedWindows
    Inspectors.follow(application.desktopWindows)
    seenWindowChanges = application.windowChanges
    let windows = application.desktopWindows
    hosted.removeAll { host in
      if windows.contains(where: { $0 === host.window }) { return false }
      host.close()
      return true
    }
    for window in windows where !hosted.contains(where: { $0.window === window }) {
      let host = try HostedWindow(
        window, session: session, renderer: renderer, place: hosted.count, wake: pump.waking)
      pump.add(host.sdl, isDrawnElsewhere: host.renderThreadProblem == nil)
      hosted.append(host)
      hadWindow = true
      hud?.attach(to: window)
      host.adoptScreen()
    }
  }

  /// Delivers the events that have arrived; returns whether there were any.
  @discardableResult private func deliverEvents() -> Bool {
    var hadEvents = false
    pump.poll(now: MediaClock.now) { sdl, event in
      hadEvents = true
      if hud?.handle(event.kind) == true { return }
      let host = hosted.first { $0.sdl === sdl }
      if Inspectors.handle(event.kind, in: host?.window) { return }
      host?.deliver(event)
    }
    return hadEvents
  }

  /// Runs timers, the main queue and main-actor tasks. Their time counts as event handling.
  private func serveRunLoop() {
    if let first = hosted.first { first.handle(pollRunLoop) } else { pollRunLoop() }
  }

  /// The most turns of the run loop in one of this loop's: a timer may be due again after each.
  private static let mostServings = 4

  /// Runs what is due: once, so that work of the main queue that calls for more goes on after a frame.
  ///
  /// Where both are due, a turn of the run loop serves the timers and leaves the main queue. Timers that are due in every
  /// turn, as ones that are quicker than the screen, would keep it from being served at all.
  private func pollRunLoop() {
    for _ in 0..<Self.mostServings {
      let leavesQueue = SDLEventPump.mainQueueHasWork && isTimerDue
      WorkLog.run("a timer or a block of the main queue") {
        _ = RunLoop.main.run(mode: .default, before: .distantPast)
      }
      if !leavesQueue { break }
    }
    pump.didServeMainQueue()
  }

  private var isTimerDue: Bool { RunLoop.nextTimer.map { $0.timeIntervalSinceNow <= 0 } ?? false }

  /// A timer that is due in more seconds counts as one that never fires, as in the distant future.
  private static let endlessWait: TimeInterval = 1e9
  /// Seconds without a look at the input, where a frame takes long.
  private static let longestWaitForFrame: TimeInterval = 0.05

  /// Sleeps until an event arrives, a timer is due, or an animation begins.
  private func sleep() {
    if !CallbackQueue.isEmpty || hasReleasedWindow { return }
    // What became due in this turn: a timer that a timer set, a block that an event scheduled. Any of it may run a run
    // loop of its own, so nested turns are on until all of it has run; what follows runs no code of the program.
    nested.expect()
    pollRunLoop()
    if takeUnfinishedWork() { return }
    // A window's frame, which the main thread has its part of, comes first: what the input changes is in the next one,
    // and the main thread is woken for that. Messages that a driver waits for would wake it for nothing.
    let awaitsFrame = hosted.contains(where: \.awaitsFrame)
    if !awaitsFrame { nested.expectNone() }
    let now = MediaClock.now
    let began = MediaClock.machineTime
    let toTimer = RunLoop.nextTimer.map { max(0, $0.timeIntervalSinceNow) } ?? .infinity
    var timeout = toTimer < Self.endlessWait ? toTimer : nil
    // The virtual clock moves by an event of the main queue, not by waiting.
    for window in hosted where !MediaClock.isVirtual {
      guard let wake = window.nextWake(after: now) else { continue }
      timeout = min(timeout ?? .infinity, max(0, wake - now))
    }
    if awaitsFrame {
      pump.wait(timeout: min(timeout ?? .infinity, Self.longestWaitForFrame), looksForInput: false)
    } else {
      pump.wait(timeout: timeout)
    }
    // The run loop was served before the sleep. A turn of it may take as long as all else in a small frame.
    let hasTimer = MediaClock.machineTime - began >= toTimer
    hasNothingDue = !pump.mainQueueMayHaveWork && !hasTimer
  }
}
