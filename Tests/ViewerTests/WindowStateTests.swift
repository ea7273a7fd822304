// WindowStateTests.swift
// The window's texts in its states: at rest in a low window, while animations wait, while the time is scrubbed, with
// a hidden dock, and how a run differs from the one before it.
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

@Suite(.serialized) @MainActor struct WindowStateTests {
  private func texts(_ view: UIView) -> [String] {
    view.shownLabels.compactMap(\.text).filter { !$0.isEmpty }
  }

  /// The smallest window names its sample, and shows what a low stage has no room for.
  @Test func smallestWindowNamesItsSample() throws {
    for kind in SampleCatalogue.all {
      let (stage, viewer) = try openWindow(kind, size: ViewerApplication.minimumSize)
      defer { stage.close() }
      stage.host.advance(to: 0.1)
      viewer.transport.layoutIfNeeded()
      #expect(texts(viewer.transport).contains(kind.title))
      #expect(stage.window.title == "\(kind.title) – Lamella")
      if viewer.tracker.activity.isIdle {
        #expect(viewer.dock.stateText == "Nothing is moving. Press a button above.")
      }
    }
  }

  /// While an animation waits, a few frames a second move the time on show; a window at rest has none.
  @Test func timeRunsWhileAnimationsWait() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    stage.host.advance(to: 1)
    #expect(stage.frames(until: 3) == 0)
    let place = try #require(viewer.triggers.firstIndex { $0.title == "After 1 s" })
    viewer.press(triggerAt: place)
    stage.host.advance(to: 3.25)
    let shown = texts(viewer.transport)
    let frames = stage.frames(until: 3.75)
    #expect((4...15).contains(frames), "\(frames)")
    #expect(texts(viewer.transport) != shown)
    #expect(texts(viewer.transport).contains { $0.hasPrefix("0.7") && $0.hasSuffix(" s") })
    #expect(viewer.dock.history.figures.missed == 0)
    viewer.togglePlay()
    stage.host.advance(to: 3.9)
    #expect(stage.frames(until: 5) == 0)
  }

  // MARK: A sample that fails

  /// The stage shows which sample failed, why, and what to do; the rest of the window goes on.
  @Test func failingSampleIsNamed() throws {
    for size in [OffscreenStage.windowSize, ViewerApplication.minimumSize] {
      let (stage, viewer) = try openWindow(FailingSample.self, size: size)
      defer { stage.close() }
      stage.host.advance(to: 0.1)
      let words = texts(viewer.stage)
      #expect(words.contains("Broken cannot be shown") && words.contains(Wording.failureAdvice))
      #expect(words.contains("The picture of the moon is missing."))
      #expect(!words.contains(Wording.nothingMoves))
      for label in viewer.stage.shownLabels where words.contains(label.text ?? "-") {
        let frame = label.convert(label.bounds, to: viewer.stage)
        #expect(viewer.stage.bounds.contains(frame), "\(label.text ?? "") \(frame)")
      }
      #expect(viewer.triggers.isEmpty && viewer.triggerBar.controls.isEmpty)
      for command in [WindowCommand.trigger(0), .replay, .togglePlay, .step(frames: 1), .toEnd] {
        viewer.perform(command)
      }
      let text = WindowText(viewer).text
      #expect(text.contains("Broken cannot be shown: The picture of the moon is missing."))
      viewer.show(PopSample.self)
      stage.host.advance(to: 0.2)
      #expect(viewer.stage.failure == nil && !viewer.triggers.isEmpty)
      #expect(!texts(viewer.stage).contains("Broken cannot be shown"))
      viewer.press(triggerAt: 0)
      stage.host.advance(to: 0.3)
      #expect(!viewer.tracker.activity.isIdle)
    }
  }

  /// Commands end with the reason and an exit code.
  @Test func commandsOfAFailingSampleEnd() throws {
    let stage = OffscreenStage(FailingSample.self)
    defer { stage.close() }
    do {
      try stage.requireSample()
      Issue.record("a sample that fails was played")
    } catch {
      #expect(error.status == .internalError)
      #expect(error.message.contains("The picture of the moon is missing."))
      #expect(error.message.contains("lamella list"))
    }
  }

  // MARK: Time

  /// A time beyond the end, or before there is a run, is answered in words.
  @Test func timeThatIsNotThereIsAnswered() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.1)
    viewer.perform(.scrub(to: 0.2))
    #expect(viewer.status.note == Wording.noRunToMove)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.2)
    #expect(viewer.status.note == nil)
    viewer.perform(.scrub(to: 0.1))
    #expect(viewer.status.note == nil)
    viewer.perform(.scrub(to: 50))
    #expect(viewer.status.note == Wording.beyondEnd(viewer.clock.length))
  }

  /// While the scrub line is held, the stage has an outline and the dock explains scrubbing.
  @Test func scrubbingIsSaid() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    viewer.dock.tab = .animations
    stage.host.advance(to: 0.55)
    let ruler = viewer.dock.animations.control.control
    func point(_ part: CGFloat) -> CGPoint {
      ruler.convert(CGPoint(x: ruler.bounds.width * part, y: 6), to: nil)
    }
    stage.host.send(.pointerMoved(point(0.2)))
    stage.host.send(.pointerDown(point(0.2), button: 1, clicks: 1))
    stage.host.advance(to: 0.6)
    stage.host.send(.pointerMoved(point(0.4)))
    stage.host.advance(to: 0.7)
    #expect(viewer.dock.stateText == Wording.scrubbing)
    #expect(viewer.stage.layer.borderWidth == 2)
    // A key plays it while the line is still held.
    viewer.perform(.togglePlay)
    #expect(viewer.stage.layer.borderWidth == 0)
    stage.host.send(.pointerMoved(point(0.42)))
    stage.host.advance(to: 0.75)
    #expect(viewer.stage.layer.borderWidth == 2)
    stage.host.send(.pointerUp(point(0.42), button: 1))
    stage.host.advance(to: 0.8)
    #expect(viewer.dock.stateText.hasPrefix("Paused at 0."))
    #expect(viewer.stage.layer.borderWidth == 0)
  }

  /// Without the dock a corner of the stage has its state and its figures.
  @Test func stageHasTheFiguresOfAHiddenDock() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    #expect(!texts(viewer.stage).contains { $0.contains("ms/s") })
    viewer.perform(.toggleDock)
    viewer.perform(.speed(percent: 50))
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    let shown = texts(viewer.stage)
    #expect(shown.contains("3 animations running") && shown.contains("50 % speed"), "\(shown)")
    #expect(shown.contains("0.00 ms/s · 0 late\np50 16.7 ms"), "\(shown)")
    stage.host.advance(to: 8)
    let last = texts(viewer.stage)
    #expect(last.contains(viewer.dock.stateText) && !last.contains { $0.contains("running") })
    #expect(last.contains(StageHUD.text(of: viewer.dock.history.figures)), "\(last)")
    #expect(stage.frames(until: 10) == 0)
    // At the usual speed there is no line for it, and no gap.
    viewer.perform(.speed(percent: 100))
    stage.host.advance(to: 10.05)
    let places = viewer.stage.shownLabels.filter { label in
      label.text == viewer.dock.stateText || label.text?.contains("ms/s") == true
    }.map(\.frame)
    #expect(places.count == 2 && !texts(viewer.stage).contains { $0.contains("speed") })
    #expect(places.last?.minY == places.first.map { $0.maxY + 4 }, "\(places)")
    viewer.perform(.toggleDock)
    stage.host.advance(to: 10.1)
    #expect(!texts(viewer.stage).contains { $0.contains("ms/s") })
  }

  /// `view --hud --inspect layers` in a narrow window.
  @Test func windowOpensWithFiguresAndATab() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self, size: CGSize(width: 1000, height: 700))
    defer { stage.close() }
    var settings = viewer.settings
    (settings.showsHUD, settings.inspectorTab) = (true, .layers)
    let other = MainViewController.install(settings, in: stage.window)
    stage.host.advance(to: 0.1)
    #expect(texts(other.stage).contains("no frame measured"))
    #expect(!other.inspector.isHidden && other.inspector.tab == .layers)
    // The drawer covers no trigger.
    #expect(other.inspector.frame.maxY == other.triggerBar.frame.minY)
    #expect(other.triggerBar.frame.maxX == other.view.bounds.width)
  }

  /// The corner has figures beside the dock when they are chosen, the same as the dock's, and costs no frame at rest.
  @Test func stageHasFiguresBesideTheDock() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer {
      stage.close()
      Preferences().apply()
    }
    let window = try #require(viewer.view.window)
    func figures() -> [String] { texts(viewer.stage).filter { $0.contains("ms/s") } }
    viewer.perform(.toggleHUD)
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    #expect(!viewer.dock.isHidden && texts(viewer.stage).contains("3 animations running"))
    stage.host.advance(to: 8)
    #expect(figures() == [StageHUD.text(of: viewer.dock.figures)])
    #expect(texts(viewer.stage).contains(viewer.dock.stateText))
    #expect(stage.frames(until: 10) == 0)
    viewer.perform(.moveHUD)
    viewer.perform(.theme)
    let other = try #require(window.rootViewController as? MainViewController)
    #expect(other.showsHUD && other.showsDock && other.stage.hudCorner == 1)
    // A choice holds whatever becomes of the dock.
    other.perform(.toggleHUD)
    other.perform(.toggleDock)
    stage.host.advance(to: 10.1)
    #expect(texts(other.stage).allSatisfy { !$0.contains("ms/s") })
  }

  /// A run is compared with the one before it, or with the one that is pinned.
  @Test func runsAreCompared() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.dock(.compare))
    stage.host.advance(to: 0.1)
    #expect(texts(viewer.dock.compare) == [Wording.noComparison])
    try viewer.press("all")
    stage.host.advance(to: 3)
    #expect(texts(viewer.dock.compare) == [Wording.noComparison])
    viewer.perform(.speed(percent: 50))
    try viewer.press("damping")
    stage.host.advance(to: 8)
    var shown = texts(viewer.dock.compare)
    #expect(shown.contains("Before: All three"), "\(shown)")
    #expect(shown.contains("This run: UIKit damping, 50 % speed"), "\(shown)")
    #expect(shown.contains("Animated, s") && shown.contains("Late frames"), "\(shown)")
    let lines = try #require(WindowText(viewer).regions.first { $0.name == "Compare" }).lines
    #expect(lines.map(\.text).contains("Before: All three"))
    let pin = try #require(viewer.dock.controls.first { $0.name == "pin" }).control
    pin.sendActions(for: .touchUpInside)
    for end in [13.0, 18] {
      try viewer.press("perceptual")
      stage.host.advance(to: end)
      shown = texts(viewer.dock.compare)
      #expect(shown.contains("Pinned: UIKit damping, 50 % speed"), "\(shown)")
      // Those that were played alike are one side.
      let title = "This run: Perceptual, 50 % speed" + (end > 13 ? ", 2 runs" : "")
      #expect(shown.contains(title), "\(shown)")
    }
    // No longer pinned, it is again the run before that counts.
    pin.sendActions(for: .touchUpInside)
    shown = texts(viewer.dock.compare)
    #expect(shown.contains("Before: Perceptual, 50 % speed"), "\(shown)")
    viewer.view.layoutIfNeeded()
    for label in viewer.dock.compare.shownLabels {
      #expect(label.frame.minY.truncatingRemainder(dividingBy: 4) == 0, "\(label.text ?? "")")
    }
  }

  /// A narrow window has the words about speed and direction in the status bar, whatever the dock has room for.
  @Test(arguments: [CGSize(width: 800, height: 560), CGSize(width: 1000, height: 700)])
  func narrowWindowHasTheWordsAboutTime(size: CGSize) throws {
    let (stage, viewer) = try openWindow(SpringsSample.self, size: size)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 0.3)
    #expect(!texts(viewer.status).contains { $0.contains("speed") })
    viewer.perform(.speed(percent: 50))
    viewer.perform(.backwards)
    stage.host.advance(to: 0.4)
    viewer.view.layoutIfNeeded()
    let label = try #require(
      viewer.status.shownLabels.first { $0.text == "50 % speed · Backwards" })
    #expect(viewer.status.bounds.contains(label.frame))
    #expect(label.sizeThatFits(viewer.status.bounds.size).width <= label.frame.width)
    let others = viewer.status.shownLabels.filter { $0 !== label }
    #expect(others.allSatisfy { !$0.frame.intersects(label.frame) })
  }

  /// The sheet of keys has the same margins left and right, and above and below, and room in the smallest window.
  @Test func keySheetHasEvenMargins() throws {
    let (stage, viewer) = try openWindow(
      SpringsSample.self, size: ViewerApplication.minimumSize)
    defer { stage.close() }
    viewer.perform(.keys)
    stage.host.advance(to: 0.1)
    viewer.view.layoutIfNeeded()
    let panel = try #require(viewer.keySheet.subviews.first)
    let frames = panel.shownLabels.map(\.frame)
    let text = frames.reduce(try #require(frames.first)) { $0.union($1) }
    #expect(text.minX == panel.bounds.width - text.maxX, "\(text) in \(panel.bounds)")
    #expect(text.minY == panel.bounds.height - text.maxY, "\(text) in \(panel.bounds)")
    #expect(viewer.keySheet.bounds.contains(panel.frame))
  }

  /// The Animations tab marks where the stage stood still before a late frame; the next run begins without.
  @Test func lateFramesAreMarkedBesideTheAnimations() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self, scale: 1)
    defer { stage.close() }
    viewer.dock.tab = .animations
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    // The hitch colour, of 28 %, over the panel.
    func reddish() throws -> Int {
      let image = stage.host.image()
      let pane = viewer.dock.animations
      let place = pane.convert(pane.bounds, to: nil)
      var count = 0
      for y in Int(place.minY)..<Int(place.maxY) {
        for x in Int(place.minX)..<Int(place.maxX) {
          let start = (y * image.width + x) * 4
          let (red, blue) = (image.pixels[start], image.pixels[start + 2])
          if red > 60, red > blue, red > image.pixels[start + 1] { count += 1 }
        }
      }
      return count
    }
    #expect(try reddish() == 0)
    viewer.perform(.inject(.renderThread))
    stage.host.advance(to: 1)
    #expect(viewer.dock.history.figures.missed == 3)
    let standstill = try #require(viewer.dock.standstills.all.first)
    #expect(viewer.dock.standstills.all.count == 1 && standstill.isInjected)
    let times = standstill.times
    #expect(times.lowerBound > 0.49 && abs(times.upperBound - times.lowerBound - 4.0 / 60) < 1e-6)
    #expect(
      WindowText(viewer).text.contains("Stood still: \(Wording.seconds(times.lowerBound)) to"))
    #expect(try reddish() > 300)
    stage.host.advance(to: 3)
    try viewer.press("all")
    stage.host.advance(to: 3.2)
    #expect(try reddish() == 0)
  }

  /// A marked frame is of another time once the stage's time is moved, and is looked for from the time on show.
  @Test func movedTimeLeavesTheMarkedFrame() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 3)
    let moves: [WindowCommand] = [
      .scrub(to: 0.2), .step(frames: 1), .step(frames: -1), .toStart, .toEnd, .togglePlay,
    ]
    for move in moves {
      viewer.perform(.markFrame(offset: -1))
      #expect(viewer.dock.stateText.hasPrefix("Frame "))
      viewer.perform(move)
      #expect(!viewer.dock.stateText.hasPrefix("Frame "), "\(move)")
    }
    try viewer.press("all")
    stage.host.advance(to: 6)
    viewer.perform(.scrub(to: 0.2))
    viewer.perform(.markFrame(offset: 1))
    let frame = try #require(viewer.dock.stateText.wholeMatch(of: /Frame ([0-9]+).*/)?.output.1)
    #expect((12...14).contains(Int(frame) ?? 0), "\(viewer.dock.stateText)")
  }

  /// Played backwards, a time has two frames: the one that was shown last is looked for.
  @Test func framesOfTheLastPassAreMarked() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 4)
    viewer.perform(.backwards)
    stage.host.advance(to: 8)
    viewer.perform(.scrub(to: 0.2))
    viewer.perform(.markFrame(offset: 0))
    let history = viewer.dock.history
    let marked = try #require(viewer.dock.frames.chart.chosen)
    #expect(abs(history.runTime(at: marked) - 0.2) < 0.01)
    #expect(
      marked > history.count / 2,
      "\(marked) of \((0..<history.count).map { (history.runTime(at: $0) * 60).rounded() })")
  }

  /// After an animation, the line about now is of its end: the layer has another value since.
  @Test func endedAnimationHasTheTimeOfItsEnd() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.inspector(.curve))
    try viewer.press("all")
    stage.host.advance(to: 0.2)
    let texts = { (viewer: MainViewController) in
      viewer.inspector.curve.lines(
        of: viewer.tracker.timeline, elapsed: viewer.shownElapsed(at: CACurrentMediaTime()))
    }
    #expect(texts(viewer)[1].hasPrefix("0.2"))
    stage.host.advance(to: 3)
    let row = try #require(viewer.tracker.timeline.rows.first)
    #expect(viewer.clock.length > row.end + 0.1)
    #expect(texts(viewer)[1].hasPrefix(Wording.seconds(row.end)), "\(texts(viewer)[1])")
  }

  /// A run that is looped or played backwards is named so where it is compared.
  @Test func comparedRunsSayHowTheyWerePlayed() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 3)
    #expect(viewer.dock.comparedRun?.name == "All three")
    viewer.perform(.backwards)
    stage.host.advance(to: 3.5)
    #expect(viewer.dock.comparedRun?.name == "All three, backwards")
    viewer.perform(.loop)
    stage.host.advance(to: 4.5)
    #expect(viewer.dock.comparedRun?.name == "All three, backwards, in a loop")
    viewer.perform(.loop)
    try viewer.press("all")
    stage.host.advance(to: 5)
    #expect(viewer.dock.comparedRun?.name == "All three")
    viewer.perform(.speed(percent: 50))
    stage.host.advance(to: 5.5)
    #expect(viewer.dock.comparedRun?.name == "All three, 100 and 50 % speed")
    viewer.perform(.speed(percent: 25))
    stage.host.advance(to: 6)
    #expect(viewer.dock.comparedRun?.name == "All three, 100, 50 and 25 % speed")
  }

  /// F6 goes through the regions that are on show and back, to the first control of each; an open menu keeps the focus.
  @Test func regionsAreReachedByKey() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    func region() -> String? {
      let regions: [(String, UIView)] = [
        ("top", viewer.transport), ("list", viewer.list), ("stage", viewer.stage),
        ("triggers", viewer.triggerBar), ("inspector", viewer.inspector), ("dock", viewer.dock),
      ]
      let focused = viewer.view.firstResponderInside
      return regions.first { focused?.isDescendant(of: $0.1) == true }?.0
    }
    func go(backwards: Bool = false) -> String? {
      viewer.perform(.region(backwards: backwards))
      return region()
    }
    // The sample has no control of its own.
    let all = ["top", "list", "triggers", "inspector", "dock"]
    #expect((0..<6).map { _ in go() } == all + ["top"])
    #expect((0..<5).map { _ in go(backwards: true) } == all.reversed())
    viewer.perform(.toggleDock)
    stage.host.advance(to: 0.1)
    #expect((0..<4).map { _ in go() } == ["list", "triggers", "inspector", "top"])
    viewer.perform(.stageMenu)
    let inMenu = viewer.view.firstResponderInside
    viewer.perform(.region(backwards: false))
    #expect(viewer.view.firstResponderInside === inMenu)
  }

  /// A frame beneath the pointer is described until it has left the chart.
  @Test func hoveredFramesLeaveWithTheChart() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self, scale: 1)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.3)
    let chart = viewer.dock.frames.chart
    let place = chart.convert(CGPoint(x: 20, y: 20), to: nil)
    stage.host.send(.pointerMoved(place))
    stage.host.advance(to: 0.5)
    let words = viewer.dock.stateText
    #expect(words.hasPrefix("Frame "))
    var time = 0.5
    while time < 12 {
      time += 0.5
      viewer.press(triggerAt: 0)
      stage.host.advance(to: time)
    }
    #expect(viewer.dock.stateText != words, "\(words)")
  }

  /// A run of which nothing begins or ends costs no reading of its animations.
  @Test func steadyAnimationsAreReadOnce() throws {
    let (stage, viewer) = try openWindow(StressSample.self)
    defer { stage.close() }
    try viewer.press("shuffle")
    stage.host.advance(to: 0.2)
    let before = viewer.tracker.readCount
    stage.host.advance(to: 1.2)
    #expect(viewer.tracker.readCount <= before + 1)
    #expect(viewer.tracker.activity.running == 400)
    // A change of one of them is seen at once.
    let layer = try #require((viewer.sample as? StressSample)?.layers.first)
    layer.removeAllAnimations()
    stage.host.advance(to: 1.4)
    #expect(viewer.tracker.activity.running == 399)
    stage.host.advance(to: 3)
    #expect(
      viewer.tracker.activity.isIdle && viewer.dock.stateText == viewer.dock.stillSentence)
    // Where animations begin one after the other, many are read a few times a second.
    try viewer.press("wave")
    let start = viewer.tracker.readCount
    stage.host.advance(to: 6)
    #expect(viewer.tracker.readCount - start < 40 && viewer.tracker.activity.isIdle)
  }

  /// The list of events is open at whole entries.
  @Test func logBeginsWithAWholeEntry() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    for end in 1...6 {
      try viewer.press("all")
      stage.host.advance(to: Double(end) * 2.5)
      viewer.view.layoutIfNeeded()
      let log = viewer.inspector.list
      let cut = log.shownLabels.filter { label in
        let frame = label.convert(label.bounds, to: log)
        return frame.minY < -0.5 && frame.maxY > 0.5
      }
      #expect(cut.map(\.text) == [], "\(end)")
    }
  }

  /// A run that has ended and is begun again to be scrubbed is still compared with the one before it.
  @Test func aScrubbedRunIsNotComparedWithItself() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    for (trigger, end) in [("push", 4.0), ("fade", 8)] {
      try viewer.press(trigger)
      stage.host.advance(to: end)
    }
    let before = try #require(viewer.dock.comparison.before(viewer.dock.comparedRun)?.name)
    #expect(before != viewer.dock.comparedRun?.name)
    viewer.perform(.scrub(to: 0.1))
    #expect(viewer.dock.comparison.before(viewer.dock.comparedRun)?.name == before)
    // It has its own figures until others are measured, and is what the next one is compared with.
    let again = try #require(viewer.dock.comparedRun)
    #expect(again.name == "Cross-fade")
    try viewer.press("push")
    stage.host.advance(to: 12)
    #expect(viewer.dock.comparison.before(viewer.dock.comparedRun)?.name == "Cross-fade")
    viewer.perform(.backwards)
    stage.host.advance(to: 14)
    #expect(viewer.dock.comparison.before(viewer.dock.comparedRun)?.name == "Cross-fade")
  }

  /// While an animator is paused, the ruler goes on with the run.
  @Test func rulerReachesTheTimeOfAPausedAnimator() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    viewer.dock.tab = .animations
    try viewer.press("start")
    stage.host.advance(to: 0.8)
    try viewer.press("pause")
    stage.host.advance(to: 6)
    viewer.dock.layoutIfNeeded()
    let ticks = texts(viewer.dock.animations).filter { $0.wholeMatch(of: /[0-9.]+ s/) != nil }
    let last = ticks.compactMap { Double($0.dropLast(2)) }.max() ?? 0
    #expect(last > 4, "\(ticks)")
  }

  /// A fault shows in the comparison as worse, with its sign.
  @Test func lateFramesAreWorse() throws {
    let late = { (missed: Int) -> ComparedRun in
      var figures = FrameFigures()
      (figures.p50, figures.missed, figures.hitches) = (1.0 / 60, missed, min(missed, 1))
      return ComparedRun(name: "", figures: RunFigures(figures, skew: 0))
    }
    // One run of each may have met anything.
    let single = ComparedRun.figures(late(0), late(3)).first { $0.name == "missed refreshes" }
    #expect(single?.columns == ["missed refreshes", "0", "3", "+3", ""])
    func runs(_ missed: [Int]) -> ComparedRun {
      var all = late(missed[0])
      all.runs = missed.flatMap { late($0).runs }
      return all
    }
    let noise = ComparedRun.figures(runs([0, 4, 0]), runs([3, 3, 3]))
      .first { $0.name == "missed refreshes" }
    #expect(noise?.columns == ["missed refreshes", "0 (0–4)", "3", "+3", "noise"])
    let figures = ComparedRun.figures(runs([0, 0, 0]), runs([3, 0, 3]))
    let missed = try #require(figures.first { $0.name == "missed refreshes" })
    #expect(missed.columns == ["missed refreshes", "0", "3", "+3", "worse"])
    let same = try #require(figures.first { $0.name == "frame time p50" })
    #expect(same.verdict == .equal && !same.fails)
  }
}
