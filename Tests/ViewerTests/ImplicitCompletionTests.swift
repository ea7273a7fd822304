// ImplicitCompletionTests.swift
// Completions of implicit animations: the layer's block for each key, the transaction's once (semantics 1.9,
// semantics 10.1).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ImplicitCompletionTests {
  private func states(_ sample: ImplicitCompletionSample) -> [String?] {
    sample.rows.map(\.state.text)
  }

  @Test func oneKeyCompletesOnce() throws {
    let played = try PlayedSample(ImplicitCompletionSample.self)
    defer { played.close() }
    try played.press("corner")
    #expect(states(played.sample) == ["running…", "–", "waiting…"])
    played.advance(to: 0.25)
    #expect(played.reports.isEmpty)
    played.advance(to: 2)
    played.expect("cornerRadius", finished: true, after: 0.3)
    played.expect("CATransaction", finished: nil, after: 0.3)
    #expect(played.reports.count == 2)
    #expect(states(played.sample)[0]?.hasPrefix("finished true, 0.3") == true)
    #expect(states(played.sample)[1] == "–")
  }

  /// semantics 10.1: the transaction's block waits for the last animation.
  @Test func eachKeyCompletesSeparately() throws {
    let played = try PlayedSample(ImplicitCompletionSample.self)
    defer { played.close() }
    try played.press("both")
    played.advance(to: 0.5)
    #expect(played.reports.map(\.animation) == ["cornerRadius"])
    #expect(states(played.sample)[1...] == ["running…", "waiting…"])
    played.advance(to: 2)
    played.expect("cornerRadius", finished: true, after: 0.3)
    played.expect("backgroundColor", finished: true, after: 0.9)
    played.expect("CATransaction", finished: nil, after: 0.9)
  }

  /// semantics 1.9: a removed animation is unfinished, but completes for the transaction.
  @Test func animationIsRemovedByTheReportedKey() throws {
    let played = try PlayedSample(ImplicitCompletionSample.self)
    defer { played.close() }
    try played.press("cut")
    played.advance(to: 2)
    played.expect("cornerRadius", finished: true, after: 0.3)
    played.expect("backgroundColor", finished: false, after: 0.3)
    played.expect("CATransaction", finished: nil, after: 0.3)
    #expect(played.sample.view.layer.animationKeys() ?? [] == [])
  }

  /// Every animation completes once, in order, even when the next one replaces it.
  @Test func interruptedAnimationsCompleteOnce() throws {
    let played = try PlayedSample(ImplicitCompletionSample.self)
    defer { played.close() }
    for time in [0, 0.1, 0.2] {
      played.advance(to: time)
      try played.press("both")
    }
    played.advance(to: 3)
    for key in ["cornerRadius", "backgroundColor"] {
      let found = played.reports(of: key)
      #expect(found.map(\.finished) == [false, false, true])
      for report in found.prefix(2) { #expect(abs(report.elapsed - 0.1) < 2.5 / 60) }
    }
    #expect(played.reports(of: "CATransaction").count == 3)
    #expect(states(played.sample)[1]?.hasPrefix("finished true, 0.9") == true)
  }

  @Test func cornerAndColourChangesAreDrawn() throws {
    let played = try PlayedSample(ImplicitCompletionSample.self)
    defer { played.close() }
    let layer = played.sample.view.layer
    let old = try #require(layer.backgroundColor).lanes
    try played.press("both")
    let new = try #require(layer.backgroundColor).lanes
    played.advance(to: 0.15)
    let shown = try #require(layer.presentation())
    #expect(abs(shown.cornerRadius - 28) < 1e-6)
    played.advance(to: 0.45)
    let color = try #require(layer.presentation()?.backgroundColor).lanes
    let middle = (old + new) / 2
    for lane in 0..<3 { #expect(abs(color[lane] - middle[lane]) < 0.01) }
  }
}
