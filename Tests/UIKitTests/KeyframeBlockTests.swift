// KeyframeBlockTests.swift
// The animations of keyframe blocks (semantics 16.8).
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
  /// semantics 16.8
  @MainActor @Suite struct KeyframeBlockTests {
    private static let linear = UIView.KeyframeAnimationOptions(
      rawValue: UIView.AnimationOptions.curveLinear.rawValue)

    private func keyframes(_ layer: CALayer, _ key: String) -> CAKeyframeAnimation? {
      layer.animation(forKey: key) as? CAKeyframeAnimation
    }

    private func numbers(_ list: [Any]?) -> [Double] {
      (list ?? []).map { ($0 as? NSNumber)?.doubleValue ?? .nan }
    }

    // MARK: Values and times

    /// A keyframe: start, duration and alpha.
    typealias Frame = (start: Double, duration: Double, alpha: CGFloat)

    nonisolated static let timelines: [(String, [Frame], [Double], [Double])] = [
      ("the published example", [(0, 0.1, 0)], [1, 0, 0], [0, 0.1, 1]),
      ("one that fills it", [(0, 1, 0.5)], [1, 0.5], [0, 1]),
      ("two in a row", [(0, 0.5, 0.5), (0.5, 0.5, 0)], [1, 0.5, 0], [0, 0.5, 1]),
      (
        "a gap holds the last value", [(0.125, 0.25, 0.5), (0.625, 0.25, 0.25)],
        [1, 1, 0.5, 0.5, 0.25, 0.25], [0, 0.125, 0.375, 0.625, 0.875, 1]
      ),
      ("no duration: at that instant", [(0.5, 0, 0.5)], [1, 1, 0.5, 0.5], [0, 0.5, 0.5, 1]),
      ("at once", [(0, 0, 0.5)], [1, 0.5, 0.5], [0, 0, 1]),
      ("at the very end", [(1, 0, 0.5)], [1, 1, 0.5], [0, 1, 1]),
      ("there and back", [(0, 0.5, 0.5), (0.5, 0.5, 1)], [1, 0.5, 1], [0, 0.5, 1]),
      (
        "in another order", [(0.5, 0.5, 0), (0, 0.5, 0.5)], [1, 0.5, 0], [0, 0.5, 1]
      ),
      (
        "overlapping: one after the other", [(0, 0.5, 0.5), (0.25, 0.5, 0)], [1, 0.5, 0, 0],
        [0, 0.5, 0.75, 1]
      ),
      ("beyond the end", [(0.5, 2, 0)], [1, 1, 0], [0, 0.5, 1]),
      ("before the beginning", [(-1, 0.5, 0)], [1, 0, 0], [0, 0.5, 1]),
      (
        "three at one instant", [(0.5, 0, 0.75), (0.5, 0, 0.5), (0.5, 0, 0.25)],
        [1, 1, 0.25, 0.25], [0, 0.5, 0.5, 1]
      ),
    ]

    @Test(arguments: timelines.indices) func keyframesBecomeOneAnimationPerProperty(index: Int)
      throws
    {
      let (name, frames, values, times) = Self.timelines[index]
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 2, delay: 0) {
        for frame in frames {
          UIView.addKeyframe(withRelativeStartTime: frame.start, relativeDuration: frame.duration) {
            scene.view.alpha = frame.alpha
          }
        }
      }
      #expect(scene.view.layer.animationKeys() == ["opacity"], "\(name)")
      let animation = try #require(keyframes(scene.view.layer, "opacity"))
      #expect(numbers(animation.values) == values, "\(name)")
      #expect(numbers(animation.keyTimes) == times, "\(name)")
      #expect(animation.duration == 2 && animation.fillMode == .both && !animation.isAdditive)
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
      #expect(scene.view.alpha == frames.last?.alpha)
      for step in 0...40 {
        scene.host.advance(to: Double(step) / 20)
        #expect((0...1).contains(scene.shown("opacity")), "\(name)")
      }
    }

    /// semantics 16.8: equal values create no animation.
    @Test func equalValuesCreateNoAnimation() {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animateKeyframes(
        withDuration: 1, delay: 0,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
            scene.view.alpha = 1
            scene.view.isHidden = false
            scene.view.layer.borderWidth = 3
          }
        }, completion: { finished = $0 })
      #expect(scene.view.layer.animationKeys() == nil && finished == true)
    }

    /// semantics 16.8: by default the timeline's curve eases the fractions, unless it is linear.
    @Test(arguments: [false, true]) func timelineEasesAsAWhole(isLinear: Bool) {
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: isLinear ? Self.linear : []) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          scene.view.alpha = 0
        }
      }
      scene.host.advance(to: 0.25)
      // With ease in and out, a quarter of the time is 13 % of the distance.
      #expect(isClose(scene.shown("opacity"), isLinear ? 0.5 : 1 - 2 * 0.1292, within: 1e-3))
      scene.host.advance(to: 0.5)
      #expect(isClose(scene.shown("opacity"), 0, within: 1e-3))
    }

    /// semantics 16.8: additive keys of 16.2 are additive here, relative to the new model value; a
    /// second block does not replace the first.
    @Test func overlappingAdditiveKeyframeBlocksSum() throws {
      let scene = ViewScene()
      func shake() {
        UIView.animateKeyframes(withDuration: 1, delay: 0, options: Self.linear) {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
            scene.view.center.x = 60
          }
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
            scene.view.center.x = 40
          }
        }
      }
      shake()
      let running = try #require(keyframes(scene.view.layer, "position"))
      #expect(
        running.values as? [CGPoint] == [
          CGPoint(x: -20, y: 0), CGPoint(x: 20, y: 0), CGPoint(x: 0, y: 0),
        ])
      #expect(running.isAdditive && scene.view.center.x == 40)
      for (time, x) in [(0.25, 40.0), (0.5, 60), (0.75, 50)] {
        scene.host.advance(to: time)
        #expect(isClose(scene.shown("position.x"), x), "at \(time)")
      }
      shake()
      #expect(scene.view.layer.animationKeys()?.sorted() == ["position", "position-2"])
      scene.host.advance(to: 2)
      #expect(scene.view.layer.animationKeys() == nil)
    }

    /// semantics 16.2: origin and size animate separately; one that does not change has no animation.
    @Test func boundsAnimateAsOriginAndSize() throws {
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: Self.linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          scene.view.bounds.size = CGSize(width: 40, height: 60)
        }
      }
      #expect(scene.view.layer.animationKeys() == ["bounds.size"])
      let sizes = try #require(keyframes(scene.view.layer, "bounds.size")?.values as? [CGSize])
      #expect(sizes == [CGSize(width: -20, height: -40), .zero, .zero])
      scene.host.advance(to: 0.25)
      #expect(isClose(scene.shown("bounds.size.height"), 40))
    }

    /// A rotation by more than half a circle needs keyframes, each of less.
    @Test func rotationsPassThroughTheirKeyframes() {
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: Self.linear) {
        for step in 1...3 {
          UIView.addKeyframe(
            withRelativeStartTime: Double(step - 1) / 3, relativeDuration: 1.0 / 3
          ) {
            scene.view.transform = CGAffineTransform(rotationAngle: CGFloat(step) * 2 * .pi / 3)
          }
        }
      }
      for (time, angle) in [
        (1.0 / 6, Double.pi / 3), (0.5, Double.pi), (5.0 / 6, 5 * Double.pi / 3),
      ] {
        scene.host.advance(to: time)
        let turned = scene.shown("transform.rotation.z")
        #expect(isClose(cos(turned), cos(angle), within: 1e-4), "\(time): \(turned)")
        #expect(isClose(sin(turned), sin(angle), within: 1e-4), "\(time): \(turned)")
      }
    }

    /// semantics 16.8: changes outside of keyframes take the full duration.
    @Test func changesOutsideKeyframesTakeFullDuration() throws {
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: Self.linear) {
        scene.view.backgroundColor = .white
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
          scene.view.alpha = 0
        }
        scene.view.center.x = 60
      }
      let colors = try #require(keyframes(scene.view.layer, "backgroundColor"))
      #expect(numbers(colors.keyTimes) == [0, 1] && colors.values?.count == 2)
      scene.host.advance(to: 0.5)
      #expect(isClose(scene.shown("position.x"), 40) && isClose(scene.shown("opacity"), 1))
    }

    nonisolated static let modes:
      [(UIView.KeyframeAnimationOptions, CAAnimationCalculationMode, Double)] = [
        (.calculationModeLinear, .linear, 35), (.calculationModeDiscrete, .discrete, 20),
        (.calculationModePaced, .paced, 45), (.calculationModeCubic, .cubic, 0),
        (.calculationModeCubicPaced, .cubicPaced, 0),
      ]

    /// semantics 16.8: the modes are those of 6.2.
    @Test(arguments: modes.indices) func calculationModesMatchLayerModes(index: Int) throws {
      let (option, mode, x) = Self.modes[index]
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: [option, Self.linear]) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          scene.view.center.x = 50
        }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
          scene.view.center.x = 120
        }
      }
      #expect(keyframes(scene.view.layer, "position")?.calculationMode == mode)
      scene.host.advance(to: 0.25)
      if x > 0 { #expect(isClose(scene.shown("position.x"), x)) }
      scene.host.advance(to: 1)
      #expect(isClose(scene.shown("position.x"), 120))
    }

    // MARK: Parameters

    /// Delay, repetition and interaction are as in plain blocks; completion too.
    @Test func blockOptionsApplyToKeyframes() throws {
      let scene = ViewScene()
      var finished: [Bool] = []
      UIView.animateKeyframes(
        withDuration: 1, delay: 0.5, options: .allowUserInteraction,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
            scene.view.alpha = 0
          }
        }, completion: { finished.append($0) })
      #expect(scene.view.touchBlockCount == 0)
      scene.host.advance(to: 0.5)
      #expect(scene.shown("opacity") == 1)
      scene.host.advance(to: 1.49)
      #expect(finished.isEmpty)
      scene.host.advance(to: 1.52)
      #expect(finished == [true] && scene.view.layer.animationKeys() == nil)
      UIView.animateKeyframes(
        withDuration: 1, delay: 0, options: [.repeat, .autoreverse],
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
            scene.view.alpha = 1
          }
        }, completion: { finished.append($0) })
      let running = try #require(keyframes(scene.view.layer, "opacity"))
      #expect(running.repeatCount == .infinity && running.autoreverses)
      #expect(scene.view.touchBlockCount == 1)
      scene.view.layer.removeAllAnimations()
      scene.host.advance(to: 2)
      #expect(finished == [true, false] && scene.view.touchBlockCount == 0)
    }

    /// semantics 16.3: without a duration all changes show at once, and the completion runs in the next
    /// iteration of the run loop.
    @Test(arguments: [0, -1] as [Double]) func zeroDurationAppliesAtOnce(duration: Double) {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animateKeyframes(
        withDuration: duration, delay: 0,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
            scene.view.alpha = 0
          }
        }, completion: { finished = $0 })
      #expect(scene.view.layer.animationKeys() == nil && scene.view.alpha == 0 && finished == nil)
      scene.host.advance(to: 0.1)
      #expect(finished == true)
    }

    /// semantics 16.3: from the old model value, or with beginFromCurrentState from the presented
    /// value.
    @Test(arguments: [false, true]) func replacingKeyframesStartFromOptionsState(isFromScreen: Bool)
    {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear, animations: { scene.view.alpha = 0 })
      scene.host.advance(to: 0.5)
      UIView.animateKeyframes(
        withDuration: 1, delay: 0, options: isFromScreen ? .beginFromCurrentState : []
      ) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { scene.view.alpha = 1 }
      }
      let values = numbers(keyframes(scene.view.layer, "opacity")?.values)
      #expect(isClose(values.first ?? -1, isFromScreen ? 0.5 : 0))
    }

    /// semantics 16.3: subviews are laid out within the keyframe that changes their superview.
    @Test func layoutIsPartOfItsKeyframe() throws {
      final class Parent: UIView {
        let child = UIView()
        override func layoutSubviews() {
          if child.superview == nil { addSubview(child) }
          child.frame = bounds
        }
      }
      let parent = Parent()
      let scene = ViewScene(parent)
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: .layoutSubviews) {
        UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) {
          parent.bounds.size.width = 60
        }
      }
      let sizes = try #require(keyframes(parent.child.layer, "bounds.size"))
      #expect(numbers(sizes.keyTimes) == [0, 0.25, 0.5, 1])
      withExtendedLifetime(scene) {}
    }

    // MARK: Nesting

    /// semantics 16.8: curve and duration of the enclosing block are inherited.
    @Test func nestedKeyframeBlockInheritsTiming() throws {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 4, delay: 0, options: .curveLinear,
        animations: {
          UIView.animateKeyframes(withDuration: 1, delay: 0) {
            #expect(UIView.inheritedAnimationDuration == 4)
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
              scene.view.alpha = 0
            }
          }
          UIView.animateKeyframes(
            withDuration: 1, delay: 0,
            options: [.overrideInheritedDuration, .overrideInheritedOptions]
          ) {
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
              scene.view.center.x = 90
            }
          }
        })
      let inherited = try #require(keyframes(scene.view.layer, "opacity"))
      #expect(inherited.duration == 4)
      #expect(inherited.timingFunction == CAMediaTimingFunction(name: .linear))
      let own = try #require(keyframes(scene.view.layer, "position"))
      #expect(own.duration == 1)
      #expect(own.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    }

    /// Times of nested keyframes are fractions of the full duration; nested blocks inherit.
    @Test func nestedKeyframeTimesAreFractionsOfFullDuration() throws {
      let scene = ViewScene()
      var completions: [String] = []
      UIView.animateKeyframes(
        withDuration: 2, delay: 0,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
            scene.view.alpha = 0.5
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) {
              scene.view.alpha = 0.75
            }
            UIView.animate(
              withDuration: 1, animations: { scene.view.center.x = 90 },
              completion: { completions.append("inner \($0)") })
          }
        }, completion: { completions.append("outer \($0)") })
      let animation = try #require(keyframes(scene.view.layer, "opacity"))
      #expect(numbers(animation.keyTimes) == [0, 0.25, 0.5, 1])
      #expect(numbers(animation.values) == [1, 0.75, 0.75, 0.5])
      #expect(scene.view.layer.animation(forKey: "position")?.duration == 2)
      scene.host.advance(to: 2.02)
      #expect(completions.sorted() == ["inner true", "outer true"])
    }

    /// Outside of keyframe blocks a keyframe's changes are not animated.
    @Test func keyframeOutsideOfBlockChangesAtOnce() {
      let scene = ViewScene()
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { scene.view.alpha = 0.5 }
      #expect(scene.view.alpha == 0.5 && scene.view.layer.animationKeys() == nil)
      UIView.performWithoutAnimation {
        UIView.animateKeyframes(withDuration: 1, delay: 0) {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { scene.view.alpha = 0 }
        }
      }
      #expect(scene.view.alpha == 0 && scene.view.layer.animationKeys() == nil)
    }

    /// semantics 18.4: the action of a built-in key has the block's timing, and requesting it has no
    /// effect.
    @Test func keyframeActionHasBlockTiming() throws {
      let scene = ViewScene()
      var finished: Bool?
      var found: CAAnimation?
      UIView.animateKeyframes(
        withDuration: 3, delay: 1, options: Self.linear,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
            found = scene.view.action(for: scene.view.layer, forKey: "bounds") as? CAAnimation
          }
        }, completion: { finished = $0 })
      let answer = try #require(found)
      #expect(answer.duration == 3 && answer.fillMode == .both && answer.delegate != nil)
      #expect(answer.timingFunction == CAMediaTimingFunction(name: .linear))
      #expect(isClose(answer.beginTime, 1))
      #expect(finished == true && scene.view.layer.animationKeys() == nil)
    }

    /// A custom layer property animates through keyframes too.
    @Test func customPropertiesAnimateThroughKeyframes() {
      let view = GaugeView()
      let scene = ViewScene(view)
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: Self.linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.level = 100 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.level = 20 }
      }
      for (time, level) in [(0.25, 50.0), (0.5, 100), (0.75, 60), (1.1, 20)] {
        scene.host.advance(to: time)
        #expect(isClose(scene.shown("level"), level), "at \(time)")
      }
    }
  }
}
