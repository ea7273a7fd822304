// WindowFrames.swift
// The frames of a window: in lock step on the main thread, or by a render server.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore
import SDLRenderer

/// What a window's run loop does for its frames.
@MainActor protocol WindowFrames: AnyObject {
  /// The tree that is drawn.
  var context: LayerContext { get }
  /// Draws another tree from now on.
  func show(_ context: LayerContext)
  /// Requests a frame although nothing changed, as the target lost its contents.
  func setNeedsRedraw()
  /// Whether there are changes that the next turn commits, sends or draws.
  var hasChanges: Bool { get }
  /// Whether the next frame wakes the run loop, and shows nothing earlier that happens before.
  var awaitsFrame: Bool { get }
  /// Runs user code as part of the next frame's event stage.
  func handleEvents(_ body: () -> Void)
  /// Runs the frame if one is due. Returns whether the run loop must run again without sleeping.
  func runTurn(isVisible: Bool) throws(SDLError) -> Bool
  /// The time of the next turn that is needed without any further change. Nil for never.
  func nextWake(after now: TimeInterval) -> TimeInterval?
  /// Makes things go wrong with the next frames.
  func inject(_ faults: FrameFaults)
  /// Draws no further frame.
  func stop()
}

/// Frames on the main thread: each turn runs a whole one.
final class LockStepFrames: WindowFrames {
  private let screen: any PacedScreen<SDLError>
  private var loop: FrameLoop
  private var isVisible = true
  private var wasAnimating = false
  /// Media time at which the last frame was drawn.
  private var drawnAt = -TimeInterval.infinity

  init(_ context: LayerContext, screen: any PacedScreen<SDLError>) {
    self.screen = screen
    loop = FrameLoop(context: context)
  }

  var context: LayerContext { loop.context }

  func show(_ context: LayerContext) {
    loop = FrameLoop(context: context)
    loop.setNeedsRedraw()
  }

  func setNeedsRedraw() { loop.setNeedsRedraw() }
  var hasChanges: Bool { loop.hasChanges }
  var awaitsFrame: Bool { false }
  func handleEvents(_ body: () -> Void) { loop.handleEvents(body) }
  func inject(_ faults: FrameFaults) { loop.faults.add(faults) }
  func stop() {}

  func runTurn(isVisible: Bool) throws(SDLError) -> Bool {
    self.isVisible = isVisible
    guard isVisible else {
      loop.runUnseen()
      return false
    }
    loop.lead = screen.period
    // While the virtual clock is paused, an animation would draw the same frame again.
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

  func nextWake(after now: TimeInterval) -> TimeInterval? {
    if !isVisible { return loop.context.nextEventTime(after: now) }
    switch loop.activity(at: now) {
    case .animating: return now
    case .idle(let until): return until.isFinite ? until : nil
    }
  }
}

/// Frames on a thread of their own: each turn runs the main thread's part.
final class ServedFrames: WindowFrames {
  private let loop: ServedFrameLoop

  /// - Parameter screen: Used by the server alone from now on; see ``RenderServer``.
  init(
    _ context: LayerContext, screen: any PacedScreen<SDLError>, window: SDLWindow,
    wake: @escaping @Sendable () -> Void
  ) {
    // The thread that draws next makes the context its own.
    window.releaseContext()
    nonisolated(unsafe) let window = window
    loop = ServedFrameLoop(
      context: context,
      server: Self.server(screen, willEnd: { window.releaseContext() }, wakeMain: wake))
  }

  private static func server(
    _ screen: some PacedScreen<SDLError>, willEnd: @escaping @Sendable () -> Void,
    wakeMain: @escaping @Sendable () -> Void
  ) -> RenderServer {
    nonisolated(unsafe) let screen = screen
    return RenderServer(screen: screen, willEnd: willEnd, wakeMain: wakeMain)
  }

  var context: LayerContext { loop.context }
  func show(_ context: LayerContext) { loop.show(context) }
  func setNeedsRedraw() { loop.setNeedsRedraw() }
  var hasChanges: Bool { loop.hasChanges }
  var awaitsFrame: Bool { loop.awaitsRequest }
  func handleEvents(_ body: () -> Void) { loop.handleEvents(body) }
  func inject(_ faults: FrameFaults) { loop.inject(faults) }
  func stop() { loop.stop() }

  func runTurn(isVisible: Bool) throws(SDLError) -> Bool {
    loop.isVisible = isVisible
    do {
      try loop.runTurn(
        hasObservers: FrameObservers.areActive,
        willCommit: { FrameObservers.willRun(at: MediaClock.now) },
        didFinish: FrameObservers.didFinish)
    } catch let error as SDLError {
      throw error
    } catch {
      throw SDLError(action: "drawing a frame", reason: "\(error)")
    }
    return loop.hasReport
  }

  func nextWake(after now: TimeInterval) -> TimeInterval? { loop.nextWake(after: now) }
}
