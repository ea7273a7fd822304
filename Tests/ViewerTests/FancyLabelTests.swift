// FancyLabelTests.swift
// The label's push transition on the virtual clock, measured by its pixels (semantics 9, 16, 18.1).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples
import HostInterface

@Suite(.serialized) @MainActor struct FancyLabelTests {
  /// The label's pixels before a trigger, at some times after it, and long after.
  private func play(
    _ trigger: String, at times: [TimeInterval]
  ) throws -> (before: [[SIMD3<Int>]], during: [[[SIMD3<Int>]]], after: [[SIMD3<Int>]]) {
    let stage = OffscreenStage(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(stage.sample as? FancyLabelSample)
    let place = sample.label.placeInWindow
    let before = stage.host.image().rows(in: place)
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    let during = times.map { stage.image(of: nil, at: $0).rows(in: place) }
    return (before, during, stage.image(of: nil, at: 5).rows(in: place))
  }

  @Test func pushMovesTheOldTextUp() throws {
    let (before, during, after) = try play("push", at: [0.5])
    #expect(largestDifference(before, after) > 100)
    // At half time the eased curve is at one half: every row has moved by half the label's height.
    let half = before.count / 2
    let expected = Array(before[half...]) + Array(after[..<half])
    #expect(largestDifference(during[0], expected) <= 2)
  }

  @Test func bothTextsAreVisibleDuringThePush() throws {
    let (before, during, after) = try play("push", at: [0.1, 0.35, 0.9])
    for picture in during {
      #expect(largestDifference(picture, before) > 40)
      #expect(largestDifference(picture, after) > 40)
    }
  }

  @Test func crossFadeMixesBothTexts() throws {
    let (before, during, after) = try play("fade", at: [0.5])
    let mix = zip(before, after).map { rowA, rowB in
      zip(rowA, rowB).map { a, b in SIMD3((0..<3).map { (a[$0] + b[$0]) / 2 }) }
    }
    #expect(largestDifference(during[0], mix) <= 3)
  }

  @Test func oldTextStaysDuringTheDelay() throws {
    let (before, during, after) = try play("delay", at: [0.1, 0.5, 0.99, 1.5])
    for picture in during[..<3] { #expect(largestDifference(picture, before) == 0) }
    let half = before.count / 2
    let expected = Array(before[half...]) + Array(after[..<half])
    #expect(largestDifference(during[3], expected) <= 2)
  }

  @Test func outsideABlockTextChangesAtOnce() throws {
    let stage = OffscreenStage(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(stage.sample as? FancyLabelSample)
    stage.run(try SampleCatalogue.trigger(named: "outside", of: sample))
    #expect(sample.label.layer.animationKeys() ?? [] == [])
    let place = sample.label.placeInWindow
    let soon = stage.image(of: nil, at: 1.0 / 60).rows(in: place)
    let later = stage.image(of: nil, at: 2).rows(in: place)
    #expect(soon == later)
  }

  @Test func attributedTextIsPushed() throws {
    let (before, during, after) = try play("attributed", at: [0.5])
    #expect(largestDifference(during[0], before) > 40)
    #expect(largestDifference(during[0], after) > 40)
  }

  @Test(arguments: [("push", 1.0), ("fade", 1.0), ("delay", 2.0), ("attributed", 1.0)])
  func blockCompletesWithTheTransition(trigger: String, elapsed: Double) throws {
    let stage = OffscreenStage(FancyLabelSample.self)
    defer { stage.close() }
    var reports: [SampleReport] = []
    stage.sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: trigger, of: stage.sample))
    stage.host.advance(to: elapsed - 0.1)
    #expect(reports.isEmpty)
    stage.host.advance(to: 4)
    #expect(reports.count == 1)
    #expect(reports.first?.finished == true)
    #expect(abs((reports.first?.elapsed ?? 0) - elapsed) < 2.5 / 60)
  }

  @Test func returnInTheFieldSetsTheText() throws {
    let stage = OffscreenStage(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(stage.sample as? FancyLabelSample)
    stage.host.press(sample.field)
    stage.host.advance(to: 0.1)
    #expect(sample.field.isFirstResponder)
    stage.host.send(.text("!"))
    stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.2)
    #expect(!sample.field.isFirstResponder)
    #expect(sample.label.text == sample.field.text)
    #expect(sample.label.text?.contains("!") == true)
    #expect(sample.label.layer.animationKeys() == ["transition"])
  }
}
