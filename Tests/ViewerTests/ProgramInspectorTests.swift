// ProgramInspectorTests.swift
// The inspector of a program's own window: layers and animations of the program, its clock, the names of what makes
// frames late, and that nothing of it is left when it is closed.
//
// SPDX-License-Identifier: MIT

import Compositor
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer

private final class Card: UIView {}

@Suite(.serialized) @MainActor struct ProgramInspectorTests {
  /// A program with a card and a button, off screen.
  @MainActor private final class Program {
    let host = OffscreenHost(size: CGSize(width: 400, height: 300), scale: 1)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    let card = Card(frame: CGRect(x: 20, y: 20, width: 100, height: 100))
    let button = UIButton(type: .system)
    private(set) var inspector: UIWindow?

    init() {
      let controller = UIViewController()
      window.rootViewController = controller
      controller.view.addSubview(card)
      button.setTitle("Turn", for: .normal)
      button.frame = CGRect(x: 200, y: 20, width: 80, height: 40)
      controller.view.addSubview(button)
      host.attach(window)
      window.makeKeyAndVisible()
      host.advance(to: 0)
    }

    func inspect() throws -> MainViewController {
      let opened = MainViewController.inspect(window)
      inspector = opened
      return try #require(opened.rootViewController as? MainViewController)
    }

    func move() {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { self.card.center.x += 100 }
    }

    func press(_ view: UIView) {
      let point = view.convert(CGPoint(x: 4, y: 4), to: nil)
      host.send(.pointerMoved(point))
      host.send(.pointerDown(point, button: 1, clicks: 1))
      host.send(.pointerUp(point, button: 1))
    }

    func end() {
      inspector?.close()
      window.isHidden = true
      CATransaction.flush()
    }
  }

  @Test func layersAnimationsAndClockAreTheProgramsOwn() throws {
    let program = Program()
    defer { program.end() }
    let viewer = try program.inspect()
    let listed = viewer.inspector.layers
    listed.refresh()
    #expect(listed.layers.contains { $0 === program.card.layer })
    #expect(
      !listed.layers.contains { $0 === viewer.stage.layer }, "the overlay is not the program's")
    program.move()
    program.host.advance(to: 0.5)
    #expect(viewer.tracker.timeline.rows.map(\.title) == ["position"])
    let x = try #require(program.card.layer.presentation()?.position.x)
    #expect(x > 100 && x < 140)
    // Paused, the program's animations stand still; stepped, they move by a frame.
    viewer.perform(.togglePlay)
    program.host.advance(to: 0.8)
    let paused = try #require(program.card.layer.presentation()?.position.x)
    #expect(abs(paused - x) < 4, "\(x) \(paused)")
    viewer.perform(.step(frames: 6))
    program.host.advance(to: 0.9)
    #expect(abs(try #require(program.card.layer.presentation()?.position.x) - paused - 10) < 0.5)
    viewer.perform(.speed(percent: 10))
    viewer.perform(.togglePlay)
    program.host.advance(to: 1.9)
    #expect(abs(try #require(program.card.layer.presentation()?.position.x) - paused - 20) < 1)
  }

  @Test func aPressInTheProgramChoosesALayerAndReachesTheProgram() throws {
    let program = Program()
    defer { program.end() }
    var count = 0
    program.button.addAction(UIAction { _ in count += 1 }, for: .touchUpInside)
    let viewer = try program.inspect()
    program.press(program.card)
    program.host.advance(to: 0.1)
    #expect(viewer.inspector.layers.chosen === program.card.layer)
    #expect(!viewer.stage.outline.isHidden)
    program.press(program.button)
    program.host.advance(to: 0.2)
    #expect(count == 1 && viewer.inspector.layers.chosen !== program.card.layer)
  }

  /// A late frame is explained by the action that made it late.
  @Test func lateFrameNamesTheAction() throws {
    let program = Program()
    defer { program.end() }
    program.button.addAction(UIAction { _ in MediaClock.block(for: 0.06) }, for: .touchUpInside)
    let viewer = try program.inspect()
    program.move()
    program.host.advance(to: 0.4)
    program.press(program.button)
    program.host.advance(to: 0.7)
    let sentences = viewer.inspector.late.entries.map(\.text)
    #expect(sentences.contains { $0.contains(#"the action of UIButton "Turn""#) }, "\(sentences)")
    let worst = try #require(program.host.records.max { $0[.events] < $1[.events] })
    #expect(worst.longestWork?.name == #"the action of UIButton "Turn""#)
    #expect(abs((worst.longestWork?.seconds ?? 0) - 0.06) < 0.001)
    let history = viewer.dock.history
    let index = try #require(
      (0..<history.count).max { history[$0][.events] < history[$1][.events] })
    let words = Wording.frame(at: index, in: history)
    #expect(
      words.contains(#" · 60.0 ms in the action of UIButton "Turn": events 60.0"#), "\(words)")
  }

  /// What is edited in a program holds from the next time on that it begins the animation.
  @Test func editsHoldForTheNextTime() throws {
    let program = Program()
    defer { program.end() }
    let viewer = try program.inspect()
    program.move()
    program.host.advance(to: 0.5)
    let id = try #require(viewer.tracker.timeline.recorded(ofRow: 0)?.id)
    var motion = try #require(viewer.edits.motion(of: id))
    #expect(motion.duration == 1)
    motion.duration = 0.4
    viewer.edits.setMotion(motion, of: id)
    viewer.playEdited()
    program.host.advance(to: 3)
    program.move()
    program.host.advance(to: 3.2)
    let recorded = try #require(viewer.tracker.timeline.recorded(ofRow: 0))
    #expect(recorded.animation.duration == 0.4)
    program.host.advance(to: 3.5)
    #expect(program.card.layer.animationKeys() == nil)
  }

  /// The inspectors of two windows: the work of both has names until the last one is closed.
  @Test func workIsNamedUntilTheLastInspectorIsClosed() throws {
    let (first, second) = (Program(), Program())
    _ = try first.inspect()
    _ = try second.inspect()
    #expect(WorkLog.current != nil)
    first.end()
    #expect(WorkLog.current != nil)
    second.end()
    #expect(WorkLog.current == nil)
  }

  /// Closed in a pause, the program goes on, and nothing is left that would cost it a frame.
  @Test func closedInAPauseTheProgramGoesOn() throws {
    let program = Program()
    defer { program.end() }
    let views = program.window.subviews.count
    let viewer = try program.inspect()
    program.move()
    program.host.advance(to: 0.2)
    viewer.perform(.togglePlay)
    program.host.advance(to: 0.4)
    program.inspector?.close()
    program.host.advance(to: 2)
    #expect(program.card.layer.presentation()?.position.x == 170)
    #expect(program.window.layer.speed == 1 && program.window.subviews.count == views)
    let context = try #require(program.window.context)
    #expect(context.actionRecorder == nil && context.actionCountRoot == nil)
    #expect(program.window.inputObserver == nil && WorkLog.current == nil)
    #expect(context.animationEditor == nil && UIViewPropertyAnimator.editor == nil)
    let frames = program.host.records.count
    program.host.advance(to: 4)
    #expect(program.host.records.count == frames, "a still program draws no frame")
  }

  /// Without an inspector, work has neither a name nor a time.
  @Test func withoutAnInspectorNothingIsTimed() {
    WorkLog.current = nil
    var isNamed = false
    func name() -> String {
      isNamed = true
      return ""
    }
    WorkLog.run(name()) { MediaClock.block(for: 0.002) }
    #expect(!isNamed)
    let log = WorkLog()
    WorkLog.current = log
    defer { WorkLog.current = nil }
    WorkLog.run("outer") {
      MediaClock.block(for: 0.002)
      WorkLog.run("inner") { MediaClock.block(for: 0.005) }
      MediaClock.block(for: 0.002)
    }
    #expect(log.take()?.name == "inner")
    #expect(log.take() == nil)
  }
}
