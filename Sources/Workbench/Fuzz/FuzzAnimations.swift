// FuzzAnimations.swift
// Random animations and values for key paths.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Key paths with values, some of which do not belong together.
@MainActor enum FuzzValues {
  private static let numbers = [
    "opacity", "cornerRadius", "zPosition", "position.x", "position.y", "bounds.size.width",
    "bounds.origin.y", "transform.rotation", "transform.rotation.z", "transform.rotation.x",
    "transform.scale", "transform.scale.x", "transform.scale.xy", "transform.translation.y",
    "shadowOpacity", "shadowRadius", "borderWidth", "lineWidth", "strokeEnd", "strokeStart",
    "level",
    "sublayerTransform.rotation.y", "anchorPoint.x", "instanceDelay", "fontSize", "speed", "hidden",
    "emitterCells.cell.birthRate", "birthRate",
  ]
  private static let others = [
    "position", "anchorPoint", "bounds", "bounds.size", "transform", "sublayerTransform",
    "transform.translation", "backgroundColor", "borderColor", "shadowOffset", "path", "colors",
    "locations", "contents", "startPoint", "nonsense", "", "position.nonsense", "layer.layer",
  ]

  static func keyPath(_ random: FuzzRandom) -> (String, Any?) {
    let isNumber = random.chance(0.6)
    let path = random.pick(isNumber ? numbers : others) ?? ""
    return (path, value(random.chance(0.93) ? path : random.pick(others) ?? "", random))
  }

  /// A value of the type that a key path has.
  static func value(_ path: String, _ random: FuzzRandom) -> Any? {
    switch path {
    case "position", "anchorPoint", "startPoint": random.point()
    case "bounds": random.rect()
    case "bounds.size", "shadowOffset", "transform.translation": random.size()
    case "transform", "sublayerTransform": random.transform()
    case "backgroundColor", "borderColor": random.chance(0.2) ? nil : random.color().cgColor
    case "path": random.path()
    case "colors": [random.color().cgColor, random.color().cgColor]
    case "locations":
      [NSNumber(value: random.plain(0...0.5)), NSNumber(value: random.plain(0.5...1))]
    case "contents": random.image()
    case "nonsense": random.text()
    default: NSNumber(value: random.number(-3...30))
    }
  }
}

/// Random animations of every class.
@MainActor enum FuzzAnimations {
  static func animation(_ random: FuzzRandom, depth: Int = 0) -> CAAnimation {
    let result: CAAnimation =
      switch random.integer(0...9) {
      case 0 where depth < 2: group(random, depth)
      case 1: transition(random)
      case 2, 3: keyframes(random)
      case 4: spring(random)
      default: basic(random)
      }
    setTiming(of: result, random)
    return result
  }

  private static func basic(_ random: FuzzRandom) -> CAAnimation {
    let (path, value) = FuzzValues.keyPath(random)
    let animation = CABasicAnimation(keyPath: path)
    if random.chance(0.7) { animation.fromValue = value }
    if random.chance(0.7) { animation.toValue = FuzzValues.value(path, random) }
    if random.chance(0.2) { animation.byValue = FuzzValues.value(path, random) }
    setOptions(of: animation, random)
    return animation
  }

  private static func spring(_ random: FuzzRandom) -> CAAnimation {
    let animation = CASpringAnimation(keyPath: FuzzValues.keyPath(random).0)
    animation.toValue = FuzzValues.value(animation.keyPath ?? "", random)
    animation.mass = random.number(0.1...3)
    animation.stiffness = random.number(1...300)
    animation.damping = random.number(0...30)
    animation.initialVelocity = random.number(-20...20)
    setOptions(of: animation, random)
    return animation
  }

  private static func keyframes(_ random: FuzzRandom) -> CAAnimation {
    let path = FuzzValues.keyPath(random).0
    let animation = CAKeyframeAnimation(keyPath: path)
    let count = random.integer(0...5)
    animation.values = (0..<count).compactMap { _ in FuzzValues.value(path, random) }
    if random.chance(0.5) {
      animation.keyTimes = (0..<random.integer(0...6)).map { _ in
        NSNumber(value: random.number(0...1))
      }
    }
    if random.chance(0.2) { animation.path = random.path() }
    animation.calculationMode =
      random.pick([.linear, .discrete, .paced, .cubic, .cubicPaced]) ?? .linear
    if random.chance(0.2) { animation.rotationMode = .rotateAuto }
    if random.chance(0.2) {
      animation.tensionValues = (0..<count).map { _ in NSNumber(value: random.number(-1...1)) }
    }
    setOptions(of: animation, random)
    return animation
  }

  private static func transition(_ random: FuzzRandom) -> CAAnimation {
    let animation = CATransition()
    animation.type = random.pick([.fade, .push, .moveIn, .reveal]) ?? .fade
    animation.subtype = random.pick([.fromLeft, .fromRight, .fromTop, .fromBottom])
    animation.startProgress = random.float(0...1)
    animation.endProgress = random.float(0...1)
    return animation
  }

  private static func group(_ random: FuzzRandom, _ depth: Int) -> CAAnimation {
    let animation = CAAnimationGroup()
    animation.animations = (0..<random.integer(0...3)).map { _ in
      self.animation(random, depth: depth + 1)
    }
    return animation
  }

  /// The class and the key path. The description of an animation has its address, which differs from run to run.
  static func name(of animation: CAAnimation) -> String {
    let path = (animation as? CAPropertyAnimation)?.keyPath.map { " of \($0)" } ?? ""
    return "\(type(of: animation))\(path)"
  }

  private static func setOptions(of animation: CAPropertyAnimation, _ random: FuzzRandom) {
    animation.isAdditive = random.chance(0.2)
    animation.isCumulative = random.chance(0.1)
    if random.chance(0.05) { animation.valueFunction = CAValueFunction(name: .rotateZ) }
  }

  private static func setTiming(of animation: CAAnimation, _ random: FuzzRandom) {
    if random.chance(0.8) { animation.duration = random.number(-0.1...1.5) }
    if random.chance(0.2) { animation.beginTime = random.number(-2...3) }
    if random.chance(0.1) { animation.timeOffset = random.number(-2...3) }
    if random.chance(0.1) { animation.speed = random.float(-2...4) }
    if random.chance(0.2) {
      animation.repeatCount = random.chance(0.3) ? .infinity : random.float(-1...4)
    }
    if random.chance(0.05) { animation.repeatDuration = random.number(0...4) }
    animation.autoreverses = random.chance(0.15)
    if random.chance(0.3) {
      animation.fillMode = random.pick([.forwards, .backwards, .both]) ?? .removed
    }
    animation.isRemovedOnCompletion = random.chance(0.9)
    if random.chance(0.2) {
      animation.timingFunction = CAMediaTimingFunction(
        controlPoints: random.float(0...1), random.float(-1...2), random.float(0...1),
        random.float(-1...2))
    }
  }
}
