// XConnectionTests.swift
// A main thread that sleeps while another thread shows pictures on the same connection to the X server.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import Glibc
import HostInterface
import Synchronization
import TestSupport
import Testing
import Typesetting

@testable import SDLRenderer

@Suite struct XConnectionTests {
  /// The other thread reads some of the events, as it waits for the server's answers. None may be left where the
  /// main thread does not look: it would sleep on, until some later event.
  @Test(arguments: RenderedOverX.allCases)
  func eventsThatAnotherThreadReadsEndTheWait(renderer: RenderedOverX) async {
    // In a process of its own, as SDL has one driver for the whole process.
    await #expect(processExitsWith: .success) { [renderer] in
      try ConcurrentReading.exit(renderer) { $0.haveEventsArrived(rounds: 200) }
    }
  }

  /// The other thread waits for answers with each picture, which must not wake the main thread.
  @Test(arguments: [RenderedOverX.memory, .gl])
  func answersToAnotherThreadDoNotEndTheWait(renderer: RenderedOverX) async {
    await #expect(processExitsWith: .success) { [renderer] in
      try ConcurrentReading.exit(renderer) { try $0.staysAsleep(pictures: 200) }
    }
  }

  /// What arrives while answers are awaited twice is seen when both have come.
  @Test func connectionIsNotReadableWhileAnswersAreAwaited() async {
    await #expect(processExitsWith: .success) {
      try ConcurrentReading.exit(.memory) { try $0.isUnreadableAmongAnswers() }
    }
  }

  /// A main thread that sleeps is woken by the loss of the server, though another thread awaits an answer.
  @Test func lostConnectionIsReadableWhileAnswersAreAwaited() async {
    await #expect(processExitsWith: .success) {
      try ConcurrentReading.exit(.memory) { try $0.seesLossAmongAnswers() }
    }
  }
}

/// A renderer whose driver sends requests to the X server, and waits for answers.
enum RenderedOverX: String, CaseIterable, Codable {
  case memory
  case gl
  /// With a driver that may wait for the screen's refresh.
  case synchronizedOpengl

  fileprivate var kind: RendererKind { self == .memory ? .memory : .gl }
}

/// A window whose pictures are shown on one thread, while the server sends it events that end the wait of another.
private final class ConcurrentReading: @unchecked Sendable {
  private let server: XServer
  // Drawn by the second thread alone, and released by the first.
  private let window: SDLWindow
  private let canvas: any WindowCanvas
  private let pump: SDLEventPump
  private let identifier: UInt32
  private var pictures = 0

  /// Ends the process, successfully if a condition holds.
  static func exit(
    _ renderer: RenderedOverX, if condition: (ConcurrentReading) throws -> Bool
  ) throws -> Never {
    let server = try XServer(width: 400, height: 300)
    setenv("DISPLAY", server.display, 1)
    setenv("SDL_VIDEODRIVER", "x11", 1)
    let reading = try ConcurrentReading(server, renderer)
    let holds = try condition(reading)
    // The window is not closed: its server is gone.
    return withExtendedLifetime(reading) {
      server.end()
      Glibc.exit(holds ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  init(_ server: XServer, _ renderer: RenderedOverX) throws {
    self.server = server
    var options = SDLWindow.Options()
    (options.title, options.renderer) = ("reading", .only(renderer.kind))
    options.size = CGSize(width: 300, height: 200)
    options.waitsForScreen = renderer == .synchronizedOpengl
    window = try SDLWindow(session: try SDLSession(), options: options)
    let source = FreeTypeCoverage(fonts: try SystemFontProvider())
    canvas =
      renderer.kind == .memory
      ? SurfaceCanvas(window: window, source: source)
      : try GLCanvas(window: window, source: source)
    window.releaseContext()
    // However slow the machine is.
    window.longestAwaiting = .infinity
    pump = SDLEventPump(session: window.session, watchesMainQueue: false)
    pump.add(window, isDrawnElsewhere: true)
    let found = try server.xdotool("search", "--sync", "--class", ".")
    identifier = try #require(UInt32(found.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Whether each of many events arrives, though no other follows it.
  func haveEventsArrived(rounds: Int) -> Bool {
    pump.poll(now: 0) { _, _ in }
    for _ in 0..<rounds {
      let isSent = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        try? server.closeWindow(identifier)
        isSent.signal()
      }
      let isShown = showPictures { isSent.wait(timeout: .now()) == .timedOut }
      var hasArrived = false
      let start = DispatchTime.now().uptimeNanoseconds
      while !hasArrived {
        // A wait that is not ended takes four minutes; one that ends late does not count.
        pump.wait(timeout: 240)
        pump.poll(now: 0) { _, event in
          if case .closeRequested = event.kind { hasArrived = true }
        }
        if DispatchTime.now().uptimeNanoseconds - start > 200_000_000_000 { return false }
      }
      isShown.wait()
    }
    return true
  }

  /// Whether a wait lasts until it is ended, while many pictures are shown.
  func staysAsleep(pictures: Int) throws -> Bool {
    try readFirstEvents()
    let left = Atomic(pictures)
    let isShown = showPictures { [wake = pump.waking] in
      // The main thread sleeps by then.
      if left.load(ordering: .relaxed) == pictures { Thread.sleep(forTimeInterval: 0.1) }
      if left.load(ordering: .relaxed) == 0 { wake() }
      return left.subtract(1, ordering: .relaxed).oldValue > 0
    }
    pump.wait(timeout: 240)
    let isOver = left.load(ordering: .relaxed) <= 0
    isShown.wait()
    return isOver
  }

  /// Whether an event makes the connection readable only when no thread awaits answers.
  func isUnreadableAmongAnswers() throws -> Bool {
    try readFirstEvents()
    let connection = try #require(window.connection)
    let wasReadable = try connection.awaitAnswers {
      try connection.awaitAnswers {
        try server.closeWindow(identifier)
        try #require(isReadable(connection.socket, within: 100_000))
        return isReadable(connection.descriptor)
      } || isReadable(connection.descriptor)
    }
    return !wasReadable && isReadable(connection.descriptor) && connection.hasEvents
  }

  /// Whether the loss of the server makes the connection readable although answers are awaited.
  func seesLossAmongAnswers() throws -> Bool {
    try readFirstEvents()
    let connection = try #require(window.connection)
    return connection.awaitAnswers {
      server.end()
      return isReadable(connection.descriptor, within: 100_000)
    }
  }

  /// Shows some pictures, and reads events until none follows.
  private func readFirstEvents() throws {
    let left = Atomic(3)
    showPictures { left.subtract(1, ordering: .relaxed).oldValue > 0 }.wait()
    let connection = try #require(window.connection)
    repeat { pump.poll(now: 0) { _, _ in } } while isReadable(connection.descriptor, within: 300)
  }

  private func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, milliseconds) > 0
  }

  /// Shows pictures on another thread while a condition holds; returns the signal of its end.
  private func showPictures(while condition: @escaping @Sendable () -> Bool) -> DispatchSemaphore {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      while condition() { showPicture() }
      window.releaseContext()
      isOver.signal()
    }
    return isOver
  }

  /// Each differs from the one before, and is sent as a whole.
  private func showPicture() {
    pictures += 1
    let list = DrawList(
      size: window.pixelSize, background: pictures.isMultiple(of: 2) ? .white : .black)
    _ = try? canvas.draw(list)
    try? canvas.present()
  }
}
