// LiveEditingTests.swift
// Motion that is edited in the window: played at once, kept in the script, and copied as code that moves the same.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct LiveEditingTests {
  /// What is edited of each kind: its pace and its times, and the end of its first row with the key path.
  private func edit(_ kind: String, _ motion: inout Motion, _ ends: inout [String: [Double]]) {
    switch kind {
    case "block":
      motion.pace = .curve(0.7, -0.2, 0.58, 1)
      ends["opacity"] = [0.25]
    case "spring":
      (motion.duration, motion.delay) = (0.8, 0.1)
      motion.pace = .filling(dampingRatio: 0.3, velocity: 2)
    case "perceptual":
      motion.duration = 0.7
      motion.pace = .perceptual(bounce: 0.4, velocity: 0)
    case "animator":
      (motion.duration, motion.delay) = (0.6, 0.2)
      motion.pace = .curve(0.2, 0.9, 0.4, 1.1)
      ends["backgroundColor"] = [0, 0.6, 0, 1]
    case "physical":
      motion.pace = .physical(mass: 2, stiffness: 120, damping: 10, velocity: 1)
    case "implicit":
      motion.duration = 0.5
      motion.pace = .curve(0.9, 0, 0.1, 1)
      ends["strokeEnd"] = [0.6]
    case "explicit":
      motion.delay = 0.1
      motion.pace = .physical(mass: 1, stiffness: 200, damping: 5, velocity: 0)
      ends["strokeEnd"] = [0.9]
    case "keyframes": motion.duration = 0.9
    case "group": (motion.duration, motion.pace) = (0.9, .curve(0.42, 0, 0.58, 1))
    case "transform":
      motion.duration = 0.7
      ends["transform"] = [30, 10, 1.25, 0.5]
    default: break
    }
  }

  /// Plays a kind in the window and edits it there.
  private func edited(_ kind: String) throws -> (OffscreenStage, MainViewController) {
    let (stage, viewer) = try openWindow(EditedMotionSample.self)
    viewer.perform(.inspector(.curve))
    try viewer.press(kind)
    stage.host.advance(to: 0.1)
    let timeline = viewer.tracker.timeline
    let first = try #require(timeline.recorded(ofRow: 0)?.id)
    var motion = try #require(viewer.edits.motion(of: first))
    var ends: [String: [Double]] = [:]
    edit(kind, &motion, &ends)
    viewer.edits.setMotion(motion, of: first)
    for (path, numbers) in ends {
      let row = try #require(timeline.rows.firstIndex { $0.title == path })
      let id = try #require(timeline.recorded(ofRow: row)?.id)
      let old = try #require(viewer.edits.end(of: id))
      viewer.edits.setEnd(EndValue(old.kind, numbers), of: id)
    }
    viewer.playEdited()
    return (stage, viewer)
  }

  /// The pictures of a bare sample's run, by which two are compared to the byte.
  private func pictures(
    _ sample: any Sample.Type, _ kind: String, _ edits: [AnimationKey: AnimationEdit] = [:]
  ) -> [CGImage] {
    let stage = OffscreenStage(sample, size: CGSize(width: 320, height: 220))
    defer { stage.close() }
    var script = StageScript(sample: sample.name, size: stage.stageView.bounds.size)
    script.edits = edits
    script.append(.trigger(kind), at: 0)
    var player = ScriptPlayer(script, on: stage)
    return (0...12).map { step in
      player.advance(to: Double(step) / 12 * 1.2)
      return stage.host.image()
    }
  }

  @Test(arguments: EditedMotionSample.kinds)
  func copiedCodeMovesTheSame(kind: String) throws {
    let (stage, viewer) = try edited(kind)
    defer { stage.close() }
    UIPasteboard.general.string = ""
    viewer.copyCode()
    let copied = try #require(UIPasteboard.general.string)
    #expect(try copied == CopiedMotionSample.lines(of: kind))
    let edits = viewer.edits.edits
    stage.close()
    let unedited = pictures(EditedMotionSample.self, kind)
    let moved = pictures(EditedMotionSample.self, kind, edits)
    let isOther = zip(unedited, moved).contains { $0.pixels != $1.pixels }
    #expect(isOther, "what is edited is seen")
    let pasted = pictures(CopiedMotionSample.self, kind)
    let others = zip(moved, pasted).map { $0.pixels == $1.pixels }.indices { !$0 }
    #expect(others.isEmpty, "\(kind) differs at steps \(others)")
  }

  // MARK: With the pointer

  /// Drags from one place of a view to another, in its points.
  private func drag(_ view: UIView, from: CGPoint, to: CGPoint, in stage: OffscreenStage) {
    func send(_ kind: (CGPoint) -> InputEvent.Kind, _ point: CGPoint) {
      stage.window.deliver(
        InputEvent(time: MediaClock.now, kind: kind(view.convert(point, to: nil))))
    }
    send({ .pointerMoved($0) }, from)
    send({ .pointerDown($0, button: 1, clicks: 1) }, from)
    for step in 1...4 {
      let share = CGFloat(step) / 4
      send(
        { .pointerMoved($0) },
        CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
    }
    send({ .pointerUp($0, button: 1) }, to)
  }

  private func control(_ name: String, _ viewer: MainViewController) throws -> UIControl {
    try #require(viewer.inspector.curve.controls.first { $0.name == name }?.control)
  }

  private func motion(_ viewer: MainViewController) throws -> Motion {
    let row = viewer.inspector.curve.chosen
    let id = try #require(viewer.tracker.timeline.recorded(ofRow: row)?.id)
    return try #require(viewer.edits.motion(of: id))
  }

  private func played(_ kind: String) throws -> (OffscreenStage, MainViewController) {
    let (stage, viewer) = try openWindow(EditedMotionSample.self)
    viewer.perform(.inspector(.curve))
    try viewer.press(kind)
    stage.host.advance(to: 0.2)
    return (stage, viewer)
  }

  /// The handle of the first control point of `easeIn`, at (0.42, 0), is dragged to the left end; the run plays again.
  @Test func handleBendsTheCurveAndTheRunPlaysAgain() throws {
    let (stage, viewer) = try played("transform")
    defer { stage.close() }
    let plot = try control("plot", viewer)
    #expect(try motion(viewer).pace == .curve(0.42, 0, 1, 1))
    let (width, height) = (plot.bounds.width - 8, plot.bounds.height - 8)
    let begin = CGPoint(x: 4 + 0.42 * width, y: 4 + height)
    drag(plot, from: begin, to: CGPoint(x: 4 + 0.1 * width, y: 4 + height / 2), in: stage)
    guard case .curve(let curve) = try motion(viewer).pace else {
      Issue.record("it is a curve")
      return
    }
    #expect(abs(curve.c1.x - 0.1) < 0.011 && abs(curve.c1.y - 0.5) < 0.011, "\(curve)")
    #expect(curve.c2 == SIMD2(1, 1))
    // It plays from its start, with the new curve.
    stage.host.advance(to: MediaClock.now + 0.2)
    let row = try #require(viewer.tracker.timeline.rows.first)
    #expect(row.begin < 0.02 && row.outcome == .inFlight)
    let recorded = try #require(viewer.tracker.timeline.recorded(ofRow: 0))
    #expect(recorded.animation.timingFunction?.curve == curve)
    // Back as the code has it.
    try control("revert", viewer).sendActions(for: .touchUpInside)
    #expect(try motion(viewer).pace == .curve(0.42, 0, 1, 1))
    #expect(viewer.edits.edits.isEmpty && viewer.script.edits.isEmpty)
  }

  /// A number follows the pointer in steps, and is played when it is let go; typed ones are taken with a comma too.
  @Test func numbersAreDraggedAndTyped() throws {
    let (stage, viewer) = try played("block")
    defer { stage.close() }
    let duration = try control("field-duration", viewer)
    drag(duration, from: CGPoint(x: 20, y: 24), to: CGPoint(x: 40, y: 24), in: stage)
    #expect(try motion(viewer).duration == 0.6)
    // All that the block changes has its duration.
    let timeline = viewer.tracker.timeline
    #expect(timeline.rows.count == 2)
    for row in timeline.rows.indices {
      let recorded = try #require(timeline.recorded(ofRow: row))
      #expect(recorded.animation.duration == 0.6)
    }
    drag(duration, from: CGPoint(x: 20, y: 24), to: CGPoint(x: 20, y: 24), in: stage)
    let field = try #require(duration.subviews.compactMap { $0 as? WindowField }.first)
    #expect(field.isEditing && field.text == "0.60")
    field.text = "1,25 s"
    field.resignFirstResponder()
    #expect(try motion(viewer).duration == 1.25)
    // What is no number changes nothing, and what is beyond the limits is the nearest.
    for (typed, expected) in [("soon", 1.25), ("nan", 1.25), ("1e9", 60)] {
      drag(duration, from: CGPoint(x: 20, y: 24), to: CGPoint(x: 20, y: 24), in: stage)
      field.text = typed
      field.resignFirstResponder()
      #expect(try motion(viewer).duration == expected, "\(typed)")
    }
  }

  /// A paused stage stays at its time, with the edited value there.
  @Test func pausedRunStaysAtItsTime() throws {
    let (stage, viewer) = try played("block")
    defer { stage.close() }
    viewer.scrub(to: 0.2)
    let duration = try control("field-duration", viewer)
    drag(duration, from: CGPoint(x: 20, y: 24), to: CGPoint(x: 60, y: 24), in: stage)
    #expect(try motion(viewer).duration == 0.8)
    #expect(viewer.clock.isPaused)
    #expect(abs(viewer.shownElapsed(at: CACurrentMediaTime()) - 0.2) < 1e-6)
  }

  /// The end of the chosen row's bar is its duration, the begin its delay.
  @Test func barsAreDragged() throws {
    let (stage, viewer) = try played("block")
    defer { stage.close() }
    viewer.perform(.dock(.animations))
    viewer.choose(animationOfRow: 0)
    stage.host.advance(to: 0.6)
    viewer.moveRunEdge(isStart: false, to: 0.7, isFinal: true)
    #expect(abs(try motion(viewer).duration - 0.7) < 0.011)
    viewer.moveRunEdge(isStart: true, to: 0.3, isFinal: true)
    #expect(abs(try motion(viewer).delay - 0.3) < 0.011)
    stage.host.advance(to: MediaClock.now + 0.1)
    #expect(viewer.dock.animations.chosen != nil, "it stays chosen")
  }

  // MARK: Scripts

  @Test func editsAreLinesOfScripts() throws {
    let (stage, viewer) = try edited("block")
    defer { stage.close() }
    let edits = viewer.script.edits
    #expect(edits.count == 2 && edits == viewer.edits.edits)
    let lines = EditText.lines(edits)
    for line in lines { #expect(line.hasPrefix("edit block "), "\(line)") }
    var read: [AnimationKey: AnimationEdit] = [:]
    for line in lines {
      let (key, edit) = try #require(EditText.edit(in: line[...]))
      read[key] = edit
    }
    #expect(read == edits)
  }

  @Test(arguments: [
    "edit", "edit a . p", "edit a . p 0", "edit a . p -1 duration 1", "edit a 0/x p 0 delay 1",
    "edit a . p 0 duration 0", "edit a . p 0 duration nan", "edit a . p 0 curve 1 2 3",
    "edit a . p 0 curve 2 0 0 0", "edit a . p 0 filling 0 0", "edit a . p 0 bounce 1",
    "edit a . p 0 physical 0 1 1 1", "edit a . p 0 end point 1", "edit a . p 0 end place 1 2",
  ])
  func lineThatIsNoEditIsRefused(line: String) { #expect(EditText.edit(in: line[...]) == nil) }
}
