// WaylandTests.swift
// A program's window on a Wayland compositor, by what is on its screen.
//
// SPDX-License-Identifier: MIT

import Foundation
import SDLRenderer
import TestSupport
import Testing

@Suite struct WaylandTests {
  /// The render server draws while the main thread is blocked for half a second and longer: by GL, and with pictures made in
  /// memory.
  @Test(arguments: ["gl", "memory"])
  func pixelsMoveWhileTheMainThreadIsBlocked(renderer: String) throws {
    let compositor = try WaylandCompositor()
    let (process, input, output) = (TestProcess(), TestPipe(), TestPipe())
    process.executableURL = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent()
      .appendingPathComponent("RunLoopProgram")
    process.arguments = ["blocked"]
    process.environment = compositor.environment.merging(["LAMELLA_RENDERER": renderer]) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer { process.end() }
    #expect(output.fileHandleForReading.availableData == Data("blocked\n".utf8))
    var places: Set<Int> = []
    let start = DispatchTime.now().uptimeNanoseconds
    func seconds() -> Double { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }
    while seconds() < 0.5 || (places.count < 5 && seconds() < RunningViewer.patience) {
      let picture = try compositor.server.screenshot()
      let red = (0..<picture.width).first {
        picture[$0, picture.height / 16] == SIMD3(255, 0, 0)
      }
      if let red { places.insert(red) }
    }
    #expect(places.count >= 5, "\(places)")
    try input.fileHandleForWriting.close()
    #expect(output.fileHandleForReading.readDataToEndOfFile() == Data("free\n".utf8))
  }

  /// The report has what Wayland's windows cannot do.
  @Test func doctorListsLimitsOfWayland() throws {
    let compositor = try WaylandCompositor()
    let result = try Program.run(["doctor"], environment: compositor.environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("the render thread"), "\(result.text)")
    #expect(result.text.contains("cannot place"), "\(result.text)")
  }

  /// A desktop on Wayland has an X server, too, which SDL prefers. Without libdecor windows might have no title bar.
  @Test func waylandIsUsedBesideAnXServer() throws {
    let compositor = try WaylandCompositor()
    var environment = compositor.environment
    environment["SDL_VIDEODRIVER"] = nil
    environment["DISPLAY"] = compositor.server.display
    let result = try Program.run(["doctor"], environment: environment)
    let driver = SDLSession.hasLibdecor ? "wayland" : "x11"
    #expect(result.text.contains(" \(driver) (this SDL has "), "\(result.text)")
  }

  /// A program whose compositor goes away ends like one whose X server does.
  @Test func programEndsWithItsCompositor() throws {
    let compositor = try WaylandCompositor()
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.arguments = ["view"]
    process.environment = compositor.environment
    let errors = TestPipe()
    process.standardError = errors
    try process.run()
    defer { process.end() }
    let end = Date(timeIntervalSinceNow: RunningViewer.patience)
    while try compositor.server.screenshot().isPlain && Date() < end { usleep(20_000) }
    compositor.end()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.contains("The connection to the Wayland compositor was lost."), "\(text)")
    #expect(process.terminationStatus == 69)
  }
}

/// `weston`, whose screen is a window on an X server without one.
private final class WaylandCompositor {
  let server: XServer
  /// The environment of its clients.
  let environment: [String: String]
  private let process = TestProcess()
  private let directory: TemporaryDirectory

  init() throws {
    server = try XServer(width: 640, height: 480)
    directory = try TemporaryDirectory()
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_RUNTIME_DIR"] = directory.path
    environment["DISPLAY"] = server.display
    process.executableURL = try Tool.find("weston")
    process.arguments = [
      "--backend=x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--no-config",
      "--idle-time=0", "--socket=wayland-test", "--width=640", "--height=480",
    ]
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    environment["DISPLAY"] = nil
    environment["SDL_VIDEODRIVER"] = "wayland"
    environment["WAYLAND_DISPLAY"] = "wayland-test"
    self.environment = environment
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: directory.path)
    try process.run(patience: nil)
    let end = Date(timeIntervalSinceNow: RunningViewer.patience)
    while !FileManager.default.fileExists(atPath: directory.path + "/wayland-test"), Date() < end {
      guard process.isRunning else { throw MissingTool(description: "weston ended at its start") }
      usleep(10_000)
    }
  }

  deinit { process.end() }

  /// Ends it while its clients run.
  func end() { process.end() }
}

extension Screenshot {
  /// Whether all pixels of the middle row have one colour.
  fileprivate var isPlain: Bool { Set((0..<width).map { self[$0, height / 2] }).count == 1 }
}
