// AnimatorStateTests.swift
// The states of property animators, their transitions, and errors (semantics 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  /// The transition table of semantics 17.
  @MainActor @Suite struct AnimatorStateTests {
    typealias Act = @MainActor @Sendable (UIViewPropertyAnimator, ViewScene) -> Void

    nonisolated static let start: Act = { animator, _ in animator.startAnimation() }
    nonisolated static let pause: Act = { animator, _ in animator.pauseAnimation() }
    nonisolated static let scrub: Act = { animator, _ in animator.fractionComplete = 0.5 }
    nonisolated static let stop: Act = { animator, _ in animator.stopAnimation(false) }
    nonisolated static let drop: Act = { animator, _ in animator.stopAnimation(true) }
    nonisolated static let late: Act = { animator, _ in animator.startAnimation(afterDelay: 1) }
    nonisolated static let keepOn: Act = { animator, _ in
      animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    }
    nonisolated static func finish(_ position: UIViewAnimatingPosition) -> Act {
      { animator, _ in animator.finishAnimation(at: position) }
    }
    nonisolated static func wait(_ seconds: Double) -> Act {
      { _, scene in scene.host.advance(to: CACurrentMediaTime() + seconds) }
    }

    /// The calls, the state after them, whether it runs, and the positions of completions.
    nonisolated static let table: [(String, [Act], UIViewAnimatingState, Bool, [String])] = [
      ("made", [], .inactive, false, []),
      ("start", [start], .active, true, []),
      ("start twice", [start, wait(0.5), start], .active, true, []),
      ("start, end", [start, wait(1.1)], .inactive, false, ["end"]),
      ("delay", [late, wait(0.5)], .active, true, []),
      ("delay, end", [late, wait(2.1)], .inactive, false, ["end"]),
      ("pause first", [pause], .active, false, []),
      ("pause first, long", [pause, wait(5)], .active, false, []),
      ("scrub first", [scrub], .active, false, []),
      ("start, pause", [start, wait(0.5), pause, wait(5)], .active, false, []),
      ("pause, start", [pause, start, wait(0.5)], .active, true, []),
      ("pause, start, end", [pause, start, wait(1.1)], .inactive, false, ["end"]),
      ("pause, continue", [start, wait(0.5), pause, keepOn], .active, true, []),
      ("stop inactive", [stop], .inactive, false, []),
      ("stop", [start, wait(0.5), stop], .stopped, false, []),
      ("stop paused", [pause, stop], .stopped, false, []),
      ("stop twice", [start, stop, stop], .stopped, false, []),
      ("stop, wait", [start, wait(0.5), stop, wait(5)], .stopped, false, []),
      ("drop", [start, wait(0.5), drop, wait(5)], .inactive, false, []),
      ("stop, drop", [start, stop, drop, wait(5)], .inactive, false, []),
      ("finish end", [start, stop, finish(.end), wait(5)], .inactive, false, ["end"]),
      ("finish start", [start, stop, finish(.start), wait(5)], .inactive, false, ["start"]),
      ("finish current", [scrub, stop, finish(.current)], .inactive, false, ["current"]),
      ("again without blocks", [start, wait(2), start, wait(1)], .inactive, false, ["end"]),
      ("scrub to the end", [{ a, _ in a.fractionComplete = 1 }, wait(5)], .active, false, []),
      (
        "scrub to the end, start", [{ a, _ in a.fractionComplete = 1 }, start, wait(0.1)],
        .inactive, false, ["end"]
      ),
      (
        "reversed", [start, wait(0.5), { a, _ in a.isReversed = true }, wait(0.6)], .inactive,
        false, ["start"]
      ),
      (
        "pauses at the end", [{ a, _ in a.pausesOnCompletion = true }, start, wait(3)], .active,
        false, []
      ),
    ]

    @Test(arguments: table.indices) func stateTransitions(index: Int) {
      let (name, acts, state, isRunning, reported) = Self.table[index]
      let scene = ViewScene()
      var lines: [String] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) {
        scene.view.center.x = 70
      }
      animator.addCompletion { lines.append("\($0)") }
      for act in acts { act(animator, scene) }
      #expect(animator.state == state && animator.isRunning == isRunning, "\(name)")
      #expect(lines == reported, "\(name)")
      if animator.state == .active { animator.stopAnimation(true) }
      if animator.state == .stopped { animator.finishAnimation(at: .end) }
      #expect(scene.view.layer.animationKeys() == nil, "\(name)")
    }

    /// semantics 17: Apple's exceptions are preconditions: starting or pausing a stopped animator,
    /// finishing one that is not stopped, changing fixed properties while active.
    @Test func callsInWrongStatesTrap() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run { stoppedAnimator().startAnimation() }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { stoppedAnimator().pauseAnimation() }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { stoppedAnimator().addAnimations {} }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          UIViewPropertyAnimator(duration: 1, curve: .linear).finishAnimation(at: .end)
        }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { pausedAnimator().finishAnimation(at: .end) }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { pausedAnimator().isInterruptible = false }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { pausedAnimator().isUserInteractionEnabled = false }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { pausedAnimator().isManualHitTestingEnabled = true }
      }
    }

    /// semantics 17: releasing a paused or stopped animator traps.
    @Test func releasingPausedOrStoppedAnimatorTraps() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          var animator: UIViewPropertyAnimator? = pausedAnimator()
          keptAlive = []
          withExtendedLifetime(animator) {}
          animator = nil
        }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          var animator: UIViewPropertyAnimator? = stoppedAnimator()
          keptAlive = []
          withExtendedLifetime(animator) {}
          animator = nil
        }
      }
      // A process that ends them first does not trap.
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          pausedAnimator().stopAnimation(true)
          stoppedAnimator().finishAnimation(at: .current)
          keptAlive = []
        }
      }
    }

    /// semantics 17: a running animator retains itself until its end.
    @Test func runningAnimatorRetainsItself() {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      weak var animator: UIViewPropertyAnimator?
      do {
        let made = UIViewPropertyAnimator(duration: 1, curve: .linear) { scene.view.alpha = 0 }
        made.addCompletion { ends.append($0) }
        made.startAnimation()
        animator = made
      }
      scene.host.advance(to: 0.5)
      #expect(animator?.isRunning == true)
      scene.host.advance(to: 1.1)
      #expect(animator == nil && ends == [.end])
    }

    /// semantics 17: after the end it accepts new blocks and can be restarted.
    @Test func finishedAnimatorCanBeReused() {
      let scene = ViewScene()
      var lines: [String] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear)
      for round in 1...3 {
        let begin = CACurrentMediaTime()
        animator.addAnimations { scene.view.center.x = CGFloat(20 + 20 * round) }
        #expect(animator.state == .inactive)
        animator.addCompletion { lines.append("\(round) \($0)") }
        animator.startAnimation()
        scene.host.advance(to: begin + 0.5)
        scene.host.advance(to: begin + 2)
      }
      #expect(lines == ["1 end", "2 end", "3 end"] && scene.view.center.x == 80)
    }

    /// A completion may restart the animator.
    @Test func completionMayRestartTheAnimator() {
      let scene = ViewScene()
      var lines: [String] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear)
      animator.addAnimations { scene.view.center.x = 40 }
      animator.addCompletion { _ in
        lines.append("first")
        animator.addAnimations { scene.view.center.x = 60 }
        animator.addCompletion { _ in lines.append("second") }
        animator.startAnimation()
      }
      animator.startAnimation()
      scene.host.advance(to: 1.5)
      #expect(lines == ["first"] && animator.isRunning)
      scene.host.advance(to: 2.5)
      #expect(lines == ["first", "second"] && scene.view.center.x == 60)
    }

    /// Without changes, without a duration, or with animations disabled it ends in the next iteration
    /// of the run loop.
    @Test(arguments: 0..<3) func emptyAnimatorEndsInNextRunLoopIteration(way: Int) {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator(duration: way == 1 ? 0 : 1, curve: .linear)
      if way > 0 { animator.addAnimations { scene.view.alpha = 0 } }
      animator.addCompletion { ends.append($0) }
      if way == 2 { UIView.setAnimationsEnabled(false) }
      animator.startAnimation()
      UIView.setAnimationsEnabled(true)
      #expect(ends.isEmpty && animator.state == .active)
      #expect(scene.view.layer.animationKeys() == nil)
      scene.host.advance(to: 0.05)
      #expect(ends == [.end] && animator.state == .inactive)
    }

    /// semantics 17: removed, replaced, or without its window: completions still run, once.
    @Test(arguments: 0..<5) func everyCompletionIsCalledOnce(way: Int) {
      let scene = ViewScene()
      let view = scene.view
      var ends: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0.5 }
      animator.addCompletion { ends.append($0) }
      if way == 4 { view.removeFromSuperview() }
      animator.startAnimation()
      if way < 4 { scene.host.advance(to: 0.5) }
      switch way {
      case 0: view.removeFromSuperview()
      case 1: scene.window.isHidden = true
      case 2: view.layer.removeAllAnimations()
      case 3: UIView.animate(withDuration: 3) { view.alpha = 0.75 }
      default: break
      }
      scene.host.advance(to: 0.6)
      #expect(ends == [.end] && animator.state == .inactive && !animator.isRunning)
      #expect(view.alpha == (way == 3 ? 0.75 : 0.5) && view.presentationFollowers == 0)
      #expect((view.layer.animationKeys() ?? []).count == (way == 3 ? 1 : 0))
      scene.host.advance(to: 2)
      #expect(ends.count == 1)
    }

    /// semantics 17: an animator whose view is removed while paused ends when it continues.
    @Test func viewRemovedWhilePaused() {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { scene.view.alpha = 0 }
      animator.addCompletion { ends.append($0) }
      animator.fractionComplete = 0.5
      scene.host.advance(to: 0.1)
      scene.view.removeFromSuperview()
      scene.host.advance(to: 0.2)
      #expect(animator.state == .active && ends.isEmpty)
      animator.isReversed = true
      animator.startAnimation()
      scene.host.advance(to: 0.3)
      #expect(ends == [.start] && scene.view.alpha == 1)
    }

    /// semantics 17: observing `isRunning`, as for `pausesOnCompletion`.
    @Test func isRunningCanBeObserved() {
      let scene = ViewScene()
      var lines: [String] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { scene.view.alpha = 0 }
      animator.pausesOnCompletion = true
      #expect(!animator.isRunning && animator.scrubsLinearly && animator.isInterruptible)
      var observation: NSKeyValueObservation? = animator.observe(
        \.isRunning, options: [.new, .old, .initial]
      ) { animator, change in
        lines.append("\(change.oldValue.map { "\($0)" } ?? "-") \(change.newValue ?? true)")
        #expect(animator.isRunning == change.newValue)
      }
      let other = animator.observe(\.isRunning) { _, change in
        #expect(change.newValue == nil && change.oldValue == nil)
      }
      animator.startAnimation()
      scene.host.advance(to: 1.1)
      #expect(lines == ["- false", "false true", "true false"])
      #expect(animator.state == .active && animator.fractionComplete == 1)
      animator.isReversed = true
      animator.startAnimation()
      #expect(lines.count == 4)
      observation?.invalidate()
      observation = nil
      animator.stopAnimation(true)
      #expect(lines.count == 4)
      withExtendedLifetime(other) {}
    }

    @Test func observersAreNotifiedInTheirOrder() {
      let scene = ViewScene()
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { scene.view.alpha = 0 }
      var notified: [Int] = []
      var observations = (0..<20).map { number in
        animator.observe(\.isRunning) { _, _ in notified.append(number) }
      }
      observations.remove(at: 7).invalidate()
      animator.startAnimation()
      #expect(notified == (0..<20).filter { $0 != 7 })
      withExtendedLifetime(observations) {}
    }

    /// semantics 17: an uninterruptible animator runs to its end.
    @Test func uninterruptibleAnimatorIgnoresPauseAndStop() {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { scene.view.alpha = 0 }
      animator.isInterruptible = false
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      animator.pauseAnimation()
      animator.stopAnimation(true)
      #expect(animator.isRunning)
      scene.host.advance(to: 1.1)
      #expect(ends == [.end])
    }

    /// semantics 17: `runningPropertyAnimator` starts at once.
    @Test func runningPropertyAnimatorStartsAtOnce() {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator.runningPropertyAnimator(
        withDuration: 1, delay: 0.5, options: .curveLinear,
        animations: { scene.view.alpha = 0 }, completion: { ends.append($0) })
      #expect(animator.isRunning && animator.delay == 0.5 && animator.duration == 1)
      scene.host.advance(to: 0.5)
      #expect(scene.shown("opacity") == 1)
      scene.host.advance(to: 1)
      #expect(isClose(scene.shown("opacity"), 0.5) && isClose(animator.fractionComplete, 0.5))
      scene.host.advance(to: 1.6)
      #expect(ends == [.end])
    }

    /// semantics 17: subclasses see every call.
    @Test func methodsCanBeOverridden() {
      final class Noting: UIViewPropertyAnimator {
        var calls: [String] = []
        override func startAnimation() {
          calls.append("start")
          super.startAnimation()
        }
        override func pauseAnimation() {
          calls.append("pause")
          super.pauseAnimation()
        }
        override var fractionComplete: CGFloat {
          get { super.fractionComplete }
          set {
            calls.append("scrub")
            super.fractionComplete = newValue
          }
        }
      }
      let scene = ViewScene()
      let animator = Noting(duration: 1, curve: .linear) { scene.view.alpha = 0 }
      let protocolled: any UIViewImplicitlyAnimating = animator
      protocolled.startAnimation()
      protocolled.pauseAnimation()
      protocolled.fractionComplete = 0.5
      protocolled.stopAnimation(true)
      #expect(animator.calls == ["start", "pause", "scrub"])
    }

    /// Section 17: the changes of an animator without a duration are made at once.
    @Test func nestedBlocksInZeroDurationAnimatorRunIndependently() {
      let scene = ViewScene()
      var reported: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator(duration: 0, curve: .linear) {
        UIView.animate(springDuration: 0.5) { scene.view.alpha = 0 }
        UIView.animate(withDuration: 0.5, delay: 0.1, options: [.overrideInheritedDuration]) {
          scene.view.center.x = 80
        }
      }
      animator.addCompletion { reported.append($0) }
      animator.startAnimation()
      scene.host.advance(to: 0.05)
      #expect(scene.shown("opacity").isFinite && scene.shown("position.x").isFinite)
      scene.host.advance(to: 3)
      #expect(reported == [.end])
      #expect(scene.shown("opacity") == 0 && scene.shown("position.x") == 80)
      if animator.state != .inactive { animator.stopAnimation(true) }
    }
  }
}

/// Retains animators of exit tests, whose release would end the process.
@MainActor private var keptAlive: [UIViewPropertyAnimator] = []

@MainActor private func pausedAnimator() -> UIViewPropertyAnimator {
  let animator = UIViewPropertyAnimator(duration: 1, curve: .linear)
  keptAlive.append(animator)
  animator.pauseAnimation()
  return animator
}

@MainActor private func stoppedAnimator() -> UIViewPropertyAnimator {
  let animator = pausedAnimator()
  animator.stopAnimation(false)
  return animator
}
