// CheckTests.swift
// `lamella check` of samples of which one cannot be shown: its lines, its files and its exit code.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct CheckTests {
  /// Figures of a sample that passes, or not.
  private func result(_ value: Double) -> CheckResult {
    CheckResult(
      sample: "Pop", trigger: "all", figure: "missed refreshes", value: value, limit: 0, unit: "")
  }

  private let broken = BrokenSample(sample: "Broken", message: "The <moon> & \"all\" is missing.")

  @Test(arguments: [[], ["--inject", "drop@0.2s"]])
  func otherSamplesAreCheckedAfterOneThatCannotBeShown(options: [String]) throws {
    let command = try CheckCommand.parse(options)
    let checked = try command.checkOffscreen([FailingSample.self, PopSample.self])
    #expect(
      checked.broken
        == [BrokenSample(sample: "Broken", message: "The picture of the moon is missing.")])
    #expect(Set(checked.results.map(\.sample)) == ["Pop"])
    #expect(checked.results.count == PopSample().triggers.count * 4)
    #expect(checked.results.allSatisfy(\.passes) == options.isEmpty)
  }

  @Test(
    arguments: [
      // value, is a sample broken → exit code
      (0, false, nil), (1, false, 1), (0, true, 70), (1, true, 70),
    ] as [(Double, Bool, Int32?)])
  func sampleWithoutFiguresDecidesTheExitCode(value: Double, isBroken: Bool, code: Int32?) throws {
    let report = CheckReport(results: [result(value)], broken: isBroken ? [broken] : [])
    let problem = report.problem("above the limit")
    #expect(problem?.status.rawValue == code)
    guard let problem else { return }
    #expect(problem.message.contains("1 of 1 figure is above the limit.") == (value > 0))
    #expect(problem.message.contains("1 sample could not be checked: Broken.") == isBroken)
  }

  /// The marker of the loading indicator moves some pixels in the refresh by which a late callback is behind.
  @Test(arguments: [
    ("0px", false), ("0.5px", false), ("40px", true), ("16ms", false), ("17ms", true),
  ])
  func skewIsLimitedInTimeOrInPixels(limit: String, passes: Bool) throws {
    let command = try CheckCommand.parse([
      "--trigger", "ease-out", "--inject", "late@0.2s", "--max-skew", limit, "LoadingIndicator",
    ])
    let results = try command.checkOffscreen([LoadingIndicatorSample.self]).results
    let skew = try #require(results.first { $0.figure.hasPrefix("skew") })
    let isDistance = limit.hasSuffix("px")
    #expect(skew.unit == (isDistance ? "px" : "ms") && skew.passes == passes, "\(skew)")
    // 400 points in two seconds, eased out: at most 1.72 times as fast as on average.
    #expect(isDistance ? (1...12).contains(skew.value) : abs(skew.value - 1000 / 60) < 0.01)
  }

  /// Without a fault nothing is behind; what is not known does not pass.
  @Test func unknownSkewDoesNotPass() throws {
    let command = try CheckCommand.parse(["--max-skew", "0px"])
    let results = try command.checkOffscreen([LoadingIndicatorSample.self]).results
    let failed = results.filter { !$0.passes }
    #expect(failed.isEmpty, "\(failed)")
    let unknown = CheckResult(
      sample: "Pop", trigger: "all", figure: "skew distance", value: .infinity, limit: 0.5,
      unit: "px")
    #expect(
      unknown.line
        == "FAIL  Pop all: skew distance unknown, as layers came or went, at most 0.50 px")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(JSONText.of(unknown).utf8)) as? [String: Any])
    #expect(json["value"] is NSNull && json["passes"] as? Bool == false)
  }

  @Test func sampleWithoutFiguresIsInEachReport() throws {
    let report = CheckReport(results: [result(0)], broken: [broken])
    #expect(
      report.lines == [
        "pass  Pop all: missed refreshes 0, at most 0",
        "FAIL  Broken cannot be shown: The <moon> & \"all\" is missing.",
      ])
    let junit = report.junit
    #expect(junit.contains("tests=\"2\" failures=\"0\" errors=\"1\""), "\(junit)")
    #expect(
      junit.contains(
        "<testcase classname=\"Broken\" name=\"view\"><error message=\"Broken cannot be shown: "
          + "The &lt;moon&gt; &amp; &quot;all&quot; is missing.\"/></testcase>"), "\(junit)")
    #expect(try XMLCheck.isWellFormed(junit))
    let text = JSONText.of(report, ending: report.problem("above the limit"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect((json["results"] as? [Any])?.count == 1)
    #expect(
      json["errors"] as? [[String: String]]
        == [["sample": "Broken", "message": "The <moon> & \"all\" is missing."]])
    #expect(json["status"] as? Int == 70 && json["reason"] is String)
    // What was written before there were errors remains the same.
    let whole = CheckReport(results: [result(0)])
    #expect(!JSONText.of(whole).contains("errors") && whole.junit.contains("errors=\"0\""))
  }
}
