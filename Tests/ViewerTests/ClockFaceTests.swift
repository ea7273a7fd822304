// ClockFaceTests.swift
// Hands that animate implicitly, in a block and by keyframes, and their drawing
// (semantics 11.3, 13, 16.1, 18.3).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ClockFaceTests {
  private func open(scale: CGFloat = 0.25) throws -> (OffscreenStage, ClockFaceSample) {
    let stage = OffscreenStage(ClockFaceSample.self, scale: scale)
    return (stage, try #require(stage.sample as? ClockFaceSample))
  }

  /// Durations of both animations, in seconds; nil for none.
  private func durations(_ sample: ClockFaceSample) -> [TimeInterval?] {
    [sample.face.layer, sample.alone].map { $0.animation(forKey: "minuteHand")?.duration }
  }

  @Test(
    arguments: [
      // trigger → duration of the view's layer, of the layer without a view, time of the completion
      ("implicit", nil, 0.25, 0.25), ("block", 1, 0.25, 0), ("includes", 1, 1, 1),
      ("keyframes", 4, 4, 4),
    ] as [(String, TimeInterval?, TimeInterval?, TimeInterval)])
  func durationsOfViewAndLayerClocks(
    trigger: String, view: TimeInterval?, alone: TimeInterval?, completion: TimeInterval
  ) throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    #expect(durations(sample) == [view, alone])
    stage.host.advance(to: 5)
    #expect(reports.count == 1)
    // The block waits for its view's animation, and for the layer's only with the option.
    let expected = trigger == "block" ? 1 : completion
    #expect(abs((reports.first?.elapsed ?? 0) - expected) < 2.5 / 60)
    #expect(durations(sample) == [nil, nil])
  }

  @Test func handsTurnForwards() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    let layer = try #require(sample.face.layer as? ClockFaceLayer)
    let trigger = try SampleCatalogue.trigger(named: "block", of: sample)
    var time = 0.0
    for index in 1...9 {
      let old = (layer.hourHand, layer.minuteHand)
      stage.run(trigger)
      let wanted = ClockFaceSample.times[index % ClockFaceSample.times.count]
      #expect(layer.hourHand >= old.0 && layer.hourHand < old.0 + 12)
      #expect(layer.minuteHand >= old.1 && layer.minuteHand < old.1 + 60)
      let hour = layer.hourHand.truncatingRemainder(dividingBy: 12)
      #expect(
        abs(hour - (wanted.hour + wanted.minute / 60).truncatingRemainder(dividingBy: 12)) < 1e-9)
      #expect(abs(layer.minuteHand.truncatingRemainder(dividingBy: 60) - wanted.minute) < 1e-9)
      time += 1.2
      stage.host.advance(to: time)
    }
  }

  /// The tip of the minute hand: the pixel of its colour farthest from the centre.
  private func tipTurn(_ image: CGImage, _ place: CGRect) throws -> Double {
    let color = SIMD3(136, 204, 238)
    var best = (distance: 0.0, turn: 0.0)
    for y in Int(place.minY)..<Int(place.maxY) {
      for x in Int(place.minX)..<Int(place.maxX) {
        let pixel = image.color(x, y)
        guard (0..<3).allSatisfy({ abs(pixel[$0] - color[$0]) < 12 }) else { continue }
        let (dx, dy) = (Double(x) + 0.5 - place.midX, Double(y) + 0.5 - place.midY)
        let distance = (dx * dx + dy * dy).squareRoot()
        if distance > best.distance {
          let turn = atan2(dx, -dy) / (2 * .pi)
          best = (distance, turn < 0 ? turn + 1 : turn)
        }
      }
    }
    try #require(best.distance > 40, "there is no minute hand in the picture")
    return best.turn
  }

  /// Both layers draw the value of the frame's time.
  @Test(arguments: [0.1, 0.3, 0.5, 0.8, 1.2])
  func handIsDrawnAtItsPresentationValue(time: TimeInterval) throws {
    let (stage, sample) = try open(scale: 1)
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "includes", of: sample))
    let image = stage.image(of: nil, at: time)
    let curve = EasingCurve(c1: SIMD2(0.42, 0), c2: SIMD2(0.58, 1))
    let minute = 10 + 40 * curve.value(at: min(time, 1))
    let places = [
      sample.face.placeInWindow,
      sample.face.placeInWindow.offsetBy(
        dx: sample.alone.position.x - sample.face.layer.position.x, dy: 0),
    ]
    for (place, value) in zip(places, sample.drawnValues) {
      #expect(abs(value.value - minute) < 0.01, "\(value.name)")
      // At a length of 62 points, pixels resolve about half a minute.
      #expect(abs(try tipTurn(image, place) * 60 - minute) < 0.6, "\(value.name)")
    }
  }

  /// The clock pauses at each third and ends at its first time.
  @Test func keyframesPauseAtEachThird() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    let layer = try #require(sample.face.layer as? ClockFaceLayer)
    let rest = (layer.hourHand, layer.minuteHand)
    stage.run(try SampleCatalogue.trigger(named: "keyframes", of: sample))
    for hour in 1...3 {
      stage.host.advance(to: Double(hour))
      let shown = try #require(layer.presentation())
      #expect(abs(shown.hourHand - rest.0 - CGFloat(3 * hour)) < 1e-6)
      #expect(abs(shown.minuteHand - rest.1 - CGFloat(180 * hour)) < 1e-6)
    }
    stage.host.advance(to: 4.2)
    #expect((layer.hourHand, layer.minuteHand) == rest)
    #expect(layer.presentation()?.minuteHand == rest.1)
  }
}
