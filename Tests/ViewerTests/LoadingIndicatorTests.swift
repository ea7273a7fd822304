// LoadingIndicatorTests.swift
// A custom and a built-in property in one block agree in every frame, by values and by pixels
// (semantics 13, 18.2).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

/// Records the values drawn in each frame.
@MainActor private final class FrameNotes: FrameObserver {
  struct Note {
    var time: TimeInterval
    var percent: Double
    var marker: Double
  }

  private let sample: LoadingIndicatorSample
  private(set) var notes: [Note] = []

  init(_ sample: LoadingIndicatorSample) { self.sample = sample }

  func frameWillRun(at time: TimeInterval) {}

  func frameDidFinish(_ record: FrameRecord) {
    let drawn = MediaClock.withFrameTime(record.time) { sample.drawnValues }
    notes.append(Note(time: record.time, percent: drawn[0].value, marker: drawn[1].value))
  }
}

@Suite(.serialized) @MainActor struct LoadingIndicatorTests {
  private let easeOut = EasingCurve(c1: SIMD2(0, 0), c2: SIMD2(0.58, 1))

  /// Runs the ease-out trigger for 2 s, with the main thread blocked for some time at 1 s.
  private func run(
    _ trigger: String, block: TimeInterval? = nil
  ) throws -> [FrameNotes.Note] {
    let stage = OffscreenStage(LoadingIndicatorSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? LoadingIndicatorSample)
    let notes = FrameNotes(sample)
    FrameObservers.add(notes)
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
    if let block {
      stage.host.advance(to: 1)
      MediaClock.block(for: block)
    }
    stage.host.advance(to: 2.1)
    return notes.notes
  }

  @Test(arguments: [nil, 0.05] as [TimeInterval?])
  func barAndMarkerHaveTheFramesTime(block: TimeInterval?) throws {
    let notes = try run("ease-out", block: block)
    let during = notes.filter { $0.time > 0 && $0.time < 2 }
    #expect(during.count > 110)
    for note in during {
      #expect(abs(note.percent - note.marker) < 1e-6, "apart at \(note.time) s")
      // Both have the curve's value at the frame's time.
      let expected = 100 * easeOut.value(at: note.time / 2)
      #expect(abs(note.percent - expected) < 0.02, "not at \(note.time) s")
    }
    let last = try #require(notes.last)
    #expect(last.percent == 100 && last.marker == 100)
    if block != nil {
      let gaps = zip(notes, notes.dropFirst()).map { $1.time - $0.time }
      #expect((gaps.max() ?? 0) > 0.05, "the block was felt")
    }
  }

  @Test(arguments: ["autoreverse", "spring"])
  func barAndMarkerAgreeOnEveryCurve(trigger: String) throws {
    let notes = try run(trigger)
    for note in notes { #expect(abs(note.percent - note.marker) < 1e-6, "at \(note.time) s") }
    #expect(Set(notes.map { Int($0.percent) }).count > 30)
  }

  @Test(arguments: [0.7, 2.5])
  func pressingAgainFillsFromEmpty(pause: TimeInterval) throws {
    let stage = OffscreenStage(LoadingIndicatorSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? LoadingIndicatorSample)
    let notes = FrameNotes(sample)
    FrameObservers.add(notes)
    let trigger = try SampleCatalogue.trigger(named: "ease-out", of: sample)
    stage.run(trigger)
    stage.host.advance(to: pause)
    stage.run(trigger)
    stage.host.advance(to: pause + 0.5)
    for note in notes.notes { #expect(abs(note.percent - note.marker) < 1e-6, "\(note.time) s") }
    let last = try #require(notes.notes.last)
    #expect(abs(last.percent - 100 * easeOut.value(at: 0.25)) < 0.02)
  }

  @Test func theSpringOvershoots() throws {
    let notes = try run("spring")
    #expect((notes.map(\.percent).max() ?? 0) > 105)
    #expect(notes.last?.percent == 100)
  }

  @Test func autoreverseEndsAtItsStart() throws {
    let notes = try run("autoreverse")
    #expect((notes.map(\.percent).max() ?? 0) > 99)
    #expect(notes.last?.percent == 0 && notes.last?.marker == 0)
  }

  @Test func drawnEdgesAgree() throws {
    for block in [false, true] {
      let stage = OffscreenStage(LoadingIndicatorSample.self)
      defer { stage.close() }
      let sample = try #require(stage.sample as? LoadingIndicatorSample)
      let track = sample.indicator.track.placeInWindow
      let markerY = Int(sample.marker.placeInWindow.midY)
      stage.run(try SampleCatalogue.trigger(named: "ease-out", of: sample))
      for time in [0.2, 0.35, 0.5, 0.9, 1.0, 1.2, 1.8, 1.95, 2.2] {
        if block, time > 1, time < 1.3 { MediaClock.block(for: 0.05) }
        let image = stage.image(of: nil, at: time)
        let row = { (y: Int) in
          (Int(track.minX)..<Int(track.maxX) + 4).map { image.color($0, y) }
        }
        let bar = rightEdge(
          of: row(Int(track.midY)), color: Theme.accent.bytes, background: Theme.control.bytes)
        // The marker has a constant width; its right edge continues the bar's.
        let marker = row(markerY)
        let first = try #require(
          marker.firstIndex { $0 != Theme.stage.bytes }, "no marker at \(time) s")
        let lastColumn = try #require(marker.lastIndex { $0 != Theme.stage.bytes })
        let covered = rightEdge(
          of: [marker[lastColumn]], color: sample.marker.backgroundColor?.bytes ?? .zero,
          background: Theme.stage.bytes)
        #expect(first <= lastColumn)
        let edge = Double(lastColumn) + covered
        #expect(abs(bar - edge) < 0.5, "bar \(bar), marker \(edge) at \(time) s")
      }
    }
  }

  @Test func numberAgreesWithTheBar() throws {
    let stage = OffscreenStage(LoadingIndicatorSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? LoadingIndicatorSample)
    stage.run(try SampleCatalogue.trigger(named: "ease-out", of: sample))
    for time in [0.25, 0.5, 1.0, 1.5, 2.5] {
      stage.host.advance(to: time)
      let indicator = sample.indicator
      #expect(indicator.number.text == "\(Int(indicator.drawnPercent))")
      let width = indicator.track.bounds.width * indicator.drawnPercent / 100
      #expect(abs(indicator.bar.frame.width - width) < 1e-9)
    }
  }

  @Test func outsideABlockPercentChangesAtOnce() throws {
    let stage = OffscreenStage(LoadingIndicatorSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? LoadingIndicatorSample)
    sample.show(percent: 60)
    stage.host.advance(to: 0.1)
    #expect(sample.indicator.drawnPercent == 60)
    #expect(sample.indicator.layer.animationKeys() ?? [] == [])
  }
}
