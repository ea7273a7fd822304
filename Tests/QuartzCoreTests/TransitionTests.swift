// TransitionTests.swift
// From an old look to a new one, in pixels (semantics 9, 11.3, 18.1).
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
      let stage = Stage()
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

      /// Colours at some points of the stage, at a time, as letters: r, b, m for half of each, d and
      /// e for half red and half blue on black, and a point for black.
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

    /// Section 9: a fade mixes, and ends.
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

    /// Section 9: directions are those of a world whose y points up: from the top, all moves up.
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

    /// Section 9: moving in covers, revealing uncovers.
    @Test func movingInAndRevealing() {
      let scene = Scene()
      scene.transition(.moveIn, .fromRight)
      // The new lies over the old's right half and beyond.
      #expect(scene.look(at: 1.5, (5, 20), (15, 20), (25, 20), (35, 20)) == ".rbb")
      let other = Scene()
      other.transition(.reveal, .fromRight)
      // The old has slid to the left by half.
      #expect(other.look(at: 1.5, (5, 20), (15, 20), (25, 20), (35, 20)) == "rrb.")
    }

    /// Section 9: sublayers, text, whatever changes in the same transaction is in the new look.
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
      #expect(scene.look(at: 1.5, (15, 15), (25, 25)) == "br")
      #expect(scene.look(at: 2, (15, 15), (25, 25)) == "mr")
    }

    /// Section 9: the layer's own place and opacity apply to the mix.
    @Test func theMixIsPlacedLive() {
      let scene = Scene()
      scene.transition(.fade)
      scene.square.actions = ["position": NSNull(), "opacity": NSNull()]
      scene.square.position.x = 10
      #expect(scene.look(at: 1, (5, 20), (25, 20)) == "r.")
      #expect(scene.look(at: 1.5, (5, 20)) == "m")
    }

    /// Section 9: what was committed before is no change.
    @Test func earlierCommitsAreNoChange() {
      let scene = Scene()
      scene.square.backgroundColor = Self.blue
      CATransaction.flush()
      let transition = CATransition()
      transition.duration = 1
      scene.square.add(transition, forKey: nil)
      #expect(scene.look(at: 1.5, (20, 20)) == "b")
    }

    /// Section 9: hiding and showing fade.
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

    /// Section 9: progress runs between its ends, eased.
    @Test func progressRunsBetweenItsEnds() {
      let scene = Scene()
      scene.transition(.fade) {
        ($0.startProgress, $0.endProgress) = (0.5, 0.5)
      }
      #expect(scene.look(at: 1.1, (20, 20)) == "m" && scene.look(at: 1.9, (20, 20)) == "m")
      let eased = Scene()
      let ease = CAMediaTimingFunction(name: .easeIn)
      eased.transition(.push, .fromTop) { $0.timingFunction = ease }
      // At half the time the new has come less than half of the way up.
      #expect(ease.curve.value(at: 0.5) < 0.4)
      #expect(eased.look(at: 1.5, (20, 21)) == "r")
    }

    /// Section 18.1: with a begin in the future the old look stays until then.
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

    /// Section 9: one at a time.
    @Test func aNewOneReplaces() {
      let scene = Scene()
      let (first, second) = (Witness(), Witness())
      scene.transition(.fade) { $0.delegate = first }
      scene.stage.advance(to: 1.2)
      scene.transition(.push) { $0.delegate = second }
      scene.stage.advance(to: 1.3)
      #expect(scene.square.animationKeys() == [kCATransition])
      #expect(first.log == ["start", "stop false"] && second.log == ["start"])
    }
  }
}
