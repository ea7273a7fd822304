// DesktopAppearance.swift
// Whether the desktop prefers light or dark windows, as its settings portal reports.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// The theme of the window, as the command line names it.
enum ThemeArgument: String, CaseIterable, ExpressibleByArgument {
  /// The desktop's; dark without one.
  case auto
  case dark, light

  /// Whether the window is light.
  var isLight: Bool {
    switch self {
    case .auto: DesktopAppearance.prefersLight() == true
    case .dark: false
    case .light: true
    }
  }
}

/// The desktop's settings, read with `gdbus` where it is installed.
enum DesktopAppearance {
  /// The most seconds to wait for an answer, as the window opens after it.
  private static let limit: TimeInterval = 0.5

  /// Whether the desktop prefers light windows; nil without a preference, or when there is no portal.
  static func prefersLight(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool? {
    guard environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false,
      let program = path(of: "gdbus", in: environment["PATH"] ?? "")
    else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "call", "--session", "--timeout", "1", "--dest", "org.freedesktop.portal.Desktop",
      "--object-path", "/org/freedesktop/portal/desktop", "--method",
      "org.freedesktop.portal.Settings.Read", "org.freedesktop.appearance", "color-scheme",
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch { return nil }
    guard ended.wait(timeout: .now() + limit) == .success else {
      process.terminate()
      return nil
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    return process.terminationStatus == 0 ? preference(String(decoding: data, as: UTF8.self)) : nil
  }

  /// Reads the portal's answer, such as `(<<uint32 1>>,)`: 1 is dark, 2 is light.
  static func preference(_ answer: String) -> Bool? {
    guard let number = answer.firstMatch(of: /uint32 ([0-9]+)/)?.output.1 else { return nil }
    return number == "1" ? false : number == "2" ? true : nil
  }

  private static func path(of program: String, in folders: String) -> String? {
    folders.split(separator: ":").map { "\($0)/\(program)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
