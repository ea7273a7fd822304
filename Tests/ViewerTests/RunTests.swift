// RunTests.swift
// A run of a sample in the window, on the virtual clock: its state line, its times, its rows, and scrubbing.
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

@Suite(.serialized) @MainActor struct RunTests {
  // MARK: Pauses

  /// A layer that is chosen on a paused stage has its values at once.
  @Test func valuesOfALayerAreShownWhilePaused() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.inspector.tab = .layers
    stage.host.advance(to: 0.1)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.3)
    viewer.togglePlay()
    stage.host.advance(to: 0.4)
    let layers = viewer.inspector.layers
    func shown() -> [String] {
      layers.subviews.compactMap { $0 as? UILabel }.filter { !$0.isHidden && $0.frame.height > 0 }
        .compactMap(\.text)
    }
    #expect(!shown().contains("cornerRadius"))
    layers.select(try #require(viewer.stage.content.layer.sublayers?.first))
    viewer.view.layoutIfNeeded()
    #expect(shown().contains("cornerRadius") && shown().contains("model → on the screen"))
    layers.select(nil)
    viewer.view.layoutIfNeeded()
    #expect(!shown().contains("cornerRadius"))
  }

  /// After one step, which is one frame, the values are those of the time that is shown; a layer's own property is
  /// among them.
  @Test func valuesFollowEachStep() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    viewer.inspector.tab = .layers
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    viewer.togglePlay()
    stage.host.advance(to: 0.6)
    func animating(_ layer: CALayer) -> CALayer? {
      layer.animation(forKey: "percent") != nil
        ? layer : layer.sublayers?.lazy.compactMap(animating).first
    }
    let layer = try #require(animating(viewer.stage.content.layer))
    let pane = viewer.inspector.layers
    pane.select(layer)
    viewer.view.layoutIfNeeded()
    var time = 0.6
    var seen: Set<String> = []
    for _ in 0..<5 {
      viewer.step(frames: 10)
      time += 1.0 / 60
      stage.host.advance(to: time)
      let shown = AnimatableValue(layer.presentation()?.value(forKey: "percent")).text
      let texts = pane.subviews.compactMap { ($0 as? UILabel)?.text }
      #expect(texts.contains("percent"))
      #expect(texts.contains { $0.hasSuffix(" → \(shown)") }, "\(shown) of \(texts)")
      seen.insert(shown)
    }
    #expect(seen.count == 5)
  }

  /// An animation that ends while the main thread is busy is seen to be gone with frames from before its end.
  @Test func animationThatEndedDuringABlockIsNotCutShort() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.3)
    let context = try #require(viewer.view.window?.context)
    var (tracker, record) = (RunTracker(), FrameRecord())
    func read(_ time: TimeInterval) {
      record.time = time
      _ = tracker.read(context, viewer.stage.content.layer, record, clock: viewer.clock)
    }
    read(0.3)
    #expect(!tracker.timeline.rows.isEmpty)
    stage.host.advance(to: 2)
    read(0.4)
    #expect(tracker.timeline.rows.allSatisfy { $0.outcome == .ended })
  }

  /// More animations than there are rows: their number is shown, and the axis reaches to the end of all.
  @Test func animationsWithoutARowAreCounted() throws {
    let (stage, viewer) = try openWindow(StressSample.self)
    defer { stage.close() }
    try viewer.press("wave")
    stage.host.advance(to: 0.3)
    let timeline = viewer.tracker.timeline
    #expect(timeline.rows.count == RunTimeline.mostRows && timeline.unlisted > 100)
    let last = try #require(timeline.rows.map(\.end).max())
    #expect(timeline.length > last + 0.2)
    let unlisted = timeline.unlisted
    stage.host.advance(to: 9)
    #expect(viewer.dock.activity.isIdle && timeline.unlisted == unlisted, "after the end, too")
  }

  /// Frames of a paused stage are not measured, and those that are listed have their own times.
  @Test func pausedFramesDoNotCount() throws {
    let (stage, viewer) = try openWindow(CircularProgressSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    viewer.togglePlay()
    stage.host.advance(to: 0.6)
    let measured = viewer.dock.history.figures.animatingTime
    #expect(measured > 0.4)
    for frame in 1...120 {
      viewer.view.setNeedsLayout()
      stage.host.advance(to: 0.6 + Double(frame) / 60)
    }
    #expect(viewer.dock.history.figures.animatingTime == measured)
    viewer.inspector.logTab = .worst
    let times = viewer.inspector.worst.entries.map(\.time)
    #expect(times.count == 20 && Set(times).count > 10 && times.allSatisfy { $0 <= 0.52 })
  }

  /// A press on the stage chooses what is seen there, not what will be.
  @Test func pressChoosesTheLayerThatIsSeen() throws {
    let (stage, viewer) = try openWindow(BackingLayerSample.self, scale: 1)
    defer { stage.close() }
    viewer.inspector.tab = .layers
    stage.host.advance(to: 0.1)
    let trigger = try #require(viewer.triggers.firstIndex { $0.duration >= 1 })
    viewer.press(triggerAt: trigger)
    stage.host.advance(to: 0.4)
    func moving(_ layer: CALayer) -> CALayer? {
      layer.animation(forKey: "position") != nil
        ? layer : layer.sublayers?.lazy.compactMap(moving).first
    }
    let content = viewer.stage.content.layer
    let layer = try #require(moving(content))
    let shown = try #require(layer.presentation())
    let middle = CGPoint(x: shown.bounds.midX, y: shown.bounds.midY)
    let place = shown.convert(middle, to: content.presentation())
    #expect(abs(place.x - layer.convert(middle, to: content).x) > 20)
    viewer.choose(layerAt: place)
    #expect(viewer.inspector.layers.chosen === layer)
  }

  // MARK: State

  @Test func waitingAnimationIsCountedAtOnce() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    try viewer.press("delay")
    stage.host.advance(to: 0.1)
    #expect(viewer.dock.stateText == "1 animation waiting until 1.000 s")
    #expect(!viewer.stage.showsHint)
    stage.host.advance(to: 1.1)
    #expect(viewer.dock.stateText == "1 animation running")
    stage.host.advance(to: 2.2)
    #expect(viewer.dock.stateText == "Nothing is moving.")
  }

  @Test func imageFramesChangeInSteps() throws {
    let (stage, viewer) = try openWindow(ImageFramesSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    #expect(viewer.dock.stateText.contains("changing in steps"), "\(viewer.dock.stateText)")
  }

  @Test func particlesAreMoving() throws {
    let (stage, viewer) = try openWindow(ParticlesSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    #expect(!viewer.dock.activity.isIdle)
    #expect(viewer.dock.stateText != "Nothing is moving.")
  }

  // MARK: The start

  /// A run starts with its first animation, which begins with the commit after the press: at any speed, and while another
  /// run goes on. At its start everything is where it was before.
  @Test(arguments: [10, 100, 400], [false, true])
  func runStartsWithItsFirstAnimation(percent: Int, again: Bool) throws {
    let (stage, viewer) = try openWindow(EasingSample.self)
    defer { stage.close() }
    viewer.perform(.speed(percent: percent))
    stage.host.advance(to: 0.1)
    let before = viewer.shownValues
    let delay = 0.012 * Double(percent) / 100
    /// A press some time before its commit, which on the virtual clock has the same time.
    func press() throws {
      viewer.press(triggerAt: 0)
      let start = try #require(viewer.clock.start)
      viewer.clock.beginRun(at: start - delay, length: viewer.clock.length)
    }
    try press()
    stage.host.advance(to: 0.15)
    if again {
      try press()
      stage.host.advance(to: 0.2)
    }
    let begins = viewer.tracker.timeline.rows.map(\.begin).filter { $0 > -1e-6 }
    #expect(abs(try #require(begins.min())) < 1e-6, "\(begins)")
    #expect(abs(viewer.clock.alignment - delay) < 1e-6)
    if again { return }
    viewer.perform(.toStart)
    stage.host.advance(to: 0.3)
    #expect(viewer.shownValues == before)
    #expect(viewer.dock.stateText.hasPrefix("Paused at 0.000 s"))
    #expect(!viewer.dock.stateText.contains("waiting"), "\(viewer.dock.stateText)")
  }

  /// Frames that were begun before the press and reported after it may show its animations: the start of the run is still
  /// moved to the first of them.
  @Test func framesFromBeforeThePressDoNotKeepTheStart() throws {
    let (stage, viewer) = try openWindow(EasingSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.1)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.2)
    let begin = try #require(viewer.clock.start)
    let context = try #require(viewer.view.window?.context)
    var (tracker, record) = (RunTracker(), FrameRecord())
    tracker.beginRun()
    viewer.clock.beginRun(at: begin - 0.012, length: 1)
    (record.time, record.period) = (0.2, 1.0 / 60)
    for (begun, start) in [(0.19, begin - 0.012), (0.21, begin), (0.22, begin)] {
      record.begin = begun
      _ = tracker.read(context, viewer.stage.content.layer, record, clock: viewer.clock)
      #expect(viewer.clock.start == start, "begun at \(begun)")
    }
  }

  /// A delay counts from the press.
  @Test func delayCountsFromThePress() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.1)
    let place = try #require(viewer.triggers.firstIndex { $0.title == "After 1 s" })
    viewer.press(triggerAt: place)
    stage.host.advance(to: 0.3)
    let rows = viewer.tracker.timeline.rows
    #expect(rows.contains { abs($0.begin - 1) < 0.04 }, "\(rows.map(\.begin))")
    #expect(viewer.clock.alignment < 0.04)
  }

  /// The figures of a run played again are its own, beside those of the time before.
  @Test func playedAgainIsComparedWithTheTimeBefore() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 3)
    let length = viewer.dock.history.figures.animatingTime
    #expect(viewer.dock.comparison.before(viewer.dock.comparedRun) == nil)
    viewer.togglePlay()
    stage.host.advance(to: 6)
    #expect(abs(viewer.dock.history.figures.animatingTime - length) < 0.05)
    #expect(
      viewer.dock.comparison.before(viewer.dock.comparedRun)?.name == viewer.dock.comparedRun?.name)
    let again = viewer.inspector.events.entries.filter { $0.text.contains("gain") }
    #expect(again.count == 1, "\(viewer.inspector.events.entries.map(\.text))")
  }

  @Test func pausedAnimationsAreInFlight() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 0.3)
    viewer.togglePlay()
    stage.host.advance(to: 0.5)
    #expect(viewer.dock.stateText == "Paused at 0.300 s, frame 18 of 42, 4 in flight.")
    let playhead = try #require(viewer.dock.frames.chart.playhead)
    #expect(abs(viewer.dock.history.runTime(at: playhead) - 0.3) < 0.02)
  }

  /// A blinking caret is part of a field's look.
  @Test func caretIsNoAnimationOfTheSample() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? FancyLabelSample)
    stage.host.press(sample.field)
    stage.host.advance(to: 1.2)
    #expect(viewer.dock.stateText == "Nothing is moving.")
  }

  /// A repeat count of the largest number is no end in 10^38 seconds.
  @Test func animationForEverHasNoEnd() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? PopSample)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (1.0, 0.5, 0.4)
    fade.repeatCount = .greatestFiniteMagnitude
    stage.host.advance(to: 0.5)
    sample.position.layer.add(fade, forKey: "fade")
    stage.host.advance(to: 1)
    #expect(viewer.dock.activity.isEndless && viewer.dock.activity.running == 1)
    #expect(viewer.tracker.timeline.rows.first?.end == .infinity)
    viewer.togglePlay()
    stage.host.advance(to: 1.2)
    #expect(viewer.dock.stateText == "Paused at 0.500 s, frame 30, 1 in flight.")
  }

  // MARK: Times

  /// A run of 2 s takes 2 s, however long it was paused and however slowly it was shown.
  @Test func elapsedTimesAreThoseOfTheStage() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    var reports: [SampleReport] = []
    let handler = viewer.sample.onCompletion
    viewer.sample.onCompletion = {
      handler($0)
      reports.append($0)
    }
    try viewer.press("ease-out")
    stage.host.advance(to: 0.5)
    viewer.togglePlay()
    stage.host.advance(to: 3)
    viewer.togglePlay()
    viewer.setSpeed(percent: 50)
    stage.host.advance(to: 8)
    let elapsed = try #require(reports.first?.elapsed)
    #expect(abs(elapsed - 2) < 0.04, "\(elapsed) s")
    #expect(reports.count == 1)
  }

  /// The clock runs for animations that no trigger began.
  @Test func returnInTheFieldBeginsARun() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? FancyLabelSample)
    stage.host.advance(to: 1)
    stage.host.press(sample.field)
    stage.host.advance(to: 1.5)
    stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    stage.host.advance(to: 2)
    #expect(viewer.dock.stateText == "1 animation running")
    #expect(abs(viewer.clock.elapsed(at: 2) - 0.5) < 0.04)
    stage.host.advance(to: 4)
    #expect(abs(viewer.shownElapsed(at: 4) - 1) < 0.04, "it stops at the end of the run")
  }

  /// A paused stage needs no frames, and a frame after a while belongs to the same run.
  @Test(arguments: ["all", "position"]) func pauseOfAnyLengthIsPartOfTheRun(trigger: String) throws
  {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    try viewer.press(trigger)
    stage.host.advance(to: 0.3)
    viewer.togglePlay()
    stage.host.advance(to: 3)
    let (figures, rows) = (viewer.dock.figures, viewer.tracker.timeline.rows)
    viewer.dock.tab = .skew
    stage.host.advance(to: 3.5)
    viewer.dock.tab = .frames
    stage.host.advance(to: 4)
    #expect(viewer.lastTrigger?.name == trigger)
    #expect(figures.animatingTime > 0.2)
    #expect(viewer.dock.figures.animatingTime >= figures.animatingTime)
    #expect(rows.count > 0 && viewer.tracker.timeline.rows == rows)
    viewer.replay()
    stage.host.advance(to: 4.1)
    #expect(!viewer.clock.isPaused && viewer.dock.activity.running == rows.count)
  }

  /// Nothing is drawn while an animation waits, which ends no run either.
  @Test func waitOfAnyLengthIsPartOfTheRun() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    try viewer.press("delay")
    stage.host.advance(to: 1.5)
    #expect(viewer.lastTrigger?.name == "delay")
    #expect(abs(viewer.clock.elapsed(at: 1.5) - 1.5) < 0.04)
  }

  // MARK: Figures

  @Test func figuresAreThoseOfTheRun() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    try viewer.press("ease-out")
    stage.host.advance(to: 1)
    viewer.inject(.mainThread)
    stage.host.advance(to: 3)
    #expect(viewer.dock.figures.hitches == 1)
    #expect(viewer.inspector.late.total == 1)
    try viewer.press("ease-out")
    stage.host.advance(to: 4)
    #expect(viewer.dock.figures.hitches == 0 && viewer.dock.figures.animatingTime > 0.5)
    #expect(viewer.inspector.late.total == 0)
  }

  /// In the middle of a run, the text has the figures of the picture.
  @Test func textHasTheFiguresOfThePicture() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    try viewer.press("ease-out")
    stage.host.advance(to: 0.5)
    viewer.inject(.mainThread)
    for time in [0.8, 1.1, 1.4] {
      stage.host.advance(to: time)
      let text = WindowText(viewer).text
      let ratio = try #require(text.firstMatch(of: /Hitches: ([0-9.]+)/)).output.1
      #expect(ratio.hasPrefix("0") == false)
      let shown = viewer.dock.shownLabels.compactMap(\.text)
      #expect(shown.contains(String(ratio)), "\(ratio): \(shown)")
    }
  }

  /// Neither the list's scrolling nor a new size of the window is the sample's.
  @Test func windowAroundTheSampleDoesNotCount() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.5)
    let list = viewer.list.convert(CGPoint(x: 100, y: 200), to: nil)
    stage.host.send(.scroll(list, deltaX: 0, deltaY: -900, modifiers: []))
    stage.host.advance(to: 1.5)
    #expect(viewer.dock.figures.animatingTime == 0)
    #expect(viewer.dock.stateText == "Nothing is moving.")

    try viewer.press("all")
    stage.host.advance(to: 1.8)
    stage.host.send(.resized(CGSize(width: 1200, height: 700), scale: 0.25))
    MediaClock.block(for: 0.1)
    stage.host.advance(to: 2.1)
    #expect(viewer.dock.history.figures.missed == 0, "the frame of the new size is late")
  }

  /// The reason is in the log, and at the bottom of a window whose log is closed.
  @Test(arguments: [CGSize(width: 1280, height: 800), CGSize(width: 800, height: 560)])
  func injectionWhileNothingMovesIsLogged(size: CGSize) throws {
    let (stage, viewer) = try openWindow(PopSample.self, size: size)
    defer { stage.close() }
    stage.host.advance(to: 0.5)
    viewer.inject(.mainThread)
    let sentence = "Block 50 ms: not injected, as nothing moves that could stutter."
    #expect(viewer.inspector.events.entries.last?.text == sentence)
    #expect(viewer.status.note == (size.width < 1100 ? sentence : nil))
  }

  // MARK: Rows

  /// Rows that one block began are together, whichever begins first, and have a line beside them.
  @Test func rowsOfABlockAreTogether() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    let views = (0..<3).map { _ in UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)) }
    views.forEach(viewer.stage.content.addSubview)
    stage.host.advance(to: 0.5)
    UIView.animate(withDuration: 1) { (views[0].alpha, views[2].alpha) = (0.5, 0.5) }
    UIView.animate(withDuration: 0.8) {
      (views[1].alpha, views[0].center.x, views[2].center.x) = (0.5, 90, 90)
    }
    let free = CABasicAnimation(keyPath: "cornerRadius")
    (free.toValue, free.duration) = (5, 0.9)
    views[0].layer.add(free, forKey: nil)
    stage.host.advance(to: 0.7)
    let rows = viewer.tracker.timeline.rows
    #expect(rows.map { $0.detail.hasPrefix("block") } == [true, true, true, false, true, true])
    #expect(rows.map(\.run) == [0.8, 0.8, 0.8, 0.9, 1, 1])
    viewer.dock.tab = .animations
    stage.host.advance(to: 0.8)
    #expect(viewer.dock.animations.groups == [0..<3, 4..<6])
  }

  @Test func rowsHaveDelayDurationAndCurve() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    try viewer.press("delay")
    stage.host.advance(to: 0.1)
    let row = try #require(viewer.tracker.timeline.rows.first)
    #expect(viewer.tracker.timeline.rows.count == 1)
    #expect(abs(row.begin - 1) < 1e-6 && abs(row.end - 2) < 1e-6 && abs(row.run - 1) < 1e-6)
    #expect(
      row.outcome == .inFlight && row.curve.first?.progress == 0
        && row.curve.last?.progress == 1)
    #expect(row.detail == "block, CATransition, 1.00 s, easeInEaseOut")
    stage.host.advance(to: 2.5)
    #expect(viewer.tracker.timeline.rows.map(\.outcome) == [.ended])
  }

  @Test func interruptedRowIsCutShort() throws {
    let (stage, viewer) = try openWindow(CircularProgressSample.self)
    defer { stage.close() }
    try viewer.press("implicit")
    stage.host.advance(to: 0.5)
    #expect(viewer.tracker.timeline.rows.count == 2)
    try #require(viewer.sample as? CircularProgressSample).shape.removeAllAnimations()
    stage.host.advance(to: 0.6)
    let cut = viewer.tracker.timeline.rows.filter {
      if case .cutShort(let time) = $0.outcome { abs(time - 0.5) < 0.1 } else { false }
    }
    #expect(cut.count == 1)
  }

  @Test func springCurveOvershoots() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    try viewer.press("spring")
    stage.host.advance(to: 0.1)
    let row = try #require(viewer.tracker.timeline.rows.first)
    #expect((row.curve.map(\.progress).max() ?? 0) > 1.1 && row.detail.hasSuffix("spring"))
  }

  // MARK: Scrubbing

  /// The stage's pixels, without the window around it.
  private func stagePixels(_ stage: OffscreenStage, _ viewer: MainViewController) -> [UInt8] {
    let (image, frame) = (stage.host.image(), viewer.stage.frame.insetBy(dx: 1, dy: 1))
    return (Int(frame.minY)..<Int(frame.maxY)).flatMap { y -> ArraySlice<UInt8> in
      let row = (y * image.width + Int(frame.minX)) * 4
      return image.pixels[row..<row + Int(frame.width) * 4]
    }
  }

  @Test(arguments: [("Pop", "all"), ("LoadingIndicator", "spring"), ("Keyframes", "linear")])
  func scrubbedPictureIsThePlayedOne(name: String, trigger: String) throws {
    let kind = try SampleCatalogue.sample(named: name)
    func picture(_ show: (OffscreenStage, MainViewController) throws -> Void) throws -> [UInt8] {
      let (stage, viewer) = try openWindow(kind, scale: 1)
      defer { stage.close() }
      try viewer.press(trigger)
      try show(stage, viewer)
      return stagePixels(stage, viewer)
    }
    let time = 0.35
    let played = try picture { stage, _ in stage.host.advance(to: time) }
    let onwards = try picture { stage, viewer in
      stage.host.advance(to: 0.1)
      viewer.scrub(to: time)
      stage.host.advance(to: 0.2)
    }
    #expect(onwards == played)
    let back = try picture { stage, viewer in
      stage.host.advance(to: 0.5)
      viewer.scrub(to: time)
      stage.host.advance(to: 0.7)
    }
    #expect(back == played)
  }

  @Test func scrubbingAfterTheEndShowsTheRunAgain() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? PopSample)
    try viewer.press("all")
    stage.host.advance(to: 2)
    #expect(viewer.dock.activity.isIdle)
    viewer.perform(.toStart)
    stage.host.advance(to: 2.1)
    #expect(viewer.dock.stateText == "Paused at 0.000 s, frame 0 of 42, 4 in flight.")
    viewer.scrub(to: 0.245)
    stage.host.advance(to: 2.2)
    let layer = sample.position.layer
    let moved = layer.position.y - (layer.presentation()?.position.y ?? 0)
    #expect(abs(moved - 72) < 1e-6, "the extreme at 35 %")
    viewer.perform(.toEnd)
    stage.host.advance(to: 2.3)
    #expect(viewer.dock.stateText.hasPrefix("Paused at 0.700 s, frame 42 of 42"))
  }

  /// After its end a run is shown as it was played, also where the same trigger would now play its way back.
  @Test(arguments: [
    ("BackingLayer", "inside"), ("BackingLayer", "outside"), ("BackingLayer", "included"),
    ("Springs", "all"), ("Card3D", "flip"), ("PropertyAnimator", "start"),
  ])
  func runIsShownAsItWasAfterItsEnd(name: String, trigger: String) throws {
    let (stage, viewer) = try openWindow(try SampleCatalogue.sample(named: name))
    defer { stage.close() }
    var now = 0.0
    func advance(_ seconds: Double) {
      now += seconds
      stage.host.advance(to: now)
    }
    for _ in 0..<2 {
      try viewer.press(trigger)
      advance(0.1)
      let early = viewer.shownValues
      advance(0.1)
      let late = viewer.shownValues
      #expect(early != late)
      advance(10)
      #expect(viewer.dock.activity.isIdle)
      let end = viewer.shownValues
      let reports = viewer.inspector.events.total
      for (time, values) in [(0.2, late), (0.1, early)] {
        viewer.scrub(to: time)
        advance(0.1)
        #expect(viewer.shownValues == values, "\(name) at \(time) s")
      }
      viewer.perform(.toEnd)
      advance(0.1)
      // A spring is near its end at its end.
      for (shown, last) in zip(viewer.shownValues.joined(), end.joined()) {
        #expect(abs(shown - last) < 1e-3)
      }
      viewer.scrub(to: 0.1)
      advance(0.1)
      #expect(viewer.shownValues == early, "back from the end, where the animations still are")
      viewer.togglePlay()
      advance(10)
      #expect(viewer.shownValues == end && viewer.dock.activity.isIdle)
      #expect(viewer.inspector.events.total == reports, "nothing is reported again")
    }
  }

  /// Animations of different lengths have one row each, however often a loop passes their ends.
  @Test func loopKeepsTheRows() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 0.1)
    viewer.toggleLoop()
    stage.host.advance(to: 12)
    #expect(viewer.tracker.timeline.rows.count == 3)
    viewer.toggleLoop()
    stage.host.advance(to: 16)
    #expect(viewer.dock.activity.isIdle)
  }

  /// The text that a transition replaced is shown again.
  @Test func transitionIsShownAsItWasAfterItsEnd() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self, scale: 1)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? FancyLabelSample)
    func label() -> [UInt8] {
      let frame = sample.label.convert(sample.label.bounds, to: nil)
      let image = stage.host.image()
      return (Int(frame.minY)..<Int(frame.maxY)).flatMap { y in
        let row = (y * image.width + Int(frame.minX)) * 4
        return image.pixels[row..<row + Int(frame.width) * 4]
      }
    }
    stage.host.advance(to: 0.1)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.6)
    let played = label()
    stage.host.advance(to: 3)
    #expect(label() != played)
    viewer.scrub(to: 0.5)
    stage.host.advance(to: 3.1)
    #expect(label() == played)
  }

  // MARK: Keys and focus

  @Test func escapeLeavesTheField() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? FancyLabelSample)
    stage.host.press(sample.field)
    stage.host.advance(to: 0.1)
    #expect(sample.field.isFirstResponder)
    stage.host.send(.keyDown(.escape, modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.2)
    #expect(!sample.field.isFirstResponder)
  }

  @Test func arrowKeysMoveFocusWithTheSelection() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let rows = viewer.list.controls.map(\.control)
    stage.window.moveFocus(to: rows[0])
    stage.host.send(.keyDown(.down, modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.1)
    #expect(type(of: viewer.sample) == SampleCatalogue.all[1])
    #expect(rows[1].isFirstResponder && rows.filter(\.canBecomeFocused).count == 1)
  }
}
