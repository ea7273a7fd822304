// SelfTest.swift
// `lamella check --self-test`: whether the program finds the faults that it injects, each with its exact figures.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import UIKit

/// Injects faults on the virtual clock, and compares what is found with what must be.
@MainActor enum SelfTest {
  /// Measures the frames of a history from an index on.
  typealias Detector = (FrameHistory, Int) -> FaultOutcome

  /// A block with a stock property and a custom one, which a late callback separates.
  private static let sample = SelfTestSample.self
  private static let trigger = "ease-out"
  /// Seconds after the trigger at which a fault is injected.
  private static let moment = 0.5

  /// Runs without a fault, then with each one.
  ///
  /// - Parameter detector: What measures the frames. Default that of the window.
  static func run(
    detector: Detector = { FaultOutcome.found(in: $0, from: $1) }
  ) -> [SelfTestResult] {
    let faults = ([nil] + Injection.tested).flatMap { fault in
      let (history, first) = play(fault)
      let found = detector(history, first)
      let last = history[first - 1]
      // On the virtual clock work takes no time, but a delay is never just a whole refresh.
      let expected =
        fault?.expected(period: last.period, work: 0.0001, hasRenderThread: false)
        ?? FaultOutcome()
      return results(of: fault?.title.lowercased() ?? "no fault", found, expected)
    }
    return faults + lanes()
  }

  /// Runs the lanes of the Skew dock: a callback is one refresh behind, the others are not, and the pixels of each frame
  /// agree with the values that were drawn.
  private static func lanes() -> [SelfTestResult] {
    let stage = OffscreenStage(
      sample, size: MainViewController.windowSize(forStage: nil), scale: 1, showsWindow: true)
    defer { stage.close() }
    guard let viewer = stage.viewer else { trap("the stage was made with its window") }
    let pane = viewer.dock.skew
    viewer.dock.tab = .skew
    stage.host.advance(to: 0.1)
    pane.readsPixels = true
    pane.run()
    stage.host.advance(to: 0.2 + SkewPane.duration)
    return zip(SkewLane.Kind.allCases, pane.figures).flatMap { lane, figures in
      func result(_ figure: String, _ found: String, _ expected: String) -> SelfTestResult {
        SelfTestResult(
          sample: "Skew lanes", trigger: lane.title, figure: figure, found: found,
          expected: expected)
      }
      let witnesses =
        figures.frames == 0 || figures.framesRead < figures.frames
        ? "read in \(figures.framesRead) of \(figures.frames) frames"
        : figures.witnessesAgree ? "agree" : "\(Wording.fixed(figures.disagreement, 2)) px apart"
      return [
        result(
          "skew", milliseconds(figures.worst.time), milliseconds(lane == .late ? 1.0 / 60 : 0)),
        result("pixels and values", witnesses, "agree"),
      ]
    }
  }

  private static func milliseconds(_ seconds: TimeInterval) -> String {
    Wording.fixed(seconds * 1000, 3) + " ms"
  }

  /// Plays a run in which a fault is injected. Returns its frames, and the index of the first that it concerns.
  private static func play(_ fault: Injection?) -> (FrameHistory, Int) {
    let stage = OffscreenStage(sample, scale: 0.25)
    defer { stage.close() }
    if let begin = stage.sample.triggers.first(where: { $0.name == trigger }) { stage.run(begin) }
    stage.host.advance(to: moment)
    let first = stage.host.records.count
    if let fault { stage.host.inject(fault.faults) }
    // To the end of the longest fault, and before the end of the run.
    stage.host.advance(to: moment + 1.25)
    var history = FrameHistory()
    stage.host.records.forEach { history.append($0) }
    return (history, first)
  }

  private static func results(
    of fault: String, _ found: FaultOutcome, _ expected: FaultOutcome
  ) -> [SelfTestResult] {
    func result(_ figure: String, _ found: String, _ expected: String) -> SelfTestResult {
      SelfTestResult(
        sample: sample.name, trigger: fault, figure: figure, found: found, expected: expected)
    }
    return [
      result("missed refreshes", "\(found.missed)", "\(expected.missed)"),
      result("cause", found.cause ?? "none", expected.cause ?? "none"),
      result(
        "animation error", milliseconds(found.animationError),
        milliseconds(expected.animationError)),
      result("skew", milliseconds(found.skew), milliseconds(expected.skew)),
    ]
  }
}

/// One figure of a fault: as found, and as it must be.
struct SelfTestResult: Hashable, CheckLine {
  var sample: String
  /// The fault, in the place of a trigger.
  var trigger: String
  var figure: String
  /// With its unit, to a thousandth.
  var found: String
  var expected: String

  var passes: Bool { found == expected }

  /// "pass  SelfTest, drop a frame: missed refreshes 1, expected 1".
  var line: String {
    "\(passes ? "pass" : "FAIL")  \(sample), \(trigger): \(figure) \(found), expected \(expected)"
  }
}
