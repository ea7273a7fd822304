// PopTests.swift
// A pop peaks at 35 %, returns at the end, and leaves the model unchanged (semantics 6, 16.1).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct PopTests {
  /// Presentation and model values of the four views.
  private struct State {
    var shown: [Double]
    var model: [Double]
  }

  private func state(of sample: PopSample) throws -> State {
    func values(_ position: CALayer, _ size: CALayer, _ color: CALayer, _ rotation: CALayer)
      -> [Double]
    {
      [
        Double(position.position.y), Double(size.bounds.width),
        color.backgroundColor?.lanes.x ?? .nan,
        (rotation.value(forKeyPath: "transform.rotation.z") as? NSNumber)?.doubleValue ?? .nan,
      ]
    }
    let layers = [sample.position, sample.size, sample.color, sample.rotation].map(\.layer)
    let shown = layers.map { $0.presentation() ?? $0 }
    return State(
      shown: values(shown[0], shown[1], shown[2], shown[3]),
      model: values(layers[0], layers[1], layers[2], layers[3]))
  }

  @Test func peaksAt35PercentAndReturns() throws {
    let stage = OffscreenStage(PopSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? PopSample)
    let start = try state(of: sample)
    stage.run(try SampleCatalogue.trigger(named: "all", of: sample))

    stage.host.advance(to: 0.35 * PopSample.duration)
    let extreme = try state(of: sample)
    let expected = [start.model[0] - 72, 152, Theme.hitch.cgColor.lanes.x, Double.pi / 2]
    for (shown, value) in zip(extreme.shown, expected) { #expect(abs(shown - value) < 1e-6) }
    #expect(extreme.model == start.model, "the model stays at its old value")

    stage.host.advance(to: PopSample.duration + 0.1)
    let end = try state(of: sample)
    #expect(end.shown == start.model)
    #expect(end.model == start.model)
    #expect(sample.position.layer.animationKeys() ?? [] == [])
  }

  @Test func risesOnceAndFallsOnce() throws {
    let stage = OffscreenStage(PopSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? PopSample)
    let rest = sample.position.center.y
    stage.run(try SampleCatalogue.trigger(named: "position", of: sample))
    var heights: [(time: Double, height: Double)] = []
    for frame in 1...42 {
      let time = Double(frame) / 60
      stage.host.advance(to: time)
      heights.append((time, try rest - state(of: sample).shown[0]))
    }
    let top = try #require(heights.max { $0.height < $1.height })
    #expect(abs(top.time - 0.245) < 1.0 / 60)
    for (earlier, later) in zip(heights, heights.dropFirst()) where later.time <= 0.245 {
      #expect(later.height >= earlier.height)
    }
    for (earlier, later) in zip(heights, heights.dropFirst()) where earlier.time >= 0.245 {
      #expect(later.height <= earlier.height)
    }
  }

  @Test func onlyPropertiesChangedInTheBlockPop() throws {
    let stage = OffscreenStage(PopSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? PopSample)
    stage.run(try SampleCatalogue.trigger(named: "rotation", of: sample))
    #expect(sample.rotation.layer.animationKeys() == ["transform"])
    for view in [sample.position, sample.size, sample.color] {
      #expect(view.layer.animationKeys() ?? [] == [])
    }
  }

  @Test func contextEndsWithItsBlock() throws {
    let stage = OffscreenStage(PopSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? PopSample)
    UIView.popAnimation(withDuration: 1) { sample.position.center.y -= 10 }
    #expect(UIAnimationContext.current == nil)
    sample.size.bounds.size.width = 10
    #expect(sample.size.layer.animationKeys() ?? [] == [])
    #expect(sample.size.bounds.width == 10)
  }

  @Test func propertySetTwicePopsFromItsFirstValue() throws {
    let stage = OffscreenStage(PopSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? PopSample)
    let rest = sample.position.center.y
    UIView.popAnimation(withDuration: 1) {
      sample.position.center.y -= 10
      sample.position.center.y -= 10
    }
    #expect(sample.position.center.y == rest)
    let animation = sample.position.layer.animation(forKey: "position") as? CAKeyframeAnimation
    #expect(animation?.values?.count == 3)
    #expect(animation?.keyTimes == [0, 0.35, 1])
    #expect(animation?.timingFunctions?.count == 2)
  }
}
