// PlayedSample.swift
// A sample on the virtual clock, with its completions and their times.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import Viewer

@MainActor final class PlayedSample<Kind: Sample> {
  let stage: OffscreenStage
  let sample: Kind
  /// Reports with their media times, oldest first.
  private(set) var reports: [(said: SampleReport, time: TimeInterval)] = []

  /// Sets up the sample at 0 s. The default scale is coarse, for tests that do not check pixels.
  init(
    _ kind: Kind.Type, size: CGSize = OffscreenStage.stageSize, scale: CGFloat = 0.25,
    framesPerSecond: Double = 60
  ) throws {
    stage = OffscreenStage(
      kind, size: size, scale: scale,
      framesPerSecond: framesPerSecond)
    sample = try #require(stage.sample as? Kind)
    sample.onCompletion = { [weak self] in self?.reports.append(($0, CACurrentMediaTime())) }
  }

  func press(_ trigger: String) throws {
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
  }

  func advance(to time: TimeInterval) { stage.host.advance(to: time) }

  /// The pixels of a view at a time.
  func pixels(of view: UIView, at time: TimeInterval) -> [[SIMD3<Int>]] {
    stage.image(of: nil, at: time).rows(in: view.placeInWindow)
  }

  /// The reports of one animation, oldest first.
  func said(by animation: String) -> [SampleReport] {
    reports.map(\.said).filter { $0.animation == animation }
  }

  /// Expects exactly one completion of an animation, with a flag and a duration.
  func expect(
    _ animation: String, finished: Bool?, after elapsed: TimeInterval,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = said(by: animation)
    #expect(said.count == 1, "\(animation): \(said)", sourceLocation: sourceLocation)
    #expect(said.first?.finished == finished, sourceLocation: sourceLocation)
    // The end may be detected one frame later.
    let difference = (said.first?.elapsed ?? .infinity) - elapsed
    #expect(
      (-0.001...2.5 / 60).contains(difference), "\(animation): \(said)",
      sourceLocation: sourceLocation)
  }

  func close() { stage.close() }
}
