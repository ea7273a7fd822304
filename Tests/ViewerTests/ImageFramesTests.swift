// ImageFramesTests.swift
// A sequence of images and a mark that hops with it (semantics 6.1, 6.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ImageFramesTests {
  private func open() throws -> (OffscreenStage, ImageFramesSample) {
    let stage = OffscreenStage(ImageFramesSample.self, scale: 0.25)
    return (stage, try #require(stage.sample as? ImageFramesSample))
  }

  /// The index of the image on show; nil for any other picture, as during a dissolve.
  private func shown(_ sample: ImageFramesSample) throws -> Int? {
    let contents = try #require(sample.view.layer.presentation()?.contents) as AnyObject
    return ImageFramesSample.phases.firstIndex { $0.cgImage === contents }
  }

  /// Image and mark change together, without values in between, every tenth of a second (semantics 6.2).
  @Test func imagesHoldForTheirSlots() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "frames", of: sample))
    for time in [0.05, 0.08, 0.15, 0.65, 1.15, 1.25, 1.95, 2.35] {
      stage.host.advance(to: time)
      let slot = Int(time * 10) % 12
      #expect(try shown(sample) == slot, "at \(time) s")
      #expect(abs(sample.drawnValues[0].value - Double(slot)) < 1e-9, "at \(time) s")
    }
    stage.host.advance(to: 2.5)
    #expect(!sample.view.isAnimating)
    #expect(try shown(sample) == 0, "the view's own image is back")
  }

  /// With one time more than images each image has its own slot (semantics 6.1).
  @Test func keyTimesSetTheDurationsOfImages() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    let times = ImageFramesSample.ownTimes
    #expect(times.count == ImageFramesSample.phases.count + 1)
    #expect(times.first == 0 && abs((times.last ?? 0) - 1) < 1e-12)
    stage.run(try SampleCatalogue.trigger(named: "times", of: sample))
    for (place, (from, to)) in zip(times, times.dropFirst()).enumerated() {
      for part in [0.1, 0.9] {
        stage.host.advance(to: ImageFramesSample.duration * (from + (to - from) * part))
        #expect(try shown(sample) == place)
        #expect(abs(sample.drawnValues[0].value - Double(place)) < 1e-9)
      }
    }
  }

  /// Half way between two images, both are visible (semantics 5).
  @Test func linearFramesDissolve() throws {
    let stage = OffscreenStage(ImageFramesSample.self)
    defer { stage.close() }
    let sample = try #require(stage.sample as? ImageFramesSample)
    let rect = sample.view.placeInWindow
    stage.run(try SampleCatalogue.trigger(named: "fade", of: sample))
    let step = ImageFramesSample.duration / 11
    let pictures = [2, 2.5, 3].map { stage.image(of: nil, at: $0 * step).rows(in: rect) }
    let mix = zip(pictures[0], pictures[2]).map { rowA, rowB in
      zip(rowA, rowB).map { a, b in SIMD3((0..<3).map { (a[$0] + b[$0]) / 2 }) }
    }
    #expect(largestDifference(pictures[0], pictures[2]) > 100)
    #expect(largestDifference(pictures[1], mix) <= 3)
  }

  @Test(arguments: ["frames", "times", "fade"])
  func completesOnceWithTheLastImage(trigger: String) throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    stage.host.advance(to: ImageFramesSample.duration - 0.1)
    #expect(reports.isEmpty)
    stage.host.advance(to: 4)
    #expect(reports.count == 1)
    #expect(abs((reports.first?.elapsed ?? 0) - ImageFramesSample.duration) < 2.5 / 60)
  }

  @Test func stopShowsTheImageAgainAndCompletes() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: "frames", of: sample))
    stage.host.advance(to: 0.5)
    #expect(sample.view.isAnimating)
    stage.run(try SampleCatalogue.trigger(named: "stop", of: sample))
    stage.host.advance(to: 0.6)
    #expect(try shown(sample) == 0)
    #expect(sample.drawnValues[0].value == 0)
    #expect(reports.count == 1)
    #expect(abs((reports.first?.elapsed ?? 0) - 0.5) < 2.5 / 60)
  }

  /// The painted moon: lit from the right before full moon and from the left after it.
  @Test func paintedPhasesAreLitOnTheRightSide() throws {
    func light(_ phase: Int, atRight: Bool) throws -> Int {
      let image = try #require(ImageFramesSample.phases[phase].cgImage)
      return image.color(image.width / 2 + (atRight ? 50 : -50), image.height / 2 + 8).x
    }
    #expect(try light(0, atRight: true) < 80 && light(0, atRight: false) < 80)
    #expect(try light(3, atRight: true) > 150 && light(3, atRight: false) < 80)
    #expect(try light(6, atRight: true) > 150 && light(6, atRight: false) > 150)
    #expect(try light(9, atRight: true) < 80 && light(9, atRight: false) > 150)
  }
}
