// WindowHost.swift
// The run loop of a program with windows: events, main queue and timers, frames, sleep.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
package import Foundation
import Glibc
import HostInterface
import QuartzCore
import SDLRenderer
import UIKitCore

/// What a program wants of its windows; set before it starts.
@MainActor package enum ApplicationOptions {
  /// The content's size in points, and the screen's bounds.
  package static var windowSize = CGSize(width: 1280, height: 800)
  package static var minimumWindowSize = CGSize(width: 320, height: 240)
  /// A renderer's name; nil takes `LAMELLA_RENDERER`, else finds the best.
  package static var rendererName: String?
  package static var vsync = true
  /// Whether frames keep to refreshes, the screen's or our own; without, and without ``vsync``, each
  /// follows the one before at once, as benchmarks want it.
  package static var isPaced = true
  /// Pixels per point; nil asks the system.
  package static var scale: CGFloat?
}

/// Why a program with windows could not start or go on.
package struct HostError: Error, CustomStringConvertible {
  package let description: String
}

/// Runs the program.
@MainActor package enum WindowHost {
  private static var session: SDLSession?
  private static var runner: HostRunner?

  /// Starts SDL if it can; returns the reason why no window can be opened, nil if one can.
  package static func canOpenWindow() -> String? {
    do throws(SDLError) {
      _ = try openSession()
      return nil
    } catch {
      return error.reason
    }
  }

  /// The video driver and the renderer, such as "SDL x11 · memory".
  package static var description: String {
    guard let session else { return "SDL" }
    return (["SDL \(session.driver)"] + rendererNames).joined(separator: " · ")
  }

  /// What draws each window: "memory", "opengl" and so on.
  package static var rendererNames: [String] { runner?.rendererNames ?? [] }

  /// Ends the program's run loop after this turn.
  package static func terminate() { runner?.isEnding = true }

  private static func openSession() throws(SDLError) -> SDLSession {
    if let session { return session }
    let new = try SDLSession()
    session = new
    return new
  }

  /// Runs until the last window is closed.
  ///
  /// - Throws: When no window can be opened, or none can be drawn into any more.
  static func run(_ launch: () -> Void) throws(HostError) {
    if let failure = HostResources.missingFonts { throw HostError(description: "\(failure)") }
    HostResources.install()
    let renderer = try rendererChoice()
    do throws(SDLError) {
      let runner = HostRunner(session: try openSession(), renderer: renderer)
      self.runner = runner
      defer { self.runner = nil }
      try runner.run(launch)
    } catch {
      throw HostError(description: error.description)
    }
  }

  private static func rendererChoice() throws(HostError) -> RendererKind {
    let name =
      ApplicationOptions.rendererName
      ?? ProcessInfo.processInfo.environment["LAMELLA_RENDERER"] ?? ""
    if let choice = RendererKind(name: name) { return choice }
    let known = RendererKind.allCases.map(\.rawValue).joined(separator: ", ")
    throw HostError(description: "There is no renderer named \"\(name)\"; there are \(known).")
  }
}

/// The loop and the windows that it shows.
@MainActor private final class HostRunner {
  private let session: SDLSession
  private let pump: SDLEventPump
  private let renderer: RendererKind
  private var hosted: [HostedWindow] = []
  var isEnding = false
  /// What ``UIApplication/windowChanges`` was when windows were last looked for.
  private var seenWindowChanges = -1

  init(session: SDLSession, renderer: RendererKind) {
    self.session = session
    self.renderer = renderer
    pump = SDLEventPump(session: session)
    CallbackQueue.driver = .host(wake: { [pump] in pump.wake() })
    UIScreen.main.bounds = CGRect(origin: .zero, size: ApplicationOptions.windowSize)
    if let scale = ApplicationOptions.scale { UIScreen.main.scale = scale }
    installHooks()
  }

  var rendererNames: [String] { hosted.map(\.rendererName) }

  private func installHooks() {
    let session = session
    PlatformServices.readClipboard = { session.clipboard }
    PlatformServices.writeClipboard = { session.clipboard = $0 }
    PlatformServices.startTextInput = { rect, _ in session.startTextInput(at: rect) }
    PlatformServices.stopTextInput = { session.stopTextInput() }
    PlatformServices.setCursor = { session.setCursor($0) }
  }

  func run(_ launch: () -> Void) throws(SDLError) {
    launch()
    try openWindows()
    while !isEnding {
      deliverEvents()
      serveRunLoop()
      try openWindows()
      if hosted.isEmpty { break }
      var didDraw = false
      for window in hosted where try window.runFrameIfNeeded() { didDraw = true }
      if !didDraw && !isEnding { sleep() }
    }
    for window in hosted { window.window.isHidden = true }
    CATransaction.flush()
    CallbackQueue.drain()
    CallbackQueue.driver = .mainQueue
    hosted = []
  }

  /// Opens SDL windows for windows that appeared, and closes those of windows that were hidden.
  private func openWindows() throws(SDLError) {
    guard UIApplication.shared.windowChanges != seenWindowChanges else { return }
    seenWindowChanges = UIApplication.shared.windowChanges
    let windows = UIApplication.shared.windows
    hosted.removeAll { host in !windows.contains { $0 === host.window } }
    for window in windows where !hosted.contains(where: { $0.window === window }) {
      let host = try HostedWindow(window, session: session, renderer: renderer)
      pump.add(host.sdl)
      hosted.append(host)
      host.adoptScreen()
    }
  }

  private func deliverEvents() {
    pump.poll(now: MediaClock.now) { sdl, event in
      hosted.first { $0.sdl === sdl }?.deliver(event)
    }
  }

  /// Timers, the main queue and main-actor tasks; what they do counts as events.
  private func serveRunLoop() {
    let serve = {
      _ = RunLoop.main.run(mode: .default, before: .distantPast)
      self.pump.didServeMainQueue()
    }
    if let first = hosted.first { first.handle(serve) } else { serve() }
  }

  /// Sleeps until something happens, a timer is due, or an animation begins.
  private func sleep() {
    if !CallbackQueue.isEmpty { return }
    let now = MediaClock.now
    var timeout: TimeInterval?
    if let date = RunLoop.main.limitDate(forMode: .default), date != .distantFuture {
      timeout = max(0, date.timeIntervalSinceNow)
    }
    for window in hosted {
      guard let wake = window.nextWake(after: now) else { continue }
      timeout = min(timeout ?? .infinity, max(0, wake - now))
    }
    pump.wait(timeout: timeout)
  }
}

/// One window, on the screen.
@MainActor private final class HostedWindow {
  let window: UIWindow
  let sdl: SDLWindow
  private let screen: WindowScreen
  private let loop: FrameLoop
  private var isVisible = true
  private var wasAnimating = false

  var rendererName: String { sdl.rendererName }

  init(_ window: UIWindow, session: SDLSession, renderer: RendererKind) throws(SDLError) {
    guard let context = window.context else {
      preconditionFailure("a window that is shown has a live layer tree")
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
      StandardError.write("Drawing with \(sdl.rendererName): \(sdl.rendererNote).")
    }
    screen = try WindowScreen(
      window: sdl, coverage: HostResources.coverage, isPaced: ApplicationOptions.isPaced)
    loop = FrameLoop(context: context)
  }

  /// Tells the window the size and scale that it really got.
  func adoptScreen() {
    UIScreen.main.maximumFramesPerSecond = sdl.nominalRefreshRate > 0 ? sdl.nominalRefreshRate : 60
    deliver(
      InputEvent(time: MediaClock.now, kind: .resized(sdl.size, scale: sdl.scale)))
  }

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

  /// Draws a frame if anything wants one.
  func runFrameIfNeeded() throws(SDLError) -> Bool {
    guard window.context === loop.context else { return false }
    guard isVisible else {
      loop.runUnseen()
      return false
    }
    loop.lead = screen.period
    guard loop.needsFrame(at: MediaClock.now) else {
      loop.runWithoutFrame()
      wasAnimating = false
      return false
    }
    screen.isContinuous = wasAnimating
    let record = try loop.runFrame(on: screen) { FrameObservers.willRun(at: MediaClock.now) }
    wasAnimating = record.isAnimating
    FrameObservers.didFinish(record)
    return true
  }

  /// When the window wants to be woken although nobody changes anything.
  func nextWake(after now: TimeInterval) -> TimeInterval? {
    guard window.context === loop.context else { return nil }
    if !isVisible { return loop.context.nextEventTime(after: now) }
    switch loop.activity(at: now) {
    case .animating: return now
    case .idle(let until): return until.isFinite ? until : nil
    }
  }
}
