// CurvePaneTests.swift
// The Curve tab: the chosen animation's curve, the values at even steps, and those of the time on show.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct CurvePaneTests {
  private func open(_ kind: any Sample.Type) throws -> (OffscreenStage, MainViewController) {
    let (stage, viewer) = try openWindow(kind)
    viewer.perform(.inspector(.curve))
    return (stage, viewer)
  }

  /// The pane as text.
  private func lines(_ viewer: MainViewController) -> [String] {
    viewer.inspector.curve.lines(
      of: viewer.tracker.timeline, elapsed: viewer.shownElapsed(at: CACurrentMediaTime()))
  }

  /// The lines of the table: time, progress and value. The first one is the time on show.
  private func table(_ viewer: MainViewController) -> [[Double]] {
    lines(viewer).dropFirst().map { line in
      line.split(separator: ",").map {
        Double($0.trimmingCharacters(in: CharacterSet(charactersIn: " s"))) ?? .nan
      }
    }
  }

  /// The keys of keyframes are lines: the peak of a pop is at 35 %, between even steps.
  @Test func tableHasTheKeys() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    try viewer.press("position")
    stage.host.advance(to: 0.3)
    let recorded = try #require(viewer.tracker.timeline.recorded(ofRow: 0))
    let curve = CurveSample(recorded, viewer.tracker.timeline.rows[0])
    let table = curve.table(11)
    #expect(table.count == 11 && curve.table(3).count == 3)
    let times = table.map { $0[0] }
    #expect(
      times.contains("0.245 s") && times.first == "0.000 s" && times.last == "0.700 s", "\(times)")
    #expect(curve.table(2).count == 2 && curve.table(1).isEmpty)
  }

  @Test func withoutARunThereIsNoCurve() throws {
    let (stage, viewer) = try open(LoadingIndicatorSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.1)
    #expect(lines(viewer).isEmpty && viewer.inspector.curve.controls.isEmpty)
  }

  /// A property of the sample's own, on its curve: 0 to 100 % in two seconds with `easeOut`.
  @Test func valuesFollowTheCurve() throws {
    let (stage, viewer) = try open(LoadingIndicatorSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    viewer.togglePlay()
    viewer.scrub(to: 0.5)
    stage.host.advance(to: 0.6)
    let curve = EasingCurve(c1: SIMD2(0, 0), c2: SIMD2(0.58, 1))
    let lines = table(viewer)
    #expect(lines.count >= 6)
    let row = try #require(viewer.tracker.timeline.rows.first)
    #expect(row.title == "percent")
    for (index, line) in lines.enumerated() {
      let fraction = index == 0 ? 0.25 : Double(index - 1) / Double(lines.count - 2)
      #expect(abs(line[1] - curve.value(at: fraction)) < 0.01, "\(line)")
      #expect(abs(line[2] - 100 * curve.value(at: fraction)) < 1, "\(line)")
      #expect(abs(line[0] - fraction * 2) < 0.02, "\(line)")
    }
    // Scrubbing moves the time on show.
    viewer.scrub(to: 1)
    stage.host.advance(to: 0.7)
    #expect(abs(table(viewer)[0][2] - 100 * curve.value(at: 0.5)) < 1)
  }

  /// Values that change keep their decimals, and in the pane their places.
  @Test func valuesKeepTheirDecimals() throws {
    let (stage, viewer) = try open(SpringsSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.4)
    let values = lines(viewer).dropFirst().compactMap { line in
      line.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(values.count > 5)
    let decimals = Set(values.map { $0.split(separator: ".").last?.count })
    #expect(decimals == [3], "\(values)")
    let recorded = try #require(viewer.tracker.timeline.recorded(ofRow: 0))
    let curve = CurveSample(recorded, viewer.tracker.timeline.rows[0])
    let widths = Set(curve.table(11, isAligned: true).compactMap { $0.last?.count })
    #expect(widths.count == 1, "\(widths)")
  }

  /// The detail of every animation has one line, and what is shown is on a grid of four points.
  @Test func headHasOneLineOfDetail() throws {
    let (stage, viewer) = try open(KeyframesSample.self)
    defer { stage.close() }
    try viewer.press("linear")
    stage.host.advance(to: 0.5)
    let (pane, rows) = (viewer.inspector.curve, viewer.tracker.timeline.rows)
    #expect(rows.count > 1)
    for (index, row) in rows.enumerated() {
      viewer.perform(.chooseAnimation(row: index))
      viewer.view.layoutIfNeeded()
      pane.layoutIfNeeded()
      let detail = try #require(
        pane.shownLabels.first { $0.text == row.detail || $0.text == row.briefDetail })
      #expect(detail.frame.height == 16, "\(row.detail)")
      for view in pane.subviews where !view.isHidden {
        #expect(view.frame.minY.truncatingRemainder(dividingBy: 4) == 0, "\(view.frame)")
      }
    }
  }

  /// When the animation is over, its curve is still there, with the dot at its end.
  @Test func endedAnimationsKeepTheirCurve() throws {
    let (stage, viewer) = try open(LoadingIndicatorSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 4)
    #expect(viewer.tracker.activity.isIdle)
    #expect(abs(table(viewer)[0][2] - 100) < 1e-6 && table(viewer)[0][1] == 1)
  }

  @Test func buttonsGoThroughTheAnimations() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.2)
    let count = viewer.tracker.timeline.rows.count
    #expect(count == 4)
    let controls = viewer.inspector.curve.controls.map(\.control)
    func press(_ index: Int) { controls[index].sendActions(for: .touchUpInside) }
    #expect(lines(viewer)[0].contains(viewer.tracker.timeline.rows[0].title))
    press(1)
    #expect(viewer.inspector.curve.chosen == 1 && viewer.dock.animations.chosen == 1)
    #expect(viewer.stage.outlined === viewer.tracker.timeline.recorded(ofRow: 1)?.layer)
    #expect(lines(viewer)[0].contains(viewer.tracker.timeline.rows[1].layer))
    press(0)
    press(0)
    #expect(
      viewer.inspector.curve.chosen == count - 1 && viewer.dock.animations.chosen == count - 1)
    viewer.perform(.cancel)
    #expect(viewer.dock.animations.chosen == nil && viewer.stage.outlined == nil)
    // Another run begins with its first animation.
    viewer.press(triggerAt: 1)
    stage.host.advance(to: 0.3)
    #expect(viewer.inspector.curve.chosen == 0)
  }

  /// The dock's highlight and the stage's outline stay with what was chosen while the window changes.
  @Test func choiceIsSeenWhereItIs() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 4)
    viewer.perform(.dock(.animations))
    viewer.perform(.chooseAnimation(row: 0))
    viewer.perform(.chooseAnimation(row: 1))
    #expect(viewer.status.note?.contains(" begins ") == true)
    stage.host.advance(to: 4.1)
    func outlined() throws -> CGRect {
      let layer = try #require(viewer.stage.outlined)
      return layer.convert(layer.bounds, to: viewer.stage.layer).insetBy(dx: -2, dy: -2)
    }
    let before = viewer.stage.outline.frame
    #expect(before == (try outlined()))
    viewer.perform(.toggleDock)
    stage.host.advance(to: 4.2)
    #expect(viewer.stage.outline.frame == (try outlined()) && viewer.stage.outline.frame != before)
    viewer.perform(.dock(.frames))
    #expect(viewer.status.note == nil, "the note is about the rows of another tab")
  }

  /// A row of the dock chooses the animation too, and does not leave the tab.
  @Test func rowOfTheDockChoosesTheAnimation() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.2)
    viewer.dock.animations.choose(2)
    stage.host.advance(to: 0.25)
    #expect(viewer.inspector.tab == .curve && viewer.inspector.curve.chosen == 2)
    viewer.perform(.inspector(.source))
    viewer.dock.animations.choose(1)
    #expect(viewer.inspector.tab == .layers, "the layer, from any other tab")
  }

  /// Another sample's animations are another's, though its run has changed as often.
  @Test func anotherSampleHasItsOwnCurve() throws {
    let (stage, viewer) = try open(LoadingIndicatorSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 4)
    #expect(viewer.inspector.curve.shownTitle.hasPrefix("percent"))
    viewer.perform(.inspector(.source))
    viewer.show(PopSample.self)
    viewer.press(triggerAt: 1)
    stage.host.advance(to: 8)
    viewer.perform(.inspector(.curve))
    stage.host.advance(to: 8.1)
    #expect(viewer.inspector.curve.shownTitle.hasPrefix("position"))
    #expect(lines(viewer)[0].hasPrefix("position"))
  }

  /// An animator's curve is that of its parameters, and the place on it goes back when the animator does.
  @Test func animatorsHaveTheirOwnCurveAndDirection() throws {
    let (stage, viewer) = try open(PropertyAnimatorSample.self)
    defer { stage.close() }
    func trigger(_ name: String) throws {
      viewer.press(triggerAt: try #require(viewer.triggers.firstIndex { $0.name == name }))
    }
    try trigger("start")
    stage.host.advance(to: 0.8)
    let before = table(viewer)[0]
    try trigger("reverse")
    stage.host.advance(to: 1.2)
    let after = table(viewer)[0]
    #expect(before[1] > after[1] && after[1] > 0)
    let layer = try #require(viewer.tracker.timeline.recorded(ofRow: 0)?.layer)
    #expect(abs((layer.presentation()?.position.x ?? 0) - after[2]) < 8)
  }

  // MARK: The place in a run

  private func row(
    _ begin: TimeInterval, _ end: TimeInterval, run: TimeInterval, autoreverses: Bool = false
  ) throws -> TimelineRow {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.1)
    var row = try #require(viewer.tracker.timeline.rows.first { $0.autoreverses == autoreverses })
    (row.begin, row.end, row.run) = (begin, end, run)
    return row
  }

  @Test(arguments: [
    // time → place in a run of 2 s, from 1 s on, three times
    (0.0, 0.0), (1, 0), (2, 0.5), (2.999, 0.9995), (3, 0), (4, 0.5), (7, 1), (9, 1),
  ])
  func placesOfRepeatedRuns(time: TimeInterval, fraction: Double) throws {
    #expect(abs(try row(1, 7, run: 2).fraction(at: time) - fraction) < 1e-9)
  }

  /// The end of a run that is a sum of times is not the begin of another.
  @Test func placeAtTheEndOfARun() throws {
    for run in [0.3, 0.7, 1.7370000000000001] {
      let begin = 0.1 + 0.2
      let row = try row(begin, begin + run + 3e-10, run: run)
      for time in [begin + run, begin + run + 2e-10, 99] {
        #expect(abs(row.fraction(at: time) - 1) < 1e-6, "\(run) \(time)")
      }
    }
  }

  /// An inspector that was closed during the run shows its curve when it is opened after it.
  @Test func inspectorOpenedAfterTheRunHasTheCurve() throws {
    let (stage, viewer) = try openWindow(PopSample.self, size: CGSize(width: 800, height: 560))
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 3)
    viewer.perform(.inspector(.curve))
    #expect(viewer.inspector.curve.shownTitle.hasPrefix("position"))
  }

  /// How far a spring overshoots, and when, compared with its own curve.
  @Test func overshootIsNamed() throws {
    let (stage, viewer) = try open(SpringsSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.1)
    let row = try #require(viewer.tracker.timeline.rows.first)
    let words = try #require(lines(viewer)[0].split(separator: ",").last).split(separator: " ")
    let (percent, time) = (Double(words[0]) ?? 0, Double(words[4]) ?? 0)
    let place = (time - row.begin) / row.run
    let animation = try #require(viewer.tracker.timeline.recorded(ofRow: 0)?.animation)
    let progress = AnimationCurve.progress(of: animation)
    #expect(percent > 10 && abs(progress(place) - 1 - percent / 100) < 0.002)
    #expect(progress(place - 0.02) < progress(place) && progress(place + 0.02) < progress(place))
  }

  @Test func endlessAndEmptyRunsHaveAPlace() throws {
    #expect(abs(try row(0, .infinity, run: 2).fraction(at: 101) - 0.5) < 1e-9)
    #expect(try row(0, 0, run: 0).fraction(at: 1) == 0)
    #expect(try row(0, .infinity, run: .infinity).fraction(at: 1) == 0)
  }
}

@Suite @MainActor struct CurveNameTests {
  /// The description of keyframes: how values are found between them, and what eases them.
  @Test func keyframesAreNamedByWhatShapesThem() {
    let keyframes = CAKeyframeAnimation(keyPath: "opacity")
    keyframes.values = [0, 1, 0]
    func name() -> String { AnimationCurve.name(of: keyframes) }
    #expect(name() == "3 keyframes, linear")
    keyframes.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    #expect(name() == "3 keyframes, easeInEaseOut")
    keyframes.timingFunctions = [.init(name: .easeIn), .init(name: .linear)]
    #expect(name() == "3 keyframes, easeInEaseOut, each eased")
    keyframes.timingFunction = CAMediaTimingFunction(name: .linear)
    #expect(name() == "3 keyframes, each eased")
    (keyframes.timingFunctions, keyframes.calculationMode) = (nil, .cubic)
    #expect(name() == "3 keyframes, cubic")
    keyframes.values = nil
    #expect(name() == "path, cubic")
  }
}
