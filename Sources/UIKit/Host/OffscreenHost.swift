// OffscreenHost.swift
// A window without a screen, on the virtual clock: for tests, snapshots and recordings. Equal
// inputs give equal bytes.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import CoreGraphics
package import Foundation
package import HostInterface
import QuartzCore
package import UIKitCore

/// Runs one window's frames without waiting, each at its time on the virtual clock.
///
/// Refreshes are `1 / framesPerSecond` apart, from 0. A frame for the refresh at `t` begins one
/// period earlier. When user code advances the virtual clock meanwhile, the frame reaches a later
/// refresh.
@MainActor package final class OffscreenHost {
  /// Seconds of virtual time a frame takes once user code has advanced the clock.
  nonisolated static let normalWork: TimeInterval = 0.002

  /// The host that was made last, which has the virtual clock.
  static weak var last: OffscreenHost?

  package private(set) var records: [FrameRecord] = []
  /// Whether ``records`` grows with each frame. Default true; hours of frames need much memory.
  package var keepsRecords = true
  private let screen: OffscreenScreen
  /// The number of hosts, and the screen before the first of them.
  private static var count = 0
  private static var screenBefore = (scale: CGFloat(1), bounds: CGRect.zero)
  private var window: UIWindow?
  private var loop: FrameLoop?
  private var pending: [InputEvent.Kind] = []
  /// Pixels per point of the distances in records, for pictures that are drawn coarsely. Nil, the default, for those of
  /// the pictures.
  package var scaleOfFigures: CGFloat?
  private var faults = FrameFaults()
  /// Called after each frame, and at each refresh without one.
  package var afterFrame: (() -> Void)?

  /// Starts the virtual clock at 0.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - scale: Pixels per point.
  package init(size: CGSize, scale: CGFloat, framesPerSecond: Double = 60) {
    trap(
      unless: scale > 0 && scale.isFinite && size.width.isFinite && size.height.isFinite
        && framesPerSecond > 0 && framesPerSecond.isFinite,
      "an off-screen window needs a finite positive size, scale and rate, not \(size) at \(scale), "
        + "\(framesPerSecond) frames a second")
    MediaClock.useVirtual()
    // Frames, callbacks and commits run only when the caller advances time.
    CallbackQueue.driver = .manual
    HostResources.install()
    HostResources.reportMissingFonts()
    if Self.count == 0 { Self.screenBefore = (UIScreen.main.scale, UIScreen.main.bounds) }
    Self.count += 1
    UIScreen.main.scale = scale
    UIScreen.main.bounds = CGRect(origin: .zero, size: size)
    screen = OffscreenScreen(
      size: PixelSize(
        width: max(1, Int((size.width * scale).rounded())),
        height: max(1, Int((size.height * scale).rounded()))),
      scale: scale, period: 1 / framesPerSecond, coverage: HostResources.coverage)
    Self.last = self
  }

  /// Makes things go wrong with the next frames.
  package func inject(_ faults: FrameFaults) { self.faults.add(faults) }

  /// Whether nothing has changed, moves, or is waiting.
  package var isIdle: Bool {
    guard pending.isEmpty, CallbackQueue.isEmpty else { return false }
    guard let context = window?.context else { return true }
    let loop = loop(of: context)
    return !loop.hasChanges && loop.activity(at: MediaClock.now) == .idle(until: .infinity)
  }

  /// Restores the screen with the last host, as views that are made later take its scale.
  isolated deinit {
    Self.count -= 1
    guard Self.count == 0 else { return }
    (UIScreen.main.scale, UIScreen.main.bounds) = Self.screenBefore
  }

  /// Attaches a window. It may be hidden.
  package func attach(_ window: UIWindow) { self.window = window }

  /// Adds an event to the next frame.
  package func send(_ event: InputEvent.Kind) { pending.append(event) }

  /// Presses and releases the pointer at a view's centre, in the next frame.
  package func press(_ view: UIView) {
    let centre = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
    send(.pointerMoved(centre))
    send(.pointerDown(centre, button: 1, clicks: 1))
    send(.pointerUp(centre, button: 1))
  }

  /// Advances time and runs every frame that is needed until then. The last one shows exactly
  /// `end`.
  package func advance(to end: TimeInterval) {
    while true {
      let next = screen.nextRefresh
      guard next < end - 1e-9 else { break }
      runFrame(for: next)
      afterFrame?()
    }
    runFrame(for: end)
    afterFrame?()
  }

  private func runFrame(for refresh: TimeInterval) {
    MediaClock.advance(to: refresh - screen.period)
    screen.beginFrame(for: refresh)
    guard let window, let context = window.context else {
      // A hidden window draws nothing, but its animations' ends are still reported.
      DisplayLinks.run(at: refresh, period: screen.period)
      CATransaction.flush()
      CallbackQueue.drain()
      screen.skip()
      MediaClock.advance(to: refresh)
      return
    }
    let loop = loop(of: context)
    if !pending.isEmpty {
      let events = pending
      pending = []
      loop.handleEvents {
        for kind in events { window.deliver(InputEvent(time: MediaClock.now, kind: kind)) }
      }
    }
    if loop.needsFrame(at: refresh) {
      if !faults.isEmpty {
        loop.faults.add(faults)
        faults = FrameFaults()
      }
      FrameObservers.window = window
      var record = loop.runFrame(on: screen) { FrameObservers.willRun(at: MediaClock.now) }
      if let scale = scaleOfFigures {
        record.skewDistance = record.skewDistance.map { $0 * Double(scale / screen.scale) }
      }
      if keepsRecords { records.append(record) }
      MediaClock.advance(to: record.display)
      FrameObservers.didFinish(record)
    } else {
      loop.runWithoutFrame()
      screen.skip()
      MediaClock.advance(to: refresh)
    }
  }

  private func loop(of context: LayerContext) -> FrameLoop {
    if let loop, loop.context === context { return loop }
    let new = FrameLoop(context: context)
    loop = new
    return new
  }

  /// The image of the last frame.
  package func image() -> CGImage { screen.image() }
}
