// PlayedSample.swift
// A sample on the virtual clock, with the reports of its completions.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

/// One sample off screen. Close it at the end of the test.
@MainActor final class PlayedSample<Kind: Sample> {
  let stage: OffscreenStage
  let sample: Kind
  /// The reports of completions, oldest first.
  private(set) var reports: [SampleReport] = []

  /// Sets up the sample at 0 s. The default scale is coarse, for tests that do not check pixels.
  init(
    _ kind: Kind.Type, size: CGSize = OffscreenStage.stageSize, scale: CGFloat = 0.25,
    framesPerSecond: Double = 60
  ) throws {
    stage = OffscreenStage(
      kind, size: size, scale: scale,
      framesPerSecond: framesPerSecond)
    sample = try #require(stage.sample as? Kind)
    sample.onCompletion = { [weak self] in self?.reports.append($0) }
  }

  /// Sets up the sample at the smallest size that it is made for, with 30 frames a second.
  convenience init(
    small kind: Kind.Type, size: CGSize = CGSize(width: 560, height: 260), scale: CGFloat = 0.25
  ) throws {
    try self.init(kind, size: size, scale: scale, framesPerSecond: 30)
  }

  /// Fires a trigger at the time of the last frame.
  func press(_ trigger: String) throws {
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
  }

  func advance(to time: TimeInterval) { stage.host.advance(to: time) }

  /// The current picture.
  func image() -> CGImage { stage.host.image() }

  /// The pixels of a view at a time.
  func pixels(of view: UIView, at time: TimeInterval) -> [[SIMD3<Int>]] {
    stage.image(of: nil, at: time).rows(in: view.placeInWindow)
  }

  /// The reports of one animation, oldest first.
  func reports(of animation: String) -> [SampleReport] {
    reports.filter { $0.animation == animation }
  }

  /// Expects exactly one completion of an animation, with a flag and a duration.
  func expect(
    _ animation: String, finished: Bool?, after elapsed: TimeInterval,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = reports(of: animation)
    #expect(found.count == 1, "\(animation): \(found)", sourceLocation: sourceLocation)
    #expect(found.first?.finished == finished, sourceLocation: sourceLocation)
    // The end may be detected one frame later.
    let difference = (found.first?.elapsed ?? .infinity) - elapsed
    #expect(
      (-0.001...2.5 / 60).contains(difference), "\(animation): \(found)",
      sourceLocation: sourceLocation)
  }

  func close() { stage.close() }
}
