// CheckReport.swift
// The results of `lamella check` as lines, as JSON and as JUnit XML, and the verdict on all of them.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A sample that cannot be shown, so that it has no figures.
struct BrokenSample: Error, Encodable, Hashable {
  var sample: String
  /// The reason, in the words of the sample.
  var message: String

  /// "Broken cannot be shown: The picture of the moon is missing."
  var sentence: String {
    "\(Wording.failure(of: sample)): \(message.escapingControls(keepingLines: false))"
  }

  /// The sentence with the verdict of a check.
  var line: String { "FAIL  \(sentence)" }
}

/// The results of a check as files.
struct CheckReport<Line: CheckLine>: Encodable {
  var schema = 1
  var version = Viewer.version
  var clock: String
  /// Refreshes per second of a virtual clock. Nil, which JSON does not have, for a real one.
  var framesPerSecond: Int?
  /// The seed of the samples' random numbers. Nil, which JSON does not have, for a self-test.
  var seed: UInt32?
  var results: [Line]
  /// The samples without results. Nil, which JSON does not have, if there are none.
  private(set) var errors: [BrokenSample]?

  init(
    clock: String = ClockArgument.virtual.rawValue,
    framesPerSecond: Int? = ClockArgument.usualRate, seed: UInt32? = nil, results: [Line],
    broken: [BrokenSample] = []
  ) {
    (self.clock, self.framesPerSecond, self.results) = (clock, framesPerSecond, results)
    self.seed = seed
    errors = broken.isEmpty ? nil : broken
  }

  private var broken: [BrokenSample] { errors ?? [] }

  /// A line for each figure, then for each sample without figures.
  var lines: [String] { results.map(\.line) + broken.map(\.line) }

  /// The lines without those of figures that pass.
  var failedLines: [String] { results.filter { !$0.passes }.map(\.line) + broken.map(\.line) }

  /// One suite, with a case for each figure, and one for each sample without figures.
  var junit: String {
    let failures = results.count { !$0.passes }
    func opening(_ sample: String, _ name: String) -> String {
      "  <testcase classname=\"\(Self.escaped(sample))\" name=\"\(Self.escaped(name))\""
    }
    let cases = results.map { result -> String in
      let start = opening(result.sample, "\(result.trigger): \(result.figure)")
      return result.passes
        ? start + "/>"
        : start + "><failure message=\"\(Self.escaped(result.line.dropFirst(6)))\"/></testcase>"
    }
    let errors = broken.map { sample in
      opening(sample.sample, "view")
        + "><error message=\"\(Self.escaped(sample.sentence))\"/></testcase>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="\(Viewer.program) check" tests="\(results.count + broken.count)" \
      failures="\(failures)" errors="\(broken.count)">
      \((cases + errors).joined(separator: "\n"))
      </testsuite>

      """
  }

  /// Text as the value of an attribute of XML.
  private static func escaped(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  /// Why the check does not pass; nil if it does. A sample without figures comes before figures that do not pass, as
  /// the check is incomplete.
  ///
  /// - Parameter failure: What a figure is that does not pass, such as "above the limit".
  func problem(_ failure: String) -> CommandFailure? {
    let failed = results.count { !$0.passes }
    var sentences: [String] = []
    if failed > 0 {
      sentences.append(
        "\(failed) of \(Wording.count(results.count, "figure")) "
          + "\(failed == 1 ? "is" : "are") \(failure).")
    }
    if !broken.isEmpty {
      sentences.append(
        "\(Wording.count(broken.count, "sample")) could not be checked: "
          + "\(broken.map(\.sample).joined(separator: ", ")).")
    }
    guard !sentences.isEmpty else { return nil }
    return CommandFailure(
      status: broken.isEmpty ? .checkFailed : .internalError,
      message: sentences.joined(separator: " "))
  }
}
