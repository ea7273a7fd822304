// CircularProgressTests.swift
// A built-in ring and a drawn ring end on one line in every frame (semantics 12, 13, 18.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct CircularProgressTests {
  private func open(scale: CGFloat = 1) throws -> (OffscreenStage, CircularProgressSample) {
    let stage = OffscreenStage(CircularProgressSample.self, scale: scale)
    return (stage, try #require(stage.sample as? CircularProgressSample))
  }

  @Test(arguments: ["implicit", "block", "spring"])
  func ringsAgreeInEveryFrame(trigger: String) throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    var seen: Set<Int> = []
    for frame in 1...125 {
      let time = Double(frame) / 60
      stage.host.advance(to: time)
      if frame == 60 { MediaClock.block(for: 0.05) }
      let values = sample.drawnValues.map(\.value)
      #expect(abs(values[0] - values[1]) < 1e-6, "apart at \(time) s")
      seen.insert(Int(values[0]))
    }
    #expect(seen.count > 30)
    stage.host.advance(to: 2.5)
    let end = ["implicit": 100.0, "block": 75, "spring": 60][trigger]
    #expect(sample.drawnValues.map(\.value).allSatisfy { abs($0 - (end ?? -1)) < 1e-9 })
    #expect(sample.number.text == "\(Int(end ?? -1)) %")
  }

  /// The length of a ring of a colour, as a fraction of a turn, measured by its pixels.
  private func reach(_ image: CGImage, _ middle: CGPoint, radius: Double, _ color: SIMD3<Int>)
    -> Double
  {
    let steps = 3600
    let track = Theme.control.bytes
    let axis = SIMD3<Double>(color &- track)
    let length = (axis * axis).sum()
    var covered = 0.0
    for step in 0..<steps {
      let angle = 2 * Double.pi * (Double(step) + 0.5) / Double(steps)
      let x = Int(middle.x + radius * sin(angle))
      let y = Int(middle.y - radius * cos(angle))
      let pixel = SIMD3<Double>(image.color(x, y) &- track)
      covered += min(max((pixel * axis).sum() / length, 0), 1)
    }
    return covered / Double(steps)
  }

  /// The same measured by pixels: less than 0.8 points apart at the inner ring. A shape is trimmed by the parameter
  /// of its curves, which is up to 0.7 points from the angle.
  @Test(arguments: ["implicit", "block", "spring"])
  func drawnRingEndsAlign(trigger: String) throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    let middle = sample.shape.superlayer?.convert(sample.shape.position, to: nil) ?? .zero
    for time in [0.2, 0.5, 0.9, 1.3, 1.8, 2.3] {
      let image = stage.image(of: nil, at: time)
      let shape = reach(
        image, middle, radius: CircularProgressSample.radii.shape, Theme.accent.bytes)
      let drawn = reach(
        image, middle, radius: CircularProgressSample.radii.drawn, SIMD3(0xE6, 0x9F, 0))
      let inner = 2 * Double.pi * CircularProgressSample.radii.drawn
      #expect(abs(shape - drawn) * inner < 0.8, "\(shape) and \(drawn) at \(time) s")
      #expect(abs(shape * 100 - sample.drawnValues[0].value) < 0.3, "at \(time) s")
    }
  }

  @Test(arguments: [("implicit", nil), ("block", true), ("spring", nil)] as [(String, Bool?)])
  func completesOnceAfterTwoSeconds(trigger: String, finished: Bool?) throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    stage.host.advance(to: 1.9)
    #expect(reports.isEmpty)
    stage.host.advance(to: 4)
    #expect(reports.count == 1)
    #expect(reports.first?.finished == finished)
    #expect(abs((reports.first?.elapsed ?? 0) - 2) < 2.5 / 60)
  }

  @Test func emptyingWithoutActionsIsImmediate() throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: "implicit", of: sample))
    stage.host.advance(to: 1)
    stage.run(try SampleCatalogue.trigger(named: "empty", of: sample))
    stage.host.advance(to: 1.1)
    #expect(sample.drawnValues.allSatisfy { $0.value == 0 })
    #expect(sample.number.text == "0 %")
    #expect(reports.count == 1)
  }

  /// In the frame of the press nothing is committed yet, so both are unchanged (semantics 13).
  @Test(arguments: ["implicit", "block", "spring"])
  func numberAgreesWithRingsInTheFrameOfThePress(trigger: String) throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    stage.host.advance(to: 0.5)
    try SampleCatalogue.trigger(named: trigger, of: sample).action()
    for frame in 1...20 {
      stage.host.advance(to: 0.5 + Double(frame) / 60)
      let percent = sample.drawnValues[0].value
      #expect(sample.number.text == "\(Int(percent)) %", "frame \(frame)")
      #expect(percent < 90)
    }
  }

  /// The number is updated by a display link, which ends with the rings: still rings draw no frames.
  @Test func displayLinkEndsWithTheRings() throws {
    let (stage, sample) = try open(scale: 0.25)
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "block", of: sample))
    stage.host.advance(to: 3)
    let frames = stage.host.records.count
    stage.host.advance(to: 8)
    #expect(stage.host.records.count == frames)
  }
}
