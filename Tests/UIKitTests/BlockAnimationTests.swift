// BlockAnimationTests.swift
// The layer animations that a block makes (semantics 16.1-16.4).
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
  @MainActor @Suite struct BlockAnimationTests {
    typealias Change = @MainActor @Sendable (UIView) -> Void

    // MARK: Which keys (16.1, 16.2)

    /// semantics 16.1: outside of blocks a view's layer never animates.
    @Test func viewLayersDoNotAnimateOutsideOfBlocks() {
      let scene = ViewScene()
      let view = scene.view
      view.alpha = 0.5
      view.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
      view.backgroundColor = .red
      view.isHidden = true
      #expect(view.layer.animationKeys() == nil)
      for key in ["opacity", "bounds", "contents", "hidden", "mine"] {
        #expect(view.action(for: view.layer, forKey: key) is NSNull)
      }
    }

    nonisolated static let changes: [(String, Change, [String])] = [
      ("alpha", { $0.alpha = 0.5 }, ["opacity"]),
      ("center", { $0.center = CGPoint(x: 50, y: 50) }, ["position"]),
      ("frame's place", { $0.frame.origin.x = 50 }, ["position"]),
      (
        "frame", { $0.frame = CGRect(x: 1, y: 2, width: 30, height: 40) },
        ["position", "bounds.size"]
      ),
      ("bounds' size", { $0.bounds.size.width = 50 }, ["bounds.size"]),
      ("bounds' origin", { $0.bounds.origin.x = 50 }, ["bounds.origin"]),
      (
        "bounds", { $0.bounds = CGRect(x: 1, y: 2, width: 30, height: 40) },
        ["bounds.origin", "bounds.size"]
      ),
      ("transform", { $0.transform = CGAffineTransform(rotationAngle: 1) }, ["transform"]),
      ("transform3D", { $0.transform3D = CATransform3DMakeRotation(1, 1, 0, 0) }, ["transform"]),
      ("cornerRadius", { $0.layer.cornerRadius = 5 }, ["cornerRadius"]),
      ("backgroundColor", { $0.backgroundColor = .red }, ["backgroundColor"]),
      ("anchorPoint", { $0.layer.anchorPoint = .zero }, ["anchorPoint"]),
      ("shadowOpacity", { $0.layer.shadowOpacity = 1 }, ["shadowOpacity"]),
      ("borderWidth", { $0.layer.borderWidth = 5 }, []),
      ("borderColor", { $0.layer.borderColor = .white }, []),
      ("shadowColor", { $0.layer.shadowColor = .white }, []),
      ("shadowOffset", { $0.layer.shadowOffset = .zero }, []),
      ("shadowRadius", { $0.layer.shadowRadius = 9 }, []),
      ("zPosition", { $0.layer.zPosition = 9 }, []),
      ("isHidden", { $0.isHidden = true }, []),
      (
        "equal values",
        {
          $0.alpha = 1; $0.frame = $0.frame; $0.transform = .identity
        }, []
      ),
    ]

    /// semantics 16.2
    @Test(arguments: changes.indices) func changesCreateAnimationKeys(index: Int) {
      let (name, change, keys) = Self.changes[index]
      let scene = ViewScene()
      UIView.animate(withDuration: 1) { change(scene.view) }
      #expect(scene.view.layer.animationKeys() ?? [] == keys, "\(name)")
    }

    /// semantics 16.2, semantics 21.11: the view's action starts from the old value; once the new one is stored, what is
    /// added is an offset.
    @Test func additiveAnimationHasAbsoluteThenRelativeStart() throws {
      let view = TellingView()
      let scene = ViewScene(view)
      UIView.animate(withDuration: 2, delay: 0, options: [], animations: { view.center.x = 70 })
      let answer = try #require(view.telling.answers["position"] as? CABasicAnimation)
      #expect(answer.keyPath == "position" && answer.fromValue as? CGPoint == CGPoint(x: 20, y: 20))
      #expect(answer.toValue == nil && answer.fillMode == .both && answer.duration == 2)
      #expect(answer.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
      #expect(answer.delegate != nil)
      #expect(view.telling.given.map(\.key) == ["position"])
      let given = try #require(view.telling.given[0].animation as? CABasicAnimation)
      #expect(given.isAdditive && given.fromValue as? CGPoint == CGPoint(x: -50, y: 0))
      let running = try #require(scene.animation("position"))
      #expect(running.fromValue as? CGPoint == CGPoint(x: -50, y: 0))
      #expect(running.toValue as? CGPoint == .zero)
      #expect(running.isAdditive && running.duration == 2 && running.fillMode == .both)
      #expect(running.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    }

    /// semantics 16.2: a replacing animation starts from the old model value.
    @Test func replacingAnimationsStartFromTheModel() throws {
      let scene = ViewScene()
      UIView.animate(withDuration: 1) { scene.view.alpha = 0 }
      scene.host.advance(to: 0.5)
      UIView.animate(withDuration: 1) { scene.view.alpha = 1 }
      var running = try #require(scene.animation("opacity"))
      #expect(running.fromValue as? Double == 0 && !running.isAdditive)
      UIView.animate(
        withDuration: 1, delay: 0, options: .beginFromCurrentState,
        animations: { scene.view.alpha = 0.25 })
      running = try #require(scene.animation("opacity"))
      #expect(isClose(running.fromValue as? Double ?? -1, scene.shown("opacity")))
      #expect(isClose(running.fromValue as? Double ?? -1, 0.5, within: 0.05))
    }

    /// semantics 16.2: additive animations get unique keys and continue; others replace.
    @Test func additiveKeysAreNumbered() {
      let scene = ViewScene()
      let view = scene.view
      for x in [30, 40, 50] as [CGFloat] {
        UIView.animate(withDuration: 1) { view.center.x = x }
        UIView.animate(withDuration: 1) { view.alpha = x / 100 }
      }
      let keys = view.layer.animationKeys() ?? []
      #expect(keys.sorted() == ["opacity", "position", "position-2", "position-3"])
    }

    /// semantics 16.2: superposition: a linear move back holds still until the first ends.
    @Test func additiveMovesSum() {
      let scene = ViewScene()
      let view = scene.view
      func move(_ x: CGFloat, _ curve: UIView.AnimationOptions) {
        UIView.animate(withDuration: 1, delay: 0, options: curve, animations: { view.center.x = x })
      }
      move(60, .curveLinear)
      scene.host.advance(to: 0.5)
      #expect(isClose(scene.shown("position.x"), 40))
      move(20, .curveLinear)
      for time in [0.6, 0.8, 1] {
        scene.host.advance(to: time)
        #expect(isClose(scene.shown("position.x"), 40), "at \(time)")
      }
      scene.host.advance(to: 1.25)
      #expect(isClose(scene.shown("position.x"), 30))
      scene.host.advance(to: 1.6)
      #expect(isClose(scene.shown("position.x"), 20) && view.layer.animationKeys() == nil)
    }

    /// A rotation and a move of one view are linear at half time, regardless of the type.
    @Test func easeInOutIsHalfAtHalfTime() {
      let scene = ViewScene()
      let view = scene.view
      view.backgroundColor = .black
      scene.host.advance(to: 1)
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear,
        animations: {
          view.frame = CGRect(x: 30, y: 50, width: 40, height: 60)
          view.transform = CGAffineTransform(rotationAngle: 1)
          view.alpha = 0
          view.layer.cornerRadius = 8
        })
      scene.host.advance(to: 1.5)
      for (path, value) in [
        ("position.x", 35.0), ("position.y", 50), ("bounds.size.width", 30),
        ("bounds.size.height", 40), ("transform.rotation.z", 0.5), ("opacity", 0.5),
        ("cornerRadius", 4),
      ] {
        #expect(isClose(scene.shown(path), value, within: 1e-3), "\(path): \(scene.shown(path))")
      }
    }

    /// semantics 16.1: a layer without a view keeps Core Animation's timing.
    @Test func hostedLayersIgnoreBlockTiming() {
      let scene = ViewScene()
      let hosted = CALayer()
      scene.view.layer.addSublayer(hosted)
      scene.host.advance(to: 0.1)
      UIView.animate(withDuration: 3) { hosted.opacity = 0 }
      #expect(hosted.animation(forKey: "opacity")?.duration == 0.25)
    }

    // MARK: Parameters (16.3)

    /// semantics 16.3
    @Test(arguments: [
      (UIView.AnimationOptions.curveEaseInOut, CAMediaTimingFunctionName.easeInEaseOut),
      (.curveEaseIn, .easeIn), (.curveEaseOut, .easeOut), (.curveLinear, .linear),
    ])
    func curvesAreTheNamedOnes(options: UIView.AnimationOptions, name: CAMediaTimingFunctionName) {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 0, options: options, animations: { scene.view.alpha = 0 })
      #expect(scene.animation("opacity")?.timingFunction == CAMediaTimingFunction(name: name))
    }

    /// semantics 16.3: until its start the old value is shown, though the model has the new one.
    @Test func delayShowsOldValues() {
      let scene = ViewScene()
      let view = scene.view
      UIView.animate(
        withDuration: 1, delay: 1, options: .curveLinear,
        animations: {
          view.alpha = 0
          view.center.x = 70
        })
      #expect(view.alpha == 0)
      scene.host.advance(to: 0.9)
      #expect(scene.shown("opacity") == 1 && isClose(scene.shown("position.x"), 20))
      scene.host.advance(to: 1.5)
      #expect(isClose(scene.shown("opacity"), 0.5) && isClose(scene.shown("position.x"), 45))
      scene.host.advance(to: 2.1)
      #expect(scene.shown("opacity") == 0 && isClose(scene.shown("position.x"), 70))
    }

    /// semantics 1.8: a delay is in the layer's time, as is the duration.
    @Test func slowedLayerScalesTheDelay() throws {
      let scene = ViewScene()
      scene.view.layer.speed = 0.25
      let start = scene.view.layer.convertTime(CACurrentMediaTime(), from: nil)
      UIView.animate(
        withDuration: 1, delay: 1, options: [], animations: { scene.view.alpha = 0 })
      let animation = try #require(scene.view.layer.animation(forKey: "opacity"))
      #expect(abs(animation.beginTime - start - 1) < 0.01)
    }

    /// semantics 16.3: a negative delay starts part-way.
    @Test func negativeDelayStartsPartWay() {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: -0.5, options: .curveLinear, animations: { scene.view.alpha = 0 })
      scene.host.advance(to: 0.25)
      #expect(isClose(scene.shown("opacity"), 0.25))
    }

    /// semantics 16.3
    @Test func repeatOptionsSetRepeatCountAndAutoreverses() {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear],
        animations: { scene.view.alpha = 0 })
      #expect(scene.animation("opacity")?.repeatCount == .infinity)
      scene.host.advance(to: 11.75)
      #expect(isClose(scene.shown("opacity"), 0.75))
      let other = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear],
        animations: { other.view.alpha = 0 })
      other.host.advance(to: 1.75)
      #expect(isClose(other.shown("opacity"), 0.75))
      other.host.advance(to: 2.1)
      #expect(other.shown("opacity") == 0)
    }

    /// semantics 16.3: subviews animate only with the option, or when laid out inside the block.
    @Test(arguments: [false, true]) func layoutSubviewsOptionAnimatesLayout(isAsked: Bool) {
      final class Parent: UIView {
        let child = UIView()
        override func layoutSubviews() {
          if child.superview == nil { addSubview(child) }
          child.frame = bounds
        }
      }
      let parent = Parent()
      let scene = ViewScene(parent)
      UIView.animate(
        withDuration: 1, delay: 0, options: isAsked ? .layoutSubviews : [],
        animations: { parent.bounds.size.width = 60 })
      scene.host.advance(to: 0.1)
      #expect(parent.child.bounds.width == 60)
      #expect((parent.child.layer.animationKeys() != nil) == isAsked)
    }

    /// semantics 7.2: springs fill the duration.
    @Test func springFillsDuration() throws {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 2, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
        animations: { scene.view.center.x = 120 })
      let spring = try #require(scene.animation("position") as? CASpringAnimation)
      let frequency = Spring.frequency(dampingRatio: 0.5, velocity: 0, duration: 2)
      #expect(spring.duration == 2 && isClose(spring.stiffness, frequency * frequency))
      #expect(isClose(spring.damping, frequency) && spring.mass == 1)
      #expect(spring.timingFunction == nil && spring.isAdditive)
      scene.host.advance(to: 1.999)
      #expect(isClose(scene.shown("position.x"), 120, within: 0.2))
    }

    /// semantics 7.2: perceptual springs last until they have settled.
    @Test func perceptualSpringLastsUntilSettled() throws {
      let scene = ViewScene()
      var isDone = false
      UIView.animate(
        springDuration: 0.5, bounce: 0.3, animations: { scene.view.center.x = 120 },
        completion: { isDone = $0 })
      let spring = try #require(scene.animation("position") as? CASpringAnimation)
      #expect(spring.duration == spring.settlingDuration && spring.duration > 0.5)
      scene.host.advance(to: spring.duration - 0.02)
      #expect(!isDone)
      scene.host.advance(to: spring.duration + 0.02)
      #expect(isDone)
    }

    // MARK: Nesting (16.4)

    nonisolated static let inheritances:
      [(UIView.AnimationOptions, Double, CAMediaTimingFunctionName)] = [
        ([], 2, .linear), (.overrideInheritedDuration, 5, .linear),
        (.overrideInheritedCurve, 2, .easeIn),
        ([.overrideInheritedDuration, .overrideInheritedCurve], 5, .easeIn),
      ]

    /// semantics 16.4
    @Test(arguments: inheritances)
    func nestedBlocksInheritDurationAndCurve(
      options: UIView.AnimationOptions, duration: Double, curve: CAMediaTimingFunctionName
    ) {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 2, delay: 0, options: .curveLinear,
        animations: {
          #expect(UIView.inheritedAnimationDuration == 2)
          UIView.animate(
            withDuration: 5, delay: 0, options: [options, .curveEaseIn],
            animations: {
              #expect(UIView.inheritedAnimationDuration == duration)
              scene.view.alpha = 0
            })
          #expect(UIView.inheritedAnimationDuration == 2)
        })
      #expect(UIView.inheritedAnimationDuration == 0)
      #expect(scene.animation("opacity")?.duration == duration)
      #expect(scene.animation("opacity")?.timingFunction == CAMediaTimingFunction(name: curve))
    }

    /// semantics 16.4: the outer kind is inherited unless overridden.
    @Test func nestedSpringInheritsOuterTimingKind() {
      let scene = ViewScene()
      func spring(_ options: UIView.AnimationOptions, _ alpha: CGFloat) {
        UIView.animate(
          withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
          options: options, animations: { scene.view.alpha = alpha })
      }
      UIView.animate(withDuration: 1) { spring([], 0.5) }
      #expect(scene.animation("opacity").map { $0 is CASpringAnimation } == false)
      UIView.animate(withDuration: 1) { spring(.overrideInheritedOptions, 0.25) }
      #expect(scene.animation("opacity") is CASpringAnimation)
    }

    /// semantics 16.4: a nested block inherits the outer options, unless it overrides them.
    @Test func nestedBlocksInheritOptions() {
      for (options, repeats) in [([], true), (.overrideInheritedOptions, false)]
        as [(UIView.AnimationOptions, Bool)]
      {
        let scene = ViewScene()
        UIView.animate(
          withDuration: 2, delay: 0, options: [.repeat, .allowUserInteraction],
          animations: {
            UIView.animate(
              withDuration: 1, delay: 0, options: options, animations: { scene.view.alpha = 0 })
          })
        #expect(scene.animation("opacity")?.repeatCount == (repeats ? .infinity : 0))
        #expect((scene.view.touchBlockCount == 0) == repeats)
        #expect(scene.animation("opacity")?.duration == 2)
      }
    }

    /// semantics 16.4: disabled for the call, and then restored.
    @Test func disabledAnimationsApplyAtOnce() {
      let scene = ViewScene()
      let view = scene.view
      UIView.animate(withDuration: 1) {
        UIView.performWithoutAnimation {
          #expect(!UIView.areAnimationsEnabled)
          UIView.performWithoutAnimation {}
          #expect(!UIView.areAnimationsEnabled)
          view.center.x = 50
        }
        #expect(UIView.areAnimationsEnabled)
        view.alpha = 0
      }
      #expect(view.layer.animationKeys() == ["opacity"])
      UIView.setAnimationsEnabled(false)
      defer { UIView.setAnimationsEnabled(true) }
      var finished: Bool?
      UIView.animate(
        withDuration: 1, animations: { view.center.x = 70 }, completion: { finished = $0 })
      #expect(finished == true && view.center.x == 70)
      // Running animations continue.
      #expect(view.layer.animationKeys() == ["opacity"])
    }
  }
}
