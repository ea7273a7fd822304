// OffscreenHost.swift
// A window without a screen, on the virtual clock: for tests, snapshots and recordings. The same
// inputs give the same bytes.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import CoreGraphics
package import Foundation
package import QuartzCore
package import SDLRenderer
package import UIKitCore

/// Runs one window's frames as fast as they come, each at its place on the virtual clock.
///
/// Refreshes are `1 / framesPerSecond` apart from 0 on. A frame for the refresh at `t` begins one
/// period before; user code that moves the virtual clock meanwhile makes it reach a later one.
@MainActor package final class OffscreenHost {
  /// What a frame costs on the virtual clock once it has moved at all, in seconds: the normal work of
  /// viewer.md's known answers.
  nonisolated static let normalWork: TimeInterval = 0.002

  package private(set) var records: [FrameRecord] = []
  private let screen: MemoryScreen
  private var window: UIWindow?
  private var loop: FrameLoop?
  private var pending: [InputEvent.Kind] = []

  /// Starts the virtual clock at 0.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - scale: Pixels per point.
  package init(size: CGSize, scale: CGFloat, framesPerSecond: Double = 60) {
    precondition(
      scale > 0 && scale.isFinite && size.width.isFinite && size.height.isFinite
        && framesPerSecond > 0 && framesPerSecond.isFinite,
      "an off-screen window needs finite positive measures, not \(size) at \(scale), "
        + "\(framesPerSecond) frames a second")
    MediaClock.useVirtual()
    // Nothing runs by itself: frames, callbacks and commits come when the caller moves time.
    RunLoopCallbacks.wakeHost = {}
    OffscreenFonts.install()
    _ = ActionCounts.take()
    UIScreen.main.scale = scale
    UIScreen.main.bounds = CGRect(origin: .zero, size: size)
    screen = MemoryScreen(
      size: PixelSize(
        width: max(1, Int((size.width * scale).rounded())),
        height: max(1, Int((size.height * scale).rounded()))),
      scale: scale, period: 1 / framesPerSecond, coverage: OffscreenFonts.coverage)
  }

  /// Takes a window, which may still be hidden.
  package func attach(_ window: UIWindow) { self.window = window }

  /// Notes something that happens in the next frame.
  package func send(_ event: InputEvent.Kind) { pending.append(event) }

  /// Presses and lets go at a view's centre, in the next frame.
  package func press(_ view: UIView) {
    let centre = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
    send(.pointerMoved(centre))
    send(.pointerDown(centre, button: 1, clicks: 1))
    send(.pointerUp(centre, button: 1))
  }

  /// Moves time forward and runs every frame on the way that something wants; the last one shows
  /// exactly `end`.
  package func advance(to end: TimeInterval) {
    while true {
      let next = screen.nextRefresh
      guard next < end - 1e-9 else { break }
      runFrame(for: next)
    }
    runFrame(for: end)
  }

  private func runFrame(for refresh: TimeInterval) {
    MediaClock.advance(to: refresh - screen.period)
    screen.aim(at: refresh)
    guard let window, let context = window.context else {
      // A hidden window draws nothing, yet what ended with it is told.
      CATransaction.flush()
      RunLoopCallbacks.drain()
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
      let record = loop.runFrame(on: screen) { FrameObservers.willRun(at: MediaClock.now) }
      records.append(record)
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

  /// The picture of the last frame.
  package func image() -> CGImage { screen.image() }
}

/// Fonts and paths for pictures in memory: the system's fonts, loaded once.
@MainActor package enum OffscreenFonts {
  private static let provider: Result<SystemFontProvider, FontError> = Result {
    () throws(FontError) in try SystemFontProvider()
  }

  private static let loaded = provider.map { FreeTypeCoverage(fonts: $0) }

  /// Makes the system's fonts those that text is laid out with.
  static func install() {
    if case .success(let fonts) = provider { Fonts.provider = fonts }
  }

  /// What is wrong with the fonts; nil when there are some.
  package static var failure: FontError? {
    if case .failure(let error) = loaded { error } else { nil }
  }

  /// What canvases draw glyphs and paths with; without any font, nothing.
  package static var coverage: any CoverageSource {
    switch loaded {
    case .success(let coverage): coverage
    case .failure: EmptyCoverage()
    }
  }
}

/// Covers nothing: for tests on machines without a font. Programs refuse to start there.
private final class EmptyCoverage: CoverageSource {
  func fill(
    _ path: CGPath, rule: CGPathFillRule, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage { .empty }
  func stroke(
    _ path: CGPath, style: StrokeStyle, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage { .empty }
  func glyph(_ key: GlyphKey) -> Coverage { .empty }
  func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath? { nil }
}

/// A screen that is memory, refreshed by the virtual clock.
private final class MemoryScreen: Screen {
  typealias Failure = Never
  let size: PixelSize
  let scale: CGFloat
  let period: TimeInterval
  var source: TimeSource { .virtual }
  private let canvas: MemoryCanvas
  private var lastDisplay: TimeInterval?
  private var aimed: TimeInterval = 0
  private var began: TimeInterval = 0
  private var display: TimeInterval = 0

  init(size: PixelSize, scale: CGFloat, period: TimeInterval, coverage: any CoverageSource) {
    self.size = size
    self.scale = scale
    self.period = period
    canvas = MemoryCanvas(source: coverage)
  }

  /// The first refresh after the last display.
  var nextRefresh: TimeInterval {
    guard let lastDisplay else { return 0 }
    return (((lastDisplay / period) + 1e-6).rounded(.down) + 1) * period
  }

  /// Chooses the refresh that the next frame is for; the frame begins now.
  func aim(at refresh: TimeInterval) {
    aimed = refresh
    began = MediaClock.now
  }

  /// Lets the refresh pass without a frame.
  func skip() { lastDisplay = aimed }

  func predictedDisplay() -> TimeInterval {
    let now = MediaClock.now
    let ready = now + OffscreenHost.normalWork
    // Work that takes no virtual time is in time; once the clock has moved, normal work counts too.
    let isInTime = now - began <= 1e-9 ? now <= aimed + 1e-9 : ready <= aimed + 1e-9
    display = isInTime ? aimed : (ready / period - 1e-6).rounded(.up) * period
    return display
  }

  func draw(_ list: borrowing DrawList) -> CanvasCounts { canvas.draw(list) }

  func present() -> TimeInterval {
    // The wait for the refresh: what is called after the frame is called at its display time.
    MediaClock.advance(to: display)
    lastDisplay = display
    return display
  }

  func image() -> CGImage {
    canvas.image()
      ?? CGImage(
        width: size.width, height: size.height,
        premultipliedRGBA: [UInt8](repeating: 0, count: size.width * size.height * 4))
  }
}
