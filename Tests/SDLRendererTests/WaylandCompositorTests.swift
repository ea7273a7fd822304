// WaylandCompositorTests.swift
// What is read from a Wayland compositor's socket, and what is made of compositors that do not answer.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import SDLRenderer

@Suite struct WaylandCompositorTests {
  /// A message: an object, an operation, and arguments.
  private static func message(_ object: UInt32, _ operation: UInt32, _ body: [UInt8]) -> [UInt8] {
    let header = [object, UInt32(8 + body.count) << 16 | operation]
    return header.withUnsafeBytes { Array($0) } + body
  }

  private static func global(_ interface: String) -> [UInt8] {
    func bytes(_ word: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(word)) { Array($0) } }
    var name = Array(interface.utf8) + [0]
    let length = name.count
    while name.count % 4 != 0 { name.append(0) }
    return message(2, 0, bytes(1) + bytes(length) + name + bytes(4))
  }

  private static let done = message(3, 0, [1, 0, 0, 0])

  @Test func seatsAreFoundAmongGlobals() {
    let others = Self.global("wl_compositor") + Self.global("wl_shm")
    #expect(WaylandCompositor.seat(in: others + Self.global("wl_seat") + Self.done) == .found)
    #expect(WaylandCompositor.seat(in: others + Self.done) == .missing)
    #expect(WaylandCompositor.seat(in: others + Self.global("wl_seat2") + Self.done) == .missing)
    #expect(WaylandCompositor.seat(in: []) == .unfinished)
    // Each part of an answer is unfinished, as a seat may follow.
    for count in 0..<(others.count + Self.done.count) {
      #expect(
        WaylandCompositor.seat(in: Array((others + Self.done).prefix(count))) == .unfinished)
    }
  }

  @Test(arguments: [
    [UInt8](repeating: 0, count: 8), [UInt8](repeating: 255, count: 64),
    message(2, 0, [1, 0, 0, 0]), message(2, 0, [1, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0]),
    message(2, 0, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), message(1, 0, [0, 0, 0, 0]),
  ])
  func brokenAnswersAreNotRead(bytes: [UInt8]) {
    let seat = WaylandCompositor.seat(in: bytes)
    #expect(seat == .malformed || seat == .unfinished)
  }

  @Test func socketIsThatOfTheEnvironment() {
    func path(_ environment: [String: String]) -> String? {
      WaylandCompositor(environment: environment)?.path
    }
    #expect(path(["XDG_RUNTIME_DIR": "/run/a", "WAYLAND_DISPLAY": "wl-3"]) == "/run/a/wl-3")
    #expect(path(["XDG_RUNTIME_DIR": "/run/a"]) == "/run/a/wayland-0")
    #expect(path(["WAYLAND_DISPLAY": "/tmp/w"]) == "/tmp/w")
    #expect(path(["WAYLAND_DISPLAY": "wl-3"]) == nil)
    #expect(path(["XDG_RUNTIME_DIR": "/run/a", "WAYLAND_SOCKET": "7"]) == nil)
  }

  @Test func waylandIsChosenByNameOrWithoutAnXServer() {
    func isChosen(_ environment: [String: String]) -> Bool {
      WaylandCompositor.isChosen(in: environment)
    }
    #expect(isChosen(["SDL_VIDEODRIVER": "wayland", "DISPLAY": ":0"]))
    #expect(isChosen(["SDL_VIDEODRIVER": "wayland,x11"]))
    #expect(isChosen(["WAYLAND_DISPLAY": "wayland-0"]))
    #expect(!isChosen(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]))
    #expect(!isChosen(["SDL_VIDEODRIVER": "dummy", "WAYLAND_DISPLAY": "wayland-0"]))
    #expect(!isChosen([:]))
  }

  /// A compositor that sends an answer, and what is read from it.
  private func seat(of answer: [UInt8], closes: Bool = false) throws -> Bool? {
    let path = "/tmp/lamella-wayland-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    defer { unlink(path) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(isBound == 0 && listen(listener, 1) == 0)
    let compositor = try #require(WaylandCompositor(environment: ["WAYLAND_DISPLAY": path]))
    let ended = DispatchSemaphore(value: 0)
    // It must not use the number of a file that another test opens after this one.
    defer {
      shutdown(listener, Int32(SHUT_RDWR))
      ended.wait()
    }
    let isRead = DispatchSemaphore(value: 0)
    defer { isRead.signal() }
    let thread = Thread {
      defer { ended.signal() }
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      defer { close(client) }
      // One that closes before the request answers nothing.
      var request = [UInt8](repeating: 0, count: 24)
      _ = recv(client, &request, request.count, Int32(MSG_WAITALL))
      _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
      if closes { shutdown(client, Int32(SHUT_RDWR)) } else { isRead.wait() }
    }
    thread.start()
    return compositor.hasSeat(timeout: closes ? 20_000 : 300)
  }

  @Test func answersArriveOnTheSocket() throws {
    #expect(try seat(of: Self.global("wl_shm") + Self.global("wl_seat"), closes: true) == true)
    #expect(try seat(of: Self.global("wl_shm") + Self.done, closes: true) == false)
    #expect(try seat(of: [], closes: true) == nil)
    #expect(try seat(of: Self.global("wl_shm")) == nil)
  }

  @Test func compositorsThatAreNotThereAreNotReachable() throws {
    let compositor = try #require(
      WaylandCompositor(environment: ["WAYLAND_DISPLAY": "/tmp/lamella-no-such-socket"]))
    #expect(!compositor.isReachable && compositor.hasSeat() == nil)
    let long = "/" + String(repeating: "a", count: 200)
    #expect(WaylandCompositor(environment: ["WAYLAND_DISPLAY": long])?.isReachable == false)
  }
}
