// DesktopMonitor.swift
// Follows changes of the desktop's settings while the window is open.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Runs `gdbus monitor` and calls back on each change. Ends it with itself, or with the program, however that ends.
@MainActor final class DesktopMonitor {
  /// Waits for the end of its input, which is the program's, and ends what it started, which may block other signals.
  private static let script = """
    "$0" monitor --session --dest "$1" --object-path "$2" & read -r _; kill -9 $!
    """

  private(set) var settings: DesktopSettings
  private let didChange: @MainActor (DesktopSettings) -> Void
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var line = Data()

  /// Starts to follow; nil without `gdbus` or a session bus, or if it cannot be run.
  init?(
    from settings: DesktopSettings,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    didChange: @escaping @MainActor (DesktopSettings) -> Void
  ) {
    (self.settings, self.didChange) = (settings, didChange)
    guard let program = DesktopSettings.program(in: environment) else { return nil }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.script, program, DesktopSettings.name, DesktopSettings.path]
    (process.standardInput, process.standardOutput) = (input, output)
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
