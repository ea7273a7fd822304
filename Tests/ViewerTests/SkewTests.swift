// SkewTests.swift
// The Skew dock: figures, pixels, and a thousand frames of its lanes.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct SkewTests {
  /// Known answers of the figures.
  @Test func figuresKeepTheWorst() {
    var figures = SkewFigures()
    #expect(figures.worst == .none && figures.pixels == nil && figures.witnessesAgree)
    figures.add(Skew(time: 0.016, distance: 4), pixels: 4.25)
    figures.add(Skew(time: 0.017, distance: 2), pixels: 2)
    #expect(figures.worst == Skew(time: 0.017, distance: 4))
    #expect(figures.last.distance == 2 && figures.pixels == 2 && figures.frames == 2)
    #expect(figures.disagreement == 0.25 && figures.witnessesAgree)
    figures.add(.none, pixels: 1)
    #expect(!figures.witnessesAgree)
    #expect(Skew(time: 1 / 60, distance: 22.94).text == "16.67 ms  22.9 px")
    for _ in 0..<300 { figures.add(.none) }
    #expect(figures.distances.count == SkewFigures.capacity && figures.frames == 303)
  }

  /// The edges of markers that lie between pixels.
  @Test func edgesAreFoundInPixels() throws {
    func picture(_ upper: CGFloat, _ lower: CGFloat) throws -> CGImage {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let image = UIGraphicsImageRenderer(
        bounds: CGRect(x: 0, y: 0, width: 60, height: 8), format: format
      ).image { context in
        UIColor(hex: 0x2A313B).setFill()
        context.fill(CGRect(x: 0, y: 0, width: 60, height: 8))
        UIColor(hex: 0xE69F00).setFill()
        context.fill(CGRect(x: upper, y: 0, width: 4, height: 4))
        UIColor(hex: 0x88CCEE).setFill()
        context.fill(CGRect(x: lower, y: 4, width: 4, height: 4))
      }
      return try #require(image.cgImage)
    }
    for (upper, lower) in [(10.0, 10.0), (10.25, 10.25), (10, 12.5), (30.75, 7.25)] {
      let found = try #require(SkewLane.distance(in: try picture(upper, lower)))
      #expect(abs(found - abs(upper - lower)) < 0.05, "\(upper) and \(lower): \(found)")
    }
    #expect(SkewLane.distance(in: try picture(70, 10)) == nil)
  }

  /// At every width of a window lanes, figures and plot have room beside each other.
  @Test(arguments: [768, 800, 868, 1048, 1200, 3608]) func lanesAndPlotShareTheWidth(width: CGFloat)
  {
    let pane = SkewPane(frame: CGRect(x: 0, y: 0, width: width, height: 200))
    pane.layoutIfNeeded()
    let plot = pane.subviews.first { "\(type(of: $0))" == "SkewPlot" }
    #expect(plot?.isHidden == false && plot.map { $0.bounds.width >= 100 } == true)
    #expect(pane.lanes.allSatisfy { $0.bounds.width >= 144 && $0.bounds.width <= 400 })
    let shown = pane.subviews.filter { !$0.isHidden && !$0.bounds.isEmpty }
    for (index, view) in shown.enumerated() {
      #expect(view.frame.minX >= 0 && view.frame.maxX <= width)
      for other in shown[(index + 1)...] {
        #expect(view.frame.intersection(other.frame).isEmpty, "\(view) and \(other)")
      }
    }
  }

  /// In a narrow window the inspector is a drawer.
  @Test func drawersCoverNoControlOfTheDock() throws {
    let stage = OffscreenStage(
      PopSample.self, size: ViewerApplication.minimumSize, scale: 0.25, showsWindow: true)
    defer { stage.close() }
    let viewer = try #require(stage.viewer)
    viewer.inspectorIsOpen = true
    for tab in DockTab.allCases {
      viewer.dock.tab = tab
      viewer.view.layoutIfNeeded()
      viewer.dock.layoutIfNeeded()
      for (name, control) in viewer.dock.controls {
        let middle = control.convert(CGPoint(x: 8, y: 8), to: stage.window)
        #expect(stage.window.hitTest(middle, with: nil) === control, "\(tab) \(name)")
      }
    }
  }

  private func open(scale: CGFloat = 0.25) throws -> (OffscreenStage, SkewPane, Dock) {
    let stage = OffscreenStage(
      PopSample.self, size: OffscreenStage.windowSize, scale: scale, showsWindow: true)
    let viewer = try #require(stage.viewer)
    viewer.dock.tab = .skew
    stage.host.advance(to: 0.1)
    return (stage, viewer.dock.skew, viewer.dock)
  }

  /// One run at 60 frames a second: the lane of a custom property is on time in every frame, the callback's is
  /// late by one refresh, and the pixels agree.
  @Test func lanesAreMeasuredByValuesAndByPixels() throws {
    let (stage, pane, _) = try open(scale: 1)
    defer { stage.close() }
    pane.readsPixels = true
    // Ghosts of earlier frames are not among the pixels that are read.
    pane.showsGhosts = true
    pane.run()
    stage.host.advance(to: 1)
    #expect(!pane.isRunning)
    for figures in pane.figures {
      #expect(figures.frames >= 28, "\(figures.frames)")
      #expect(figures.witnessesAgree, "\(figures.disagreement)")
    }
    for figures in pane.figures[..<2] {
      #expect(figures.worst.time == 0 && figures.worst.distance < 1e-6)
    }
    // The steepest slope of ease in, ease out is 1.72: 398 points in half a second, one frame of it.
    let late = pane.figures[2].worst
    #expect(abs(late.time - 1.0 / 60) < 1e-6, "\(late)")
    #expect(abs(late.distance - 398 * 1.72 / 30) < 1, "\(late)")
    #expect(pane.sentences[1].hasSuffix(", worst 0.00 ms  0.00 px"), "\(pane.sentences)")
  }

  /// A timer of its own, at the rate of the screen but out of step with it, is late by one refresh and a part of another,
  /// the same in each frame of a run; each run has another phase, and both witnesses see it.
  @Test func timerOfItsOwnIsLateByItsPhaseToo() throws {
    func lateness() throws -> [TimeInterval] {
      let (stage, pane, _) = try open(scale: 1)
      defer { stage.close() }
      (pane.readsPixels, pane.usesTimer) = (true, true)
      return (1...3).map { run in
        pane.run()
        stage.host.advance(to: Double(run))
        #expect(pane.figures[2].witnessesAgree && pane.figures[2].framesRead > 20)
        #expect(pane.figures[1].worst.time == 0)
        #expect(pane.sentences[2].hasPrefix("60 Hz timer: "))
        return pane.figures[2].worst.time
      }
    }
    let first = try lateness()
    #expect(first.allSatisfy { $0 > 1.0 / 60 && $0 < 2.0 / 60 + 1e-9 }, "\(first)")
    #expect(Set(first.map { ($0 * 1e6).rounded() }).count == 3, "\(first)")
    #expect(try lateness() == first)
  }

  /// The figures of a callback are not those of a timer.
  @Test func anotherReaderHasNoFiguresYet() throws {
    let (stage, pane, _) = try open()
    defer { stage.close() }
    pane.run()
    pane.usesTimer = true
    #expect(pane.lanes[2].title == "Late callback", "the run goes on as it began")
    stage.host.advance(to: 1)
    #expect(pane.figures[2].frames > 20)
    (pane.usesTimer, pane.usesTimer) = (false, true)
    #expect(pane.lanes[2].title == "60 Hz timer" && pane.figures[2].frames == 0)
    #expect(pane.sentences[2] == "60 Hz timer: not measured" && pane.figures[1].frames > 20)
    pane.run()
    stage.host.advance(to: 2)
    #expect(pane.figures[2].worst.time > 1.0 / 60)
  }

  @Test func ticksAreOneIntervalApart() {
    var timer = SkewTimer(seed: 7)
    timer.begin()
    let tick = timer.lastTick(before: 100)
    #expect(tick <= 100 && tick > 100 - SkewTimer.interval)
    let later = timer.lastTick(before: 100 + SkewTimer.interval)
    #expect(abs(later - tick - SkewTimer.interval) < 1e-9)
    var other = SkewTimer(seed: 7)
    other.begin()
    #expect(other == timer)
  }

  /// What was at rest for hours is not late when it begins to move.
  @Test func restIsNoSkew() throws {
    let (stage, pane, _) = try open()
    defer { stage.close() }
    for start in [0.2, 500, 100_000] {
      stage.host.advance(to: start)
      pane.run()
      stage.host.advance(to: start + 1)
      #expect(pane.figures[2].frames > 20 && pane.figures[2].worst.time < 0.04)
    }
  }

  /// A frame that the main thread has not drawn is behind by the time of the run, not by that of the rest before it.
  @Test func firstFramesAreBehindByTheTimeOfTheRun() throws {
    let (stage, pane, _) = try open()
    defer { stage.close() }
    stage.host.advance(to: 500)
    pane.run()
    CATransaction.flush()
    for lane in pane.lanes[1...] {
      let skew = lane.skew(at: 500.05)
      #expect(abs(skew.time - 0.05) < 1e-6 && skew.distance > 1, "\(lane.kind): \(skew)")
    }
    #expect(pane.lanes[0].skew(at: 500.05) == .none)
  }

  /// The frames of a run of which a blocked main thread hears after its end belong to it; those of later do not.
  @Test func framesReportedLateAreMeasured() throws {
    let (stage, pane, _) = try open()
    defer { stage.close() }
    pane.run()
    stage.host.advance(to: 1)
    #expect(!pane.isRunning)
    let frames = pane.figures[1].frames
    var record = FrameRecord()
    (record.time, record.isAnimating) = (0.3, true)
    pane.note(record)
    #expect(pane.figures[1].frames == frames + 1)
    record.time = 1.5
    pane.note(record)
    #expect(pane.figures[1].frames == frames + 1)
  }

  /// With Repeat, a frame of the run before that is reported in the next one is none of it.
  @Test func framesOfTheRunBeforeAreNotMeasured() throws {
    let (stage, pane, _) = try open()
    defer { stage.close() }
    pane.run()
    stage.host.advance(to: 1)
    pane.run()
    var record = FrameRecord()
    (record.time, record.isAnimating) = (0.3, true)
    pane.note(record)
    #expect(pane.figures[1].frames == 0)
    record.time = 1.01
    pane.note(record)
    #expect(pane.figures[1].frames == 1)
  }

  @Test func aThousandFramesOfACustomPropertyAreOnTime() throws {
    let (stage, pane, _) = try open()
    defer { stage.close() }
    var (frames, time) = (0, 0.1)
    while frames < 1000 {
      pane.run()
      time += 0.7
      stage.host.advance(to: time)
      #expect(!pane.isRunning && pane.figures[1].worst.distance < 1e-6)
      #expect(pane.figures[1].worst.time == 0 && pane.figures[2].worst.time > 0.016)
      try #require(pane.figures[1].frames > 20)
      frames += pane.figures[1].frames
    }
  }

  /// The tab, its button and its switches, by pointer; a window at rest draws nothing.
  @Test func tabRunsByItsControls() throws {
    let (stage, pane, dock) = try open()
    defer { stage.close() }
    func press(_ name: String) throws {
      let control = try #require(dock.controls.first { $0.name == name }?.control)
      control.sendActions(for: .touchUpInside)
    }
    try press("skew-ghosts")
    try press("skew-repeat")
    #expect(pane.showsGhosts && pane.repeats && pane.isRunning)
    stage.host.advance(to: 2)
    #expect(pane.isRunning)
    try press("skew-repeat")
    stage.host.advance(to: 3)
    #expect(!pane.isRunning)
    try press("skew-run")
    try press("skew-run")
    #expect(pane.isRunning)
    try press("tab-frames")
    #expect(pane.isHidden && dock.controls.allSatisfy { !$0.name.hasPrefix("skew-") })
    stage.host.advance(to: 4)
    #expect(!pane.isRunning)
  }
}
