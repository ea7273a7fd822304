// ArgumentRanges.swift
// What each option takes, for the message about a value that it does not take.
//
// SPDX-License-Identifier: MIT

/// The ranges of options.
package enum ArgumentRanges {
  private static let ranges: [(option: String, takes: String)] = [
    ("--scale", "a number above 0, up to 8"),
    ("--size", "a width and a height from 1 to 16384, such as 1280x800"),
    ("--at", "a time from 0 to 3600 s, such as 0.35, 0.35s or 350ms"),
    ("--from", "a time from 0 to 3600 s, such as 0.35, 0.35s or 350ms"),
    ("--to", "a time from 0 to 3600 s, such as 0.35, 0.35s or 350ms"),
    ("--duration", "a time from 0 to 3600 s, such as 2, 2s or 500ms"),
    ("--warmup", "a time from 0 to 3600 s, such as 1, 1s or 500ms"),
    ("--speed", "1% to 400%, in whole percent"),
    ("--runs", "a number from 1 to 1000"),
    ("--range", "two times up to 3600 s, the first not after the second, such as 1s..3s"),
    ("--tolerance", "a percentage, a duration, or both, such as 10%,1ms"),
    ("--fps", ClockArgument.rates),
    ("--inject", "a fault and its time, both from 0 to 3600 s: \(InjectArgument.examples)"),
    ("--seed", "a whole number from 0 to \(UInt32.max)"),
    ("--max-missed", "a whole number from 0 on"),
    ("--max-hitch-ratio", "a number of milliseconds per second from 0 on"),
    ("--max-anim-error", "a time from 0 to 3600 s, such as 1ms"),
    (
      "--max-skew", "a time from 0 to 3600 s or a distance from 0 to 16384 px, such as 1ms or 0.5px"
    ),
  ]

  /// The ranges of options that take other values in one command than in all others, by command.
  package typealias OfCommands = [String: [(option: String, takes: String)]]

  /// Adds the range to a message of the parser about an option's value.
  static func explain(_ message: String, _ ofCommands: OfCommands = [:]) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, first.contains("invalid") || first.contains("Missing value")
    else { return message }
    // The message ends with the usage of the command.
    let own = ofCommands.first { command, _ in
      lines.contains { $0.hasPrefix("Usage: \(Viewer.program) \(command) ") }
    }
    let known = own.map(\.value) ?? []
    let others = ranges.filter { range in !known.contains { $0.option == range.option } }
    for (option, takes) in known + others where first.contains("'\(option) ") {
      lines.insert("\(option) takes \(takes).", at: 1)
    }
    return lines.joined(separator: "\n")
  }
}
