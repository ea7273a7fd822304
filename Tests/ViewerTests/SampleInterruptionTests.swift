// SampleInterruptionTests.swift
// Samples pressed, resized, removed, added again and closed at any time: every completion comes once,
// touches return, and positions are finite (semantics 1.9, semantics 16.5, semantics
// 18.4).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct SampleInterruptionTests {
  private static let runs = 40

  @Test(arguments: SampleClickTests.presses.indices) func interruptionAtAnyTime(place: Int) throws {
    switch SampleClickTests.presses[place].sample {
    case CornerRadiusSample.name: try interrupt(CornerRadiusSample.self, place)
    case ImplicitCompletionSample.name: try interrupt(ImplicitCompletionSample.self, place)
    case InspectionSample.name: try interrupt(InspectionSample.self, place)
    case BlockDelegateSample.name: try interrupt(BlockDelegateSample.self, place)
    case BackingLayerSample.name: try interrupt(BackingLayerSample.self, place)
    case ActionSearchSample.name: try interrupt(ActionSearchSample.self, place)
    case BorderColorSample.name: try interrupt(BorderColorSample.self, place)
    default: Issue.record("a sample that is not known here")
    }
  }

  /// A sample that is left while it moves leaves nothing behind that would keep the window awake; neither do the lanes
  /// of the Skew tab in a window that is made again in other colours.
  @Test func whatIsLeftKeepsNothingAwake() throws {
    for kind in SampleCatalogue.all {
      let (stage, viewer) = try openWindow(kind)
      defer { stage.close() }
      let other: any Sample.Type = kind == PopSample.self ? FancyLabelSample.self : PopSample.self
      for trigger in viewer.triggers.indices {
        viewer.open(kind)
        viewer.press(triggerAt: trigger)
        stage.host.advance(to: MediaClock.now + 0.1)
        viewer.show(other)
        stage.host.advance(to: MediaClock.now + 0.5)
        let name = "\(kind.name) \(trigger)"
        #expect(stage.frames(until: MediaClock.now + 1) == 0, "\(name)")
      }
    }
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.dock.skew.run()
    stage.host.advance(to: MediaClock.now + 0.1)
    viewer.follow(DesktopSettings())
    viewer.perform(.theme)
    stage.host.advance(to: MediaClock.now + 1)
    #expect(stage.frames(until: MediaClock.now + 1) == 0)
    (stage.window.rootViewController as? MainViewController)?.perform(.theme)
  }

  private func interrupt<Kind: Sample>(_ kind: Kind.Type, _ place: Int) throws {
    let presses = SampleClickTests.presses[place].presses
    for run in 0..<Self.runs {
      var random = SeededRandom(seed: UInt64(place * 1000 + run))
      let played = try PlayedSample(kind, scale: 0.05, framesPerSecond: 20)
      let root = try #require(played.stage.window.rootViewController?.view as? StageView)
      let view = try #require(root.content.subviews.first)
      var expected: [String: Int] = [:]
      var time = 0.0
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        let (trigger, completions) = try #require(presses.randomElement(using: &random))
        try played.press(trigger)
        for one in completions { expected[one.animation, default: 0] += 1 }
        time += Double.random(in: 0...1.3, using: &random)
        played.advance(to: time)
        expectFinite(view.layer)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          root.frame.size = CGSize(
            width: .random(in: 560...1200, using: &random),
            height: .random(in: 260...700, using: &random))
        case 1:
          view.removeFromSuperview()
          time += Double.random(in: 0...0.4, using: &random)
          played.advance(to: time)
          root.content.addSubview(view)
        default: break
        }
        // A view that is added again shows and moves from the next frame on.
        time += 0.05
        played.advance(to: time)
      }
      let isClosed = Bool.random(using: &random)
      if isClosed { played.close() }
      played.advance(to: time + 4)

      let found = Dictionary(grouping: played.reports.map(\.animation)) { $0 }
        .mapValues(\.count)
      #expect(found == expected, "\(kind.name), run \(run)")
      expectStill(view.layer)
      expectHearing(view)
      if !isClosed { played.close() }
    }
  }

  private func expectFinite(_ layer: CALayer) {
    if let shown = layer.presentation() {
      let numbers = [
        shown.position.x, shown.position.y, shown.bounds.width, shown.bounds.height,
        CGFloat(shown.opacity), shown.cornerRadius,
      ]
      let isFinite = numbers.allSatisfy { $0.isFinite }
      #expect(isFinite, "\(layer): \(numbers)")
    }
    layer.sublayers?.forEach(expectFinite)
  }

  private func expectStill(_ layer: CALayer) {
    #expect(layer.animationKeys() ?? [] == [], "\(layer)")
    layer.sublayers?.forEach(expectStill)
  }

  private func expectHearing(_ view: UIView) {
    #expect(view.touchBlockCount == 0, "\(view) stays deaf")
    view.subviews.forEach(expectHearing)
  }
}
