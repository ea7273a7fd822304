// XConnectionTests.swift
// A main thread that sleeps while another thread shows pictures on the same connection to the X server.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import HostInterface
import Synchronization
import TestSupport
import Testing

@testable import SDLRenderer

@Suite struct XConnectionTests {
  /// The other thread reads some of the events, as it waits for the server's answers. None may be left where the
  /// main thread does not look: it would sleep on, until some later event.
  @Test func eventsThatAnotherThreadReadsEndTheWait() async {
    // In a process of its own, as SDL has one driver for the whole process.
    await #expect(processExitsWith: .success) {
      let server = try XServer(width: 400, height: 300)
      setenv("DISPLAY", server.display, 1)
      setenv("SDL_VIDEODRIVER", "x11", 1)
      let reading = try ConcurrentReading(server)
      let haveArrived = try reading.haveEventsArrived(rounds: 200)
      // The window is not closed: its server is gone.
      withExtendedLifetime(reading) {
        server.end()
        exit(haveArrived ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }
}

/// A window whose pictures are shown on one thread, while the server sends it events that end the wait of another.
private final class ConcurrentReading: @unchecked Sendable {
  private let server: XServer
  // Shown by the second thread alone, and released by the first.
  private let window: SDLWindow
  private let pump: SDLEventPump
  private let identifier: UInt32

  init(_ server: XServer) throws {
    self.server = server
    var options = SDLWindow.Options()
    (options.title, options.renderer) = ("reading", .only(.memory))
    options.size = .init(width: 300, height: 200)
    window = try SDLWindow(session: try SDLSession(), options: options)
    pump = SDLEventPump(session: window.session, watchesMainQueue: false)
    pump.add(window)
    let found = try server.xdotool("search", "--sync", "--name", "reading")
    identifier = try #require(UInt32(found.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Whether each of many events arrives, though no other follows it.
  func haveEventsArrived(rounds: Int) throws -> Bool {
    pump.poll(now: 0) { _, _ in }
    for _ in 0..<rounds {
      let isSent = DispatchSemaphore(value: 0)
      let isShown = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        try? server.closeWindow(identifier)
        isSent.signal()
      }
      Thread.detachNewThread { [self] in
        while isSent.wait(timeout: .now()) == .timedOut { showPicture() }
        isShown.signal()
      }
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

  private func showPicture() {
    guard (try? window.surface()) != nil else { return }
    window.pictureLosses.add(1, ordering: .relaxed)
    try? window.show([])
  }
}
