// FrozenAnimationTests.swift
// The layer's copy of an animation is immutable; an animation's properties are reachable by key and
// are copied (semantics 1.8, 14).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Adds an animation to a layer and returns the layer's copy.
private func running<Animation: CAAnimation>(_ animation: Animation) -> Animation {
  let layer = CALayer()
  layer.add(animation, forKey: "a")
  // A transition runs under a key of its own.
  let key = animation is CATransition ? kCATransition : "a"
  guard let copy = layer.animation(forKey: key) as? Animation else { exit(EXIT_SUCCESS) }
  return copy
}

@Suite struct FrozenAnimationTests {
  /// semantics 1.8: every property of Apple's traps with a message.
  @Test func propertiesOfTheRunningCopyTrap() async {
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).beginTime = 1 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).duration = 1 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).speed = 2 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).timeOffset = 1 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).repeatCount = 1 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).repeatDuration = 1 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).autoreverses = true }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).fillMode = .both }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).timingFunction = nil }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).delegate = nil }
    await #expect(processExitsWith: .failure) {
      running(CABasicAnimation()).isRemovedOnCompletion = false
    }
    await #expect(processExitsWith: .failure) {
      running(CABasicAnimation()).preferredFrameRateRange = .default
    }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).keyPath = "opacity" }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).isAdditive = true }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).isCumulative = true }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).valueFunction = nil }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).fromValue = 1 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).toValue = 1 }
    await #expect(processExitsWith: .failure) { running(CABasicAnimation()).byValue = 1 }
  }

  /// semantics 1.8
  @Test func propertiesOfOtherRunningCopiesTrap() async {
    await #expect(processExitsWith: .failure) { running(CASpringAnimation()).mass = 1 }
    await #expect(processExitsWith: .failure) { running(CASpringAnimation()).stiffness = 1 }
    await #expect(processExitsWith: .failure) { running(CASpringAnimation()).damping = 1 }
    await #expect(processExitsWith: .failure) { running(CASpringAnimation()).initialVelocity = 1 }
    await #expect(processExitsWith: .failure) {
      running(CASpringAnimation()).allowsOverdamping = true
    }
    await #expect(processExitsWith: .failure) { running(CAKeyframeAnimation()).values = [] }
    await #expect(processExitsWith: .failure) { running(CAKeyframeAnimation()).path = nil }
    await #expect(processExitsWith: .failure) { running(CAKeyframeAnimation()).keyTimes = [] }
    await #expect(processExitsWith: .failure) {
      running(CAKeyframeAnimation()).timingFunctions = []
    }
    await #expect(processExitsWith: .failure) {
      running(CAKeyframeAnimation()).calculationMode = .cubic
    }
    await #expect(processExitsWith: .failure) { running(CAKeyframeAnimation()).tensionValues = [] }
    await #expect(processExitsWith: .failure) {
      running(CAKeyframeAnimation()).continuityValues = []
    }
    await #expect(processExitsWith: .failure) { running(CAKeyframeAnimation()).biasValues = [] }
    await #expect(processExitsWith: .failure) {
      running(CAKeyframeAnimation()).rotationMode = .rotateAuto
    }
    await #expect(processExitsWith: .failure) { running(CAAnimationGroup()).animations = [] }
    await #expect(processExitsWith: .failure) { running(CATransition()).type = .push }
    await #expect(processExitsWith: .failure) { running(CATransition()).subtype = nil }
    await #expect(processExitsWith: .failure) { running(CATransition()).startProgress = 0.5 }
    await #expect(processExitsWith: .failure) { running(CATransition()).endProgress = 0.5 }
    // Group members are frozen too, and keys reach the properties themselves.
    await #expect(processExitsWith: .failure) {
      let group = CAAnimationGroup()
      group.animations = [CABasicAnimation()]
      running(group).animations?.first?.duration = 1
    }
    await #expect(processExitsWith: .failure) {
      running(CABasicAnimation()).setValue(1, forKey: "toValue")
    }
  }

  @Test func trapsNameWhatCannotChange() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      running(CABasicAnimation(keyPath: "opacity")).toValue = 1
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("CABasicAnimation was added to a layer, so its toValue cannot change"))
  }

  /// semantics 1.8: custom keys stay mutable, and a copy of the copy is mutable again.
  @Test func ownKeysAndCopiesStayOpen() throws {
    let group = CAAnimationGroup()
    group.animations = [CABasicAnimation(keyPath: "opacity")]
    let frozen = running(group)
    frozen.setValue(3, forKey: "mine")
    #expect(frozen.value(forKey: "mine") as? Int == 3)
    let free = try #require(frozen.copy() as? CAAnimationGroup)
    free.duration = 9
    free.animations?.first?.duration = 5
    #expect(frozen.duration == 0.25 && frozen.animations?.first?.duration == 0)
    #expect(free.value(forKey: "mine") as? Int == 3)
    // The caller's own objects were never frozen.
    group.animations?.first?.duration = 2
    #expect(frozen.animations?.first?.duration == 0)
  }

  /// A subclass that copies its own variables keeps them in the layer's copy too.
  @Test func subclassesCopyWhatTheyStore() throws {
    final class Tagged: CABasicAnimation {
      var tag = 0
      override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        (copy as? Tagged)?.tag = tag
        return copy
      }
      override class func defaultValue(forKey key: String) -> Any? {
        key == "colour" ? "red" : super.defaultValue(forKey: key)
      }
    }
    let animation = Tagged(keyPath: "opacity")
    animation.tag = 7
    let layer = CALayer()
    layer.add(animation, forKey: "a")
    #expect((layer.animation(forKey: "a") as? Tagged)?.tag == 7)
    #expect((animation.copy() as? Tagged)?.tag == 7)
    layer.removeAllAnimations()
    // semantics 14: the class supplies what was never set.
    #expect(animation.value(forKey: "colour") as? String == "red")
    animation.setValue("blue", forKey: "colour")
    #expect(animation.value(forKey: "colour") as? String == "blue")
    #expect(CABasicAnimation(keyPath: nil).value(forKey: "colour") == nil)
  }

  /// Subclasses written for Apple's frameworks declare this initialiser.
  @Test func codersAreTaken() {
    final class Coded: CAKeyframeAnimation {
      let tag: Int
      init(tag: Int) {
        self.tag = tag
        super.init()
      }
      override init() {
        tag = 1
        super.init()
      }
      required init?(coder: NSCoder) {
        tag = 0
        super.init(coder: coder)
      }
    }
    #expect((Coded(tag: 3).copy() as? Coded)?.tag == 1)
  }

  /// semantics 14: animation properties are reachable by key.
  @Test func keyframesSpringsAndGroupsGoByTheirKeys() throws {
    let keyframes = CAKeyframeAnimation(keyPath: "position")
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1))
    let functions = [CAMediaTimingFunction(name: .easeIn)]
    keyframes.setValue([1, 2], forKey: "values")
    keyframes.setValue(path, forKey: "path")
    keyframes.setValue([0, 1] as [NSNumber], forKey: "keyTimes")
    keyframes.setValue(functions, forKey: "timingFunctions")
    keyframes.setValue("cubicPaced", forKey: "calculationMode")
    for key in ["tensionValues", "continuityValues", "biasValues"] {
      keyframes.setValue([0.5] as [NSNumber], forKey: key)
    }
    keyframes.setValue(CAAnimationRotationMode.rotateAuto, forKey: "rotationMode")
    let copy = try #require(keyframes.copy() as? CAKeyframeAnimation)
    #expect(copy.values as? [Int] == [1, 2] && copy.path == path && copy.keyTimes == [0, 1])
    #expect(copy.timingFunctions == functions && copy.calculationMode == .cubicPaced)
    #expect(copy.tensionValues == [0.5] && copy.continuityValues == [0.5])
    #expect(copy.biasValues == [0.5] && copy.rotationMode == .rotateAuto)
    for key in [
      "values", "path", "keyTimes", "timingFunctions", "calculationMode", "tensionValues",
      "continuityValues", "biasValues", "rotationMode",
    ] {
      #expect(copy.value(forKey: key) != nil, "\(key)")
      copy.setValue(nil, forKey: key)
      #expect(copy.value(forKey: key) == nil || key == "calculationMode", "\(key)")
    }
    #expect(CAAnimationRotationMode.rotateAutoReverse.rawValue == "autoReverse")

    let spring = CASpringAnimation(keyPath: "position")
    for (index, key) in ["mass", "stiffness", "damping", "initialVelocity"].enumerated() {
      spring.setValue(index + 2, forKey: key)
      #expect(spring.value(forKey: key) as? CGFloat == CGFloat(index + 2), "\(key)")
    }
    spring.setValue(true, forKey: "allowsOverdamping")
    #expect(spring.allowsOverdamping && spring.mass == 2 && spring.stiffness == 3)
    #expect(spring.damping == 4 && spring.initialVelocity == 5)
    #expect(spring.value(forKey: "settlingDuration") as? Double == spring.settlingDuration)

    let group = CAAnimationGroup()
    group.setValue([spring], forKey: "animations")
    #expect(group.animations == [spring])
    #expect((group.value(forKey: "animations") as? [CAAnimation])?.count == 1)
  }
}

@Suite struct FrameRateRangeTests {
  @Test func rangesKeepTheirValues() throws {
    let range = CAFrameRateRange(minimum: 30, maximum: 120, preferred: 60)
    #expect(range.minimum == 30 && range.maximum == 120 && range.preferred == 60)
    #expect(range == CAFrameRateRangeMake(30, 120, 60))
    #expect(CAFrameRateRangeIsEqualToRange(range, CAFrameRateRangeMake(30, 120, 60)))
    #expect(range != CAFrameRateRange(minimum: 30, maximum: 120))
    #expect(CAFrameRateRange.default == CAFrameRateRangeMake(0, 0, 0))
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(animation.preferredFrameRateRange == .default)
    animation.preferredFrameRateRange = range
    #expect((animation.copy() as? CAAnimation)?.preferredFrameRateRange == range)
    #expect(animation.value(forKey: "preferredFrameRateRange") as? CAFrameRateRange == range)
  }

  @Test func impossibleRangesTrap() async {
    await #expect(processExitsWith: .failure) { _ = CAFrameRateRange(minimum: 60, maximum: 30) }
    await #expect(processExitsWith: .failure) { _ = CAFrameRateRange(minimum: -1, maximum: 30) }
    await #expect(processExitsWith: .failure) {
      _ = CAFrameRateRange(minimum: 30, maximum: 60, preferred: 90)
    }
  }
}
