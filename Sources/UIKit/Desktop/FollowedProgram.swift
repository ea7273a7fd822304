// FollowedProgram.swift
// A program whose lines are followed while this one runs.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A running program, which ends with this object, or with this program, however that ends.
@MainActor final class FollowedProgram {
  /// A shell that becomes the program, beside a process that waits for the end of the input, which is this program's,
  /// and then ends the followed one with the signal that cannot be blocked.
  ///
  /// The shell waits for no process: where the signal of a child's end is blocked, it would wait forever.
  private static let script = """
    exec 3<&0
    { read -r _ <&3; kill -9 $$; } >/dev/null &
    exec "$0" "$@" 3<&- </dev/null
    """

  private let didRead: @MainActor (String) -> Void
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var line = Data()

  /// Starts a program; nil if it cannot be run.
  ///
  /// - Parameters:
  ///   - didRead: Called with each line, without its end.
  init?(_ program: String, _ arguments: [String], didRead: @escaping @MainActor (String) -> Void) {
    self.didRead = didRead
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.script, program] + arguments
    (process.standardInput, process.standardOutput) = (input, output)
    // A process that is started later must not inherit the end whose closing ends this one.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardError = FileHandle.nullDevice
    output.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(data) } }
    }
    do { try process.run() } catch {
      output.fileHandleForReading.readabilityHandler = nil
      return nil
    }
  }

  isolated deinit {
    output.fileHandleForReading.readabilityHandler = nil
    try? input.fileHandleForWriting.close()
  }

  /// Reads the lines that have ended. A line without an end is limited, as another program writes it.
  private func receive(_ data: Data) {
    // It has ended. The other process must not end one that has its number later.
    if data.isEmpty { try? input.fileHandleForWriting.close() }
    line.append(data)
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let text = String(decoding: line[..<end], as: UTF8.self)
      line = Data(line[(end + 1)...])
      didRead(text)
    }
    if line.count > 65536 { line = Data() }
  }
}
