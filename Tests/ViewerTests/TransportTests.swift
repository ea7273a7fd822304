// TransportTests.swift
// Triggers on a paused stage, the loop and its edges, playing backwards, and a run in other colours.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct TransportTests {
  private func press(_ trigger: String, _ viewer: MainViewController) throws {
    viewer.press(
      triggerAt: try #require(viewer.triggers.firstIndex { $0.name == trigger }))
  }

  /// The run's time, in seconds of the stage.
  private func elapsed(_ viewer: MainViewController, at time: TimeInterval) -> TimeInterval {
    viewer.clock.elapsed(at: time)
  }

  /// The controller that the window has now: other colours need another one.
  private func onShow(_ stage: OffscreenStage) throws -> MainViewController {
    try #require(stage.window.rootViewController as? MainViewController)
  }

  // MARK: A paused stage

  /// A press begins its run and plays it, as replay does.
  @Test func triggerPlaysAPausedStage() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try press("all", viewer)
    stage.host.advance(to: 0.2)
    viewer.togglePlay()
    stage.host.advance(to: 0.4)
    try press("all", viewer)
    #expect(!viewer.clock.isPaused)
    stage.host.advance(to: 0.7)
    #expect(abs(elapsed(viewer, at: 0.7) - 0.3) < 1e-6)
  }

  /// A paused stage at which nothing has run yet.
  @Test func firstTriggerPlaysAPausedStage() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.1)
    viewer.clock.pause()
    try press("all", viewer)
    stage.host.advance(to: 0.3)
    #expect(!viewer.clock.isPaused && viewer.dock.activity.inFlight == 4)
    #expect(abs(elapsed(viewer, at: 0.3) - 0.2) < 1e-6)
  }

  /// A trigger that acts on an animation in flight does it at the paused time.
  @Test func triggerOnAnotherKeepsAPausedStagePaused() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    try press("start", viewer)
    stage.host.advance(to: 0.5)
    viewer.togglePlay()
    stage.host.advance(to: 0.6)
    try press("pause", viewer)
    #expect(viewer.clock.isPaused)
    stage.host.advance(to: 1)
    #expect(abs(elapsed(viewer, at: 1) - 0.5) < 0.04)
  }

  @Test func loopAndBackwardsKeepAPausedStagePaused() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try press("all", viewer)
    stage.host.advance(to: 0.3)
    viewer.togglePlay()
    viewer.toggleLoop()
    #expect(viewer.clock.isPaused && viewer.clock.loop != nil)
    stage.host.advance(to: 2)
    #expect(viewer.clock.isPaused && abs(elapsed(viewer, at: 2) - 0.3) < 0.04)
    viewer.toggleLoop()
    viewer.toggleBackwards()
    stage.host.advance(to: 2.1)
    #expect(viewer.clock.isPaused && viewer.clock.isReversed)
    viewer.togglePlay()
    stage.host.advance(to: 2.2)
    #expect(abs(elapsed(viewer, at: 2.2) - 0.2) < 0.04)
  }

  // MARK: Loop and backwards

  /// An edge that is set first begins the loop.
  @Test func edgeBeginsALoop() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.perform(.loopEdge(isStart: true))
    #expect(viewer.clock.loop == nil, "there is no run")
    try press("all", viewer)
    stage.host.advance(to: 0.2)
    viewer.perform(.loopEdge(isStart: true))
    #expect(viewer.wantsLoop)
    var loop = try #require(viewer.clock.loop)
    #expect(abs(loop.lowerBound - 0.2) < 0.04 && loop.upperBound == viewer.clock.length)
    viewer.scrub(to: 0.5)
    viewer.perform(.loopEdge(isStart: false))
    loop = try #require(viewer.clock.loop)
    #expect(abs(loop.lowerBound - 0.2) < 0.04 && abs(loop.upperBound - 0.5) < 1e-6)
  }

  @Test func backwardsReturnsToTheStartAndPauses() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try press("all", viewer)
    stage.host.advance(to: 0.4)
    viewer.toggleBackwards()
    stage.host.advance(to: 0.6)
    #expect(abs(viewer.clock.elapsed(at: 0.6) - 0.2) < 0.04)
    #expect(!viewer.clock.isPaused && viewer.clock.isReversed)
    stage.host.advance(to: 1.2)
    #expect(viewer.clock.isPaused && viewer.clock.elapsed(at: 1.2) == 0)
    #expect(viewer.dock.activity.inFlight == 4, "nothing has ended on the way")
  }

  @Test func loopPlaysTheRunAgainAndAgain() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try press("all", viewer)
    stage.host.advance(to: 0.1)
    viewer.toggleLoop()
    stage.host.advance(to: 5)
    #expect(viewer.dock.activity.inFlight == 4)
    #expect(viewer.tracker.timeline.rows.count == 4)
    viewer.toggleLoop()
    stage.host.advance(to: 7)
    #expect(viewer.dock.activity.isIdle)
  }

  /// Another sample plays at its own pace, without the loop of the one before.
  @Test func loopEndsWithItsSample() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try press("all", viewer)
    stage.host.advance(to: 0.1)
    viewer.toggleLoop()
    stage.host.advance(to: 1)
    viewer.show(LoadingIndicatorSample.self)
    viewer.wantsLoop = false
    stage.host.advance(to: 1.5)
    try press("ease-out", viewer)
    stage.host.advance(to: 2.5)
    #expect(abs(viewer.clock.elapsed(at: 2.5) - 1) < 0.04)
    stage.host.advance(to: 4)
    #expect(viewer.dock.activity.isIdle)
  }

  // MARK: Colours

  /// A paused run is at its time again after the colours have changed, which makes every view again.
  @Test(arguments: [InspectorTab.layers, .curve])
  func pausedRunIsShownInOtherColours(tab: InspectorTab) throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { looks.close(stage) }
    try press("all", viewer)
    stage.host.advance(to: 0.3)
    viewer.togglePlay()
    let rows = viewer.tracker.timeline.rows.map(\.title)
    let shown = elapsed(viewer, at: 0.3)
    viewer.perform(.inspector(tab))
    viewer.choose(animationOfRow: 2)
    let chosenTitle = try #require(viewer.inspector.layers.chosen?.titleInRows)
    viewer.perform(.theme)
    #expect(Theme.palette != looks.palette)
    let successor = try onShow(stage)
    #expect(successor !== viewer && successor.lastTrigger?.name == "all")
    stage.host.advance(to: 0.5)
    #expect(successor.clock.isPaused && abs(elapsed(successor, at: 0.5) - shown) < 1e-6)
    #expect(successor.tracker.timeline.rows.map(\.title) == rows)
    #expect(successor.inspector.events.entries.map(\.text) == ["Pop all four: began"])
    #expect(successor.inspector.curve.chosen == 2)
    #expect(successor.dock.animations.chosen == 2)
    #expect(successor.inspector.layers.chosen?.titleInRows == chosenTitle)
    #expect(successor.stage.outlined === successor.inspector.layers.chosen)
    #expect(MainViewController.remembered.theme == (looks.palette.isLight ? .dark : .light))
  }

  /// A run that plays goes on; without a run there is none in the other colours either.
  @Test func playingRunIsPlayedInOtherColours() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { looks.close(stage) }
    viewer.perform(.theme)
    let idle = try onShow(stage)
    #expect(idle.lastTrigger == nil && idle.clock.start == nil)
    try press("all", idle)
    stage.host.advance(to: 0.3)
    idle.perform(.theme)
    let playing = try onShow(stage)
    stage.host.advance(to: 0.5)
    #expect(!playing.clock.isPaused && abs(elapsed(playing, at: 0.5) - 0.5) < 0.04)
    #expect(playing.dock.activity.inFlight == 4)
    #expect(playing.dock.history.count > 10, "the frames of the run are still in the chart")
    #expect(playing.inspector.late.total == playing.dock.history.figures.hitches)
  }

  /// The sample is in the state that earlier runs have left: a weight that moved down and up again, and moves down.
  @Test func otherColoursKeepTheStateOfTheSample() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { looks.close(stage) }
    for time in [0.0, 3, 6] {
      stage.host.advance(to: time)
      try press("all", viewer)
    }
    stage.host.advance(to: 6.4)
    viewer.togglePlay()
    let shown = presented(viewer)
    viewer.perform(.theme)
    let successor = try onShow(stage)
    stage.host.advance(to: 6.5)
    #expect(presented(successor) == shown && shown.contains { $0.hasPrefix("stretch 0.") })
    // When the run is over, it is still what it was.
    successor.togglePlay()
    stage.host.advance(to: 12)
    let rest = presented(successor)
    successor.perform(.theme)
    let last = try onShow(stage)
    stage.host.advance(to: 13)
    #expect(presented(last) == rest && rest != shown)
    #expect(!last.clock.isPaused && last.tracker.timeline.rows.count == 3)
  }

  /// What the log has of a run that is over is neither lost nor written again.
  @Test func otherColoursKeepTheLog() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { looks.close(stage) }
    try press("all", viewer)
    stage.host.advance(to: 4)
    let entries = viewer.inspector.events.entries
    #expect(entries.count > 1 && viewer.tracker.activity.isIdle)
    viewer.perform(.theme)
    let successor = try onShow(stage)
    stage.host.advance(to: 8)
    #expect(successor.inspector.events.entries == entries)
    // A run that is not over goes on with its own.
    try press("all", successor)
    stage.host.advance(to: 8.1)
    successor.perform(.theme)
    let last = try onShow(stage)
    stage.host.advance(to: 12)
    #expect(last.inspector.events.entries.map(\.text) == entries.map(\.text) + entries.map(\.text))
  }

  /// So it is before a run, and in one that the sample's own controls began.
  @Test func otherColoursKeepTheLogWithoutATrigger() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { looks.close(stage) }
    viewer.write("Before a run")
    viewer.toggle(.ghosts)
    viewer.perform(.theme)
    let idle = try onShow(stage)
    #expect(idle.inspector.events.entries.map(\.text) == ["Before a run"])
    let menu = idle.controls.first { $0.name == "stage-menu" }?.view as? UIControl
    #expect(menu?.isSelected == true)
    let views = [UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))]
    views.forEach(idle.stage.content.addSubview)
    stage.host.advance(to: 0.5)
    UIView.animate(withDuration: 1) { views[0].alpha = 0.5 }
    stage.host.advance(to: 0.7)
    let entries = idle.inspector.events.entries
    #expect(entries.count == 2 && idle.lastTrigger == nil)
    idle.perform(.theme)
    let last = try onShow(stage)
    stage.host.advance(to: 1)
    #expect(Array(last.inspector.events.entries.prefix(2)) == entries)
  }

  /// The values on the screen of all layers of a stage.
  private func presented(_ viewer: MainViewController) -> [String] {
    var (lines, rest) = ([String](), [viewer.stage.content.layer])
    while let layer = rest.popLast() {
      let values = LayerValue.all + LayerValue.own(of: layer)
      lines += values.map { "\($0.name) \($0.text(layer.presentation() ?? layer))" }
      rest += layer.sublayers ?? []
    }
    return lines
  }

  // MARK: Replay

  /// A replay begins in the state in which the run began, although its trigger goes the other way each time.
  @Test func replayIsTheSameRun() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try press("all", viewer)
    stage.host.advance(to: 3)
    try press("all", viewer)
    stage.host.advance(to: 3.2)
    let shown = presented(viewer)
    stage.host.advance(to: 6)
    viewer.replay()
    stage.host.advance(to: 6.2)
    #expect(presented(viewer) == shown && viewer.triggers.count == 4)
    viewer.replay()
    stage.host.advance(to: 6.4)
    #expect(presented(viewer) == shown)
  }

  /// Space at the end of a run plays it from the start.
  @Test func playAtTheEndPlaysTheRunAgain() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try press("all", viewer)
    stage.host.advance(to: 0.2)
    let shown = presented(viewer)
    stage.host.advance(to: 3)
    viewer.togglePlay()
    stage.host.advance(to: 3.2)
    #expect(!viewer.clock.isPaused && abs(elapsed(viewer, at: 3.2) - 0.2) < 0.02)
    #expect(viewer.dock.activity.running == 3)
    viewer.scrub(to: 0.2)
    stage.host.advance(to: 3.3)
    #expect(presented(viewer) == shown)
  }
}
