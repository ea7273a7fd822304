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
  private let process: SpawnedProcess
  private let output: FileHandle
  /// Closing it ends the process. Nil after that.
  private var input: FileHandle?
  private var line = Data()

  /// Starts a program; nil if it cannot be run.
  ///
  /// - Parameters:
  ///   - didRead: Called with each line, without its end.
  init?(_ program: String, _ arguments: [String], didRead: @escaping @MainActor (String) -> Void) {
    self.didRead = didRead
    guard let (fromUs, input) = try? FileHandle.pipe(),
      let (output, toUs) = try? FileHandle.pipe(),
      let process = try? SpawnedProcess(
        "/bin/sh", ["-c", Self.script, program] + arguments, input: fromUs, output: toUs)
    else { return nil }
    (self.process, self.input, self.output) = (process, input, output)
    output.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(data) } }
    }
  }

  isolated deinit { end() }

  /// Ends the process, if it has not ended.
  private func end() {
    guard let input else { return }
    output.readabilityHandler = nil
    try? input.close()
    self.input = nil
    DispatchQueue.global().async { [process] in _ = process.wait() }
  }

  /// Reads the lines that have ended. A line without an end is limited, as another program writes it.
  private func receive(_ data: Data) {
    // It has ended. The other process must not end one that has its number later.
    if data.isEmpty { end() }
    line.append(data)
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let text = String(decoding: line[..<end], as: UTF8.self)
      line = Data(line[(end + 1)...])
      didRead(text)
    }
    if line.count > 65536 { line = Data() }
  }
}
