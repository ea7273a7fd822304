// DesktopMonitor.swift
// Follows changes of the desktop's settings while the window is open.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Runs `gdbus monitor` and calls back on each change. Ends it with itself, or with the program, however that ends.
@MainActor package final class DesktopMonitor {
  /// A shell that becomes the monitor, beside a process that waits for the end of the input, which is the program's,
  /// and then ends the monitor with the signal that cannot be blocked.
  ///
  /// The shell waits for no process: where the signal of a child's end is blocked, it would wait forever.
  private static let script = """
    exec 3<&0
    { read -r _ <&3; kill -9 $$; } >/dev/null &
    exec "$0" monitor --session --dest "$1" --object-path "$2" 3<&- </dev/null
    """

  private(set) var settings: DesktopSettings
  private let didChange: @MainActor (DesktopSettings) -> Void
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var line = Data()

  /// Starts to follow; nil without `gdbus` or a session bus, or if it cannot be run.
  package init?(
    from settings: DesktopSettings,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    didChange: @escaping @MainActor (DesktopSettings) -> Void
  ) {
    (self.settings, self.didChange) = (settings, didChange)
    guard let program = DesktopSettings.program(in: environment) else { return nil }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.script, program, DesktopSettings.name, DesktopSettings.path]
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
    line.append(data)
    let old = settings
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      settings.follow(String(decoding: line[..<end], as: UTF8.self))
      line = Data(line[(end + 1)...])
    }
    if line.count > 65536 { line = Data() }
    if settings != old { didChange(settings) }
  }
}
