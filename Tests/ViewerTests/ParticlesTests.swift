// ParticlesTests.swift
// Emitters with an animated birth rate (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ParticlesTests {
  /// The number of pixels that differ from the empty stage.
  private func lit(_ played: PlayedSample<ParticlesSample>) -> Int {
    let image = played.image()
    let all = CGRect(x: 0, y: 0, width: image.width, height: image.height)
    return image.width * image.height - image.count(of: Theme.stage.bytes, in: all, tolerance: 6)
  }

  @Test(arguments: ["fountain", "fire", "snow", "confetti"])
  func emitsAndEnds(name: String) throws {
    let played = try PlayedSample(small: ParticlesSample.self, scale: 0.5)
    defer { played.close() }
    let kind = try #require(ParticlesSample.kinds.first { $0.name == name })
    #expect(lit(played) == 0)
    try played.press(name)
    played.advance(to: kind.emission + 0.2)
    #expect(lit(played) > 100, "many are in flight")
    #expect(played.reports.isEmpty)
    played.advance(to: kind.duration + 0.1)
    #expect(lit(played) == 0, "the last particle is gone at the trigger's end")
    #expect(played.reports.map(\.finished) == [true])
    #expect(abs((played.reports.first?.elapsed ?? 0) - kind.duration) < 0.04)
  }

  @Test func particlesAreRepeatable() throws {
    let pictures = try (0..<2).map { _ in
      let played = try PlayedSample(small: ParticlesSample.self, scale: 0.5)
      defer { played.close() }
      try played.press("fire")
      played.advance(to: 1.3)
      return played.image().pixels
    }
    #expect(pictures[0] == pictures[1])
  }
}
