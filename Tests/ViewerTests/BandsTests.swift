// BandsTests.swift
// The bands of the hitch time ratio: the verdict in the window, and the limit of `lamella check`.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct BandsTests {
  /// Two seconds of a screen in which one frame is late: 8.3 ms/s.
  private var records: [FrameRecord] {
    let period = 1.0 / 60
    return (0...120).map { index in
      var record = FrameRecord()
      let time = 10 + Double(index == 120 ? 121 : index) * period
      (record.index, record.time, record.display, record.period) = (index + 1, time, time, period)
      (record.isAnimating, record.animations, record.source) = (true, 1, .presentReturn)
      return record
    }
  }

  /// The words beside the ratio in the window, and in the text that is copied.
  @Test(arguments: [(BandsArgument.raw, "warning"), (.organizer, "good")])
  func windowHasTheBands(bands: BandsArgument, word: String) throws {
    var settings = ViewerSettings()
    settings.bands = bands.scale
    let other = MainViewController(settings)
    other.loadViewIfNeeded()
    #expect(other.dock.bands == bands.scale)
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.dock.bands = bands.scale
    var activity = StageActivity()
    activity.running = 1
    for record in records {
      viewer.dock.add(record, runTime: record.time, activity, movesUntil: .infinity)
    }
    viewer.dock.refresh(at: 100)
    let verdict = "ms/s hitch time ratio, \(word)"
    let labels = viewer.dock.frames.column.shownLabels
    #expect(labels.contains { $0.text == verdict }, "\(labels.map(\.text))")
    let text = WindowText(viewer).text
    #expect(text.contains(verdict), "\(text)")
  }

  @Test(
    arguments: [
      ([], "5.0"), (["--bands", "raw"], "5.0"), (["--bands", "organizer"], "10.0"),
      (["--bands", "organizer", "--max-hitch-ratio", "3"], "3.0"),
    ])
  func hitchRatioIsLimitedByTheBands(options: [String], limit: String) throws {
    let result = try Program.run(["check", "Pop", "--trigger", "all"] + options)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text.contains("hitch time ratio 0.0 ms/s, at most \(limit) ms/s"), "\(result.text)")
  }

  /// One late frame in two and a half seconds: 6.9 ms/s.
  @Test func bandsDecideTheVerdict() throws {
    let check = [
      "check", "Particles", "--trigger", "confetti", "--inject", "drop@0.5s", "--max-missed", "1",
    ]
    let raw = try Program.run(check)
    #expect(raw.status == 1 && raw.text.contains("FAIL  Particles confetti: hitch time ratio"))
    let organizer = try Program.run(check + ["--bands", "organizer"])
    #expect(organizer.status == 0, "\(organizer.text)")
  }

  @Test func bandsOfASelfTestAreRefused() throws {
    let result = try Program.run(["check", "--self-test", "--bands", "organizer"])
    #expect(result.status == 64 && result.errors.contains("leave out the limits"))
    let other = try Program.run(["check", "Pop", "--bands", "apple"])
    #expect(other.status == 64 && other.errors.contains("organizer"), "\(other.errors)")
  }
}
