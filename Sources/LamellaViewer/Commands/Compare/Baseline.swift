// Baseline.swift
// The results of an earlier `lamella check`, as later ones are compared with.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// The figures of an earlier check.
struct Baseline {
  /// What a figure is about.
  struct Key: Hashable {
    var sample: String
    var trigger: String
    var figure: String
  }

  /// A figure and its unit.
  struct Entry: Hashable {
    var value: Double
    var unit: String
  }

  /// In the order of the file.
  private(set) var keys: [Key] = []
  private(set) var entries: [Key: Entry] = [:]

  /// Reads what `lamella check --json` wrote.
  init(_ json: LinedJSON) throws(LinedJSON.Failure) {
    try FileSchema.check(json)
    for result in try json.needed("results").list {
      let key = Key(
        sample: try result.needed("sample").text, trigger: try result.needed("trigger").text,
        figure: try result.needed("figure").text)
      guard entries[key] == nil else {
        throw LinedJSON.Failure(
          line: result.line, reason: "\(key.sample) \(key.trigger), \(key.figure) is there twice")
      }
      keys.append(key)
      let value = try result.needed("value").number
      // No figure is that large; a limit many times as large limits nothing.
      guard (0...1e12).contains(value) else {
        throw LinedJSON.Failure(line: result.line, reason: "\(value) is no figure of a check")
      }
      entries[key] = Entry(value: value, unit: try result.needed("unit").text)
    }
  }

  /// Reads a file, whose figures must be of the same clock and, for a virtual one, of as many refreshes per second.
  init(path: String, clock: ClockArgument, framesPerSecond: Int) throws(CommandFailure) {
    let file = try InputFile(path: path)
    let text = try file.text()
    self = try file.read { () throws(LinedJSON.Failure) in
      let json = try LinedJSON(text)
      let other = try json.member("clock")?.text
      guard other == nil || other == clock.rawValue else {
        throw LinedJSON.Failure(
          line: json.line,
          reason: "its figures are of --clock \(other ?? ""), and cannot be compared with those of "
            + "--clock \(clock.rawValue)")
      }
      // Earlier versions had the usual rate alone.
      let rate = try json.member("framesPerSecond")?.number ?? Double(ClockArgument.usualRate)
      guard clock == .real || rate == Double(framesPerSecond) else {
        throw LinedJSON.Failure(
          line: json.line,
          reason: "its figures are of --fps \(Wording.fixed(rate, 0)), and cannot be compared with "
            + "those of --fps \(framesPerSecond)")
      }
      return try Baseline(json)
    }
  }
}

/// How much worse a figure may be: `10%,1ms`, where each of the two may be left out.
struct ToleranceArgument: ExpressibleByArgument, Hashable {
  /// As a fraction of the earlier figure.
  var fraction: Double
  /// For durations, in milliseconds.
  var milliseconds: Double

  /// The default of commands: 10 %, or 1 ms.
  static let standard = ToleranceArgument(fraction: 0.1, milliseconds: 1)

  init(fraction: Double = 0, milliseconds: Double = 0) {
    (self.fraction, self.milliseconds) = (fraction, milliseconds)
  }

  init?(argument: String) {
    var (fraction, milliseconds): (Double?, Double?)
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      if part.hasSuffix("%"), fraction == nil, let percent = plainNumber(part.dropLast()) {
        fraction = percent / 100
      } else if part.hasSuffix("s"), milliseconds == nil,
        let time = SecondsArgument(argument: String(part))
      {
        milliseconds = time.seconds * 1000
      } else {
        return nil
      }
    }
    self.init(fraction: fraction ?? 0, milliseconds: milliseconds ?? 0)
  }

  var defaultValueDescription: String {
    "\(Wording.fixed(fraction * 100, 0))%,\(Wording.fixed(milliseconds, 0))ms"
  }

  /// The largest value that is not worse than an earlier one.
  func limit(for value: Double, unit: String) -> Double {
    value + max(value * fraction, unit == "ms" ? milliseconds : 0)
  }
}
