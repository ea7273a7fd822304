// GestureTests.swift
// Arbitration between gesture recognisers, and the view's touches.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct GestureTests {
    final class Witness: UIView {
      var log: [String] = []
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("began")
      }
      override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("ended")
      }
      override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("cancelled")
      }
    }

    /// A window of 100 x 100 points filled by a view, and the log of its recognisers.
    @MainActor final class Stage {
      let scene: ViewScene
      let view = Witness()
      var time = 0.0
      var log: [String] = []

      init() {
        scene = ViewScene(view)
        view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        advance(0.02)
      }

      func advance(_ seconds: Double) {
        time += seconds
        scene.host.advance(to: time)
      }

      func add<R: UIGestureRecognizer>(_ name: String, _ recognizer: R) -> R {
        recognizer.addHandler { [weak self] in self?.log.append("\(name) \($0.state)") }
        view.addGestureRecognizer(recognizer)
        return recognizer
      }

      func down(_ x: CGFloat = 50, _ y: CGFloat = 50, clicks: Int = 1) {
        scene.host.send(.pointerDown(CGPoint(x: x, y: y), button: 1, clicks: clicks))
        advance(0.02)
      }
      func move(_ x: CGFloat, _ y: CGFloat) {
        scene.host.send(.pointerMoved(CGPoint(x: x, y: y)))
        advance(0.02)
      }
      func up(_ x: CGFloat = 50, _ y: CGFloat = 50) {
        scene.host.send(.pointerUp(CGPoint(x: x, y: y), button: 1))
        advance(0.02)
      }
      func tap() {
        down()
        up()
      }
    }

    // MARK: Taps

    private func tapStage() -> (Stage, UITapGestureRecognizer, UITapGestureRecognizer) {
      let stage = Stage()
      let single = stage.add("single", UITapGestureRecognizer())
      let double = stage.add("double", UITapGestureRecognizer())
      double.numberOfTapsRequired = 2
      return (stage, single, double)
    }

    @Test func singleTapRequiresDoubleTapToFail() {
      let (stage, single, double) = tapStage()
      single.require(toFail: double)
      stage.tap()
      #expect(stage.log.isEmpty)
      stage.advance(0.5)
      #expect(stage.log == ["single ended"])
      stage.tap()
      stage.advance(0.1)
      stage.tap()
      stage.advance(1)
      #expect(stage.log == ["single ended", "double ended"])
    }

    @Test func singleAndDoubleTapBothRecognise() {
      let (stage, _, _) = tapStage()
      stage.tap()
      #expect(stage.log == ["single ended"])
      stage.tap()
      #expect(stage.log.contains("double ended"))
    }

    @Test func twoSlowTapsAreNotADoubleTap() {
      let (stage, single, double) = tapStage()
      single.require(toFail: double)
      stage.tap()
      stage.advance(0.6)
      stage.tap()
      stage.advance(0.6)
      #expect(stage.log == ["single ended", "single ended"])
    }

    @Test func delaysTouchesEndedUntilDoubleTapFails() {
      let stage = Stage()
      let double = stage.add("double", UITapGestureRecognizer())
      double.numberOfTapsRequired = 2
      stage.tap()
      #expect(stage.view.log == ["began"])
      stage.advance(0.5)
      #expect(stage.view.log == ["began", "ended"])
      double.delaysTouchesEnded = false
      stage.tap()
      #expect(stage.view.log == ["began", "ended", "began", "ended"])
    }

    @Test func delaysTouchesBeganUntilGestureFails() {
      let stage = Stage()
      let tap = stage.add("tap", UITapGestureRecognizer())
      tap.delaysTouchesBegan = true
      stage.down()
      #expect(stage.view.log.isEmpty)
      stage.move(80, 50)
      #expect(stage.view.log == ["began"])
      stage.up(80, 50)
      #expect(stage.view.log == ["began", "ended"])
      stage.tap()
      #expect(stage.view.log.count == 2 && stage.log == ["tap ended"])
    }

    @Test func cancelsTouchesInViewCanBeDisabled() {
      let stage = Stage()
      stage.add("tap", UITapGestureRecognizer()).cancelsTouchesInView = false
      stage.tap()
      #expect(stage.view.log == ["began", "ended"] && stage.log == ["tap ended"])
    }

    @Test func targetMethodIsCalled() {
      @MainActor final class Target {
        var taps: [UITapGestureRecognizer] = []
        func tapped(_ sender: UITapGestureRecognizer) { taps.append(sender) }
      }
      let stage = Stage()
      let target = Target()
      let tap = UITapGestureRecognizer(target: target, action: Target.tapped)
      stage.view.addGestureRecognizer(tap)
      stage.tap()
      #expect(target.taps == [tap])
    }

    // MARK: Long presses, swipes, wheels

    @Test func longPressBeginsAfterMinimumDuration() {
      let stage = Stage()
      _ = stage.add("long", UILongPressGestureRecognizer())
      stage.down()
      stage.advance(0.44)
      #expect(stage.log.isEmpty)
      stage.advance(0.1)
      #expect(stage.log == ["long began"] && stage.view.log == ["began", "cancelled"])
      stage.move(90, 90)
      stage.up(90, 90)
      #expect(stage.log == ["long began", "long changed", "long ended"])
      stage.tap()
      #expect(stage.log.count == 3)
    }

    @Test func movedPressIsNotALongPress() {
      let stage = Stage()
      _ = stage.add("long", UILongPressGestureRecognizer())
      stage.down()
      stage.move(65, 50)
      stage.advance(1)
      #expect(stage.log.isEmpty)
    }

    @Test func waitingLongPressRequestsNoFrames() {
      let stage = Stage()
      _ = stage.add("long", UILongPressGestureRecognizer())
      stage.down()
      let frames = stage.scene.host.records.count
      stage.advance(0.4)
      #expect(stage.scene.host.records.count <= frames + 1)
    }

    @Test(arguments: [
      (UISwipeGestureRecognizer.Direction.right, 60.0, 0.0, true), (.right, 60, 25, true),
      (.right, 60, 40, false), (.right, -60, 0, false), (.left, -60, 0, true),
      (.up, 0, -60, true), (.down, 0, 60, true), (.down, 0, 40, false),
    ])
    func swipes(direction: UISwipeGestureRecognizer.Direction, x: Double, y: Double, is: Bool) {
      let stage = Stage()
      stage.add("swipe", UISwipeGestureRecognizer()).direction = direction
      stage.down()
      stage.move(50 + x / 2, 50 + y / 2)
      stage.move(50 + x, 50 + y)
      stage.up(50 + x, 50 + y)
      #expect(stage.log == (`is` ? ["swipe ended"] : []))
    }

    @Test func slowMovementIsNotASwipe() {
      let stage = Stage()
      _ = stage.add("swipe", UISwipeGestureRecognizer())
      stage.down(20)
      stage.move(40, 50)
      stage.advance(0.6)
      stage.move(90, 50)
      #expect(stage.log.isEmpty)
    }

    @Test func wheelWithModifierPinchesAndRotates() {
      let stage = Stage()
      let pinch = stage.add("pinch", UIPinchGestureRecognizer())
      let rotation = stage.add("turn", UIRotationGestureRecognizer())
      let point = CGPoint(x: 10, y: 20)
      func wheel(_ modifiers: KeyModifiers) {
        stage.scene.host.send(.scroll(point, deltaX: 0, deltaY: 48, modifiers: modifiers))
        stage.advance(0.05)
      }
      wheel(.control)
      wheel(.control)
      #expect(stage.log == ["pinch began", "pinch changed"])
      #expect(abs(pinch.scale - 1.21) < 1e-9 && pinch.location(in: stage.view) == point)
      stage.advance(0.5)
      #expect(stage.log.last == "pinch ended" && pinch.state == .possible)
      wheel(.alternate)
      #expect(abs(rotation.rotation - .pi / 12) < 1e-9)
      wheel([])
      #expect(stage.log.last == "turn began")
    }

    // MARK: Several at once

    final class Judge: UIGestureRecognizerDelegate {
      var begins = true
      var receives = true
      var together = false
      var waits = false
      func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { begins }
      func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch
      ) -> Bool { receives }
      func gestureRecognizer(
        _ recognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
      ) -> Bool { together }
      func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
      ) -> Bool { waits }
    }

    private func drag(_ stage: Stage) {
      stage.down(20)
      stage.move(40, 50)
      stage.move(60, 50)
      stage.up(60, 50)
    }

    @Test func simultaneousRecognitionNeedsDelegate() {
      let stage = Stage()
      let judge = Judge()
      stage.add("a", UIPanGestureRecognizer()).delegate = judge
      _ = stage.add("b", UIPanGestureRecognizer())
      drag(stage)
      #expect(stage.log == ["a began", "a changed", "a ended"])
      stage.log = []
      judge.together = true
      drag(stage)
      #expect(
        stage.log == ["a began", "b began", "a changed", "b changed", "a ended", "b ended"])
    }

    @Test func delegateCanPreventRecognition() {
      let stage = Stage()
      let judge = Judge()
      judge.begins = false
      stage.add("a", UIPanGestureRecognizer()).delegate = judge
      _ = stage.add("b", UIPanGestureRecognizer())
      drag(stage)
      #expect(stage.log.first == "b began")
      stage.log = []
      (judge.begins, judge.receives) = (true, false)
      drag(stage)
      #expect(stage.log.first == "b began")
    }

    @Test func panCanRequireSwipeToFail() {
      let stage = Stage()
      let judge = Judge()
      judge.waits = true
      stage.add("pan", UIPanGestureRecognizer()).delegate = judge
      stage.add("swipe", UISwipeGestureRecognizer()).direction = .left
      drag(stage)
      // The swipe fails with the second move, and the pan begins with it.
      #expect(stage.log == ["pan began", "pan ended"])
      stage.log = []
      stage.down(80)
      stage.move(55, 50)
      stage.move(20, 50)
      stage.up(20, 50)
      #expect(stage.log == ["swipe ended"])
    }

    /// A mouse that reports more places than frames are shown: those of one frame arrive together.
    @Test func velocityOfAQuickMouse() {
      let stage = Stage()
      let pan = stage.add("pan", UIPanGestureRecognizer())
      stage.down(10)
      for frame in 0..<3 {
        for place in 1...20 {
          stage.scene.host.send(.pointerMoved(CGPoint(x: 10 + frame * 20 + place, y: 50)))
        }
        stage.advance(0.02)
      }
      #expect(pan.state == .changed && isClose(pan.velocity(in: stage.view).x, 1000))
    }

    @Test func disablingRecogniserCancelsGesture() {
      let stage = Stage()
      let pan = stage.add("pan", UIPanGestureRecognizer())
      stage.down(20)
      stage.move(60, 50)
      pan.isEnabled = false
      stage.move(80, 50)
      stage.up(80, 50)
      #expect(stage.log == ["pan began", "pan cancelled"] && pan.state == .possible)
    }

    @Test func invalidStateTransitionsAreIgnored() {
      final class Free: UIGestureRecognizer {}
      let free = Free()
      var log: [UIGestureRecognizer.State] = []
      free.addHandler { log.append($0.state) }
      free.state = .changed
      free.state = .began
      free.state = .ended
      free.state = .changed
      #expect(log == [.began, .changed, .ended])
    }

    /// Actions are called one after another with each state, whatever they set.
    @Test func statesSetByActionsAreReportedInOrder() {
      final class Free: UIGestureRecognizer {}
      let free = Free()
      var log: [String] = []
      free.addHandler {
        log.append("first \($0.state)")
        $0.state = .changed
        if $0.state == .changed && log.count > 1 { $0.state = .ended }
      }
      free.addHandler { log.append("second \($0.state)") }
      free.state = .began
      #expect(log == ["first began", "second changed"])
      free.state = .changed
      #expect(
        log.dropFirst(2) == ["first changed", "second ended", "first ended", "second ended"])
    }

    @Test func randomEventsLeaveRecognisersPossible() {
      let (stage, single, double) = tapStage()
      single.require(toFail: double)
      let all: [UIGestureRecognizer] = [
        single, double, stage.add("long", UILongPressGestureRecognizer()),
        stage.add("pan", UIPanGestureRecognizer()),
        stage.add("swipe", UISwipeGestureRecognizer()),
      ]
      var random = SeededRandom(seed: 11)
      func number(_ limit: Int) -> Int { .random(in: 0..<limit, using: &random) }
      for _ in 0..<400 {
        let (x, y) = (CGFloat(number(100)), CGFloat(number(100)))
        switch number(6) {
        case 0: stage.down(x, y, clicks: 1 + number(2))
        case 1: stage.move(x, y)
        case 2: stage.up(x, y)
        case 3: stage.advance(Double(number(60)) / 100)
        case 4: all[number(all.count)].isEnabled.toggle()
        default: stage.scene.host.send(.focusChanged(number(2) == 0))
        }
      }
      stage.up()
      stage.advance(2)
      #expect(all.allSatisfy { $0.state == .possible })
      // Every touch that began has ended.
      let begun = stage.view.log.count { $0 == "began" }
      #expect(begun > 10 && stage.view.log.count == 2 * begun)
    }
  }
}
