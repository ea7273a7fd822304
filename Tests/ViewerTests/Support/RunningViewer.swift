// RunningViewer.swift
// The viewer on an X server without a screen: pressed with real pointer events, watched through the
// screen and the program's own trace.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// One line of the trace.
struct TraceEvent {
  var name: String
  var fields: [String: String]

  func number(_ key: String) -> Double? { fields[key].flatMap(Double.init) }
}

/// A viewer that was started, and is ended with its owner.
final class RunningViewer {
  let server: XServer
  let process = Process()
  private let directory: TemporaryDirectory
  private let traceFile: URL
  /// What of the trace has been read, and how many bytes that was.
  private var seen: [TraceEvent] = []
  private var read: UInt64 = 0
  /// Where the window stands on the screen, and its number.
  private(set) var origin = CGPoint.zero
  private(set) var window: UInt32 = 0

  init(_ arguments: [String]) throws {
    server = try XServer()
    directory = try TemporaryDirectory()
    traceFile = directory.url.appendingPathComponent("trace")
    process.executableURL = URL(fileURLWithPath: try Program.path(inRealTime: true))
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = server.display
    environment["SDL_VIDEODRIVER"] = "x11"
    environment["WAYLAND_DISPLAY"] = nil
    environment["LAMELLA_TRACE"] = traceFile.path
    process.environment = environment
    try process.runWithSignals()
    guard wait(20, until: { events().contains { $0.name == "ready" } }) else {
      throw MissingTool(description: "the viewer did not show a frame within 20 s")
    }
    let found = try server.xdotool("search", "--onlyvisible", "--name", ".")
    guard let number = found.split(separator: "\n").last.flatMap({ UInt32($0) }) else {
      throw MissingTool(description: "the viewer has no visible window")
    }
    window = number
    for line in try server.xdotool("getwindowgeometry", "--shell", "\(number)")
      .split(separator: "\n")
    {
      let parts = line.split(separator: "=")
      guard parts.count == 2, let value = Double(parts[1]) else { continue }
      if parts[0] == "X" { origin.x = value }
      if parts[0] == "Y" { origin.y = value }
    }
    // Without a window manager nobody gives the window the keys.
    try server.xdotool("windowfocus", "\(number)")
  }

  deinit { process.end() }

  /// Every event so far; only what is new in the trace is read.
  func events() -> [TraceEvent] {
    guard let file = try? FileHandle(forReadingFrom: traceFile) else { return seen }
    defer { try? file.close() }
    try? file.seek(toOffset: read)
    // The last line may still be on its way.
    guard let data = try? file.readToEnd(), let end = data.lastIndex(of: UInt8(ascii: "\n")) else {
      return seen
    }
    let lines = data[...end]
    read += UInt64(lines.count)
    seen += String(decoding: lines, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      let pairs = parts.dropFirst().map { field -> (String, String) in
        let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
      }
      return TraceEvent(
        name: String(parts[0]), fields: Dictionary(pairs, uniquingKeysWith: { $1 }))
    }
    return seen
  }

  func events(_ name: String) -> [TraceEvent] { events().filter { $0.name == name } }

  /// Where something stands on the screen, in pixels.
  func place(of name: String) throws -> CGRect {
    guard let event = events("layout").last(where: { $0.fields["name"] == name }),
      let x = event.number("x"), let y = event.number("y"),
      let width = event.number("width"), let height = event.number("height")
    else { throw MissingTool(description: "the trace does not say where \(name) is") }
    return CGRect(x: origin.x + x, y: origin.y + y, width: width, height: height)
  }

  /// Presses something with the pointer.
  func press(_ name: String) throws {
    let place = try place(of: name)
    try server.xdotool(
      "mousemove", "\(Int(place.midX))", "\(Int(place.midY))", "click", "1")
  }

  /// Waits for the trace to hold one more of some events than before something is done.
  func after(_ event: String, within seconds: Double = 10, do action: () throws -> Void) throws
    -> TraceEvent
  {
    let before = events(event).count
    try action()
    guard wait(seconds, until: { events(event).count > before }) else {
      throw MissingTool(description: "no \(event) within \(seconds) s")
    }
    return events(event)[before]
  }

  /// Waits until nothing has been drawn for a quarter of a second.
  func waitUntilStill() -> Bool {
    var count = -1
    return wait(10) {
      Thread.sleep(forTimeInterval: 0.25)
      let now = events("frame").count
      defer { count = now }
      return now == count
    }
  }

  /// Takes screenshots one after another for a while.
  func watch(for seconds: TimeInterval) throws -> [Screenshot] {
    let end = Date(timeIntervalSinceNow: seconds)
    var pictures: [Screenshot] = []
    while Date() < end {
      pictures.append(try server.screenshot())
      Thread.sleep(forTimeInterval: 0.008)
    }
    return pictures
  }

  /// Seconds of CPU time the program has used.
  func cpuTime() throws -> Double {
    let stat = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // The second field is a name in brackets, and may hold spaces.
    guard let end = stat.lastIndex(of: ")") else { return .nan }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return .nan
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// Looks again and again, until something is so or the time is over.
func wait(_ seconds: TimeInterval, until condition: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end {
    if condition() { return true }
    Thread.sleep(forTimeInterval: 0.02)
  }
  return condition()
}
