// CrossFadeTests.swift
// An image dissolves in a block and in a transition, and changes at once outside (semantics 5, 9, 16.7).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct CrossFadeTests {
  private func open(scale: CGFloat = 1) throws -> (OffscreenStage, CrossFadeSample) {
    let stage = OffscreenStage(CrossFadeSample.self, scale: scale)
    return (stage, try #require(stage.sample as? CrossFadeSample))
  }

  /// At half time the two fading views are an even mix; the third shows its new image.
  @Test func imagesAreMixedHalfWayExceptOutsideABlock() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    let places = sample.views.map(\.placeInWindow)
    let before = stage.host.image()
    stage.run(try SampleCatalogue.trigger(named: "all", of: sample))
    let during = stage.image(of: nil, at: 0.5)
    let after = stage.image(of: nil, at: 1.2)
    for (index, place) in places.enumerated() {
      let (old, new) = (before.rows(in: place), after.rows(in: place))
      #expect(largestDifference(old, new) > 100)
      let mix = zip(old, new).map { rowA, rowB in
        zip(rowA, rowB).map { a, b in SIMD3((0..<3).map { (a[$0] + b[$0]) / 2 }) }
      }
      let expected = index == 1 ? new : mix
      #expect(largestDifference(during.rows(in: place), expected) <= 3, "picture \(index)")
    }
  }

  @Test func layersListTheirAnimations() throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "all", of: sample))
    let keys = sample.views.map { $0.layer.animationKeys() ?? [] }
    #expect(keys == [["contents"], [], ["transition"]])
    #expect(sample.found.map { $0.text ?? "" } == ["contents", "no animation", "transition"])
    #expect(sample.views.allSatisfy { $0.image == CrossFadeSample.night }, "the model is there")
  }

  @Test(arguments: [("block", 1), ("transition", 1), ("all", 2), ("outside", 0)])
  func eachFadeCompletesOnce(trigger: String, count: Int) throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    stage.host.advance(to: 0.9)
    #expect(reports.isEmpty)
    stage.host.advance(to: 2)
    #expect(reports.count == count)
    for report in reports {
      #expect(report.finished == true)
      #expect(abs(report.elapsed - 1) < 2.5 / 60)
    }
  }

  /// A second press interrupts the first block, which completes unfinished (semantics 16.2).
  @Test func interruptedFadeDoesNotFinish() throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    let trigger = try SampleCatalogue.trigger(named: "block", of: sample)
    stage.run(trigger)
    stage.host.advance(to: 0.4)
    stage.run(trigger)
    stage.host.advance(to: 2)
    #expect(reports.map(\.finished) == [false, true])
    #expect(sample.inBlock.image == CrossFadeSample.day)
  }
}
