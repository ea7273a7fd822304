// WindowTests.swift
// The whole window on the virtual clock: dock, transport, layout.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples
import HostInterface

@Suite(.serialized) @MainActor struct WindowTests {
  /// Opens the window. The default scale is coarse, for tests that do not check pixels.
  @Test func blockOf50MillisecondsMissesThreeRefreshes() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 1)
    let block = try #require(viewer.transport.controls.first { $0.name == "block" })
    // Delivered in the next frame.
    stage.host.press(block.control)
    stage.host.advance(to: 1.8)
    #expect(viewer.dock.history.figures.missed == 3)
    #expect(viewer.dock.history.figures.hitches == 1)
    let injected = (0..<viewer.dock.history.count)
      .filter { viewer.dock.history[$0].isInjected }
    #expect(injected.count == 1)
  }

  /// Frames and ranges of them are chosen by keys, and late ones from one to the next; Esc and a new run leave them.
  @Test func framesAreChosenByKeys() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    var time = 0.0
    func press(_ key: Key, _ modifiers: KeyModifiers = []) {
      stage.host.send(.keyDown(key, modifiers: modifiers, isRepeat: false))
      time += 0.05
      stage.host.advance(to: time)
    }
    press(.left)
    press(.left, .shift)
    press(.character("n"))
    #expect(!viewer.dock.hasChoice, "an empty chart")
    viewer.press(triggerAt: 0)
    for block in [0.5, 1.2] {
      time = block
      stage.host.advance(to: time)
      press(.character("d"), .shift)
    }
    time = 9
    stage.host.advance(to: time)
    let history = viewer.dock.history
    let late = (0..<history.count).filter { history.lateFrame(at: $0) != nil }
    #expect(late.count == 2)
    var marked: Int? { viewer.dock.frames.chart.marked }
    press(.character("n"))
    #expect(marked == late[0] && viewer.dock.stateText.hasPrefix("Frame"))
    #expect(viewer.inspector.logTab == .late)
    press(.character("n"))
    press(.character("n"))
    #expect(marked == late[1], "none after the last")
    press(.character("n"), .shift)
    press(.right)
    press(.left)
    press(.left)
    #expect(marked == late[0] - 1)
    for _ in 0..<3 { press(.right, .shift) }
    let numbers = (late[0] - 1...late[0] + 2).map { history[$0].index }
    #expect(viewer.dock.selection == numbers.first.map { $0...$0 + 3 }, "\(numbers)")
    for _ in 0..<5 { press(.left, .shift) }
    #expect(viewer.dock.selection == numbers.first.map { $0 - 2...$0 })
    press(.escape)
    #expect(!viewer.dock.hasChoice && marked == nil)
    press(.character("n"))
    press(.escape)
    #expect(!viewer.dock.hasChoice)
    press(.character("n"))
    viewer.press(triggerAt: 0)
    #expect(!viewer.dock.hasChoice && !viewer.dock.stateText.hasPrefix("Frame"))
  }

  /// A time that is typed is gone to exactly; what is no time stays to be corrected.
  @Test func timesAreTyped() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 4)
    var time = 4.0
    func type(_ text: String) {
      stage.host.send(.text(text))
      stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
      time += 0.1
      stage.host.advance(to: time)
    }
    /// By its key, whose letter is not typed.
    func open() {
      stage.host.send(.keyDown(.character("j"), modifiers: [], isRepeat: false))
      stage.host.send(.text("j"))
      stage.host.send(.keyUp(.character("j"), modifiers: []))
    }
    open()
    type("soon")
    #expect(viewer.view.firstResponderInside is TimeField)
    stage.host.send(.keyDown(.escape, modifiers: [], isRepeat: false))
    time += 0.1
    stage.host.advance(to: time)
    #expect(!(viewer.view.firstResponderInside is TimeField))
    for (text, wanted) in [("0.2", 0.2), ("350 ms", 0.35), ("99", viewer.clock.length)] {
      open()
      type(text)
      #expect(abs(viewer.shownElapsed(at: CACurrentMediaTime()) - wanted) < 1e-9, "\(text)")
      #expect(viewer.clock.isPaused && viewer.view.firstResponderInside == nil)
    }
  }

  /// The ends of the loop are dragged in the ruler, which otherwise moves the time on show.
  @Test func loopIsDraggedByItsEnds() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.dock(.animations))
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    viewer.perform(.loop)
    stage.host.advance(to: 0.6)
    let loop = try #require(viewer.clock.loop)
    let ruler = viewer.dock.animations.control.control.placeInWindow
    func drag(_ from: Double, to part: Double, y: CGFloat) {
      func point(_ part: Double) -> CGPoint {
        CGPoint(x: ruler.minX + 8 + part * (ruler.width - 16), y: ruler.minY + y)
      }
      stage.host.send(.pointerDown(point(from), button: 1, clicks: 1))
      stage.host.send(.pointerMoved(point(part)))
      stage.host.send(.pointerUp(point(part), button: 1))
      stage.host.advance(to: CACurrentMediaTime() + 0.1)
    }
    drag(1, to: 0.75, y: 20)
    drag(0, to: 0.25, y: 20)
    let dragged = try #require(viewer.clock.loop)
    #expect(abs(dragged.lowerBound - 0.25 * loop.upperBound) < 0.01, "\(dragged)")
    #expect(abs(dragged.upperBound - 0.75 * loop.upperBound) < 0.01, "\(dragged)")
    #expect(!viewer.clock.isPaused)
    // Where the ruler's labels are, the same place moves the time on show.
    drag(0.25, to: 0.5, y: 6)
    #expect(viewer.clock.isPaused && viewer.clock.loop == dragged)
  }

  /// What ran while the window was hidden is shown, greyed and not counted.
  @Test func hiddenPartOfARunIsNotMeasured() throws {
    let stage = LiveStage()
    stage.advance(to: 10.0 / 60)
    let dock = Dock(frame: CGRect(x: 0, y: 0, width: 900, height: 200))
    var entries: [String] = []
    dock.logUnmeasured = { entries.append($0) }
    var activity = StageActivity()
    activity.running = 1
    for index in 1...20 {
      var record = FrameRecord()
      let time = Double(index) / 60 + (index < 10 ? 0 : 2)
      (record.index, record.time, record.display, record.period) = (index, time, time, 1.0 / 60)
      (record.isAnimating, record.isVisible) = (true, index != 10)
      dock.add(record, runTime: time, activity, movesUntil: 9)
    }
    #expect(entries == ["Not measured for 2.0 s: window hidden."])
    #expect(dock.history.figures.hitches == 0 && dock.history.figures.animatingTime < 0.4)
    #expect(Wording.frame(at: 9, in: dock.history).contains("not measured"))
    #expect(!Wording.frame(at: 10, in: dock.history).contains("not measured"))
    dock.noteResize()
    var resized = FrameRecord()
    (resized.index, resized.time, resized.display) = (21, 3, 3)
    (resized.period, resized.isAnimating) = (1.0 / 60, true)
    dock.add(resized, runTime: 3, activity, movesUntil: 9)
    #expect(entries.count == 1, "a resized window was not hidden")
    #expect(Wording.frame(at: 20, in: dock.history).contains("not measured"))
    func draw() -> CGImage? {
      let chart = dock.frames.chart
      dock.layoutIfNeeded()
      return UIGraphicsImageRenderer(bounds: chart.bounds).image { context in
        chart.draw(chart.layer, in: context.cgContext)
      }.cgImage
    }
    let picture = try #require(draw())
    let grey = Theme.controlPressed.bytes
    #expect((0..<63).filter { picture.color($0, 20) == grey }.count >= 4)
  }

  /// Frames that were shown while the main thread was blocked count, though their animations have ended since.
  @Test func framesOfABlockBeyondTheEndCount() {
    let stage = LiveStage()
    stage.advance(to: 10.0 / 60)
    let dock = Dock(frame: CGRect(x: 0, y: 0, width: 900, height: 200))
    var activity = StageActivity()
    func record(_ index: Int) -> FrameRecord {
      var record = FrameRecord()
      (record.index, record.time, record.period) = (index, Double(index) / 60, 1.0 / 60)
      (record.display, record.isAnimating, record.isVisible) = (record.time, index < 40, true)
      return record
    }
    activity.running = 1
    for index in 1...10 {
      dock.add(record(index), runTime: 0, activity, movesUntil: 40.0 / 60)
    }
    // All the others are reported at once.
    stage.advance(to: 1)
    for index in 11...45 {
      dock.add(record(index), runTime: 0, StageActivity(), movesUntil: -.infinity)
    }
    #expect(dock.history.count == 40)
    #expect(abs(dock.history.figures.animatingTime - 0.65) < 0.02)
  }

  /// The window draws frames beneath a moving pointer; the chart is about those in which the sample moves.
  @Test func chartHasNoFramesWhileNothingMoves() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    func movePointer(from begin: Double) {
      for step in 0..<10 {
        stage.host.send(.pointerMoved(CGPoint(x: 60, y: 150 + step * 30)))
        stage.host.advance(to: begin + Double(step) * 0.05)
      }
    }
    movePointer(from: 0.2)
    #expect(viewer.dock.history.count == 0)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 3)
    let frames = viewer.dock.history.count
    #expect(frames > 10)
    #expect(viewer.dock.history.refresh(at: 0) == 1)
    #expect(viewer.dock.history.last?.isAnimating == false, "the frame that ended the run")
    movePointer(from: 3.2)
    #expect(viewer.dock.history.count == frames)
  }

  /// The log stays where it is when another tab is on show above it.
  @Test(arguments: [CGSize(width: 1280, height: 800), CGSize(width: 1600, height: 1400)])
  func logStaysInPlace(size: CGSize) throws {
    let (stage, viewer) = try openWindow(SpringsSample.self, size: size)
    defer { stage.close() }
    var heights: Set<CGFloat> = []
    for (place, tab) in InspectorTab.allCases.enumerated() {
      viewer.inspector.tab = tab
      stage.host.advance(to: 0.5 + Double(place) * 0.2)
      let log = try #require(viewer.inspector.controls.first { $0.name == "log-events" })
      heights.insert(log.control.frame.minY)
    }
    #expect(heights.count == 1, "\(heights)")
  }

  // MARK: Sheets

  /// While the menu of faults is open, Tab, Up and Down move inside of it, and keys of the window have no effect.
  @Test func menuHasTheKeyboard() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    var now = 0.1
    stage.host.advance(to: now)
    func send(_ key: Key) {
      stage.host.send(.keyDown(key, modifiers: [], isRepeat: false))
      stage.host.send(.keyUp(key, modifiers: []))
      now += 0.1
      stage.host.advance(to: now)
    }
    func focused() -> String? {
      (viewer.view.firstResponderInside as? UIButton)?.title(for: .normal)
    }
    send(.tab)
    let former = focused()
    #expect(former != nil)
    send(.character("m"))
    #expect(!viewer.stutterMenu.isHidden && viewer.view.firstResponderInside === viewer.stutterMenu)
    let rows = viewer.stutterMenu.controls.compactMap {
      ($0.control as? UIButton)?.title(for: .normal)
    }
    send(.down)
    #expect(focused() == rows[0])
    send(.down)
    #expect(focused() == rows[1])
    send(.up)
    #expect(focused() == rows[0])
    for expected in rows.dropFirst() + [rows[0]] {
      send(.tab)
      #expect(focused() == expected)
    }
    send(.character("?"))
    send(.character("m"))
    send(.escape)
    #expect(viewer.keySheet.isHidden && viewer.stutterMenu.isHidden)
    #expect(viewer.view.firstResponderInside == nil, "the keyboard is not in a hidden menu")
    viewer.view.window?.moveFocus()
    send(.character("m"))
    send(.down)
    send(.character("1"))
    send(.character("l"))
    #expect(viewer.lastTrigger == nil && viewer.inspector.tab == .source)
    #expect(type(of: viewer.sample) == PopSample.self)
    send(.escape)
    #expect(viewer.stutterMenu.isHidden && focused() == former)
    #expect(
      (viewer.view.firstResponderInside as? UIControl)?.state.contains(.focused) == true,
      "the ring is back")
  }

  /// The sheet of keys closes with Return, Space, Escape or its own key, and has no effect on what is behind it.
  @Test(arguments: [Key.return, .space, .escape, .character("?")])
  func keySheetHasTheKeyboard(closing key: Key) throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.1)
    for key in [Key.character("?"), .down, .tab, .character("1"), .character("t")] {
      stage.host.send(.keyDown(key, modifiers: [], isRepeat: false))
      stage.host.send(.keyUp(key, modifiers: []))
    }
    stage.host.advance(to: 0.2)
    #expect(!viewer.keySheet.isHidden && type(of: viewer.sample) == PopSample.self)
    #expect(viewer.lastTrigger == nil && viewer.dock.tab == .frames)
    #expect(viewer.view.firstResponderInside === viewer.keySheet)
    stage.host.send(.keyDown(key, modifiers: [], isRepeat: false))
    stage.host.send(.keyUp(key, modifiers: []))
    stage.host.advance(to: 0.3)
    #expect(viewer.keySheet.isHidden && !viewer.clock.isPaused)
    #expect(viewer.view.firstResponderInside == nil)
  }

  /// Other colours keep the panes.
  @Test func themeKeepsThePanes() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer {
      stage.close()
      Preferences().apply()
    }
    let window = try #require(viewer.view.window)
    stage.host.advance(to: 0.1)
    (viewer.dock.tab, viewer.inspector.tab) = (.skew, .layers)
    viewer.inspector.logTab = .worst
    viewer.perform(.theme)
    let other = try #require(window.rootViewController as? MainViewController)
    #expect(other !== viewer && other.dock.tab == .skew && other.inspector.tab == .layers)
    #expect(other.inspector.logTab == .worst && other.showsDock)
    viewer.showsDock = true
    other.showsDock = false
    other.perform(.theme)
    #expect((window.rootViewController as? MainViewController)?.showsDock == false)
  }

  @Test func blinkingCaretMissesNoRefresh() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? FancyLabelSample)
    stage.host.press(sample.field)
    stage.host.advance(to: 4)
    // The caret changes twice a second; no refresh was due in between.
    #expect(viewer.dock.history.figures.missed == 0)
    #expect(stage.host.records.count < 20)
  }

  @Test func noRefreshIsMissedWithoutABlock() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 1.5)
    let figures = viewer.dock.history.figures
    #expect(figures.missed == 0 && figures.hitches == 0 && figures.animatingTime > 0.6)
    #expect(figures.animationErrorMean < 1e-9)
    #expect(viewer.dock.activity.isIdle)
    #expect(viewer.dock.stateText == "Nothing is moving.")
    #expect(viewer.stage.showsHint)
  }

  @Test func dockDoesNotKeepTheWindowAwake() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    stage.host.advance(to: 1)
    #expect(stage.frames(until: 11) == 0, "ten idle seconds draw nothing")
    viewer.press(triggerAt: 0)
    let moved = stage.frames(until: 13)
    // 0.7 s of animation at 60 Hz, the frame after its end, and one for the dock.
    #expect((40...48).contains(moved), "\(moved) frames")
    #expect(stage.frames(until: 23) == 0)
  }

  @Test func countsAnimationsAndActions() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    #expect(viewer.dock.activity.running >= 2, "percent and position.x")
    #expect(viewer.dock.answeredActions >= 2)
  }

  @Test func pausedStageContinuesWithoutAJump() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? LoadingIndicatorSample)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    viewer.togglePlay()
    stage.host.advance(to: 0.6)
    let paused = sample.indicator.drawnPercent
    stage.host.advance(to: 3)
    #expect(sample.indicator.drawnPercent == paused)
    #expect(viewer.dock.pausedSentence?.hasPrefix("Paused at 0.5") == true)
    viewer.view.layoutIfNeeded()
    #expect(!viewer.dock.pausedIcon.isHidden)

    viewer.step(frames: 1)
    stage.host.advance(to: 3.1)
    let stepped = sample.indicator.drawnPercent
    #expect(stepped > paused && stepped < paused + 3)
    viewer.step(frames: -1)
    stage.host.advance(to: 3.2)
    #expect(abs(sample.indicator.drawnPercent - paused) < 1e-6)

    viewer.togglePlay()
    stage.host.advance(to: 3.2 + 1.0 / 60)
    #expect(abs(sample.indicator.drawnPercent - paused) < 3, "no jump")
    stage.host.advance(to: 5)
    #expect(sample.indicator.drawnPercent == 100)
  }

  @Test(arguments: [50, 25, 10])
  func speedChangesWithoutAJump(percent: Int) throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? LoadingIndicatorSample)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    let before = sample.indicator.drawnPercent
    viewer.setSpeed(percent: percent)
    stage.host.advance(to: 0.5 + 1.0 / 60)
    #expect(abs(sample.indicator.drawnPercent - before) < 3)
    // The curve at the stage's time.
    let curve = EasingCurve(c1: SIMD2(0, 0), c2: SIMD2(0.58, 1))
    stage.host.advance(to: 1.5)
    let stageTime = 0.5 + Double(percent) / 100
    let expected = 100 * curve.value(at: stageTime / 2)
    #expect(abs(Double(sample.indicator.drawnPercent) - expected) < 3)
  }

  @Test(arguments: [
    // size → list beside the stage, notes beside it
    (CGSize(width: 1280, height: 800), true, true), (CGSize(width: 1099, height: 800), true, false),
    (CGSize(width: 899, height: 700), false, false),
    (CGSize(width: 800, height: 560), false, false),
  ])
  func panelsAreHiddenInSmallWindows(size: CGSize, list: Bool, notes: Bool) throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self, size: size)
    defer { stage.close() }
    #expect(viewer.list.isHidden == !list)
    #expect(viewer.inspector.isHidden == !notes)
    #expect(viewer.transport.showsListButton == !list)
    for view in [viewer.stage, viewer.triggerBar, viewer.dock, viewer.status] {
      #expect(view.frame.width > 400 && view.frame.height >= 28)
      #expect(CGRect(origin: .zero, size: size).contains(view.frame))
    }
    #expect(viewer.stage.frame.height >= 260 || size.height < 600)
    viewer.perform(.toggleList)
    viewer.toggleInspector()
    stage.host.advance(to: 0.5)
    #expect(!viewer.list.isHidden)
    #expect(!viewer.inspector.isHidden, "the drawer can be opened at any width")
    viewer.perform(.cancel)
    stage.host.advance(to: 0.6)
    #expect(viewer.inspector.isHidden == !notes && viewer.list.isHidden == !list)
  }

  @Test func everyControlIsHitAtItsCentre() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let rows = viewer.list.controls.map(\.control)
    for (name, control) in viewer.controls where control is UIControl {
      if let row = rows.firstIndex(where: { $0 === control }) { viewer.list.reveal(row: row) }
      let place = control.placeInWindow
      let hit = stage.window.hitTest(CGPoint(x: place.midX, y: place.midY), with: nil)
      #expect(hit?.isDescendant(of: control) == true, "\(name) at \(place) is covered")
      #expect(place.height >= Theme.target, "\(name) is too small to press")
    }
  }

  @Test(arguments: [CGSize(width: 1280, height: 800), CGSize(width: 1280, height: 560)])
  func listScrollsToTheSelectedRow(size: CGSize) throws {
    let (stage, viewer) = try openWindow(try #require(SampleCatalogue.all.last), size: size)
    defer { stage.close() }
    let rows = viewer.list.controls.map(\.control.placeInWindow)
    let (firstRow, lastRow) = (try #require(rows.first), try #require(rows.last))
    let list = viewer.list.placeInWindow
    #expect(list.contains(lastRow))
    #expect(
      firstRow.minY - list.minY == SampleList.top + 28 || list.maxY - lastRow.maxY < 36,
      "scrolled beyond the last row")
  }

  @Test func keysRunTheirCommands() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    var time = 0.0
    func press(_ key: Key, _ modifiers: KeyModifiers = []) {
      stage.host.send(.keyDown(key, modifiers: modifiers, isRepeat: false))
      time += 0.1
      stage.host.advance(to: time)
    }
    press(.down)
    #expect(type(of: viewer.sample) == SampleCatalogue.all[1])
    press(.function(4))
    #expect(viewer.dock.isHidden)
    press(.character("3"), .control)
    #expect(viewer.speedPercent == 25)
    press(.space)
    #expect(viewer.clock.isPaused)
    press(.character("2"))
    let pop = try #require(viewer.sample as? PopSample)
    #expect(pop.position.layer.animationKeys() == ["position"])
  }

  @Test func lettersAreTypedIntoTheFocusedField() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? FancyLabelSample)
    stage.host.press(sample.field)
    stage.host.send(.keyDown(.character("1"), modifiers: [], isRepeat: false))
    stage.host.send(.text("1"))
    stage.host.send(.keyDown(.space, modifiers: [], isRepeat: false))
    stage.host.send(.text(" "))
    stage.host.advance(to: 0.1)
    #expect(sample.field.text?.contains("1 ") == true)
    #expect(!viewer.clock.isPaused)
    #expect(sample.label.layer.animationKeys() ?? [] == [])
  }

  @Test func windowPictureIsRepeatable() throws {
    let pictures = try (0..<2).map { _ in
      let (stage, viewer) = try openWindow(LoadingIndicatorSample.self, scale: 1)
      defer { stage.close() }
      viewer.press(triggerAt: 2)
      return stage.image(of: nil, at: 0.4).pixels
    }
    #expect(pictures[0] == pictures[1])
  }
}
