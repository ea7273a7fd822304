// PlayTests.swift
// Play, step and scrub at the ends of a run, and the window's texts there.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct PlayTests {
  /// A finished run that is stepped beyond its end in a loop, and played, is still that run.
  @Test(arguments: [0, 3]) func aLoopKeepsTheFinishedRun(steps: Int) throws {
    for kind in [PopSample.self, LoadingIndicatorSample.self] as [any Sample.Type] {
      let (stage, viewer) = try openWindow(kind)
      defer { stage.close() }
      viewer.press(triggerAt: 0)
      stage.host.advance(to: 3)
      let rows = viewer.tracker.timeline.rows.map(\.title)
      #expect(!rows.isEmpty)
      viewer.perform(.step(frames: -1))
      viewer.perform(.loop)
      for _ in 0..<steps { viewer.perform(.step(frames: 1)) }
      stage.host.advance(to: 4)
      viewer.perform(.togglePlay)
      stage.host.advance(to: 4.3)
      #expect(viewer.tracker.timeline.rows.map(\.title) == rows, "\(kind)")
      #expect(viewer.tracker.activity.moves, "\(kind): \(viewer.dock.stateText)")
      let log = viewer.inspector.events.entries.map(\.text)
      #expect(!log.contains { $0.contains("without a trigger") }, "\(log)")
    }
  }

  /// At its end, a paused run plays from its start; played backwards to its start, from its end.
  @Test func playGoesOnFromTheOtherEnd() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    func elapsed() -> Double { viewer.shownElapsed(at: CACurrentMediaTime()) }
    try viewer.press("all")
    stage.host.advance(to: 1)
    viewer.perform(.toEnd)
    #expect(viewer.dock.stateText.hasSuffix("nothing in flight."), "\(viewer.dock.stateText)")
    viewer.perform(.togglePlay)
    stage.host.advance(to: 1.3)
    #expect(abs(elapsed() - 0.3) < 0.05 && viewer.tracker.activity.moves)
    viewer.perform(.backwards)
    stage.host.advance(to: 3)
    #expect(elapsed() == 0 && viewer.clock.isPaused)
    viewer.perform(.togglePlay)
    stage.host.advance(to: 3.3)
    #expect(abs(elapsed() - (viewer.clock.length - 0.3)) < 0.05)
    // A step beyond the end stays there.
    viewer.perform(.backwards)
    viewer.perform(.scrub(to: viewer.clock.length - 0.01))
    viewer.perform(.step(frames: 10))
    #expect(abs(elapsed() - viewer.clock.length) < 1e-6)
  }

  /// The button shows what a press does: at rest after a run it plays.
  @Test func playButtonSaysWhatItDoes() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    let play = try #require(viewer.transport.controls.first { $0.name == "play" }?.control)
    let icon = { (play as? IconButton)?.icon }
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    #expect(icon() == .pause)
    stage.host.advance(to: 4)
    #expect(icon() == .play && viewer.isOver)
    #expect(stage.frames(until: 6) == 0)
    play.sendActions(for: .touchUpInside)
    stage.host.advance(to: 6.2)
    #expect(icon() == .pause && viewer.tracker.activity.moves)
  }

  @Test func waitingIsNotInFlight() throws {
    #expect(
      Wording.paused(at: 0.5, frame: 30, of: 60, inFlight: 2, waiting: 1)
        == "Paused at 0.500 s, frame 30 of 60, 2 in flight, 1 waiting.")
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    try viewer.press("delay")
    stage.host.advance(to: 0.5)
    viewer.perform(.togglePlay)
    #expect(viewer.dock.stateText.hasSuffix(", 1 waiting."), "\(viewer.dock.stateText)")
    viewer.perform(.inject(.dropFrame))
    let last = viewer.inspector.events.entries.last?.text
    #expect(last == "Drop a frame: not injected, as the stage is paused.")
  }

  /// What the sample skews late in a run is logged then, in place of what was written about it before.
  @Test func skewIsLoggedWhenItWas() throws {
    var book = LogBook()
    book.append(LogEntry(time: 0.01, text: "begin"))
    book.join(LogEntry(time: 0.02, text: "1 frame"))
    book.append(LogEntry(time: 1, text: "fault"))
    book.join(LogEntry(time: 1.5, text: "31 frames"))
    #expect(book.entries.map(\.text) == ["begin", "fault", "31 frames"])
    #expect(book.entries.map(\.time) == [0.01, 1, 1.5])
  }

  // MARK: Focus

  /// A row that was clicked has the arrow keys; Space plays, as in the status bar.
  @Test func spacePlaysAfterAClickOnARow() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.inspector(.layers))
    stage.host.advance(to: 0.1)
    try viewer.press("all")
    stage.host.advance(to: 0.4)
    let row = try #require(rows(in: viewer.inspector).first)
    var time = 0.4
    func run() {
      time += 0.1
      stage.host.advance(to: time)
    }
    func space() {
      stage.host.send(.keyDown(.space, modifiers: [], isRepeat: false))
      stage.host.send(.keyUp(.space, modifiers: []))
      run()
    }
    stage.host.press(row)
    run()
    #expect(row.isFirstResponder)
    space()
    #expect(viewer.clock.isPaused)
    // With the ring the row is pressed.
    stage.window.moveFocus(to: row)
    space()
    #expect(viewer.clock.isPaused)
    // A press elsewhere hides the ring, and with it what Space would do.
    stage.host.send(.pointerDown(CGPoint(x: 700, y: 60), button: 1, clicks: 1))
    stage.host.send(.pointerUp(CGPoint(x: 700, y: 60), button: 1))
    run()
    space()
    #expect(!viewer.clock.isPaused)
  }

  /// The rows of lists beneath a view.
  private func rows(in view: UIView) -> [ListRow] {
    view.subviews.filter { !$0.isHidden }.flatMap { child in
      ((child as? ListRow).map { [$0] } ?? []) + rows(in: child)
    }
  }

  /// The keys that the menu names work while it is open.
  @Test func keysOfTheMenuWorkInIt() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.stageMenu)
    #expect(viewer.stageMenu.passes(.toggleDock) && viewer.stageMenu.passes(.trace))
    #expect(!viewer.stageMenu.passes(.replay))
    stage.host.send(.keyDown(.function(4), modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.1)
    #expect(!viewer.showsDock)
  }

  // MARK: Words

  private func texts(_ view: UIView) -> [String] { view.shownLabels.compactMap(\.text) }

  /// In the smallest window the state is shown at any speed; the badge has what room is left.
  @Test func stateIsSaidInTheSmallestWindow() throws {
    for kind in [FancyLabelSample.self, SpringsSample.self] as [any Sample.Type] {
      let (stage, viewer) = try openWindow(kind, size: ViewerApplication.minimumSize)
      defer { stage.close() }
      for tab in [DockTab.frames, .animations] {
        viewer.perform(.dock(tab))
        viewer.perform(.speed(percent: 25))
        viewer.press(triggerAt: 0)
        stage.host.advance(to: MediaClock.now + 0.4)
        viewer.perform(.togglePlay)
        viewer.view.layoutIfNeeded()
        let state = viewer.dock.state
        #expect(!state.isHidden && texts(viewer.dock).contains(viewer.dock.stateText))
        #expect(state.sizeThatFits(CGSize(width: state.bounds.width, height: 999)).height <= 36)
      }
    }
    // Where there is room for both, both are there.
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.speed(percent: 25))
    viewer.view.layoutIfNeeded()
    #expect(texts(viewer.dock).contains("25 % speed"))
  }

  /// An open inspector leaves the corner of the stage free.
  @Test func drawerLeavesTheCornerFree() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self, size: CGSize(width: 1000, height: 700))
    defer { stage.close() }
    viewer.perform(.toggleDock)
    viewer.perform(.toggleInspector)
    try viewer.press("all")
    stage.host.advance(to: 0.4)
    viewer.view.layoutIfNeeded()
    let figures = try #require(viewer.stage.shownLabels.first { $0.text?.contains("ms/s") == true })
    let place = figures.convert(figures.bounds, to: viewer.view)
    #expect(!viewer.inspector.frame.intersects(place), "\(place) \(viewer.inspector.frame)")
  }

  /// The list of events goes to a new run wherever it was scrolled, and `N` reports when there is nothing to go to.
  @Test func logFollowsANewRun() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    for end in 1...4 {
      try viewer.press("all")
      stage.host.advance(to: Double(end) * 3)
    }
    let scroller = try #require(
      viewer.inspector.list.subviews.compactMap { $0 as? UIScrollView }.first)
    let end = scroller.contentOffset.y
    #expect(end > 0)
    scroller.contentOffset.y = 0
    viewer.write("A note")
    #expect(scroller.contentOffset.y == 0)
    try viewer.press("damping")
    stage.host.advance(to: 12.3)
    #expect(scroller.contentOffset.y > end)
    // The worst frames are listed from the first, wherever the other list was.
    viewer.inspector.logTab = .worst
    stage.host.advance(to: 12.6)
    #expect(scroller.contentOffset.y == 0)
    viewer.perform(.markLateFrame(backwards: false))
    #expect(viewer.status.note == Wording.noOtherLateFrame(backwards: false))
  }
}
