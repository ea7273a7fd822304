// SampleSizeTests.swift
// Every sample in a stage and in a window of any size, including zero: laid out, painted,
// each trigger fired and played.
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

@Suite(.serialized) @MainActor struct SampleSizeTests {
  /// Zero, one point, and less than a sample's minimum.
  nonisolated private static let sizes = [
    CGSize.zero, CGSize(width: 1, height: 1), CGSize(width: 100, height: 100),
  ]
  /// Sizes that are small in one direction. In the last, the keyframe sample's timeline has no length.
  nonisolated private static let narrowSizes = [
    CGSize(width: 300, height: 1), CGSize(width: 191, height: 300),
  ]

  /// Pixels per point. Low, as the pixels are not examined.
  private static let scale: CGFloat = 0.25

  @Test(arguments: sizes + narrowSizes) func everySampleOpensByName(size: CGSize) throws {
    for kind in SampleCatalogue.all {
      let named = try SampleCatalogue.sample(named: kind.name)
      let stage = OffscreenStage(named, size: size, scale: Self.scale, framesPerSecond: 10)
      defer { stage.close() }
      #expect(type(of: stage.sample) == kind)
      try play(stage)
    }
  }

  @Test(arguments: sizes) func everySampleOpensInTheWindow(size: CGSize) throws {
    for kind in SampleCatalogue.all {
      let stage = OffscreenStage(
        kind, size: size, scale: Self.scale, showsWindow: true, framesPerSecond: 10)
      defer { stage.close() }
      try play(stage)
    }
  }

  /// One window shows the samples in sequence, as a user goes through the list.
  @Test(arguments: sizes) func everySampleOpensFromTheList(size: CGSize) throws {
    let stage = OffscreenStage(
      SampleCatalogue.all[0], size: size, scale: Self.scale, showsWindow: true, framesPerSecond: 10)
    defer { stage.close() }
    let viewer = try #require(stage.viewer)
    var time = 0.0
    for kind in SampleCatalogue.all {
      viewer.list.choose(kind)
      #expect(type(of: viewer.sample) == kind)
      time = try play(stage, from: time)
    }
  }

  /// Resized during an animation, as a user drags the window's edge.
  @Test func everySampleMayBeResizedWhileItPlays() throws {
    for kind in SampleCatalogue.all {
      let stage = OffscreenStage(kind, scale: Self.scale, framesPerSecond: 10)
      defer { stage.close() }
      if let trigger = stage.sample.triggers.first { stage.run(trigger) }
      var time = 0.0
      for size in Self.sizes + Self.narrowSizes + [OffscreenStage.stageSize] {
        stage.host.send(.resized(size, scale: Self.scale))
        time += 0.1
        stage.host.advance(to: time)
        expectFiniteValues(of: stage.sample)
      }
    }
  }

  /// Presses each trigger and plays some frames after it; returns the time of the last.
  @discardableResult
  private func play(_ stage: OffscreenStage, from start: TimeInterval = 0) throws -> TimeInterval {
    var time = start
    expectFiniteValues(of: stage.sample)
    for trigger in stage.sample.triggers {
      stage.run(trigger)
      time += 0.2
      stage.host.advance(to: time)
      expectFiniteValues(of: stage.sample)
    }
    time += 0.1
    stage.host.advance(to: time)
    let image = stage.host.image()
    #expect(image.width >= 1 && image.height >= 1)
    return time
  }

  private func expectFiniteValues(of sample: any Sample) {
    for (name, value) in sample.drawnValues {
      #expect(value.isFinite, "\(name) of \(type(of: sample).name) is \(value)")
    }
  }
}
