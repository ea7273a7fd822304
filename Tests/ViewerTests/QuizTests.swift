// QuizTests.swift
// Expected, actual and drawn animations of the quiz agree (semantics 10, 11.1, 11.3, 16.1).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct QuizTests {
  private func open() throws -> (OffscreenStage, QuizSample) {
    let stage = OffscreenStage(QuizSample.self, scale: 0.25)
    return (stage, try #require(stage.sample as? QuizSample))
  }

  /// Presentation positions of view and layer.
  private func seen(_ sample: QuizSample) -> [CGFloat] {
    [sample.view.layer, sample.alone].map { ($0.presentation() ?? $0).position.x }
  }

  @Test(arguments: 0..<8) func expectedAnimationsAreFoundAndDrawn(place: Int) throws {
    #expect(QuizSample.questions.count == 8)
    let (stage, sample) = try open()
    defer { stage.close() }
    let question = QuizSample.questions[place]
    let before = seen(sample)
    stage.run(try SampleCatalogue.trigger(named: question.name, of: sample))
    #expect(sample.found[place]?.keys == question.keys)
    #expect(sample.found[place]?.seconds == question.seconds)

    let index = question.isHosted ? 1 : 0
    let layer = question.isHosted ? sample.alone : sample.view.layer
    let target = layer.position.x
    #expect(target != before[index], "something changed")
    // At half time an animation is between its ends; without one, the next frame shows the new position.
    stage.host.advance(to: max(question.seconds / 2, 1.0 / 60))
    if question.keys.isEmpty {
      #expect(seen(sample)[index] == target)
    } else {
      // The curve of blocks is then at 0.5; that of the implicit animation, which is shorter, at 0.80.
      let way = (seen(sample)[index] - before[index]) / (target - before[index])
      #expect(abs(way - (question.seconds == 1 ? 0.5 : 0.802)) < 0.01)
      stage.host.advance(to: question.seconds - 1.0 / 60)
      #expect(seen(sample)[index] != target)
    }
    stage.host.advance(to: question.seconds + 0.1)
    #expect(seen(sample)[index] == target)
    #expect(seen(sample)[1 - index] == before[1 - index], "the other one stays")
  }

  @Test(
    arguments: [
      // name → seconds to the completion, its flag; nil for no completion
      ("view", 1, true), ("hosted", 0.25, nil), ("hosted-block", 0, true), ("frame", 1, true),
      ("disabled", 0, nil), ("without", 0, true),
    ] as [(String, TimeInterval, Bool?)])
  func completes(name: String, elapsed: TimeInterval, finished: Bool?) throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: name, of: sample))
    stage.host.advance(to: 3)
    #expect(reports.count == 1)
    #expect(reports.first?.finished == finished)
    #expect(abs((reports.first?.elapsed ?? -1) - elapsed) < 2.5 / 60)
  }

  /// In any order, and during earlier animations: each result is that of its own change.
  @Test func resultsAreIndependentOfTheOrder() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var (time, number) = (0.0, 3)
    for _ in 0..<60 {
      number = (number * 5 + 3) % 8
      stage.run(sample.triggers[number])
      #expect(sample.found[number]?.keys == QuizSample.questions[number].keys)
      time += 0.13
      stage.host.advance(to: time)
    }
  }
}
