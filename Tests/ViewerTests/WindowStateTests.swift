// WindowStateTests.swift
// What the window says in its states: at rest in a low window, while animations wait, while the time is scrubbed, with
// a hidden dock, and how a run differs from the one before it.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
import Testing
import UIKit

@testable import Viewer

@Suite(.serialized) @MainActor struct WindowStateTests {
  private func labels(_ view: UIView) -> [UILabel] {
    view.subviews.flatMap { subview -> [UILabel] in
      if subview.isHidden { return [] }
      return ((subview as? UILabel).map { [$0] } ?? []) + labels(subview)
    }
  }

  private func texts(_ view: UIView) -> [String] {
    labels(view).compactMap(\.text).filter { !$0.isEmpty }
  }

  /// The smallest window names its sample, and says what a low stage has no room for.
  @Test func smallestWindowNamesItsSample() throws {
    for kind in SampleCatalogue.all {
      let (stage, viewer) = try openWindow(kind, size: ViewerApplication.minimumSize)
      defer { stage.close() }
      stage.host.advance(to: 0.1)
      viewer.transport.layoutIfNeeded()
      #expect(texts(viewer.transport).contains(kind.title))
      #expect(stage.window.title == "\(kind.title) – Lamella")
      if viewer.tracker.activity.isIdle {
        #expect(viewer.overlay.stateText == "Nothing is moving. Press a button above.")
      }
    }
  }

  /// While an animation waits, a few frames a second move the time on show; a window at rest has none.
  @Test func timeRunsWhileAnimationsWait() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    stage.host.advance(to: 1)
    let still = stage.host.records.count
    stage.host.advance(to: 3)
    #expect(stage.host.records.count == still)
    let place = try #require(viewer.triggers.firstIndex { $0.title == "After 1 s" })
    viewer.press(triggerAt: place)
    stage.host.advance(to: 3.25)
    let before = stage.host.records.count
    let shown = texts(viewer.transport)
    stage.host.advance(to: 3.75)
    let frames = stage.host.records.count - before
    #expect((4...15).contains(frames), "\(frames)")
    #expect(texts(viewer.transport) != shown)
    #expect(texts(viewer.transport).contains { $0.hasPrefix("0.7") && $0.hasSuffix(" s") })
    #expect(viewer.overlay.history.figures.missed == 0)
    viewer.togglePlay()
    stage.host.advance(to: 3.9)
    let paused = stage.host.records.count
    stage.host.advance(to: 5)
    #expect(stage.host.records.count == paused)
  }

  /// While the scrub line is held, the stage has an outline and the dock says what scrubbing is.
  @Test func scrubbingIsSaid() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    viewer.overlay.tab = .animations
    stage.host.advance(to: 0.55)
    let ruler = viewer.overlay.animations.control.control
    func point(_ part: CGFloat) -> CGPoint {
      ruler.convert(CGPoint(x: ruler.bounds.width * part, y: 6), to: nil)
    }
    stage.host.send(.pointerMoved(point(0.2)))
    stage.host.send(.pointerDown(point(0.2), button: 1, clicks: 1))
    stage.host.advance(to: 0.6)
    stage.host.send(.pointerMoved(point(0.4)))
    stage.host.advance(to: 0.7)
    #expect(viewer.overlay.stateText == Wording.scrubbing)
    #expect(viewer.stage.layer.borderWidth == 2)
    stage.host.send(.pointerUp(point(0.4), button: 1))
    stage.host.advance(to: 0.8)
    #expect(viewer.overlay.stateText.hasPrefix("Paused at 0.7"))
    #expect(viewer.stage.layer.borderWidth == 0)
  }

  /// Without the dock a corner of the stage has its state and its figures.
  @Test func stageHasTheFiguresOfAHiddenDock() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    #expect(!texts(viewer.stage).contains { $0.contains("ms/s") })
    viewer.perform(.toggleOverlay)
    viewer.perform(.speed(percent: 50))
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    let shown = texts(viewer.stage)
    #expect(shown.contains("3 animations running") && shown.contains("50 % speed"), "\(shown)")
    #expect(shown.contains("0.00 ms/s · 0 late · 16.7 ms"), "\(shown)")
    viewer.perform(.toggleOverlay)
    stage.host.advance(to: 0.6)
    #expect(!texts(viewer.stage).contains { $0.contains("ms/s") })
  }

  /// A run is compared with the one before it, or with the one that is pinned.
  @Test func runsAreCompared() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.dock(.compare))
    stage.host.advance(to: 0.1)
    #expect(texts(viewer.overlay.compare) == [Wording.noComparison])
    try viewer.press("all")
    stage.host.advance(to: 3)
    #expect(texts(viewer.overlay.compare) == [Wording.noComparison])
    viewer.perform(.speed(percent: 50))
    try viewer.press("damping")
    stage.host.advance(to: 8)
    var shown = texts(viewer.overlay.compare)
    #expect(shown.contains("Before: All three"), "\(shown)")
    #expect(shown.contains("This run: UIKit damping, 50 % speed"), "\(shown)")
    #expect(shown.contains("Animated, s") && shown.contains("Late frames"), "\(shown)")
    let lines = try #require(WindowText(viewer).regions.first { $0.name == "Compare" }).lines
    #expect(lines.map(\.text).contains("Before: All three"))
    let pin = try #require(viewer.overlay.controls.first { $0.name == "pin" }).control
    pin.sendActions(for: .touchUpInside)
    for end in [13.0, 18] {
      try viewer.press("perceptual")
      stage.host.advance(to: end)
      shown = texts(viewer.overlay.compare)
      #expect(shown.contains("Before: UIKit damping, 50 % speed"), "\(shown)")
      #expect(shown.contains("This run: Perceptual, 50 % speed"), "\(shown)")
    }
  }

  /// A fault shows in the comparison as worse, with its sign.
  @Test func lateFramesAreWorse() throws {
    let late = { (missed: Int) -> ComparedRun in
      var figures = FrameFigures()
      (figures.p50, figures.missed, figures.hitches) = (1.0 / 60, missed, min(missed, 1))
      return ComparedRun(name: "", figures: RunFigures(figures, skew: 0))
    }
    let figures = ComparedRun.figures(late(0), late(3))
    let missed = try #require(figures.first { $0.name == "missed refreshes" })
    #expect(missed.columns == ["missed refreshes", "0", "3", "+3", "worse"])
    let same = try #require(figures.first { $0.name == "frame time p50" })
    #expect(same.verdict == .equal && !same.fails)
  }
}
