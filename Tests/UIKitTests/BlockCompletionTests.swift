// BlockCompletionTests.swift
// Completions of blocks, and touches during animations (semantics 16.3, 16.5, 16.6).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct BlockCompletionTests {
    /// The arguments of completions, in order.
    final class Log {
      var lines: [String] = []
    }

    private func animate(
      _ log: Log, _ name: String, _ duration: Double = 1, delay: Double = 0,
      options: UIView.AnimationOptions = [], _ changes: @escaping () -> Void
    ) {
      UIView.animate(
        withDuration: duration, delay: delay, options: options, animations: changes,
        completion: { log.lines.append("\(name) \($0)") })
    }

    /// semantics 16.5: once, when the last animation has stopped.
    @Test func completionFollowsLastAnimation() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "block", delay: 0.5) {
        scene.view.alpha = 0
        scene.view.frame = CGRect(x: 1, y: 1, width: 50, height: 50)
      }
      scene.host.advance(to: 1.49)
      #expect(log.lines.isEmpty)
      scene.host.advance(to: 1.5)
      #expect(log.lines == ["block true"])
      scene.host.advance(to: 3)
      #expect(log.lines.count == 1)
    }

    /// semantics 16.5: without changes, at once, inside the call.
    @Test func emptyBlockCompletesSynchronously() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "empty") {}
      animate(log, "equal") { scene.view.alpha = 1 }
      animate(log, "not animatable") { scene.view.isHidden = true }
      #expect(log.lines == ["empty true", "equal true", "not animatable true"])
    }

    /// semantics 16.3: without a duration the change is immediate, and the completion runs in the next
    /// iteration of the run loop.
    @Test(arguments: [0, -1] as [Double]) func zeroDurationCompletesInNextRunLoopIteration(
      duration: Double
    ) {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "block", duration) { scene.view.alpha = 0 }
      #expect(scene.view.layer.animationKeys() == nil && scene.view.alpha == 0)
      #expect(log.lines.isEmpty)
      scene.host.advance(to: 0.1)
      #expect(log.lines == ["block true"])
    }

    /// semantics 16.5: replaced, removed, or without its window: unfinished.
    @Test func interruptedBlockReportsUnfinished() {
      let (scene, log) = (ViewScene(), Log())
      let view = scene.view
      animate(log, "replaced") { view.alpha = 0 }
      scene.host.advance(to: 0.5)
      animate(log, "removed") { view.alpha = 1 }
      scene.host.advance(to: 0.6)
      #expect(log.lines == ["replaced false"])
      view.layer.removeAllAnimations()
      scene.host.advance(to: 0.7)
      #expect(log.lines.last == "removed false")
      animate(log, "left") { view.alpha = 0.5 }
      scene.host.advance(to: 0.8)
      view.removeFromSuperview()
      scene.host.advance(to: 0.9)
      #expect(log.lines.last == "left false")
      animate(log, "outside") { view.alpha = 0.25 }
      #expect(log.lines.last == "left false")
      scene.host.advance(to: 1)
      #expect(log.lines.last == "outside false" && log.lines.count == 4)
    }

    /// semantics 16.2: interrupted additive moves are not cancelled: each ends on time.
    @Test func additiveBlocksFinishIndependently() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "first") { scene.view.center.x = 50 }
      scene.host.advance(to: 0.5)
      animate(log, "second") { scene.view.center.x = 20 }
      scene.host.advance(to: 1)
      #expect(log.lines == ["first true"])
      scene.host.advance(to: 1.52)
      #expect(log.lines == ["first true", "second true"])
    }

    /// semantics 16.5: a block of one replaced and one finished animation is unfinished, at its end.
    @Test func oneInterruptedAnimationMakesBlockUnfinished() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "block") {
        scene.view.alpha = 0
        scene.view.center.x = 50
      }
      scene.host.advance(to: 0.5)
      scene.view.layer.removeAnimation(forKey: "opacity")
      scene.host.advance(to: 0.6)
      #expect(log.lines.isEmpty)
      scene.host.advance(to: 1.02)
      #expect(log.lines == ["block false"])
    }

    /// semantics 16.4: a completion waits only for the animations of its own block.
    @Test func nestedBlocksCompleteIndependently() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "outer", 2) {
        scene.view.center.x = 50
        self.animate(log, "inner", 1, options: .overrideInheritedDuration) { scene.view.alpha = 0 }
        self.animate(log, "empty") {}
      }
      #expect(log.lines == ["empty true"])
      scene.host.advance(to: 1.02)
      #expect(log.lines == ["empty true", "inner true"])
      scene.host.advance(to: 2.02)
      #expect(log.lines == ["empty true", "inner true", "outer true"])
    }

    /// semantics 16.5: an endless block ends by removal.
    @Test func repeatingBlockEndsByRemoval() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "endless", options: .repeat) { scene.view.alpha = 0 }
      scene.host.advance(to: 5)
      #expect(log.lines.isEmpty)
      scene.view.layer.removeAllAnimations()
      scene.host.advance(to: 5.1)
      #expect(log.lines == ["endless false"])
    }

    /// Hiding a window ends its animations.
    @Test func hidingWindowEndsBlocks() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "block") { scene.view.alpha = 0 }
      scene.host.advance(to: 0.5)
      scene.window.isHidden = true
      scene.host.advance(to: 0.6)
      #expect(log.lines == ["block false"] && scene.view.touchBlockCount == 0)
      scene.window.isHidden = false
      scene.host.advance(to: 0.7)
      animate(log, "again") { scene.view.alpha = 1 }
      scene.host.advance(to: 1.8)
      #expect(log.lines == ["block false", "again true"])
    }

    /// A completion may start the next block; every completion runs once.
    @Test func completionCanStartNextBlock() {
      let (scene, log) = (ViewScene(), Log())
      func next(_ number: Int) {
        guard number < 4 else { return }
        UIView.animate(
          withDuration: 0.5, animations: { scene.view.center.x += 10 },
          completion: {
            log.lines.append("\(number) \($0)")
            next(number + 1)
          })
      }
      next(1)
      scene.host.advance(to: 2)
      #expect(log.lines == ["1 true", "2 true", "3 true"])
      #expect(scene.view.center.x == 50)
    }

    // MARK: Touches (16.6)

    private func hit(_ scene: ViewScene, _ x: CGFloat, _ y: CGFloat) -> UIView? {
      scene.window.hitTest(CGPoint(x: x, y: y), with: nil)
    }

    /// semantics 16.6: animating views and their subviews receive no touches until the animations stop.
    @Test func animatingViewsBlockTouches() {
      let (scene, log) = (ViewScene(), Log())
      let child = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      scene.view.addSubview(child)
      #expect(hit(scene, 15, 15) === child)
      animate(log, "block") { scene.view.alpha = 0.5 }
      #expect(hit(scene, 15, 15) === scene.window)
      #expect(scene.view.isUserInteractionEnabled)
      scene.host.advance(to: 0.9)
      #expect(hit(scene, 15, 15) === scene.window)
      scene.host.advance(to: 1)
      #expect(hit(scene, 15, 15) === child)
    }

    /// semantics 16.6: unless the block allows them; hit testing uses the model.
    @Test func allowUserInteractionPassesTouches() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "block", options: .allowUserInteraction) { scene.view.center.x = 80 }
      scene.host.advance(to: 0.1)
      #expect(hit(scene, 80, 20) === scene.view && hit(scene, 20, 20) === scene.window)
      #expect(scene.view.layer.presentation()?.hitTest(CGPoint(x: 21, y: 20)) != nil)
    }

    /// semantics 16.6: with two blocks on one view, touches are restored after the last, or by removal.
    @Test func touchBlockCountReturnsToZero() {
      let (scene, log) = (ViewScene(), Log())
      animate(log, "a", 1) { scene.view.center.x = 40 }
      animate(log, "b", 2) { scene.view.frame.size = CGSize(width: 30, height: 30) }
      #expect(scene.view.touchBlockCount > 1)
      scene.host.advance(to: 1.5)
      #expect(scene.view.touchBlockCount > 0)
      scene.host.advance(to: 2.02)
      #expect(scene.view.touchBlockCount == 0)
      animate(log, "c", 1) { scene.view.alpha = 0.5 }
      scene.view.layer.removeAllAnimations()
      scene.host.advance(to: 2.1)
      #expect(scene.view.touchBlockCount == 0)
      animate(log, "d", 1) { scene.view.alpha = 0.25 }
      scene.view.removeFromSuperview()
      scene.host.advance(to: 2.2)
      #expect(scene.view.touchBlockCount == 0)
    }
  }
}
