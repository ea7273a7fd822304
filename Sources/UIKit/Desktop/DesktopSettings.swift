// DesktopSettings.swift
// The desktop's settings for windows: light or dark, contrast, and less motion. From the portal, or from GNOME's
// settings.
//
// This folder: the desktop's settings: light or dark, contrast, less motion, scale.
//
// SPDX-License-Identifier: MIT

package import Foundation
import Glibc
import HostInterface

/// The desktop's settings for windows, as `org.freedesktop.appearance` names them. What nothing reports has its default.
package struct DesktopSettings: Hashable, Codable, Sendable {
  /// Whether windows should be light. Default nil: no preference.
  package var prefersLight: Bool?
  /// Whether the user wants high contrast. Default false.
  package var wantsContrast = false
  /// Whether the user wants less motion. Default false.
  package var wantsLessMotion = false

  /// What of it concerns every program.
  var wishes: UserWishes { UserWishes(lessMotion: wantsLessMotion, contrast: wantsContrast) }

  /// Where the settings are read, and followed.
  package enum Source: Sendable {
    /// The portal, by `gdbus`.
    case portal
    /// GNOME's settings, by `gsettings`.
    case gnome
  }

  /// GNOME's settings that count, by their schemas and keys.
  static let keysOfGNOME = [
    (schema: "org.gnome.desktop.interface", key: "color-scheme"),
    (schema: "org.gnome.desktop.a11y.interface", key: "high-contrast"),
  ]

  /// The object of the portal.
  static let name = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"
  private static let namespace = "org.freedesktop.appearance"

  // MARK: Parsing

  /// Sets a setting by its name. Unknown names have no effect, unknown values mean no preference.
  mutating func set(_ name: Substring, to value: Substring) {
    switch name {
    case "color-scheme": prefersLight = value == "1" ? false : value == "2" ? true : nil
    case "contrast": wantsContrast = value == "1"
    case "reduced-motion": wantsLessMotion = value == "1"
    default: break
    }
  }

  /// Sets a setting of GNOME's by its key. Unknown keys have no effect, unknown values mean no preference.
  private mutating func set(_ key: Substring, toGNOMEs value: Substring) {
    switch key {
    case "color-scheme":
      prefersLight = value == "'prefer-dark'" ? false : value == "'prefer-light'" ? true : nil
    case "high-contrast": wantsContrast = value == "true"
    default: break
    }
  }

  /// Reads an answer to `ReadAll`, such as `({'org.freedesktop.appearance': {'contrast': <uint32 1>}},)`.
  package init(answer: String) {
    for match in answer.matches(of: /'([a-z-]+)': <uint32 ([0-9]+)>/) {
      set(match.output.1, to: match.output.2)
    }
  }

  package init() {}

  /// Follows a line of `gdbus monitor`, or of `gsettings monitor`, such as `high-contrast: true`. One that is no change
  /// of these settings has no effect.
  package mutating func follow(_ line: some StringProtocol, of source: Source = .portal) {
    if source == .gnome {
      guard let match = String(line).wholeMatch(of: /([a-z-]+): (\S+)\s*/) else { return }
      return set(match.output.1, toGNOMEs: match.output.2)
    }
    let signal = /Settings\.SettingChanged \('([a-z.]+)', '([a-z-]+)', <+uint32 ([0-9]+)>+\)/
    guard let match = String(line).firstMatch(of: signal), match.output.1 == Self.namespace else {
      return
    }
    set(match.output.2, to: match.output.3)
  }

  // MARK: Reading

  /// Reads the settings with `gdbus`, where it is installed and there is a session bus. Without a portal, those of GNOME
  /// with `gsettings`, which has none for less motion: `enable-animations` is off in remote sessions, too.
  ///
  /// - Parameter limit: The most seconds to wait for all answers, as the window opens after them. Default 0.5.
  package static func read(
    environment: [String: String] = ProcessInfo.processInfo.environment, limit: TimeInterval = 0.5
  ) -> DesktopSettings {
    readWithSource(environment: environment, limit: limit).settings
  }

  /// Reads the settings like ``read(environment:limit:)``. Their source is the portal unless GNOME's settings answered:
  /// a portal may come later.
  package static func readWithSource(
    environment: [String: String] = ProcessInfo.processInfo.environment, limit: TimeInterval = 0.5
  ) -> (settings: DesktopSettings, source: Source) {
    guard let program = program(in: environment) else { return (DesktopSettings(), .portal) }
    let end = DispatchTime.now() + limit
    let answer = output(
      of: program,
      [
        "call", "--session", "--timeout", "1", "--dest", name, "--object-path", path, "--method",
        "org.freedesktop.portal.Settings.ReadAll", "['\(namespace)']",
      ], until: end)
    if let answer { return (DesktopSettings(answer: answer), .portal) }
    var (settings, source) = (DesktopSettings(), Source.portal)
    guard let gsettings = programOfGNOME(in: environment) else { return (settings, source) }
    for (schema, key) in keysOfGNOME {
      guard let answer = output(of: gsettings, ["get", schema, key], until: end) else { continue }
      settings.follow("\(key): \(answer)", of: .gnome)
      source = .gnome
    }
    return (settings, source)
  }

  /// What a program writes; nil if it fails, or has not ended in time.
  private static func output(
    of program: String, _ arguments: [String], until end: DispatchTime
  ) -> String? {
    guard let (reading, writing) = try? FileHandle.pipe(),
      let process = try? SpawnedProcess(program, arguments, output: writing)
    else { return nil }
    try? writing.close()
    let text = text(in: reading, until: end)
    // Where the output has not ended in time, or is read no further.
    if text == nil { process.kill() }
    return process.wait() == .exit(0) ? text : nil
  }

  /// What comes from a pipe until its end; nil if that has not come in time.
  private static func text(in pipe: FileHandle, until end: DispatchTime) -> String? {
    var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4096))
    var descriptor = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let now = DispatchTime.now()
      guard end > now else { return nil }
      let nanoseconds = end.uptimeNanoseconds - now.uptimeNanoseconds
      let ready = poll(&descriptor, 1, Int32(clamping: nanoseconds / 1_000_000 + 1))
      if ready <= 0 { continue }
      let count = Glibc.read(descriptor.fd, &buffer, buffer.count)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      if count < 0 && errno != EINTR { return nil }
      bytes += buffer.prefix(max(0, count))
    }
  }

  /// The path of `gdbus`; nil without it, or without a session bus.
  package static func program(in environment: [String: String]) -> String? {
    guard environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false else { return nil }
    return program("gdbus", in: environment)
  }

  /// The path of `gsettings`; nil without it.
  static func programOfGNOME(in environment: [String: String]) -> String? {
    program("gsettings", in: environment)
  }

  /// The path of a program; nil where `PATH` has none of that name.
  static func program(_ name: String, in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
