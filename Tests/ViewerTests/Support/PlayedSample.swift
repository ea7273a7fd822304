// PlayedSample.swift
// A sample on the virtual clock, and everything its completions said, each with its time.
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
  /// What was reported, oldest first, with the media time at which it was.
  private(set) var reports: [(said: SampleReport, time: TimeInterval)] = []

  /// Sets the sample up at 0 s; coarse pixels are enough for tests that do not look at them.
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

  /// The pixels of a view, as they are at a time.
  func pixels(of view: UIView, at time: TimeInterval) -> [[SIMD3<Int>]] {
    stage.image(of: nil, at: time).rows(in: view.placeInWindow)
  }

  /// What the completions of one name said, oldest first.
  func said(by animation: String) -> [SampleReport] {
    reports.map(\.said).filter { $0.animation == animation }
  }

  /// Expects that a completion of a name came once, with a flag, so long after its start.
  func expect(
    _ animation: String, finished: Bool?, after elapsed: TimeInterval,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = said(by: animation)
    #expect(said.count == 1, "\(animation): \(said)", sourceLocation: sourceLocation)
    #expect(said.first?.finished == finished, sourceLocation: sourceLocation)
    // The frame in which the end is found may lie one after it.
    let difference = (said.first?.elapsed ?? .infinity) - elapsed
    #expect(
      (-0.001...2.5 / 60).contains(difference), "\(animation): \(said)",
      sourceLocation: sourceLocation)
  }

  func close() { stage.close() }
}
