// XServer.swift
// An X server without a screen for one test, its pixels, and closing of windows as by a
// user.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
import Glibc

/// A picture of a screen: rows top down, 4 bytes a pixel in the order B, G, R, unused; on a screen of 30
/// bits, ten bits for each of them.
package struct Screenshot {
  /// Bits per pixel that hold colour: 24 or 30.
  package var depth = 24
  package var width: Int
  package var height: Int
  package var bytesPerRow: Int
  package var bytes: [UInt8]

  /// Red, green and blue, 0...255.
  package subscript(x: Int, y: Int) -> SIMD3<Int> {
    let at = y * bytesPerRow + x * 4
    if depth == 30 {
      let pixel = (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << ($1 * 8) }
      return SIMD3(pixel >> 22 & 0xFF, pixel >> 12 & 0xFF, pixel >> 2 & 0xFF)
    }
    return SIMD3(Int(bytes[at + 2]), Int(bytes[at + 1]), Int(bytes[at]))
  }

  /// The pixels of a rectangle, row by row.
  package func pixels(in rect: CGRect) -> [SIMD3<Int>] {
    (Int(rect.minY)..<Int(rect.maxY)).flatMap { y in
      (Int(rect.minX)..<Int(rect.maxX)).map { self[$0, y] }
    }
  }
}

/// `Xvfb` on a display number of its choice, ended by the deinitialiser.
package final class XServer {
  package let display: String
  private let process: TestProcess
  private let directory: TemporaryDirectory

  /// - Parameters:
  ///   - depth: Bits per pixel of the screen. ``screenshot()`` understands 24 and 30.
  ///   - options: More arguments of `Xvfb`.
  package init(
    width: Int = 1300, height: Int = 820, depth: Int = 24, options: [String] = []
  ) throws {
    directory = try TemporaryDirectory()
    process = TestProcess()
    process.executableURL = try Tool.find("Xvfb")
    process.arguments =
      [
        "-displayfd", "1", "-screen", "0", "\(width)x\(height)x\(depth)", "-fbdir",
        directory.url.path, "-nolisten", "tcp",
        // Keys do not repeat: a machine that is late would press one twice.
        "-r",
      ] + options
    let output = TestPipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run(patience: nil)
    // It writes the number when it is ready but does not close the pipe: read up to the end of the line.
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.readData(ofLength: 1)
      guard !data.isEmpty else {
        throw MissingTool(description: "Xvfb ended before it had a display")
      }
      line += String(decoding: data, as: UTF8.self)
    }
    display = ":" + line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { process.end() }

  /// Ends the server while its clients run.
  package func end() { process.end() }

  /// The screen's current pixels, from the server's frame buffer (an XWD file).
  ///
  /// The server may be drawing meanwhile. To exclude half a frame, reads until two consecutive
  /// readings agree.
  package func screenshot() throws -> Screenshot {
    let file = directory.url.appendingPathComponent("Xvfb_screen0")
    var data = try Data(contentsOf: file)
    for _ in 0..<50 {
      let next = try Data(contentsOf: file)
      if next == data { break }
      data = next
    }
    func word(_ place: Int) -> Int {
      data[(place * 4)..<(place * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard data.count > 100, word(1) == 7, word(11) == 32, word(7) == 0 else {
      throw MissingTool(description: "Xvfb's frame buffer has a format that is not understood")
    }
    return Screenshot(
      depth: word(3), width: word(4), height: word(5), bytesPerRow: word(12),
      bytes: [UInt8](data.dropFirst(word(0) + word(19) * 12)))
  }

  /// Runs `xdotool` and returns its output.
  @discardableResult
  package func xdotool(_ arguments: String...) throws -> String { try xdotool(arguments) }

  /// Runs `xdotool` with any number of arguments, and returns its output.
  @discardableResult
  package func xdotool(_ arguments: [String]) throws -> String {
    let tool = TestProcess()
    tool.executableURL = try Tool.find("xdotool")
    tool.arguments = arguments
    tool.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    let output = TestPipe()
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    tool.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Sends a window the message of its close button: `WM_DELETE_WINDOW`.
  package func closeWindow(_ window: UInt32) throws {
    let connection = try XConnection(display: display)
    try connection.sendDelete(to: window)
  }
}

/// The reason why a test that needs another program cannot run. It fails the test.
package struct MissingTool: Error, CustomStringConvertible {
  package var description: String

  package init(description: String) { self.description = description }
}

/// Programs that tests need.
package enum Tool {
  package static func find(_ name: String) throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for directory in path.split(separator: ":") {
      let file = "\(directory)/\(name)"
      if FileManager.default.isExecutableFile(atPath: file) { return URL(fileURLWithPath: file) }
    }
    throw MissingTool(
      description: "\(name) is not installed, and this test needs it: run Scripts/bootstrap")
  }

  /// Writes a program. A shell writes it: a file that this process has open for writing is so in each program that
  /// another test starts meanwhile, for a moment, and cannot be run then.
  package static func make(_ path: String, _ text: String) throws {
    let shell = TestProcess()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", #"printf %s "$2" >"$1" && chmod 755 "$1""#, "sh", path, text]
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

/// The part of the X protocol for sending one message; `xdotool` can only kill.
private final class XConnection {
  private let socket: Int32

  init(display: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = "/tmp/.X11-unix/X" + display.dropFirst()
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    guard connected == 0 else {
      throw MissingTool(description: "no connection to the X server \(display)")
    }
    // Little-endian, protocol 11.0, no authorisation.
    send([0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let head = receive(8)
    guard head.first == 1 else {
      throw MissingTool(description: "the X server \(display) refused the connection")
    }
    _ = receive((Int(head[6]) | Int(head[7]) << 8) * 4)
  }

  deinit { close(socket) }

  func sendDelete(to window: UInt32) throws {
    let protocols = atom("WM_PROTOCOLS")
    let delete = atom("WM_DELETE_WINDOW")
    var request: [UInt8] = [25, 0, 11, 0]
    request += bytes(window) + bytes(0)
    request += [33, 32, 0, 0] + bytes(window) + bytes(protocols) + bytes(delete)
    request += [UInt8](repeating: 0, count: 16)
    send(request)
    // A round trip, after which the message has arrived.
    _ = atom("WM_PROTOCOLS")
  }

  private func atom(_ name: String) -> UInt32 {
    let padded = (name.utf8.count + 3) / 4
    let length = 2 + padded
    var request: [UInt8] = [16, 0, UInt8(length), 0, UInt8(name.utf8.count), 0, 0, 0]
    request += Array(name.utf8)
    request += [UInt8](repeating: 0, count: padded * 4 - name.utf8.count)
    send(request)
    let reply = receive(32)
    return UInt32(reply[8]) | UInt32(reply[9]) << 8 | UInt32(reply[10]) << 16
      | UInt32(reply[11]) << 24
  }

  private func bytes(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      sent += count
    }
  }

  private func receive(_ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while result.count < count {
      let got = read(socket, &buffer, min(buffer.count, count - result.count))
      guard got > 0 else { break }
      result += buffer[..<got]
    }
    return result + [UInt8](repeating: 0, count: count - result.count)
  }
}
