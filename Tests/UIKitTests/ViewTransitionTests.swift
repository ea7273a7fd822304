// ViewTransitionTests.swift
// Transitions of a view's content, and from one view to another (semantics 16.7).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  /// semantics 16.7
  @MainActor @Suite struct ViewTransitionTests {
    typealias Options = UIView.AnimationOptions

    /// A black window of 100 x 100 points with a red container of 40 x 40 at (30, 30), at time 1.
    @MainActor private final class Stage {
      let scene: ViewScene
      let container = UIView()
      var finished: [Bool] = []

      init() {
        scene = ViewScene(container)
        container.frame = CGRect(x: 30, y: 30, width: 40, height: 40)
        container.backgroundColor = .red
        scene.window.backgroundColor = .black
        scene.host.advance(to: 1)
      }

      /// Makes the container blue within a linear transition of a second.
      func transition(_ options: Options, duration: Double = 1) {
        UIView.transition(
          with: container, duration: duration, options: [options, .curveLinear],
          animations: { self.container.backgroundColor = .blue },
          completion: { self.finished.append($0) })
      }

      /// Colours at some points as letters: r, b, m for a mixture, a point for black.
      func look(at time: TimeInterval, _ points: (Int, Int)...) -> String {
        scene.host.advance(to: time)
        let image = scene.host.image()
        return points.map { point in
          let index = (point.1 * image.width + point.0) * 4
          let (red, blue) = (image.pixels[index], image.pixels[index + 2])
          return switch (red > 40, blue > 40) {
          case (false, false): "."
          case (true, true): "m"
          case (true, false): "r"
          case (false, true): "b"
          }
        }.joined()
      }
    }

    /// semantics 16.7: a cross dissolve is a fade on the container, timed by the block.
    @Test func crossDissolveIsAFade() throws {
      let stage = Stage()
      stage.transition(.transitionCrossDissolve)
      #expect(stage.container.layer.animationKeys() == [kCATransition])
      let transition = try #require(
        stage.container.layer.animation(forKey: kCATransition) as? CATransition)
      #expect(transition.type == .fade && transition.duration == 1)
      #expect(transition.timingFunction == CAMediaTimingFunction(name: .linear))
      #expect(stage.container.touchBlockCount == 1)
      #expect(stage.look(at: 1.5, (50, 50)) == "m")
      #expect(stage.finished.isEmpty)
      _ = stage.look(at: 2.1)
      #expect(stage.finished == [true] && stage.container.touchBlockCount == 0)
      #expect(stage.container.layer.animationKeys() == nil)
    }

    /// semantics 16.7: flips show the old appearance in the first half, the new one in the second, and
    /// the edge in between; the side in their name comes to the front.
    @Test(arguments: [
      (Options.transitionFlipFromLeft, (31, 29), (68, 29), (33, 50)),
      (.transitionFlipFromRight, (68, 29), (31, 29), (33, 50)),
      (.transitionFlipFromTop, (29, 31), (29, 68), (50, 33)),
      (.transitionFlipFromBottom, (29, 68), (29, 31), (50, 33)),
    ])
    func flipsRotateAboutCentre(
      options: Options, named: (Int, Int), other: (Int, Int), side: (Int, Int)
    ) {
      let stage = Stage()
      stage.transition(options)
      #expect(stage.look(at: 1, (50, 50), side, named) == "rr.")
      #expect(stage.look(at: 1.15, (50, 50), named, other) == "rr.")
      #expect(stage.look(at: 1.45, (50, 50), side) == "r.")
      #expect(stage.look(at: 1.55, (50, 50), side) == "b.")
      #expect(stage.look(at: 1.85, (50, 50), named, other) == "b.b")
      #expect(stage.look(at: 1.999, (50, 50), side, named) == "bb.")
      #expect(stage.look(at: 2.1, (50, 50), side) == "bb" && stage.finished == [true])
    }

    /// semantics 16.7: curls are flat pages that rotate about the upper edge.
    @Test func curlsRotateAboutUpperEdge() {
      let up = Stage()
      up.transition(.transitionCurlUp)
      #expect(up.look(at: 1, (50, 50), (27, 65)) == "r.")
      // It moves towards the viewer, so it is wider than the view.
      #expect(up.look(at: 1.5, (50, 40), (50, 65), (27, 65)) == "rrr")
      #expect(up.look(at: 1.8, (50, 40), (50, 60), (27, 65)) == "rb.")
      #expect(up.look(at: 2.1, (50, 40), (50, 60)) == "bb")
      let down = Stage()
      down.transition(.transitionCurlDown)
      #expect(down.look(at: 1.2, (50, 40), (50, 60)) == "br")
      #expect(down.look(at: 1.5, (50, 40), (50, 65), (27, 65)) == "bbb")
      #expect(down.look(at: 2.1, (50, 40), (50, 60), (27, 65)) == "bb.")
    }

    /// semantics 16.7: the block's changes animate only with allowAnimatedContent.
    @Test(arguments: [false, true]) func allowAnimatedContentAnimatesChanges(isAllowed: Bool) {
      let stage = Stage()
      let child = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      stage.container.addSubview(child)
      _ = stage.look(at: 1.1)
      UIView.transition(
        with: stage.container, duration: 1,
        options: isAllowed
          ? [.transitionCrossDissolve, .allowAnimatedContent] : .transitionCrossDissolve,
        animations: {
          #expect(UIView.areAnimationsEnabled == isAllowed)
          child.center.x = 30
          UIView.animate(withDuration: 3) { child.alpha = 0.5 }
        }, completion: { stage.finished.append($0) })
      #expect((child.layer.animationKeys() != nil) == isAllowed)
      #expect(stage.container.layer.animationKeys() == [kCATransition])
      #expect(UIView.areAnimationsEnabled)
      _ = stage.look(at: 2.2)
      #expect(stage.finished == [true])
    }

    /// semantics 16.7: without a transition in the options, or with animations disabled, changes show
    /// and complete at once; without a duration they complete in the next iteration of the run loop.
    @Test func transitionWithoutEffectAppliesAtOnce() {
      let stage = Stage()
      stage.transition([])
      #expect(stage.finished == [true] && stage.container.layer.animationKeys() == nil)
      #expect(stage.look(at: 1.01, (50, 50)) == "b")
      UIView.setAnimationsEnabled(false)
      stage.transition(.transitionFlipFromLeft)
      UIView.setAnimationsEnabled(true)
      #expect(stage.finished == [true, true] && stage.container.layer.animationKeys() == nil)
      for duration in [0, -1.0] {
        stage.finished = []
        stage.transition(.transitionFlipFromLeft, duration: duration)
        #expect(stage.finished == [] && stage.container.layer.animationKeys() == nil)
        _ = stage.look(at: 1.1 - duration)
        #expect(stage.finished == [true])
      }
      UIView.transition(
        with: stage.container, duration: 0.1, options: .transitionCrossDissolve, animations: nil)
      #expect(stage.container.layer.animationKeys() == [kCATransition])
    }

    /// semantics 16.5: replaced, removed, or without a window: unfinished, once.
    @Test func interruptedTransitionReportsUnfinished() {
      let stage = Stage()
      stage.transition(.transitionFlipFromTop)
      _ = stage.look(at: 1.5)
      stage.transition(.transitionCrossDissolve)
      _ = stage.look(at: 1.6)
      #expect(stage.finished == [false])
      stage.container.layer.removeAllAnimations()
      _ = stage.look(at: 1.7)
      #expect(stage.finished == [false, false])
      stage.transition(.transitionCurlUp)
      _ = stage.look(at: 1.8)
      stage.container.removeFromSuperview()
      _ = stage.look(at: 1.9)
      #expect(stage.finished == [false, false, false])
      stage.transition(.transitionCurlUp)
      _ = stage.look(at: 2)
      #expect(stage.finished == [false, false, false, false])
      #expect(stage.container.touchBlockCount == 0)
    }

    /// semantics 16.6: the container receives no touches meanwhile, unless allowed.
    @Test(arguments: [false, true]) func transitionBlocksTouches(areAllowed: Bool) {
      let stage = Stage()
      stage.transition(
        areAllowed ? [.transitionCrossDissolve, .allowUserInteraction] : .transitionCrossDissolve)
      let hit = stage.scene.window.hitTest(CGPoint(x: 50, y: 50), with: nil)
      #expect(hit === (areAllowed ? stage.container : stage.scene.window))
    }

    /// semantics 16.4: duration and curve of the enclosing block are inherited.
    @Test func nestedTransitionInheritsTiming() throws {
      let stage = Stage()
      UIView.animate(
        withDuration: 3, delay: 0, options: .curveEaseIn,
        animations: {
          UIView.transition(
            with: stage.container, duration: 1, options: .transitionCrossDissolve, animations: {})
        })
      let transition = try #require(stage.container.layer.animation(forKey: kCATransition))
      #expect(transition.duration == 3)
      #expect(transition.timingFunction == CAMediaTimingFunction(name: .easeIn))
    }

    /// semantics 16.7: layout caused by the change is part of the new appearance, and does not animate.
    @Test func laterLayoutIsPartOfNewAppearance() {
      final class Page: UIView {
        let block = UIView()
        var isRight = false {
          didSet { setNeedsLayout() }
        }
        override func layoutSubviews() {
          if block.superview == nil { addSubview(block) }
          block.backgroundColor = .blue
          block.frame = CGRect(x: isRight ? 20 : 0, y: 0, width: 20, height: 40)
        }
      }
      let stage = Stage()
      let page = Page(frame: stage.container.bounds)
      stage.container.addSubview(page)
      #expect(stage.look(at: 1.1, (40, 50), (60, 50)) == "br")
      UIView.transition(
        with: stage.container, duration: 1, options: [.transitionCrossDissolve, .curveLinear],
        animations: { page.isRight = true })
      #expect(stage.look(at: 1.11, (40, 50), (60, 50)) == "br")
      #expect(stage.look(at: 1.6, (40, 50), (60, 50)) == "mm")
      #expect(page.block.layer.animationKeys() == nil)
      #expect(stage.look(at: 2.2, (40, 50), (60, 50)) == "rb")
    }

    /// A window can have a transition too.
    @Test func windowCanCrossDissolve() {
      let stage = Stage()
      UIView.transition(
        with: stage.scene.window, duration: 1, options: [.transitionCrossDissolve, .curveLinear],
        animations: {
          stage.container.removeFromSuperview()
          stage.scene.window.backgroundColor = .blue
        }, completion: { stage.finished.append($0) })
      #expect(stage.look(at: 1, (50, 50), (5, 5)) == "r.")
      #expect(stage.look(at: 1.5, (50, 50), (5, 5)) == "mb")
      #expect(stage.look(at: 2.1, (50, 50), (5, 5)) == "bb" && stage.finished == [true])
    }

    // MARK: From one view to another

    /// A stage with a red view in front of a green one in the container, and a blue one.
    @MainActor private final class Two {
      let stage = Stage()
      let (back, from, to) = (UIView(), UIView(), UIView())
      let front = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 4))

      init(isToThere: Bool) {
        for (view, color) in [(back, UIColor.green), (from, .red), (to, .blue)] {
          view.frame = stage.container.bounds
          view.backgroundColor = color
          if view !== to || isToThere { stage.container.addSubview(view) }
        }
        to.isHidden = isToThere
        stage.container.addSubview(front)
        _ = stage.look(at: 1.1)
      }

      func transition(_ options: Options) {
        UIView.transition(
          from: from, to: to, duration: 1, options: [options, .curveLinear],
          completion: { self.stage.finished.append($0) })
      }
    }

    /// semantics 16.7: one view is removed and the other inserted, with a transition of the superview.
    @Test func transitionFromViewToViewReplaces() {
      let two = Two(isToThere: false)
      two.transition(.transitionCrossDissolve)
      #expect(two.from.superview == nil)
      #expect(two.stage.container.subviews == [two.back, two.to, two.front])
      #expect(two.stage.container.layer.animationKeys() == [kCATransition])
      #expect(two.stage.look(at: 1.6, (50, 50)) == "m")
      #expect(two.stage.finished == [])
      #expect(two.stage.look(at: 2.2, (50, 50)) == "b" && two.stage.finished == [true])
    }

    /// semantics 16.7: or both stay, and one is hidden, the other shown.
    @Test func showHideTransitionViewsHidesAndShows() {
      let two = Two(isToThere: true)
      two.transition([.transitionFlipFromLeft, .showHideTransitionViews])
      #expect(two.stage.container.subviews == [two.back, two.from, two.to, two.front])
      #expect(two.from.isHidden && !two.to.isHidden)
      #expect(two.stage.look(at: 1.4, (50, 50)) == "r")
      #expect(two.stage.look(at: 1.8, (50, 50)) == "b")
      _ = two.stage.look(at: 2.2)
      #expect(two.stage.finished == [true])
    }

    /// Without a superview nothing is replaced, and the completion runs.
    @Test func transitionFromViewWithoutSuperview() {
      let stage = Stage()
      let (from, to) = (UIView(), UIView())
      UIView.transition(
        from: from, to: to, duration: 1, options: .transitionFlipFromLeft,
        completion: { stage.finished.append($0) })
      #expect(stage.finished == [true] && to.superview == nil)
      // A view replaced with itself stays.
      UIView.transition(
        from: stage.container, to: stage.container, duration: 1, options: .transitionCrossDissolve)
      #expect(stage.container.superview === stage.scene.window)
    }
  }
}
