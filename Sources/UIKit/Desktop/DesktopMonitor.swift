// DesktopMonitor.swift
// Follows changes of the desktop's settings while the window is open.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Runs `gdbus monitor`, or `gsettings monitor` for each setting of GNOME's, and calls back on each change.
@MainActor package final class DesktopMonitor {
  private(set) var settings: DesktopSettings
  private let source: DesktopSettings.Source
  private let didChange: @MainActor (DesktopSettings) -> Void
  /// They end with the monitor.
  private var programs: [FollowedProgram] = []

  /// Starts to follow; nil without the program of the source, for the portal without a session bus, or if the program
  /// cannot be run.
  ///
  /// - Parameter source: Where the settings were read. Default the portal.
  package init?(
    from settings: DesktopSettings, source: DesktopSettings.Source = .portal,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    didChange: @escaping @MainActor (DesktopSettings) -> Void
  ) {
    (self.settings, self.source, self.didChange) = (settings, source, didChange)
    let commands: [[String]]
    switch source {
    case .portal:
      guard let program = DesktopSettings.program(in: environment) else { return nil }
      commands = [
        [
          program, "monitor", "--session", "--dest", DesktopSettings.name, "--object-path",
          DesktopSettings.path,
        ]
      ]
    case .gnome:
      guard let program = DesktopSettings.programOfGNOME(in: environment) else { return nil }
      commands = DesktopSettings.keysOfGNOME.map { [program, "monitor", $0.schema, $0.key] }
    }
    for command in commands {
      let program = FollowedProgram(command[0], Array(command.dropFirst())) { [weak self] line in
        self?.follow(line)
      }
      guard let program else { return nil }
      programs.append(program)
    }
  }

  private func follow(_ line: String) {
    let old = settings
    settings.follow(line, of: source)
    if settings != old { didChange(settings) }
  }
}
