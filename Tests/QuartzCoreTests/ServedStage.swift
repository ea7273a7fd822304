// ServedStage.swift
// A live tree that a render server draws, and the screens that it draws on.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import TestSupport

/// Whether this is a server's thread.
var isOnServer: Bool { Thread.current.name == "Lamella render" }

/// A screen whose refreshes are given one by one, each a sixtieth of a second after the one before.
final class SteppedScreen: PacedScreen, @unchecked Sendable {
  struct Broken: Error {}
  typealias Failure = Broken
  /// A frame as it was drawn.
  struct Frame: Sendable {
    var time: TimeInterval
    /// The left edge of the item drawn last.
    var x: Double
    var isContinuous: Bool
    /// Whether the server's thread drew it, and showed it.
    var isDrawnByServer = true
    var isShownByServer = true
  }

  let size = PixelSize(width: 1000, height: 100)
  let scale: CGFloat = 1
  let period = 1.0 / 60
  let isBoundToThread: Bool
  /// Seconds that each drawing takes.
  private let work: TimeInterval
  var source: TimeSource { .virtual }
  let isBroken = Mutex(false)
  private let start: TimeInterval
  private let refresh = DispatchSemaphore(value: 0)
  private let isFree = Atomic(false)
  private let continues = Atomic(false)
  private let drawings = Atomic(0)
  private let frames = Mutex<[Frame]>([])
  private var (count, drawn) = (0, Frame(time: 0, x: 0, isContinuous: false))

  /// - Parameters:
  ///   - lead: Seconds from now to the first refresh: a long time makes frames wait for the main thread, none makes
  ///     them go without it.
  init(lead: TimeInterval = 0, isBoundToThread: Bool = false, work: TimeInterval = 0) {
    (start, self.isBoundToThread) = (MediaClock.machineTime + lead, isBoundToThread)
    self.work = work
  }

  var isContinuous: Bool {
    get { continues.load(ordering: .sequentiallyConsistent) }
    set { continues.store(newValue, ordering: .sequentiallyConsistent) }
  }

  func predictedDisplay() -> TimeInterval { start + Double(count) * period }

  /// Called on the server's thread before each drawing.
  let willDraw = Mutex<(@Sendable () -> Void)?>(nil)
  func drawingBegins() { willDraw.withLock(\.self)?() }

  func draw(_ list: borrowing DrawList) throws(Broken) -> CanvasCounts {
    if isBroken.withLock({ $0 }) { throw Broken() }
    if work > 0 { Thread.sleep(forTimeInterval: work) }
    drawn = Frame(
      time: predictedDisplay(), x: list.items.last?.transform.tx ?? 0, isContinuous: isContinuous,
      isDrawnByServer: isOnServer)
    drawings.add(1, ordering: .sequentiallyConsistent)
    return CanvasCounts()
  }

  /// Waits until a number of frames were drawn, the last of which waits for its refresh.
  func waits(withDrawings count: Int) -> Bool {
    wait { drawings.load(ordering: .sequentiallyConsistent) >= count }
  }

  /// Waits for what another thread does, for at most twenty seconds.
  func wait(until isTrue: () -> Bool) -> Bool {
    let end = MediaClock.machineTime + 20
    while !isTrue() {
      if MediaClock.machineTime > end { return false }
      Thread.sleep(forTimeInterval: 0.0002)
    }
    return true
  }

  func present() throws(Broken) -> TimeInterval {
    if !isFree.load(ordering: .sequentiallyConsistent) { refresh.wait() }
    defer { count += 1 }
    drawn.isShownByServer = isOnServer
    frames.withLock { $0.append(drawn) }
    return predictedDisplay()
  }

  /// Lets a refresh pass; returns whether a frame was shown at it.
  func step() -> Bool {
    let count = all.count
    refresh.signal()
    return wait { all.count > count }
  }

  /// Lets one refresh pass, whether or not there is a frame.
  func pass() { refresh.signal() }

  /// Lets all refreshes pass from now on, so that a server can end.
  func letGo() {
    isFree.store(true, ordering: .sequentiallyConsistent)
    refresh.signal()
  }

  var all: [Frame] { frames.withLock { $0 } }
}

/// A screen that refreshes every two milliseconds of the real clock.
final class QuickScreen: PacedScreen, @unchecked Sendable {
  typealias Failure = Never
  let size = PixelSize(width: 1000, height: 100)
  let scale: CGFloat = 1
  let period = 0.002
  let isBoundToThread = false
  var source: TimeSource { .simulated }
  var isContinuous = false
  private var target: TimeInterval = 0
  private var drawn = SteppedScreen.Frame(time: 0, x: 0, isContinuous: false)
  private let frames = Mutex<[SteppedScreen.Frame]>([])

  func predictedDisplay() -> TimeInterval {
    target = max(target, MediaClock.now) + period
    drawn.time = target
    return target
  }

  func draw(_ list: borrowing DrawList) -> CanvasCounts {
    drawn.x = list.items.last?.transform.tx ?? 0
    return CanvasCounts()
  }

  func present() -> TimeInterval {
    let rest = target - MediaClock.now
    if rest > 0 { Thread.sleep(forTimeInterval: rest) }
    frames.withLock { $0.append(drawn) }
    return target
  }

  var all: [SteppedScreen.Frame] { frames.withLock { $0 } }
}

/// A screen without refreshes: each frame follows the one before at once.
final class FreeScreen: PacedScreen, @unchecked Sendable {
  typealias Failure = Never
  let size = PixelSize(width: 1000, height: 100)
  let scale: CGFloat = 1
  let period = 1.0 / 60
  let isBoundToThread: Bool
  var isPaced: Bool { false }
  var source: TimeSource { .simulated }
  var isContinuous = false
  /// Whether the server's thread showed each frame.
  let isShownByServer = Mutex<[Bool]>([])

  init(isBoundToThread: Bool) { self.isBoundToThread = isBoundToThread }

  func predictedDisplay() -> TimeInterval { MediaClock.now }
  func draw(_ list: borrowing DrawList) -> CanvasCounts { CanvasCounts() }

  func present() -> TimeInterval {
    isShownByServer.withLock { $0.append(isOnServer) }
    return MediaClock.now
  }
}

/// A screen that refreshes four times a second, and takes half of that to draw: a machine of any speed has the time.
/// Its first frame takes longer, as that of a window does.
final class SlowScreen: PacedScreen, @unchecked Sendable {
  typealias Failure = Never
  let size = PixelSize(width: 1000, height: 100)
  let scale: CGFloat = 1
  let period = 0.25
  var source: TimeSource { .simulated }
  var isContinuous = false
  private let start = MediaClock.machineTime
  private var target: TimeInterval = 0
  private var hasDrawn = false
  /// The longest that its thread slept beyond what was asked for.
  private let delay = Mutex(0.0)

  func predictedDisplay() -> TimeInterval {
    target = start + ((MediaClock.now - start) / period).rounded(.down) * period + period
    return target
  }

  /// Waits until a number of seconds before a refresh; returns the seconds by which it is late.
  func wait(untilBeforeRefresh seconds: TimeInterval) -> TimeInterval {
    let now = MediaClock.machineTime
    let next = start + ((now + seconds - start) / period).rounded(.up) * period - seconds
    return Self.sleep(until: next)
  }

  /// Returns the longest delay of its thread since the last call.
  func takeDelay() -> TimeInterval {
    delay.withLock { longest in
      defer { longest = 0 }
      return longest
    }
  }

  /// Returns the seconds by which the end is late.
  private static func sleep(until end: TimeInterval) -> TimeInterval {
    Thread.sleep(forTimeInterval: max(0, end - MediaClock.machineTime))
    return MediaClock.machineTime - end
  }

  func draw(_ list: borrowing DrawList) -> CanvasCounts {
    let late = Self.sleep(until: MediaClock.machineTime + (hasDrawn ? 0.12 : 0.6))
    delay.withLock { $0 = max($0, late) }
    hasDrawn = true
    return CanvasCounts()
  }

  func present() -> TimeInterval {
    let display = max(target, MediaClock.machineTime)
    let late = Self.sleep(until: display)
    delay.withLock { $0 = max($0, late) }
    return display
  }
}

/// A live tree, and a server that draws it.
@MainActor final class ServedStage<Target: PacedScreen & Sendable> {
  let root = CALayer()
  let context: LayerContext
  let screen: Target
  let loop: ServedFrameLoop
  let woken = DispatchSemaphore(value: 0)
  private(set) var records: [FrameRecord] = []
  var hasObservers = false
  /// The number of the main thread's parts.
  private(set) var parts = 0
  /// When the last of them began.
  var didBegin: TimeInterval?
  /// Called with each part, and with each record.
  var (onCommit, onFinish): ((() -> Void)?, (() -> Void)?)

  init(_ screen: Target) {
    MediaClock.useReal()
    CallbackQueue.driver = .manual
    root.bounds = CGRect(x: 0, y: 0, width: 1000, height: 100)
    root.actions = ["sublayers": NSNull()]
    context = LayerContext(root: root)
    self.screen = screen
    let woken = woken
    loop = ServedFrameLoop(
      context: context, server: RenderServer(screen: screen) { woken.signal() })
  }

  func add<Layer: CALayer>(_ layer: Layer) -> Layer {
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.anchorPoint = .zero
    layer.backgroundColor = .white
    root.addSublayer(layer)
    return layer
  }

  /// An animation along the x axis, 10 points a second, from now.
  func move(_ layer: CALayer) -> TimeInterval {
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (0.0, 1000.0, 100)
    move.beginTime = CACurrentMediaTime()
    layer.add(move, forKey: "x")
    return move.beginTime
  }

  /// An animation of what a layer draws, from 0 to 100.
  ///
  /// - Parameter begin: 0 for the time of the commit.
  func grow(_ gauge: DrawnTimes, for duration: TimeInterval, from begin: TimeInterval = 0) {
    let grow = CABasicAnimation(keyPath: "percent")
    (grow.fromValue, grow.toValue, grow.duration) = (0.0, 100.0, duration)
    grow.beginTime = begin
    gauge.add(grow, forKey: "percent")
  }

  func turn() throws {
    try loop.runTurn(
      hasObservers: hasObservers,
      willCommit: {
        parts += 1
        didBegin = MediaClock.machineTime
        onCommit?()
      },
      didFinish: {
        records.append($0)
        onFinish?()
      })
  }

  /// Runs turns until something is true, for at most twenty seconds.
  func turn(until isTrue: () -> Bool) throws -> Bool {
    let end = MediaClock.machineTime + 20
    while !isTrue() {
      if MediaClock.machineTime > end { return false }
      try turn()
      _ = woken.wait(timeout: .now() + 0.002)
    }
    return true
  }

  /// Lets a refresh pass, and runs turns until a frame was shown at it.
  func step() throws -> Bool where Target == SteppedScreen {
    let count = screen.all.count
    screen.pass()
    return try turn { screen.all.count > count }
  }

  deinit {
    (screen as? SteppedScreen)?.letGo()
    MainActor.assumeIsolated {
      loop.stop()
      context.invalidate()
      CallbackQueue.drain()
      CallbackQueue.driver = .mainQueue
    }
  }
}

/// Notes what it draws, and for which time.
final class DrawnTimes: CALayer {
  @Animatable var percent: CGFloat = 0
  private(set) var drawn: [(time: TimeInterval, percent: Double)] = []

  override func draw(in ctx: CGContext) {
    let model = self.model()
    model.drawn.append((MediaClock.presentationTime, Double(percent)))
    ctx.setFillColor(.white)
    ctx.fill(bounds)
  }
}
