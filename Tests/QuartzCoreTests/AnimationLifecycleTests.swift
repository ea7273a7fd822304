// AnimationLifecycleTests.swift
// From `add(_:forKey:)` to the delegate's last callback (semantics 1.8, 1.9).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct AnimationLifecycleTests {
    // MARK: Adding (semantics 1.8)

    /// semantics 1.8
    @Test func theLayerRunsAFrozenCopy() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let animation = blink(0)
      animation.setValue("tag", forKey: "mine")
      layer.add(animation, forKey: "a")
      let copy = try #require(layer.animation(forKey: "a"))
      #expect(copy !== animation && animation.duration == 0 && copy.duration == 0.25)
      #expect(layer.animation(forKey: "a") === copy)
      #expect(copy.value(forKey: "mine") as? String == "tag")
      copy.setValue("other", forKey: "mine")
      #expect(copy.value(forKey: "mine") as? String == "other")
      animation.duration = 7
      animation.toValue = 0.5
      #expect(copy.duration == 0.25 && (copy as? CABasicAnimation)?.toValue as? Int == 1)
    }

    /// semantics 1.8
    @Test func copiesCannotBeChanged() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let layer = CALayer()
          layer.add(blink(), forKey: "a")
          layer.animation(forKey: "a")?.duration = 5
        }
      }
    }

    /// semantics 1.8: the copy of a subclass has its class, and its values stored by key.
    @Test func copiesAreOfTheirClass() {
      final class Mine: CABasicAnimation {}
      let layer = CALayer()
      layer.add(Mine(keyPath: "opacity"), forKey: "a")
      #expect(layer.animation(forKey: "a") is Mine)
      layer.removeAllAnimations()
      CallbackQueue.drain()
    }

    /// semantics 1.8: animations committed together begin together, however long the code before
    /// the commit took.
    @Test func beginTimesAreTheCommits() throws {
      let stage = LiveStage()
      let (a, b) = (stage.add(CALayer()), stage.add(CALayer()))
      a.add(blink(1), forKey: "x")
      MediaClock.block(for: 0.5)
      b.add(blink(1), forKey: "x")
      MediaClock.block(for: 0.5)
      CATransaction.flush()
      stage.advance(to: 1.25)
      #expect(a.presentation()?.opacity == 0.25 && b.presentation()?.opacity == 0.25)
      #expect(a.animation(forKey: "x")?.beginTime == 1)
    }

    /// semantics 1.8: an explicit beginTime is in the layer's time.
    @Test func givenBeginsAreLayerTimes() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      (layer.speed, layer.timeOffset) = (2, 10)
      let animation = blink(1)
      animation.beginTime = layer.convertTime(MediaClock.now, from: nil) + 1
      #expect(animation.beginTime == 11)
      layer.add(animation, forKey: "a")
      stage.advance(to: 0.4)
      #expect(layer.presentation()?.opacity == 1)
      stage.advance(to: 0.75)
      #expect(layer.presentation()?.opacity == 0.5)
    }

    /// semantics 1.8
    @Test func withoutAKeySeveralRunSideBySide() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.add(blink(), forKey: nil)
      layer.add(blink(), forKey: nil)
      #expect(layer.animationKeys() == nil)
      #expect(stage.context.animationCount == 0)
      stage.advance(to: 0)
      #expect(stage.context.animationCount == 2)
      layer.removeAllAnimations()
      stage.advance(to: 0.1)
      #expect(stage.context.animationCount == 0)
    }

    // MARK: Ending (semantics 1.9)

    /// semantics 1.9: the animation is removed before its delegate is notified, once.
    @Test func delegatesAreCalledAfterTheRemoval() {
      final class Looking: CAAnimationDelegate {
        let layer: CALayer
        var keysAtEnd: [[String]?] = []
        init(_ layer: CALayer) { self.layer = layer }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
          keysAtEnd.append(layer.animationKeys())
        }
      }
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let looking = Looking(layer)
      layer.add(blink(1, delegate: looking), forKey: "a")
      for time in [0, 0.5, 1, 2] as [TimeInterval] { stage.advance(to: time) }
      #expect(looking.keysAtEnd == [nil])
    }

    /// semantics 1.9: `animationDidStart` comes at the begin, not during the backwards fill before
    /// it.
    @Test func startsAreReportedAtTheBegin() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let witness = AnimationDelegateSpy()
      let animation = blink(1, delegate: witness)
      (animation.beginTime, animation.fillMode) = (2, .both)
      layer.add(animation, forKey: "a")
      stage.advance(to: 0)
      stage.advance(to: 1.9)
      #expect(witness.log.isEmpty && layer.presentation()?.opacity == 0)
      stage.advance(to: 2)
      #expect(witness.log == ["start"])
      stage.advance(to: 3)
      #expect(witness.log == ["start", "stop true"])
    }

    /// semantics 1.9
    @Test func replacedAndRemovedEndUnfinished() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let (first, second, third) = (
        AnimationDelegateSpy(), AnimationDelegateSpy(), AnimationDelegateSpy()
      )
      layer.add(blink(delegate: first), forKey: "a")
      stage.advance(to: 0)
      layer.add(blink(delegate: second), forKey: "a")
      layer.add(blink(delegate: third), forKey: "b")
      stage.advance(to: 0.1)
      #expect(first.log == ["start", "stop false"])
      layer.removeAnimation(forKey: "a")
      stage.advance(to: 0.2)
      #expect(second.log == ["start", "stop false"])
      layer.removeAllAnimations()
      stage.advance(to: 0.3)
      #expect(third.log == ["start", "stop false"])
    }

    /// semantics 1.9: a layer that leaves the tree loses its animations at the commit, with all its
    /// descendants; a layer that returns before the commit keeps them.
    @Test func leavingTheTreeEndsAnimations() {
      let stage = LiveStage()
      let parent = stage.add(CALayer())
      let child = CALayer()
      parent.addSublayer(child)
      CATransaction.flush()
      let witness = AnimationDelegateSpy()
      child.add(blink(delegate: witness), forKey: "a")
      stage.advance(to: 0)
      parent.removeFromSuperlayer()
      #expect(child.animationKeys() == ["a"])
      stage.root.addSublayer(parent)
      stage.advance(to: 0.1)
      #expect(witness.log == ["start"] && child.animationKeys() == ["a"])
      #expect(abs((child.presentation()?.opacity ?? -1) - 0.1) < 1e-6)
      parent.removeFromSuperlayer()
      stage.advance(to: 0.2)
      #expect(witness.log == ["start", "stop false"] && child.animationKeys() == nil)
      #expect(child.presentation() == nil)
    }

    /// semantics 1.7, 1.9
    @Test func stayingAnimationsFillAndEndOnce() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let witness = AnimationDelegateSpy()
      let animation = blink(1, delegate: witness)
      animation.toValue = 0.5
      (animation.isRemovedOnCompletion, animation.fillMode) = (false, .forwards)
      layer.add(animation, forKey: "a")
      for time in [0, 1, 5, 50] as [TimeInterval] { stage.advance(to: time) }
      #expect(witness.log == ["start", "stop true"])
      #expect(layer.animationKeys() == ["a"] && layer.presentation()?.opacity == 0.5)
    }

    /// semantics 1.7: an animation removed on completion shows no forwards fill.
    @Test func fillsNeedStaying() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let animation = blink(1)
      (animation.toValue, animation.fillMode) = (0.5, .forwards)
      layer.add(animation, forKey: "a")
      stage.advance(to: 0)
      MediaClock.advance(to: 1)
      #expect(layer.presentation()?.opacity == 0.5)
      stage.advance(to: 1)
      stage.advance(to: 1.1)
      #expect(layer.presentation()?.opacity == 1 && layer.animationKeys() == nil)
    }

    /// semantics 1.9
    @Test func endlessAnimationsGoOn() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let witness = AnimationDelegateSpy()
      let animation = blink(1, delegate: witness)
      animation.repeatCount = .infinity
      layer.add(animation, forKey: "a")
      for time in [0, 1, 1000.25] as [TimeInterval] { stage.advance(to: time) }
      #expect(witness.log == ["start"] && layer.presentation()?.opacity == 0.25)
    }

    /// semantics 1.3, 1.9: a layer of speed 0 keeps its animations, and a clock set exactly to the
    /// end shows the end.
    @Test func stoppedLayersKeepTheirAnimations() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.opacity = 0.25
      stage.advance(to: 1)
      layer.speed = 0
      layer.add(blink(1), forKey: "a")
      for (offset, shown) in [(0, 0), (0.5, 0.5), (1, 1), (1.01, 0.25), (0.5, 0.5)]
        as [(Double, Float)]
      {
        layer.timeOffset = offset
        stage.advance(to: MediaClock.now + 10)
        #expect(layer.presentation()?.opacity == shown, "at \(offset)")
      }
      #expect(layer.animationKeys() == ["a"])
    }

    // MARK: Groups (semantics 8)

    private func group(_ duration: Double, _ children: CAAnimation...) -> CAAnimationGroup {
      let group = CAAnimationGroup()
      (group.duration, group.animations) = (duration, children)
      return group
    }

    private func move(_ path: String, _ to: Double, _ duration: Double = 0) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: path)
      (animation.fromValue, animation.toValue, animation.duration) = (0, to, duration)
      return animation
    }

    private func shown(_ layer: CALayer) -> [Double] {
      guard let copy = layer.presentation() else { return [] }
      return [copy.position.x, copy.position.y].map { (Double($0) * 1e6).rounded() / 1e6 }
    }

    /// semantics 8: a child without a duration takes the group's; the group clips; begin times are
    /// relative to its start.
    @Test func groupsHoldTheirChildren() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let late = move("position.y", 100, 1)
      late.beginTime = 1
      layer.add(group(1.5, move("position.x", 30), late), forKey: "g")
      stage.advance(to: 0)
      stage.advance(to: 0.75)
      #expect(shown(layer) == [15, 0])
      stage.advance(to: 1.25)
      #expect(shown(layer) == [25, 25])
      stage.advance(to: 1.6)
      #expect(shown(layer) == [0, 0] && layer.animationKeys() == nil)
    }

    /// semantics 8: a group without a duration takes the transaction's, not its longest child's.
    @Test func groupsTakeTheDefaultDuration() {
      let layer = CALayer()
      layer.add(group(0, move("position.x", 1, 9)), forKey: "g")
      #expect(layer.animation(forKey: "g")?.duration == 0.25)
      layer.removeAllAnimations()
      CallbackQueue.drain()
    }

    /// semantics 8: children fill, repeat and ease within the group; the group's speed and curve
    /// apply to their time.
    @Test func childrenLiveInTheGroupsTime() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let filling = move("position.x", 10, 0.5)
      filling.fillMode = .forwards
      let nested = group(2, move("position.y", 100))
      nested.speed = 2
      let outer = group(2, filling, nested, CATransition())
      (outer.speed, outer.repeatCount) = (0.5, 2)
      layer.add(outer, forKey: "g")
      stage.advance(to: 0)
      stage.advance(to: 0.5)
      #expect(shown(layer) == [5, 25])
      stage.advance(to: 3)
      #expect(shown(layer) == [10, 0])
      stage.advance(to: 4.5)
      #expect(shown(layer) == [5, 25])
    }

    /// semantics 8: the group's delegate is notified, its children's are not.
    @Test func onlyTheGroupIsHeard() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let (outer, inner) = (AnimationDelegateSpy(), AnimationDelegateSpy())
      let child = move("position.x", 1, 0.5)
      child.delegate = inner
      let all = group(1, child)
      all.delegate = outer
      layer.add(all, forKey: "g")
      for time in [0, 0.6, 1] as [TimeInterval] { stage.advance(to: time) }
      #expect(outer.log == ["start", "stop true"] && inner.log.isEmpty)
    }

    /// semantics 8: transitions in a group are ignored, and so are members that are not property
    /// animations.
    @Test func transitionsInGroupsAreIgnored() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.add(group(1, CATransition(), CAAnimation(), move("position.x", 8)), forKey: "g")
      stage.advance(to: 0)
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.position.x == 4 && layer.animationKeys() == ["g"])
      #expect(!stage.context.tree.nodes[Int(layer.slotInTree)].hasTransition)
    }

    /// semantics 1.8: zero and negative durations take the transaction's; its timing function
    /// applies only to what is added.
    @Test func transactionsSupplyDurationAndCurve() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.7)
      let curve = CAMediaTimingFunction(name: .easeOut)
      CATransaction.setAnimationTimingFunction(curve)
      layer.add(move("position.x", 8, 0), forKey: "a")
      layer.add(move("position.x", 8, -3), forKey: "b")
      layer.add(move("position.x", 8, 2), forKey: "c")
      CATransaction.commit()
      layer.add(move("position.x", 8, 2), forKey: "d")
      for (key, duration) in [("a", 0.7), ("b", 0.7), ("c", 2)] {
        let animation = try #require(layer.animation(forKey: key))
        #expect(animation.duration == duration && animation.timingFunction === curve, "\(key)")
      }
      #expect(layer.animation(forKey: "d")?.timingFunction == nil)
    }

    /// semantics 8: a group with one child shows the same as the child alone.
    @Test func aGroupOfOneIsItsChild() {
      var random = SeededRandom(seed: 9)
      for _ in 0..<40 {
        let stage = LiveStage()
        let (a, b) = (stage.add(CALayer()), stage.add(CALayer()))
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        let child = move("position.x", number(-100...100), number(0.1...1))
        child.timeOffset = number(0...1)
        child.repeatCount = Float(number(0.5...2))
        child.autoreverses = .random(using: &random)
        child.timingFunction = CAMediaTimingFunction(name: .easeIn)
        a.add(child, forKey: "x")
        b.add(group(20, child), forKey: "x")
        stage.advance(to: 0)
        for _ in 0..<10 {
          MediaClock.advance(to: MediaClock.now + number(0...0.3))
          #expect(shown(a) == shown(b), "at \(MediaClock.now)")
        }
      }
    }
  }
}
