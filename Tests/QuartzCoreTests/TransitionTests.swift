// TransitionTests.swift
// Transitions between two snapshots, in pixels (semantics 9, 11.3, 18.1).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct TransitionTests {
    private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    /// A black stage of 40 x 40 with a red square of 20 x 20 in its middle, one second on.
    @MainActor private final class Scene {
      let stage = LiveStage()
      let square = CALayer()
      var sampler = Sampler()
      var painter = Painter()
      let canvas = MemoryCanvas(source: TestCoverageSource())

      init() {
        stage.root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        square.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        square.backgroundColor = TransitionTests.red
        square.actions = ["backgroundColor": NSNull(), "sublayers": NSNull()]
        _ = stage.add(square)
        stage.advance(to: 0)
        stage.advance(to: 1)
      }

      /// Colours at some points of the stage at a time, as letters: r, b, m for half of each, d and
      /// e for half red and half blue on black, and a dot for black.
      func look(at time: TimeInterval, _ points: (Int, Int)...) -> String {
        stage.advance(to: time)
        let sampled = sampler.sample(&stage.context.tree, at: time)
        painter.paint(
          stage.context.tree, sampled, scale: 1, size: PixelSize(width: 40, height: 40),
          background: .black)
        _ = canvas.draw(painter.list)
        guard let image = canvas.image() else { return "no picture" }
        return points.map { point in
          let pixel = image.pixel(point.0, point.1)
          switch (pixel.x, pixel.z) {
          case (0, 0): return "."
          case (255, 0): return "r"
          case (0, 255): return "b"
          case (126...129, 126...129): return "m"
          case (126...129, 0): return "d"
          case (0, 126...129): return "e"
          default: return "(\(pixel.x) \(pixel.z))"
          }
        }.joined()
      }

      func transition(
        _ type: CATransitionType, _ subtype: CATransitionSubtype? = nil,
        _ change: (CATransition) -> Void = { _ in }
      ) {
        let transition = CATransition()
        (transition.type, transition.subtype, transition.duration) = (type, subtype, 1)
        change(transition)
        square.add(transition, forKey: "any key")
        square.backgroundColor = TransitionTests.blue
      }
    }

    /// semantics 9: a fade mixes both snapshots, and ends.
    @Test func fadesMix() {
      let scene = Scene()
      scene.transition(.fade)
      #expect(scene.square.animationKeys() == [kCATransition])
      #expect(scene.look(at: 1, (20, 20)) == "r")
      #expect(scene.look(at: 1.5, (20, 20), (5, 5)) == "m.")
      #expect(scene.square.presentation()?.backgroundColor == Self.blue)
      #expect(scene.look(at: 2, (20, 20)) == "b")
      #expect(scene.look(at: 2.1, (20, 20)) == "b" && scene.square.animationKeys() == nil)
    }

    /// semantics 9: directions assume a y axis that points up: `fromTop` moves everything up.
    @Test(arguments: [
      (CATransitionSubtype.fromTop as CATransitionSubtype?, "r.b."), (.fromBottom, "b.r."),
      (.fromLeft, ".r.b"), (.fromRight, ".b.r"), (nil, ".r.b"),
    ])
    func pushesMoveBoth(subtype: CATransitionSubtype?, look: String) {
      let scene = Scene()
      scene.transition(.push, subtype)
      // Half way both lie half outside, on opposite sides: above, right, below, left.
      #expect(scene.look(at: 1.5, (20, 5), (35, 20), (20, 35), (5, 20)) == look)
      scene.square.masksToBounds = true
      #expect(scene.look(at: 1.6, (20, 5), (35, 20), (20, 35), (5, 20)) == "....")
    }

    /// semantics 9: move-in covers the old snapshot, reveal uncovers the new one.
    @Test func movingInAndRevealing() {
      let scene = Scene()
      scene.transition(.moveIn, .fromRight)
      // The new one covers the old one's right half and beyond.
      #expect(scene.look(at: 1.5, (5, 20), (15, 20), (25, 20), (35, 20)) == ".rbb")
      let other = Scene()
      other.transition(.reveal, .fromRight)
      // The old has slid to the left by half.
      #expect(other.look(at: 1.5, (5, 20), (15, 20), (25, 20), (35, 20)) == "rrb.")
    }

    /// semantics 9: the new snapshot contains every change of the transaction: sublayers, text and
    /// the rest.
    @Test func sublayersBelongToTheLook() {
      let scene = Scene()
      let child = CALayer()
      child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      child.backgroundColor = Self.blue
      let transition = CATransition()
      transition.duration = 1
      scene.square.add(transition, forKey: nil)
      scene.square.addSublayer(child)
      #expect(scene.look(at: 1, (15, 15), (25, 25)) == "rr")
      #expect(scene.look(at: 1.5, (15, 15), (25, 25)) == "mr")
      let second = CATransition()
      second.duration = 1
      scene.square.add(second, forKey: nil)
      child.removeFromSuperlayer()
      // The mix on the screen is the old snapshot of the second transition.
      #expect(scene.look(at: 1.5, (15, 15), (25, 25)) == "mr")
      #expect(scene.look(at: 2, (15, 15), (25, 25)) == "(192 64)r")
    }

    /// semantics 9: the layer's own geometry and opacity apply to the mix.
    @Test func theMixIsPlacedLive() {
      let scene = Scene()
      scene.transition(.fade)
      scene.square.actions = ["position": NSNull(), "opacity": NSNull()]
      scene.square.position.x = 10
      #expect(scene.look(at: 1, (5, 20), (25, 20)) == "r.")
      #expect(scene.look(at: 1.5, (5, 20)) == "m")
    }

    /// semantics 9: values committed earlier are not part of the change.
    @Test func earlierCommitsAreNoChange() {
      let scene = Scene()
      scene.square.backgroundColor = Self.blue
      CATransaction.flush()
      let transition = CATransition()
      transition.duration = 1
      scene.square.add(transition, forKey: nil)
      #expect(scene.look(at: 1.5, (20, 20)) == "b")
    }

    /// semantics 9: hiding and showing fade.
    @Test func hidingFades() {
      let scene = Scene()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      scene.square.isHidden = true
      #expect(scene.look(at: 1, (20, 20)) == "r")
      #expect(scene.look(at: 1.5, (20, 20)) == "d")
      #expect(scene.look(at: 2.1, (20, 20)) == ".")
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      scene.square.isHidden = false
      #expect(scene.look(at: 2.1, (20, 20)) == ".")
      #expect(scene.look(at: 2.6, (20, 20)) == "d")
      #expect(scene.look(at: 3.2, (20, 20)) == "r")
    }

    /// semantics 9: progress runs between its ends, eased.
    @Test func progressRunsBetweenItsEnds() {
      let scene = Scene()
      scene.transition(.fade) {
        ($0.startProgress, $0.endProgress) = (0.5, 0.5)
      }
      #expect(scene.look(at: 1.1, (20, 20)) == "m" && scene.look(at: 1.9, (20, 20)) == "m")
      let eased = Scene()
      let ease = CAMediaTimingFunction(name: .easeIn)
      eased.transition(.push, .fromTop) { $0.timingFunction = ease }
      // At half the time the new one has come up by less than half.
      #expect(ease.curve.value(at: 0.5) < 0.4)
      #expect(eased.look(at: 1.5, (20, 21)) == "r")
    }

    /// semantics 18.1: with a begin in the future the old snapshot stays until then.
    @Test func delaysKeepTheOldLook() {
      let scene = Scene()
      scene.transition(.fade) {
        $0.beginTime = 2
        $0.fillMode = .both
      }
      for time in [1, 1.5, 1.99] { #expect(scene.look(at: time, (20, 20)) == "r", "at \(time)") }
      #expect(scene.look(at: 2.5, (20, 20)) == "m")
      #expect(scene.look(at: 3.1, (20, 20)) == "b")
    }

    /// semantics 9: a layer has one transition at a time.
    @Test func aNewOneReplaces() {
      let scene = Scene()
      let (first, second) = (AnimationDelegateSpy(), AnimationDelegateSpy())
      scene.transition(.fade) { $0.delegate = first }
      scene.stage.advance(to: 1.2)
      scene.transition(.push) { $0.delegate = second }
      scene.stage.advance(to: 1.3)
      #expect(scene.square.animationKeys() == [kCATransition])
      #expect(first.log == ["start", "stop false"] && second.log == ["start"])
    }

    /// semantics 9: a new transition starts from the previous one's mix on the screen.
    @Test func aNewOneBeginsWithTheMixThatIsSeen() {
      let scene = Scene()
      scene.transition(.fade)
      #expect(scene.look(at: 1.5, (20, 20)) == "m")
      let second = CATransition()
      second.duration = 1
      scene.square.add(second, forKey: nil)
      scene.square.backgroundColor = nil
      #expect(scene.look(at: 1.5, (20, 20)) == "m")
      #expect(scene.look(at: 2, (20, 20)) == "(64 64)")
      #expect(scene.look(at: 2.6, (20, 20)) == ".")
    }

    /// semantics 9: the mix of a sublayer's own transition is part of its superlayer's old
    /// snapshot.
    @Test func transitionsWithinTheOldLookStayWhatTheyWere() {
      let scene = Scene()
      scene.transition(.fade)
      #expect(scene.look(at: 1.5, (20, 20)) == "m")
      let outer = CATransition()
      outer.duration = 1
      scene.stage.root.add(outer, forKey: nil)
      scene.square.removeAllAnimations()
      #expect(scene.look(at: 1.5, (20, 20)) == "m")
      // Half of the mix and half of blue.
      #expect(scene.look(at: 2, (20, 20)) == "(64 192)")
    }

    /// semantics 9: repeated interruption keeps a bounded number of snapshots.
    @Test func looksWithinLooksAreLimited() throws {
      let scene = Scene()
      for step in 0..<40 {
        scene.transition(step % 2 == 0 ? .fade : .push)
        scene.square.backgroundColor = step % 2 == 0 ? Self.blue : Self.red
        _ = scene.look(at: 1 + Double(step) * 0.1, (20, 20))
      }
      var depth = 0
      var next = scene.stage.context.tree.nodes.first { $0.hasTransition }?.transition?.snapshot
      while let snapshot = next {
        depth += 1
        next = snapshot.nodes.first?.transition?.snapshot
      }
      #expect(depth > 2 && depth < 12)
    }

    /// semantics 9: moving snapshots are clipped to the superlayer's area if the layer does not
    /// mask.
    @Test func movingLooksStayInTheSuperlayersArea() {
      let scene = Scene()
      let box = CALayer()
      box.frame = CGRect(x: 10, y: 10, width: 25, height: 20)
      scene.stage.root.addSublayer(box)
      box.addSublayer(scene.square)
      scene.square.frame.origin = .zero
      _ = scene.look(at: 1.2, (20, 20))
      scene.stage.advance(to: 2)
      scene.transition(.push, .fromLeft)
      // The old one moves out to the right until 35, the new one comes in from 10.
      #expect(scene.look(at: 2.5, (5, 20), (15, 20), (32, 20), (37, 20)) == ".br.")
      box.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      box.removeAllAnimations()
      // Turned by a quarter about (22.5, 20): right is now down.
      #expect(scene.look(at: 2.5, (20, 5), (20, 12), (20, 30), (20, 36)) == ".br.")
    }

    /// semantics 9: a layer that masks clips the snapshots to its bounds, also rotated or rounded.
    @Test func masksCutLooksToTurnedAndRoundBounds() {
      let scene = Scene()
      CATransaction.setDisableActions(true)
      scene.square.masksToBounds = true
      scene.square.cornerRadius = 10
      scene.stage.advance(to: 1)
      scene.transition(.push, .fromLeft)
      // Inside both halves of the circle, and in its corners.
      #expect(
        scene.look(at: 1.5, (15, 20), (25, 20), (11, 11), (28, 11), (11, 28), (35, 20)) == "br....")
      let turned = Scene()
      CATransaction.setDisableActions(true)
      turned.square.masksToBounds = true
      turned.square.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
      turned.stage.advance(to: 1)
      turned.transition(.push, .fromLeft)
      // Along its own x axis, which points down to the right.
      #expect(turned.look(at: 1.5, (16, 16), (24, 24), (20, 8), (11, 11), (29, 29)) == "brb..")
    }

    /// semantics 9: a transition with non-finite startProgress and endProgress is a whole one, and
    /// none draws a non-finite value.
    @Test(arguments: [-1, Float.nan, .infinity]) func progressWithoutSense(part: Float) {
      let stage = LiveStage()
      let layer = CALayer()
      layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
      layer.backgroundColor = .black
      _ = stage.add(layer)
      for isStart in [true, false] {
        let transition = CATransition()
        if isStart { transition.startProgress = part } else { transition.endProgress = part }
        transition.duration = 1
        CATransaction.setDisableActions(true)
        layer.backgroundColor = layer.backgroundColor == .black ? .white : .black
        layer.add(transition, forKey: nil)
        stage.advance(to: MediaClock.now + 0.5)
        #expect(stage.drawList().items.allSatisfy { $0.opacity.isFinite })
        if part.isNaN { #expect((100...156).contains(stage.picture().pixel(20, 20).x)) }
        layer.removeAllAnimations()
        stage.advance(to: MediaClock.now + 1)
      }
    }

    /// semantics 9: each snapshot has its own mask.
    @Test func eachLookHasItsMask() {
      let scene = Scene()
      CATransaction.setDisableActions(true)
      let left = CALayer()
      left.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
      left.backgroundColor = .black
      scene.square.mask = left
      #expect(scene.look(at: 1, (15, 20), (25, 20)) == "r.")
      CATransaction.setDisableActions(true)
      scene.transition(.fade)
      scene.square.mask = nil
      #expect(scene.look(at: 1.5, (15, 20), (25, 20)) == "me")
    }
  }
}
