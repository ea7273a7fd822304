// SDLTests.swift
// Windows and events under SDL's drivers without a display. Serialized, because SDL is a singleton.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import Glibc
import HostInterface
import QuartzCore
import SDLRenderer
import Testing

@Suite(.serialized) struct SDLTests {
  @Suite @MainActor struct WindowTests {
    private func window(
      _ configure: (inout SDLWindow.Options) -> Void = { _ in }
    ) throws -> SDLWindow {
      var options = SDLWindow.Options()
      options.size = CGSize(width: 200, height: 100)
      configure(&options)
      return try SDLWindow(session: ScreenlessSDL.session("dummy"), options: options)
    }

    @Test func memoryRendererWithoutGLNotesTheReason() throws {
      let window = try window()
      #expect(window.rendererKind == .memory)
      #expect(window.rendererNote.contains("gl would be done in software"))
      #expect(window.pixelSize == PixelSize(width: 200, height: 100))
      #expect(window.size == CGSize(width: 200, height: 100))
      let pixels = [UInt8](repeating: 128, count: 300 * 120 * 4)
      for size in [PixelSize(width: 200, height: 100), PixelSize(width: 300, height: 120)] {
        for isBlueFirst in [false, true] {
          try pixels.withUnsafeBytes { buffer in
            let rows = try #require(buffer.baseAddress)
            try window.present(
              rows: rows, isBlueFirst: isBlueFirst, bytesPerRow: 1200, size: size)
          }
        }
      }
    }

    @Test func surfaceIsNewOncePerSize() throws {
      let window = try window()
      let surface = try #require(try window.surface())
      #expect(surface.isNew && surface.memory.size == window.pixelSize)
      try window.show([])
      let again = try #require(try window.surface())
      #expect(!again.isNew && again.memory.pixels == surface.memory.pixels)
      try window.show([PixelRect(minX: 10, minY: 5, maxX: 20, maxY: 8)])
      try window.show([])
      // Another size has another surface, even where it reuses the previous one's memory.
      for width in [240, 200, 240] {
        window.resize(to: CGSize(width: width, height: 100))
        let other = try #require(try window.surface())
        #expect(other.isNew && other.memory.size == PixelSize(width: width, height: 100))
      }
    }

    /// A frame that was drawn before the window was resized is not shown: another is requested, by an event.
    @Test func lostSurfaceRequestsAFrameThenIsNew() throws {
      let window = try window()
      let pump = SDLEventPump(session: window.session, watchesMainQueue: false)
      pump.add(window)
      _ = try window.surface()
      try window.show([])
      window.resize(to: CGSize(width: 240, height: 100))
      pump.poll(now: 0) { _, _ in }
      func requests() -> Int {
        var count = 0
        pump.poll(now: 0) { _, event in if case .exposed = event.kind { count += 1 } }
        return count
      }
      #expect(requests() == 0)
      let part = PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9)
      try window.show([part])
      #expect(requests() == 1)
      #expect(try #require(try window.surface()).isNew)
      try window.show([part])
      #expect(requests() == 0)
    }

    /// A window that can show no frame at all is an error in the end.
    @Test func surfaceThatStaysLostIsAnError() throws {
      let window = try window()
      _ = try window.surface()
      window.resize(to: CGSize(width: 240, height: 100))
      let error = #expect(throws: SDLError.self) {
        for _ in 0..<1000 { try window.show([PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9)]) }
      }
      #expect("\(try #require(error))".contains("showing the window's surface"))
    }

    @Test func unavailableChosenRendererThrows() throws {
      let error = #expect(throws: SDLError.self) { try window { $0.renderer = .only(.gl) } }
      #expect("\(try #require(error))".contains("GL 3.3 core: "))
    }

    /// A program that this one starts has a class of its own.
    @Test func classOfWindowsIsNotInherited() throws {
      _ = try window()
      for name in ["SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"] {
        #expect(getenv(name) == nil, "\(name)")
      }
    }

    @Test func scaleMultipliesPixels() throws {
      let window = try window { $0.scale = 2 }
      #expect(window.scale == 2)
      #expect(window.pixelSize == PixelSize(width: 400, height: 200))
      #expect(window.size == CGSize(width: 200, height: 100))
    }

    /// Lengths in whole pixels are no exact multiples; Wayland's scales are those of 1/120.
    @Test(arguments: [
      (1501, 1001, 1.5), (1502, 1001, 1.5), (404, 323, 1.25), (640, 320, 2), (1280, 1280, 1),
      (1173, 1067, 1.1),
    ])
    func fractionalScaleIsExact(pixels: Int, units: Int, scale: Double) {
      #expect(
        SDLWindow.scale(pixels: pixels, units: units) == CGFloat((scale * 120).rounded() / 120))
    }

    @Test func setTitleAndSize() throws {
      let window = try window()
      window.title = "Käse"
      #expect(window.title == "Käse")
      window.resize(to: CGSize(width: 321, height: 123))
      #expect(window.size == CGSize(width: 321, height: 123))
    }

    @Test func nonFiniteSizeTraps() async {
      await #expect(processExitsWith: .failure) {
        setenv("SDL_VIDEODRIVER", "dummy", 1)
        var options = SDLWindow.Options()
        options.size.width = .nan
        _ = try SDLWindow(session: SDLSession(), options: options)
      }
    }

    @Test func unknownDriverErrorListsDrivers() throws {
      let error = #expect(throws: SDLError.self) { try ScreenlessSDL.session("nonesuch") }
      let text = "\(try #require(error))"
      #expect(text.contains("SDL_VIDEODRIVER=nonesuch"))
      #expect(text.contains("x11") || text.contains("wayland"))
    }

    /// Wayland comes first where a compositor is named, and not at all where none can be found: without a folder for
    /// sockets, unless a socket is named by itself. Nil leaves the choice to SDL.
    @Test(
      arguments: [
        ([:], "x11"), (["DISPLAY": ":0"], "x11"), (["WAYLAND_DISPLAY": "wayland-1"], "x11"),
        (["XDG_RUNTIME_DIR": "/run/user/1"], nil), (["SDL_VIDEODRIVER": "x11"], nil),
        (
          ["XDG_RUNTIME_DIR": "/run/user/1", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"],
          "wayland"
        ),
        (["WAYLAND_DISPLAY": "/run/socket"], "wayland"), (["WAYLAND_SOCKET": "7"], "wayland"),
        (
          [
            "XDG_RUNTIME_DIR": "/run/user/1", "WAYLAND_DISPLAY": "wayland-0",
            "SDL_VIDEODRIVER": "x11",
          ], nil
        ),
      ] as [([String: String], String?)])
    func waylandComesFirstWhereACompositorIsNamed(
      environment: [String: String], first: String?
    ) {
      let order = SDLSession.driverOrder(environment, hasTitleBars: true)?.split(separator: ",")
        .map(String.init)
      #expect(order?.first == first)
      #expect(order?.contains("x11") != false)
      #expect(order?.contains("wayland") != true || first == "wayland")
      if first == "wayland" {
        #expect(SDLSession.driverOrder(environment, hasTitleBars: false) == nil)
      }
    }

    /// By default SDL would open an invisible window.
    @Test func missingDisplayThrows() async {
      await #expect(processExitsWith: .success) {
        for name in ["SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"] {
          unsetenv(name)
        }
        do {
          let session = try SDLSession()
          // A console with a graphics card is a display, too.
          precondition(session.driver == "KMSDRM", "opened \(session.driver)")
        } catch {
          precondition("\(error)".contains("DISPLAY is not set"), "\(error)")
        }
      }
    }

    @Test(arguments: [
      ("opengl", RendererChoice.only(.gl)), ("GL", .only(.gl)),
      ("opengles2", .only(.gl)), ("GLES", .only(.gl)), ("memory", .only(.memory)),
      ("cpu", .only(.memory)), ("software", .only(.memory)), ("auto", .automatic),
      ("", .automatic),
    ])
    func rendererChoiceFromName(name: String, choice: RendererChoice) {
      #expect(RendererChoice(name: name) == choice)
    }

    @Test func rendererNames() {
      #expect(RendererChoice.names == ["auto", "gl", "memory"])
      for name in RendererChoice.names { #expect(RendererChoice(name: name)?.name == name) }
      #expect(RendererChoice(name: "vulkan") == nil)
    }
  }

  @Suite @MainActor struct EventPumpTests {
    private let window: SDLWindow
    private let pump: SDLEventPump

    init() throws {
      window = try SDLWindow(session: ScreenlessSDL.session("dummy"), options: .init())
      pump = SDLEventPump(session: window.session, watchesMainQueue: false)
      pump.add(window)
      pump.poll(now: 0) { _, _ in }
    }

    private func seconds(_ body: () -> Void) -> Double {
      let start = DispatchTime.now().uptimeNanoseconds
      body()
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    /// The shortest of several times: a busy machine makes some longer, and none shorter.
    private func shortest(of count: Int, _ body: () -> Void) -> Double {
      (0..<count).map { _ in seconds(body) }.min() ?? .infinity
    }

    @Test func waitEndsAtItsTimeout() {
      #expect(shortest(of: 50) { pump.wait(timeout: 0) } < 0.05)
      #expect(shortest(of: 50) { pump.wait(timeout: -5) } < 0.05)
      let time = shortest(of: 5) { pump.wait(timeout: 0.2) }
      #expect(time >= 0.2 && time < 1)
    }

    @Test func wakeFromAnotherThreadEndsWait() {
      let wake = pump.waking
      for _ in 0..<50 {
        Thread.detachNewThread { wake() }
        // A wake that is missed takes ten minutes; one that is late does not count.
        #expect(seconds { pump.wait(timeout: 600) } < 300)
        pump.poll(now: 0) { _, _ in }
      }
      pump.wake()
      #expect(seconds { pump.wait(timeout: 600) } < 300)
    }

    @Test func waitUsesNoProcessorTime() {
      func used() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
      let before = used()
      pump.wait(timeout: 1)
      #expect(used() - before < 0.01)
    }

    @Test func resizedWindowSendsEvent() {
      window.resize(to: CGSize(width: 640, height: 480))
      var kinds: [InputEvent.Kind] = []
      pump.poll(now: 3) { window, event in
        #expect(window === self.window)
        #expect(event.time == 3)
        kinds.append(event.kind)
      }
      #expect(kinds.contains(.resized(CGSize(width: 640, height: 480), scale: 1)))
    }
  }
}
