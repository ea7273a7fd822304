// DebugSwitches.swift
// Debug switches; LAMELLA_DEBUG=help lists them.
//
// This folder: debug switches, and reports of running animations, action searches and unsupported requests.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Switches for logging on standard error.
///
/// The environment variable `LAMELLA_DEBUG` names switches, with commas between them; it is read once,
/// when the first window is made. An unknown name is reported, with the list of switches.
///
///     LAMELLA_DEBUG=actions,animations lamella view
///
/// A switch that is off costs one test of a flag.
package struct DebugSwitches: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let actions = DebugSwitches(rawValue: 1)
  package static let animations = DebugSwitches(rawValue: 2)
  package static let commits = DebugSwitches(rawValue: 4)
  package static let frames = DebugSwitches(rawValue: 8)
  package static let slow = DebugSwitches(rawValue: 16)
  package static let damage = DebugSwitches(rawValue: 32)

  /// A switch, its name and what it writes.
  package struct Row: Sendable {
    package let name: String
    package let option: DebugSwitches
    package let meaning: String
  }

  /// All of them, in the order of the list.
  package static let rows = [
    Row(
      name: "actions", option: .actions, meaning: "each action search, and the step that answered"),
    Row(
      name: "animations", option: .animations,
      meaning: "each animation that a layer gets, begins or loses"),
    Row(name: "commits", option: .commits, meaning: "what each commit touches"),
    Row(name: "frames", option: .frames, meaning: "each frame's time and what its stages took"),
    Row(name: "slow", option: .slow, meaning: "the same, for frames longer than a refresh"),
    Row(name: "damage", option: .damage, meaning: "which pixels each frame paints again"),
  ]

  /// The switches that are on. Set by the main thread before the first frame.
  @exclusivity(unchecked) nonisolated(unsafe) package static var on = DebugSwitches(rawValue: 0)

  /// Whether frames are logged. Read in every frame, so it allocates no set.
  package static var writesFrames: Bool {
    on.rawValue & (frames.rawValue | slow.rawValue | damage.rawValue) != 0
  }

  /// A parsed value of the variable.
  package enum Request: Hashable, Sendable {
    case switches(DebugSwitches)
    case help
    case unknown(String)
  }

  /// Reads a value such as "actions,commits"; empty parts are ignored.
  package static func request(_ text: String) -> Request {
    var result = DebugSwitches()
    for part in text.split(separator: ",") {
      let name = part.trimmingCharacters(in: .whitespaces)
      if name.isEmpty { continue }
      if name == "help" { return .help }
      guard let row = rows.first(where: { $0.name == name }) else { return .unknown(name) }
      result.insert(row.option)
    }
    return .switches(result)
  }

  /// The name of the variable.
  package static let variable = "LAMELLA_DEBUG"

  /// The request of the process's environment.
  package static var requested: Request {
    request(getenv(variable).map { String(cString: $0) } ?? "")
  }

  /// The list, a line each.
  package static var help: String {
    let lines = rows.map {
      "  \($0.name.padding(toLength: 12, withPad: " ", startingAt: 0))\($0.meaning)"
    }
    return
      (["\(variable) takes names with commas between them:"] + lines
      + [
        "  \("help".padding(toLength: 12, withPad: " ", startingAt: 0))this list",
        "None of them changes what is drawn.",
      ]).joined(separator: "\n")
  }

  /// Why a value is refused, and what could be given instead.
  package static func refusal(of name: String) -> String {
    "\(variable) has no switch \"\(name)\".\n\(help)"
  }

  /// Turns on the switches of the environment; an unknown one is reported. Later calls do nothing.
  static func readEnvironment() { _ = isRead }

  private static let isRead: Bool = {
    switch requested {
    case .switches(let switches): on.formUnion(switches)
    case .help: Diagnostics.write(help)
    case .unknown(let name): Diagnostics.write(refusal(of: name))
    }
    return true
  }()

  /// Writes a line under the name of a switch that is on.
  package func log(_ line: String) {
    guard let row = Self.rows.first(where: { $0.option == self }) else { return }
    Diagnostics.write("\(row.name): \(line)")
  }
}
