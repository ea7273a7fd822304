// Program+Terminal.swift
// The built program with a terminal as one of its outputs.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport

extension Program {
  /// An output of a program.
  enum Stream { case output, errors }

  /// Runs the program with one output on a terminal, and returns what it writes to it.
  ///
  /// - Parameter added: Variables beside those of the tests, in which there are no colours to forbid.
  static func run(
    _ arguments: [String], on terminal: Stream, in directory: URL? = nil,
    environment added: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let (master, slave) = try openTerminal()
    defer { close(master) }
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try path())
    process.arguments = arguments
    process.currentDirectoryURL = directory
    var environment = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "NO_COLOR"] {
      environment[name] = nil
    }
    environment["TERM"] = "xterm"
    process.environment = environment.merging(added) { $1 }
    let end = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
    process.standardOutput = terminal == .output ? end : FileHandle.nullDevice
    process.standardError = terminal == .errors ? end : FileHandle.nullDevice
    try process.run()
    // The terminal ends with the last process that has it.
    close(slave)
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    process.waitUntilExit()
    // A terminal begins a line with a carriage return, too.
    let lines = String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
    return (process.terminationStatus, lines)
  }

  /// Opens both ends of a pseudo-terminal. Swift does not import the functions of C for it.
  private static func openTerminal() throws -> (master: Int32, slave: Int32) {
    let (unlock, number) = (0x4004_5431 as UInt, 0x8004_5430 as UInt)
    let mode = O_RDWR | O_NOCTTY | O_CLOEXEC
    let master = open("/dev/ptmx", mode)
    var (isLocked, place) = (Int32(0), Int32(0))
    guard master >= 0, ioctl(master, unlock, &isLocked) == 0, ioctl(master, number, &place) == 0
    else { throw MissingTool(description: "the system has no pseudo-terminals") }
    return (master, open("/dev/pts/\(place)", mode))
  }
}
