// BlockOptionTests.swift
// Options, nesting and other parameters of blocks (semantics 16.3, 16.4).
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
  /// semantics 16.2, semantics 16.3, semantics 16.4, semantics 18.3
  @MainActor @Suite struct BlockOptionTests {
    typealias Options = UIView.AnimationOptions

    nonisolated static let rawValues: [(Options, UInt)] = [
      (.layoutSubviews, 1), (.allowUserInteraction, 2), (.beginFromCurrentState, 4), (.repeat, 8),
      (.autoreverse, 16), (.overrideInheritedDuration, 32), (.overrideInheritedCurve, 64),
      (.allowAnimatedContent, 128), (.showHideTransitionViews, 256),
      (.overrideInheritedOptions, 512), (.curveEaseInOut, 0), (.curveEaseIn, 1 << 16),
      (.curveEaseOut, 2 << 16), (.curveLinear, 3 << 16), (.transitionNone, 0),
      (.transitionFlipFromLeft, 1 << 20), (.transitionFlipFromRight, 2 << 20),
      (.transitionCurlUp, 3 << 20), (.transitionCurlDown, 4 << 20),
      (.transitionCrossDissolve, 5 << 20), (.transitionFlipFromTop, 6 << 20),
      (.transitionFlipFromBottom, 7 << 20), (.preferredFramesPerSecondDefault, 0),
      (.preferredFramesPerSecond60, 3 << 24), (.preferredFramesPerSecond30, 7 << 24),
    ]

    /// semantics 16.3: the bits are Apple's, as programs shift and combine them.
    @Test func rawValuesMatchApple() {
      for (option, rawValue) in Self.rawValues { #expect(option.rawValue == rawValue) }
      typealias Keyframe = UIView.KeyframeAnimationOptions
      let keyframe: [(Keyframe, UInt)] = [
        (.layoutSubviews, 1), (.allowUserInteraction, 2), (.beginFromCurrentState, 4),
        (.repeat, 8), (.autoreverse, 16), (.overrideInheritedDuration, 32),
        (.overrideInheritedOptions, 512), (.calculationModeLinear, 0),
        (.calculationModeDiscrete, 1 << 10), (.calculationModePaced, 2 << 10),
        (.calculationModeCubic, 3 << 10), (.calculationModeCubicPaced, 4 << 10),
      ]
      for (option, rawValue) in keyframe { #expect(option.rawValue == rawValue) }
    }

    /// Curves without a name, such as the keyboard's, mean the default.
    @Test(arguments: [4, 7, 15] as [UInt]) func unknownCurveBitsMeanEaseInOut(curve: UInt) {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 0, options: Options(rawValue: curve << 16),
        animations: { scene.view.alpha = 0 })
      #expect(
        scene.animation("opacity")?.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    }

    /// semantics 16.3: a preferred frame rate does not change the animation.
    @Test(arguments: [Options.preferredFramesPerSecond30, .preferredFramesPerSecond60])
    func preferredFrameRatesHaveNoEffect(options: Options) {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 0, options: [options, .curveLinear],
        animations: { scene.view.alpha = 0 })
      for frame in 1...30 {
        scene.host.advance(to: Double(frame) / 60)
        #expect(isClose(scene.shown("opacity"), 1 - Double(frame) / 60))
      }
    }

    /// semantics 16.3: without repeat it plays forward and back once, then the view jumps to its new
    /// value; the completion follows.
    @Test func autoreverseWithoutRepeatJumpsToEnd() {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animate(
        withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear],
        animations: { scene.view.center.x = 60 }, completion: { finished = $0 })
      for (time, x) in [(0.5, 40.0), (1, 60), (1.5, 40), (1.98, 20.8)] {
        scene.host.advance(to: time)
        #expect(isClose(scene.shown("position.x"), x, within: 1e-3), "at \(time)")
      }
      #expect(finished == nil)
      scene.host.advance(to: 2.02)
      #expect(finished == true && scene.shown("position.x") == 60)
    }

    /// semantics 16.3: a negative delay beyond the duration ends the animation at once.
    @Test func negativeDelayBeyondDurationSkipsAnimation() {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animate(
        withDuration: 1, delay: -2, options: [], animations: { scene.view.alpha = 0 },
        completion: { finished = $0 })
      scene.host.advance(to: 0.02)
      #expect(finished == true && scene.shown("opacity") == 0)
      #expect(scene.view.layer.animationKeys() == nil)
    }

    // MARK: Keys

    typealias Change = @MainActor @Sendable (UIView) -> Void
    /// The requested key, the animation's key, whether it is additive, and a change.
    nonisolated static let keys: [(asked: String, kept: String, isAdditive: Bool, Change)] = [
      ("bounds", "bounds.origin", true, { $0.bounds.origin.x = 4 }),
      ("bounds", "bounds.size", true, { $0.bounds.size.width = 30 }),
      ("position", "position", true, { $0.center.x = 50 }),
      ("transform", "transform", true, { $0.transform = CGAffineTransform(rotationAngle: 1) }),
      ("cornerRadius", "cornerRadius", true, { $0.layer.cornerRadius = 4 }),
      ("backgroundColor", "backgroundColor", false, { $0.backgroundColor = .blue }),
      ("opacity", "opacity", false, { $0.alpha = 0.5 }),
      ("anchorPoint", "anchorPoint", false, { $0.layer.anchorPoint = .zero }),
      ("shadowOpacity", "shadowOpacity", false, { $0.layer.shadowOpacity = 1 }),
    ]

    /// semantics 16.2, semantics 21.11: the action starts from the old value; the animation passed to `add` is the one
    /// that is stored, which is an offset where it is additive.
    @Test(arguments: keys.indices) func animationPropertiesBeforeAndAfterAttachment(index: Int)
      throws
    {
      let (asked, kept, isAdditive, change) = Self.keys[index]
      let view = TellingView()
      view.backgroundColor = .red
      let scene = ViewScene(view)
      let old = try #require(view.layer.value(forKey: asked))
      UIView.animate(withDuration: 2) { change(view) }
      let answer = try #require(view.telling.answers[asked] as? CABasicAnimation)
      #expect(answer.keyPath == asked && answer.toValue == nil && !answer.isAdditive)
      #expect("\(answer.fromValue ?? "nothing")" == "\(old)")
      #expect(answer.fillMode == .both && answer.duration == 2 && answer.delegate != nil)
      #expect(view.telling.given.map(\.key) == [kept])
      let given = try #require(view.telling.given.first?.animation as? CABasicAnimation)
      #expect(given.keyPath == kept && given.isAdditive == isAdditive)
      #expect(view.layer.animationKeys() == [kept])
      let running = try #require(scene.animation(kept))
      #expect(running !== answer && running.keyPath == kept && running.isAdditive == isAdditive)
      #expect((running.toValue == nil) == !isAdditive && running.fillMode == .both)
      if !isAdditive { #expect("\(running.fromValue ?? "nothing")" == "\(old)") }
      // At its start it shows the old value, alone or as a sum.
      scene.host.advance(to: 0)
      let shown = try #require(view.layer.presentation()?.value(forKeyPath: asked))
      #expect("\(shown)" == "\(old)", "\(kept)")
    }

    /// semantics 16.2: transform components animate as the transform, additively.
    @Test(arguments: ["transform.rotation.z", "transform.scale", "transform.translation.x"])
    func transformComponentsAnimateAdditively(path: String) {
      let scene = ViewScene()
      for value in [0.5, 0.75] {
        UIView.animate(withDuration: 1) { scene.view.layer.setValue(value, forKeyPath: path) }
      }
      #expect(scene.view.layer.animationKeys()?.sorted() == ["transform", "transform-2"])
      #expect(scene.animation("transform-2")?.isAdditive == true)
      scene.host.advance(to: 1.1)
      #expect(isClose(scene.shown(path), 0.75))
    }

    private final class ShapeView: UIView {
      override class var layerClass: AnyClass { CAShapeLayer.self }
    }

    /// semantics 16.2: strokes of a view's shape layer do not animate in a block.
    @Test func shapeStrokesDoNotAnimate() throws {
      let scene = ViewScene(ShapeView())
      let shape = try #require(scene.view.layer as? CAShapeLayer)
      UIView.animate(withDuration: 1) {
        shape.strokeEnd = 0.5
        shape.strokeStart = 0.25
        shape.lineWidth = 3
      }
      #expect(shape.animationKeys() == nil)
      UIView.animateKeyframes(withDuration: 1, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { shape.strokeEnd = 1 }
      }
      #expect(shape.animationKeys() == nil)
    }

    /// semantics 16.2: replaced keys have one animation, additive ones several; beginFromCurrentState
    /// does not affect those.
    @Test func beginFromCurrentStateAppliesToReplacingKeys() throws {
      let scene = ViewScene()
      for x in [40, 60.0] {
        UIView.animate(
          withDuration: 1, delay: 0, options: [.curveLinear, .beginFromCurrentState],
          animations: { scene.view.center.x = x })
        if x == 40 { scene.host.advance(to: 0.5) }
      }
      let second = try #require(scene.animation("position-2"))
      #expect(second.fromValue as? CGPoint == CGPoint(x: -20, y: 0))
    }

    /// semantics 16.2: a freed suffix is reused.
    @Test func freedKeySuffixesAreReused() {
      let scene = ViewScene()
      func move(_ x: CGFloat, _ duration: Double) {
        UIView.animate(withDuration: duration) { scene.view.center.x = x }
      }
      move(30, 2)
      move(40, 0.5)
      scene.host.advance(to: 1)
      #expect(scene.view.layer.animationKeys() == ["position"])
      move(50, 2)
      #expect(scene.view.layer.animationKeys()?.sorted() == ["position", "position-2"])
    }

    /// semantics 16.2: with easing, a reversed move is smooth: it continues for a while, then returns.
    @Test func overlappingEaseInOutMovesAreSmooth() {
      let scene = ViewScene()
      UIView.animate(withDuration: 1) { scene.view.center.x = 120 }
      scene.host.advance(to: 0.5)
      UIView.animate(withDuration: 1) { scene.view.center.x = 20 }
      var way = [scene.shown("position.x")]
      for frame in 1...62 {
        scene.host.advance(to: 0.5 + Double(frame) / 60)
        way.append(scene.shown("position.x"))
      }
      let steps = zip(way.dropFirst(), way).map { $0 - $1 }
      #expect(isClose(way[0], 70, within: 1e-3) && isClose(way[62], 20) && steps[0] > 2)
      #expect(zip(steps.dropFirst(), steps).allSatisfy { abs($0 - $1) < 0.4 })
      #expect((way.max() ?? 0) > 75 && steps.contains { $0 < -2 })
    }

    // MARK: Nesting

    /// semantics 16.4: the delay is not inherited.
    @Test func delayIsNotInherited() {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 2, options: [],
        animations: {
          scene.view.alpha = 0
          UIView.animate(withDuration: 1) { scene.view.center.x = 50 }
          UIView.animate(
            withDuration: 1, delay: 0.5, options: [],
            animations: { scene.view.layer.cornerRadius = 5 })
        })
      scene.host.advance(to: 0)
      #expect(isClose(scene.animation("opacity")?.beginTime ?? 0, 2))
      #expect(scene.animation("position")?.beginTime == 0)
      #expect(isClose(scene.animation("cornerRadius")?.beginTime ?? 0, 0.5))
    }

    /// semantics 16.4: a duration of zero is inherited, unless overridden.
    @Test func zeroDurationIsInherited() {
      let scene = ViewScene()
      var completions: [String] = []
      UIView.animate(
        withDuration: 0,
        animations: {
          UIView.animate(
            withDuration: 1, animations: { scene.view.alpha = 0 },
            completion: { completions.append("inner \($0)") })
          UIView.animate(
            withDuration: 1, delay: 0, options: .overrideInheritedDuration,
            animations: { scene.view.center.x = 50 },
            completion: { completions.append("own \($0)") })
        }, completion: { completions.append("outer \($0)") })
      #expect(scene.view.layer.animationKeys() == ["position"] && completions.isEmpty)
      scene.host.advance(to: 0.1)
      #expect(completions == ["inner true", "outer true"])
      scene.host.advance(to: 1.02)
      #expect(completions == ["inner true", "outer true", "own true"])
    }

    /// semantics 16.4: overriding all options overrides the curve too, but not the duration.
    @Test func overrideInheritedOptionsOverridesCurve() throws {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 2, delay: 0, options: [.curveLinear, .autoreverse, .repeat],
        animations: {
          UIView.animate(
            withDuration: 1, delay: 0, options: [.overrideInheritedOptions, .curveEaseOut],
            animations: { scene.view.alpha = 0 })
        })
      let inner = try #require(scene.animation("opacity"))
      #expect(inner.duration == 2 && inner.repeatCount == 0 && !inner.autoreverses)
      #expect(inner.timingFunction == CAMediaTimingFunction(name: .easeOut))
    }

    /// A part of a block may repeat.
    @Test func modifyAnimationsRepeatsPartOfABlock() throws {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear,
        animations: {
          scene.view.alpha = 0
          UIView.modifyAnimations(withRepeatCount: 2, autoreverses: true) {
            scene.view.center.x = 60
            UIView.animate(withDuration: 1) { scene.view.layer.cornerRadius = 5 }
          }
          scene.view.backgroundColor = .red
        }, completion: { finished = $0 })
      for (key, count, reverses) in [
        ("opacity", Float(0), false), ("position", 2, true), ("cornerRadius", 2, true),
        ("backgroundColor", 0, false),
      ] {
        let animation = try #require(scene.animation(key))
        #expect(animation.repeatCount == count && animation.autoreverses == reverses, "\(key)")
      }
      scene.host.advance(to: 2.5)
      #expect(isClose(scene.shown("position.x"), 40) && finished == nil)
      scene.host.advance(to: 4.02)
      #expect(finished == true)
      // Outside of blocks the changes are not animated.
      UIView.modifyAnimations(withRepeatCount: 2, autoreverses: false) { scene.view.alpha = 1 }
      #expect(scene.view.alpha == 1 && scene.view.layer.animationKeys() == nil)
    }

    /// In a keyframe block too.
    @Test func modifyAnimationsRepeatsKeyframes() throws {
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 1, delay: 0) {
        UIView.modifyAnimations(withRepeatCount: 3, autoreverses: false) {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
            scene.view.center.x = 60
          }
        }
        scene.view.alpha = 0
      }
      #expect(scene.view.layer.animation(forKey: "position")?.repeatCount == 3)
      #expect(scene.view.layer.animation(forKey: "opacity")?.repeatCount == 0)
    }

    // MARK: Disabled actions

    /// semantics 18.3: with actions disabled neither views nor hosted layers animate, in a block or not.
    @Test(arguments: [[], UIView.AnimationOptions.includesLayers])
    func disabledActionsSuppressBlockAnimations(options: Options) {
      let scene = ViewScene()
      let hosted = CALayer()
      scene.view.layer.addSublayer(hosted)
      scene.host.advance(to: 0.1)
      var finished: Bool?
      UIView.animate(
        withDuration: 1, delay: 0, options: options,
        animations: {
          CATransaction.begin()
          CATransaction.setDisableActions(true)
          hosted.opacity = 0
          scene.view.alpha = 0
          CATransaction.commit()
        }, completion: { finished = $0 })
      #expect(hosted.animationKeys() == nil && scene.view.layer.animationKeys() == nil)
      #expect(finished == true)
    }

    /// semantics 18.3: a block that does not animate does not affect hosted layers.
    @Test(arguments: [false, true]) func nonAnimatingBlockLeavesHostedLayers(isImmediate: Bool) {
      let scene = ViewScene()
      let hosted = CALayer()
      scene.view.layer.addSublayer(hosted)
      scene.host.advance(to: 0.1)
      UIView.setAnimationsEnabled(isImmediate)
      defer { UIView.setAnimationsEnabled(true) }
      var finished: Bool?
      UIView.animate(
        withDuration: isImmediate ? -1 : 1, delay: 0, options: .includesLayers,
        animations: {
          #expect(UIView.inheritedAnimationDuration == (isImmediate ? 0 : 1))
          hosted.opacity = 0
        }, completion: { finished = $0 })
      #expect(hosted.animation(forKey: "opacity")?.duration == 0.25)
      #expect(finished == (isImmediate ? nil : true))
      scene.host.advance(to: 0.12)
      #expect(finished == true)
    }

    /// semantics 16.5: time and argument of the completions of all kinds of blocks.
    @Test func completionOrderOfBlocksAndTransactions() {
      typealias Block = @MainActor (UIView, @escaping (Bool) -> Void) -> Void
      func plain(_ duration: Double, _ options: Options = [], _ change: @escaping (UIView) -> Void)
        -> Block
      {
        { view, done in
          UIView.animate(
            withDuration: duration, delay: 0, options: options, animations: { change(view) },
            completion: done)
        }
      }
      // The time of the call: inside the block's call, in the next iteration of the run loop, or
      // later.
      let table: [(String, Block, during: @MainActor (UIView) -> Void, String)] = [
        ("plain", plain(1) { $0.alpha = 0 }, { _ in }, "1 true"),
        ("nothing", plain(1) { _ in }, { _ in }, "call true"),
        ("equal", plain(1) { $0.alpha = 1 }, { _ in }, "call true"),
        ("no duration", plain(0) { $0.alpha = 0 }, { _ in }, "turn true"),
        ("no duration, nothing", plain(0) { _ in }, { _ in }, "turn true"),
        ("removed", plain(1) { $0.alpha = 0 }, { $0.layer.removeAllAnimations() }, "0.5 false"),
        (
          "replaced", plain(1) { $0.alpha = 0 },
          {
            view in
            UIView.animate(withDuration: 9) { view.alpha = 1 }
          }, "0.5 false"
        ),
        (
          "added to", plain(1) { $0.center.x = 9 },
          {
            view in
            UIView.animate(withDuration: 9) { view.center.x = 1 }
          }, "1 true"
        ),
        ("out of its window", plain(1) { $0.alpha = 0 }, { $0.removeFromSuperview() }, "0.5 false"),
        ("for ever", plain(1, .repeat) { $0.alpha = 0 }, { _ in }, "never"),
        ("hidden", plain(1) { $0.isHidden = true }, { _ in }, "call true"),
        (
          "off",
          { view, done in
            UIView.performWithoutAnimation { plain(1) { $0.alpha = 0 }(view, done) }
          }, { _ in }, "call true"
        ),
        (
          "keyframes",
          { view, done in
            UIView.animateKeyframes(
              withDuration: 1, delay: 0,
              animations: {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.1) {
                  view.alpha = 0
                }
              }, completion: done)
          }, { _ in }, "1 true"
        ),
        (
          "transition",
          { view, done in
            UIView.transition(
              with: view, duration: 1, options: .transitionFlipFromLeft, animations: nil,
              completion: done)
          }, { _ in }, "1 true"
        ),
        (
          "spring",
          { view, done in
            UIView.animate(
              withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
              animations: { view.alpha = 0 }, completion: done)
          }, { _ in }, "1 true"
        ),
      ]
      for (name, block, during, expected) in table {
        let scene = ViewScene()
        var (moment, came) = ("call", [String]())
        block(scene.view) { came.append("\(moment) \($0)") }
        moment = "turn"
        CallbackQueue.drain()
        scene.host.advance(to: 0.4)
        moment = "0.5"
        during(scene.view)
        scene.host.advance(to: 0.6)
        scene.host.advance(to: 0.98)
        moment = "1"
        scene.host.advance(to: 1.02)
        moment = "late"
        scene.host.advance(to: 3)
        #expect(came == (expected == "never" ? [] : [expected]), "\(name)")
      }
    }

    /// semantics 16.5: without a window the block ends unfinished, with the commit.
    @Test func viewsWithoutWindowCompleteUnfinished() {
      let scene = ViewScene()
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      var finished: Bool?
      UIView.animate(
        withDuration: 1, animations: { view.alpha = 0 }, completion: { finished = $0 })
      #expect(finished == nil)
      scene.host.advance(to: 0.05)
      #expect(finished == false && view.touchBlockCount == 0)
    }
  }
}
