// TransactionTests.swift
// Grouped changes, default timing, and completion blocks (semantics 10).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// An animation of opacity whose value does not matter.
func blink(_ duration: Double = 1, delegate: (any CAAnimationDelegate)? = nil) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: "opacity")
  (animation.fromValue, animation.toValue, animation.duration) = (0, 1, duration)
  animation.delegate = delegate
  return animation
}

extension LiveTree {
  @MainActor @Suite struct TransactionTests {
    // MARK: Values

    /// semantics 10: defaults, inheritance, and outer transactions unchanged.
    @Test func nestedTransactionsInheritAndLeaveAlone() {
      let stage = LiveStage()
      #expect(CATransaction.animationDuration() == 0.25)
      #expect(CATransaction.animationTimingFunction() == nil && !CATransaction.disableActions())
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setValue("outer", forKey: "mine")
      CATransaction.begin()
      #expect(CATransaction.animationDuration() == 2)
      #expect(CATransaction.value(forKey: "mine") as? String == "outer")
      CATransaction.setAnimationDuration(3)
      CATransaction.setDisableActions(true)
      CATransaction.setValue("inner", forKey: "mine")
      #expect(CATransaction.value(forKey: "mine") as? String == "inner")
      #expect(CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == 3)
      #expect(CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true)
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 2 && !CATransaction.disableActions())
      #expect(CATransaction.value(forKey: "mine") as? String == "outer")
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 0.25)
      #expect(CATransaction.value(forKey: "mine") == nil)
      stage.advance(to: 0)
    }

    /// The first change does not wake a host, which reads the flag before it sleeps.
    @Test func openedTransactionIsReportedToTheHostOnce() {
      let stage = LiveStage()
      var wakes = 0
      // What other tests left would wake the host.
      CallbackQueue.drain()
      CallbackQueue.driver = .host(wake: { wakes += 1 })
      _ = CallbackQueue.takeOpening()
      stage.root.position = CGPoint(x: 1, y: 2)
      stage.root.zPosition = 3
      #expect(CallbackQueue.takeOpening() && CATransaction.isOpenOnMainThread)
      #expect(!CallbackQueue.takeOpening() && CATransaction.isOpenOnMainThread)
      stage.root.position = .zero
      #expect(!CallbackQueue.takeOpening(), "the same transaction")
      CATransaction.flush()
      #expect(!CATransaction.isOpenOnMainThread && wakes == 0)
      CATransaction.setCompletionBlock {}
      CATransaction.flush()
      #expect(CallbackQueue.takeOpening() && wakes == 1, "the completion block wakes")
      CallbackQueue.drain()
      _ = CallbackQueue.takeOpening()
      CATransaction.begin()
      stage.root.zPosition = 4
      CATransaction.commit()
      #expect(CallbackQueue.takeOpening(), "an explicit one, whose changes have to be sent")
      CallbackQueue.driver = .manual
      stage.advance(to: 0)
    }

    /// semantics 10: a value set without a transaction lasts until the implicit one is committed.
    @Test func valuesOutsideLastUntilTheCommit() {
      let stage = LiveStage()
      CATransaction.setAnimationDuration(5)
      #expect(CATransaction.animationDuration() == 5)
      CATransaction.flush()
      #expect(CATransaction.animationDuration() == 0.25)
      stage.advance(to: 0)
    }

    /// semantics 10: the outermost commit sends the changes, and an open implicit transaction is
    /// outermost.
    @Test func theOutermostCommitSends() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      CATransaction.begin()
      layer.opacity = 0.5
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 1)
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 1)
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 0.5)
      layer.zPosition = 0
      layer.name = "an implicit transaction is open"
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 0.25
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 0.5)
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 0.25)
    }

    /// semantics 10: disabled actions skip the search; explicit animations can still be added.
    @Test func disabledActionsAreNotSearched() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      #expect(layer.animationKeys() == nil)
      layer.add(blink(), forKey: "blink")
      CATransaction.commit()
      #expect(layer.animationKeys() == ["blink"])
    }

    /// semantics 1.8, 11.3: added animations take the transaction's duration and curve.
    @Test func addedAnimationsTakeItsTiming() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let curve = CAMediaTimingFunction(name: .easeIn)
      CATransaction.begin()
      CATransaction.setAnimationDuration(3)
      CATransaction.setAnimationTimingFunction(curve)
      layer.opacity = 0.5
      layer.add(blink(0), forKey: "short")
      layer.add(blink(1), forKey: "own")
      CATransaction.commit()
      layer.add(blink(0), forKey: "later")
      #expect(layer.animation(forKey: "opacity")?.duration == 3)
      #expect(layer.animation(forKey: "opacity")?.timingFunction == curve)
      #expect(layer.animation(forKey: "short")?.duration == 3)
      #expect(layer.animation(forKey: "own")?.duration == 1)
      #expect(layer.animation(forKey: "own")?.timingFunction == curve)
      #expect(layer.animation(forKey: "later")?.duration == 0.25)
      #expect(layer.animation(forKey: "later")?.timingFunction == nil)
    }

    // MARK: Completion (10.1)

    /// semantics 10.1: without animations the block runs from the run loop right after the commit,
    /// not during it.
    @Test func emptyBlocksRunAfterTheCommit() {
      let stage = LiveStage()
      var isDone = false
      CATransaction.begin()
      CATransaction.setCompletionBlock { isDone = true }
      CATransaction.commit()
      #expect(!isDone)
      CallbackQueue.drain()
      #expect(isDone)
      stage.advance(to: 0)
    }

    /// semantics 10.1: a block waits for everything added after it was set, nested transactions
    /// included, and for nothing before.
    @Test func blocksWaitForWhatComesAfterThem() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var done: TimeInterval?
      CATransaction.begin()
      layer.add(blink(9), forKey: "before")
      CATransaction.setCompletionBlock { done = MediaClock.now }
      layer.add(blink(1), forKey: "a")
      CATransaction.begin()
      layer.add(blink(2), forKey: "b")
      CATransaction.commit()
      CATransaction.commit()
      layer.add(blink(5), forKey: "after")
      for time in [0, 1, 1.9, 2, 3] as [TimeInterval] { stage.advance(to: time) }
      #expect(done == 2)
    }

    /// semantics 10.1: the start follows the commit; at the end the block runs, then the delegate.
    @Test func blockThenDelegate() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let witness = AnimationDelegateSpy()
      CATransaction.begin()
      CATransaction.setCompletionBlock { witness.log.append("block") }
      layer.add(blink(delegate: witness), forKey: "a")
      CATransaction.commit()
      #expect(witness.log.isEmpty)
      stage.advance(to: 0)
      #expect(witness.log == ["start"])
      stage.advance(to: 1)
      #expect(witness.log == ["start", "block", "stop true"])
      stage.advance(to: 2)
      #expect(witness.log.count == 3)
    }

    /// semantics 10.1: on a layer outside any tree: start, unfinished stop, block.
    @Test func layersOutsideStopAtTheCommit() {
      let stage = LiveStage()
      let layer = CALayer()
      let witness = AnimationDelegateSpy()
      CATransaction.begin()
      CATransaction.setCompletionBlock { witness.log.append("block") }
      layer.add(blink(delegate: witness), forKey: "a")
      #expect(layer.animationKeys() == ["a"])
      CATransaction.commit()
      #expect(layer.animationKeys() == nil)
      CallbackQueue.drain()
      #expect(witness.log == ["start", "stop false", "block"])
      stage.advance(to: 0)
    }

    /// semantics 10.1: when both finish together the inner block runs first.
    @Test(arguments: [true, false]) func innerBlocksRunFirst(hasAnimations: Bool) {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var log: [String] = []
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.append("outer") }
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.append("inner") }
      if hasAnimations { layer.add(blink(), forKey: "a") }
      CATransaction.commit()
      CATransaction.commit()
      stage.advance(to: 0)
      stage.advance(to: 1)
      #expect(log == ["inner", "outer"])
    }

    /// semantics 10.1: a replaced block runs when its own animations are done.
    @Test func replacedBlocksKeepTheirOwn() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var log: [String] = []
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.append("first \(MediaClock.now)") }
      layer.add(blink(1), forKey: "a")
      CATransaction.setCompletionBlock { log.append("second \(MediaClock.now)") }
      layer.add(blink(2), forKey: "b")
      CATransaction.commit()
      for time in [0, 1, 2, 3] as [TimeInterval] { stage.advance(to: time) }
      #expect(log == ["first 1.0", "second 2.0"])
    }

    /// semantics 10.1: removal completes; an animation that is not removed completes at its end; an
    /// endless one never completes.
    @Test func removalAndStayingComplete() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var log: [String] = []
      func add(_ key: String, _ change: (CAAnimation) -> Void) {
        CATransaction.begin()
        CATransaction.setCompletionBlock { log.append(key) }
        let animation = blink(1)
        change(animation)
        layer.add(animation, forKey: key)
        CATransaction.commit()
      }
      add("stays") { $0.isRemovedOnCompletion = false }
      add("endless") { $0.repeatCount = .infinity }
      for time in [0, 1, 2, 50] as [TimeInterval] { stage.advance(to: time) }
      #expect(log == ["stays"])
      #expect(layer.animationKeys() == ["stays", "endless"])
      layer.removeAnimation(forKey: "endless")
      stage.advance(to: 51)
      #expect(log == ["stays", "endless"])
    }

    /// semantics 10.1: an implicit animation counts too.
    @Test func implicitAnimationsCount() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var done: TimeInterval?
      CATransaction.begin()
      CATransaction.setAnimationDuration(1.5)
      CATransaction.setCompletionBlock { done = MediaClock.now }
      layer.opacity = 0
      CATransaction.commit()
      for time in [0, 1, 1.5, 2] as [TimeInterval] { stage.advance(to: time) }
      #expect(done == 1.5)
    }

    // MARK: Commit (10.2)

    /// semantics 10.2: layout and display of the whole tree are part of the commit, and repeat
    /// while more is requested.
    @Test func layoutAndDisplayBelongToTheCommit() {
      final class Restless: CALayer {
        var rounds = 0
        var drawn = 0
        override func layoutSublayers() {
          rounds += 1
          setNeedsDisplay()
        }
        override func display() {
          drawn += 1
          if drawn < 3 { setNeedsLayout() }
        }
      }
      let stage = LiveStage()
      let layer = Restless()
      _ = stage.add(layer)
      (layer.rounds, layer.drawn) = (0, 0)
      layer.setNeedsLayout()
      CATransaction.flush()
      #expect(layer.rounds == 3 && layer.drawn == 3)
      #expect(!layer.needsLayout() && !layer.needsDisplay())
    }
  }
}
