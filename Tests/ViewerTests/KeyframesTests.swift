// KeyframesTests.swift
// The box follows its keyframes, and the line follows the timeline (semantics 16.8).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct KeyframesTests {
  private func open() throws -> (OffscreenStage, KeyframesSample) {
    let stage = OffscreenStage(KeyframesSample.self, scale: 0.25)
    return (stage, try #require(stage.sample as? KeyframesSample))
  }

  /// The box's expected position at a part of the timeline, computed independently.
  private func expected(_ part: Double, _ places: [CGPoint]) -> CGPoint {
    func between(_ a: CGPoint, _ b: CGPoint, _ start: Double, _ end: Double) -> CGPoint {
      let t = CGFloat((part - start) / (end - start))
      return CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    switch part {
    case ..<0.3: return between(places[0], places[1], 0, 0.3)
    case ..<0.45: return places[1]
    case ..<0.7: return between(places[1], places[2], 0.45, 0.7)
    case ..<0.75: return places[2]
    default: return between(places[2], places[0], 0.75, 1)
    }
  }

  private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(a.x - b.x, a.y - b.y) }

  /// The curve of a transform's keyframes is the distance of each from the first one.
  @Test func curveOfTransformsFollowsTheirDistance() throws {
    let keyframes = CAKeyframeAnimation(keyPath: "transform")
    keyframes.values = [1, 3, 2, 1].map { CATransform3DMakeScale($0, $0, 1) as Any }
    keyframes.keyTimes = [0, 0.5, 0.75, 1]
    let curve = AnimationCurve.points(of: keyframes)
    for (part, value) in [(0.0, 0.0), (0.25, 0.5), (0.5, 1), (0.625, 0.75), (0.75, 0.5), (1, 0)] {
      let found = try #require(curve.last { $0.place == part })
      #expect(abs(found.progress - value) < 1e-9, "at \(part)")
    }
  }

  /// A discrete curve jumps at its keys, and is level between them.
  @Test(arguments: [nil, CAMediaTimingFunctionName.linear, .easeInEaseOut])
  func discreteCurvesAreSteps(easing: CAMediaTimingFunctionName?) {
    let keyframes = CAKeyframeAnimation(keyPath: "position.x")
    keyframes.values = [0, 30, 10]
    keyframes.keyTimes = [0, 0.313, 0.9, 1]
    keyframes.calculationMode = .discrete
    keyframes.timingFunction = easing.map { CAMediaTimingFunction(name: $0) }
    let curve = AnimationCurve.points(of: keyframes)
    let places = curve.map(\.place)
    #expect(places == places.sorted() && places.first == 0 && places.last == 1)
    for (a, b) in zip(curve, curve.dropFirst()) where a.progress != b.progress {
      #expect(b.place - a.place < 1e-8)
      let eased = keyframes.timingFunction?.curve.value(at: b.place) ?? b.place
      #expect(abs(eased - 0.313) < 1e-6 || abs(eased - 0.9) < 1e-6, "\(b.place)")
    }
    #expect(Set(curve.map(\.progress)) == [0, 1, 1.0 / 3])
  }

  @Test func linearKeyframesFollowTheDrawnTimes() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "linear", of: sample))
    for part in [0.1, 0.2, 0.35, 0.44, 0.5, 0.6, 0.72, 0.8, 0.95] {
      stage.host.advance(to: part * KeyframesSample.duration)
      let shown = try #require(sample.box.layer.presentation())
      #expect(distance(shown.position, expected(part, sample.places)) < 1e-6, "at \(part)")
      #expect(abs(sample.drawnValues[0].value - part) < 1e-6)
      // A keyframe without duration changes the value at once.
      let scale = try #require(shown.value(forKeyPath: "transform.scale.x") as? NSNumber)
      let wanted = part < 0.7 ? 1 : part < 0.9 ? 0.5 : 0.5 + 0.5 * (part - 0.9) / 0.1
      #expect(abs(scale.doubleValue - wanted) < 1e-6, "at \(part)")
    }
  }

  /// By default the whole timeline is eased: the box follows the line, not the time.
  @Test func defaultCurveEasesTheTimeline() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "ease", of: sample))
    let curve = EasingCurve(c1: SIMD2(0.42, 0), c2: SIMD2(0.58, 1))
    for time in [0.3, 0.9, 1.5, 2.1, 2.7] {
      stage.host.advance(to: time)
      let part = sample.drawnValues[0].value
      #expect(abs(part - curve.value(at: time / 3)) < 1e-3)
      let shown = try #require(sample.box.layer.presentation()?.position)
      #expect(distance(shown, expected(part, sample.places)) < 0.1, "at \(time) s")
    }
    stage.host.advance(to: 4)
  }

  @Test func discreteValuesHold() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "discrete", of: sample))
    var seen: [CGPoint] = []
    for frame in 1..<179 {
      stage.host.advance(to: Double(frame) / 60)
      let shown = try #require(sample.box.layer.presentation()?.position)
      if seen.last != shown { seen.append(shown) }
    }
    #expect(Set(seen.map { "\($0)" }).count <= 3, "nothing but the keyframes' own places")
    #expect(seen.count > 1)
  }

  /// A cubic path overshoots, which the stage of the smallest window has room for.
  @Test func cubicStaysOnTheSmallestStage() throws {
    let (stage, viewer) = try openWindow(
      KeyframesSample.self, size: ViewerApplication.minimumSize)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? KeyframesSample)
    try viewer.press("cubic")
    for frame in 1..<180 {
      stage.host.advance(to: Double(frame) / 60)
      let shown = try #require(sample.box.layer.presentation())
      #expect(viewer.stage.bounds.contains(shown.frame), "\(shown.frame) in frame \(frame)")
    }
  }

  @Test func pacedHasOneSpeed() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "paced", of: sample))
    var steps: [CGFloat] = []
    var last: CGPoint?
    for frame in 1..<180 {
      stage.host.advance(to: Double(frame) / 60)
      let shown = try #require(sample.box.layer.presentation()?.position)
      if let last { steps.append(distance(last, shown)) }
      last = shown
    }
    // Except in frames with a corner of the path, where the chord is shorter.
    let typical = steps.sorted()[steps.count / 2]
    #expect(typical > 1)
    #expect(steps.count { abs($0 - typical) > typical * 0.02 } <= 4)
  }

  @Test(arguments: ["linear", "ease", "cubic", "discrete", "paced"])
  func completesAtTheEndInTheFirstPosition(trigger: String) throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    let rest = sample.box.center
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    stage.host.advance(to: 2.9)
    #expect(reports.isEmpty)
    stage.host.advance(to: 3.5)
    #expect(reports.map(\.finished) == [true])
    #expect(abs((reports.first?.elapsed ?? 0) - 3) < 2.5 / 60)
    #expect(sample.box.center == rest && sample.box.transform == .identity)
    #expect(sample.box.layer.animationKeys() ?? [] == [])
  }

  @Test func pressingAgainRestarts() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    let trigger = try SampleCatalogue.trigger(named: "linear", of: sample)
    stage.run(trigger)
    stage.host.advance(to: 1.5)
    stage.run(trigger)
    stage.host.advance(to: 1.8)
    let shown = try #require(sample.box.layer.presentation()?.position)
    #expect(distance(shown, expected(0.1, sample.places)) < 1e-6)
    stage.host.advance(to: 5)
    #expect(reports.map(\.finished) == [false, true])
  }
}
