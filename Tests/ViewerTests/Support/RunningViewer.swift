// RunningViewer.swift
// The viewer on an X server without a screen: controlled by real pointer events, observed through the
// screen and the program's trace. The test moves its clock, so that no test depends on the speed of
// the machine.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// One line of the trace.
struct TraceEvent {
  var name: String
  var fields: [String: String]

  func number(_ key: String) -> Double? { fields[key].flatMap(Double.init) }
}

/// A running viewer, ended by its deinitialiser.
final class RunningViewer {
  /// The source of the program's media time.
  enum Clock {
    /// The test, by ``RunningViewer/advance(to:)``. Starts at 0.
    case stepped
    /// The machine's clock.
    case real
  }

  /// The time after which the program counts as hung, in seconds. No test passes or fails
  /// by the speed of its response.
  static let patience: TimeInterval = 120

  let server: XServer
  let process = TestProcess()
  /// Media time on the stepped clock, in seconds.
  private(set) var time: TimeInterval = 0
  private let input = TestPipe()
  private let directory: TemporaryDirectory
  let traceFile: URL
  /// The events read from the trace so far, and their number of bytes.
  private var seen: [TraceEvent] = []
  private var read: UInt64 = 0
  /// The window's origin on the screen, and its number.
  private(set) var origin = CGPoint.zero
  private(set) var window: UInt32 = 0

  /// - Parameters:
  ///   - server: The server to run on. Nil starts one of 1300 x 820 pixels with 24 bits each.
  ///   - environment: More variables of the program's environment.
  ///   - errors: A file for standard error. Nil for that of the tests.
  init(
    _ arguments: [String], clock: Clock = .stepped, server given: XServer? = nil,
    environment added: [String: String] = [:], errors: URL? = nil
  ) throws {
    server = try given ?? XServer()
    directory = try TemporaryDirectory()
    traceFile = directory.url.appendingPathComponent("trace")
    process.executableURL = URL(fileURLWithPath: try Program.path(isOptimized: true))
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = server.display
    environment["SDL_VIDEODRIVER"] = "x11"
    environment["WAYLAND_DISPLAY"] = nil
    environment["LAMELLA_TRACE"] = traceFile.path
    environment["LAMELLA_CLOCK"] = clock == .stepped ? "stdin" : nil
    process.environment = environment.merging(added) { $1 }
    process.standardInput = input
    if let errors {
      try Data().write(to: errors)
      process.standardError = try FileHandle(forWritingTo: errors)
    }
    try process.run(patience: nil)
    try expect("a first frame") { events().contains { $0.name == "ready" } }
    let found = try server.xdotool("search", "--onlyvisible", "--class", ".")
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
    // There is no window manager to focus the window.
    try server.xdotool("windowfocus", "\(number)")
    if clock == .stepped { try advance(by: 0) }
  }

  deinit { process.end() }

  /// All events so far. Reads only the new part of the trace.
  func events() -> [TraceEvent] {
    guard let file = try? FileHandle(forReadingFrom: traceFile) else { return seen }
    defer { try? file.close() }
    try? file.seek(toOffset: read)
    // The last line may be incomplete.
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

  /// The frame of a named control on the screen, in pixels.
  func place(of name: String) throws -> CGRect {
    guard let event = events("layout").last(where: { $0.fields["name"] == name }),
      let x = event.number("x"), let y = event.number("y"),
      let width = event.number("width"), let height = event.number("height")
    else { throw MissingTool(description: "the trace has no layout of \(name)") }
    return CGRect(x: origin.x + x, y: origin.y + y, width: width, height: height)
  }

  /// Presses a named control with the pointer.
  func press(_ name: String) throws {
    let place = try place(of: name)
    try server.xdotool(
      "mousemove", "\(Int(place.midX))", "\(Int(place.midY))", "click", "1")
  }

  /// Returns the first event of a name after an action.
  func after(_ event: String, do action: () throws -> Void) throws -> TraceEvent {
    let before = events(event).count
    try action()
    try expect("\(event) in the trace") { events(event).count > before }
    return events(event)[before]
  }

  /// Waits for a response of the program.
  private func expect(_ answer: String, until hasCome: () -> Bool) throws {
    guard wait(Self.patience, until: { hasCome() || !process.isRunning }), hasCome() else {
      throw MissingTool(
        description: process.isRunning
          ? "the viewer gave no \(answer)" : "the viewer ended before it gave \(answer)")
    }
  }

  // MARK: The stepped clock

  /// Moves the program's clock to a media time, in steps of one frame of 1/60 s.
  ///
  /// Returns after the picture of that time has been drawn and every input event that was
  /// sent before has been handled.
  func advance(to time: TimeInterval) throws {
    let answers = events("clock").count
    try input.fileHandleForWriting.write(contentsOf: Data("\(time)\n".utf8))
    try expect("frame at \(time) s") { events("clock").count > answers }
    self.time = max(self.time, time)
  }

  /// Moves the program's clock by seconds.
  func advance(by seconds: TimeInterval) throws { try advance(to: time + seconds) }

  /// Moves the program's clock until no frame has been drawn for a quarter of a second, at most by ten
  /// seconds. Returns whether the program became still.
  func settle() throws -> Bool {
    let end = time + 10
    while time < end {
      let before = events("frame").count
      try advance(by: 0.25)
      if events("frame").count == before { return true }
    }
    return false
  }

  /// Moves the program's clock by seconds and takes a screenshot of each frame.
  func watch(for seconds: TimeInterval) throws -> [(time: TimeInterval, picture: Screenshot)] {
    let start = time
    return try (1...Int((seconds * 60).rounded())).map { frame in
      try advance(to: start + Double(frame) / 60)
      // The X server may not have drawn all parts of the frame that it was sent: its answer comes after them.
      try server.xdotool("getmouselocation")
      return (time, try server.screenshot())
    }
  }

  // MARK: The machine's clock

  /// Waits until the last frame shows no animation and a second has passed without another frame.
  func waitUntilStill() -> Bool {
    var count = -1
    return wait(Self.patience) {
      Thread.sleep(forTimeInterval: 1)
      let frames = events("frame")
      defer { count = frames.count }
      return frames.count == count && frames.last?.number("animations") == 0
    }
  }

  /// Sends a signal, by which the program must end.
  func end(by signal: Int32) throws {
    kill(process.processIdentifier, signal)
    try #require(waitForEnd())
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
  }

  /// Calls a function in which programs begin without ignoring a signal: a shell ignores SIGINT in what it
  /// runs in the background, and a program inherits that.
  static func withDefaultAction(of signal: Int32, _ body: () throws -> Void) rethrows {
    let inherited = Glibc.signal(signal, SIG_DFL)
    defer { _ = Glibc.signal(signal, inherited) }
    try body()
  }

  /// Waits for the program's end. Returns whether it ended.
  func waitForEnd() -> Bool { wait(Self.patience) { !process.isRunning } }

  /// Seconds of CPU time the program has used.
  func cpuTime() throws -> Double {
    let stat = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // The second field is a name in brackets that may contain spaces.
    guard let end = stat.lastIndex(of: ")") else { return .nan }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return .nan
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// Polls a condition until it is true or a number of seconds has passed.
func wait(_ seconds: TimeInterval, until condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end {
    if try condition() { return true }
    Thread.sleep(forTimeInterval: 0.002)
  }
  return try condition()
}
