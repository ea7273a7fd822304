// CASpringAnimation.swift
// A basic animation whose curve is a damped spring.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// An animation between two values along a damped spring.
///
/// It stops at its duration, wherever the spring is; ``settlingDuration`` lasts until it rests.
///
/// Source: Apple's `CASpringAnimation`.
open class CASpringAnimation: CABasicAnimation {
  /// The mass at the end of the spring. Default 1; values that are not positive are refused.
  open var mass: CGFloat = 1 {
    willSet { willChange("mass") }
    didSet { if !(mass > 0 && mass.isFinite) { mass = oldValue } }
  }
  /// The spring's stiffness. Default 100; values that are not positive are refused.
  open var stiffness: CGFloat = 100 {
    willSet { willChange("stiffness") }
    didSet { if !(stiffness > 0 && stiffness.isFinite) { stiffness = oldValue } }
  }
  /// The damping. Default 10; negative values are refused.
  open var damping: CGFloat = 10 {
    willSet { willChange("damping") }
    didSet { if !(damping >= 0 && damping.isFinite) { damping = oldValue } }
  }
  /// Distances a second at the start, positive towards the target. Default 0.
  open var initialVelocity: CGFloat = 0 {
    willSet { willChange("initialVelocity") }
    didSet { if !initialVelocity.isFinite { initialVelocity = oldValue } }
  }
  /// Whether a damping above the critical one is applied instead of clamped. Default false.
  open var allowsOverdamping = false {
    willSet { willChange("allowsOverdamping") }
  }

  /// Creates a spring with Core Animation's defaults.
  public override init() { super.init() }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a spring from its perceptual duration, in seconds, and its bounce, -1...1.
  ///
  /// A duration that is not positive, or a bounce outside, takes the nearest number, which is reported once.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    let perceptualDuration = SpringNumbers.duration(perceptualDuration)
    let bounce = SpringNumbers.bounce(bounce)
    self.init()
    allowsOverdamping = true
    let frequency = 2 * Double.pi / perceptualDuration
    stiffness = frequency * frequency
    let ratio = bounce >= 0 ? 1 - bounce : 1 / max(1 + bounce, 1e-6)
    damping = 2 * ratio * stiffness.squareRoot()
    duration = settlingDuration
  }

  package var spring: Spring {
    Spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity,
      allowsOverdamping: allowsOverdamping)
  }

  /// Seconds until the spring is practically at rest.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  /// The perceptual duration, in seconds.
  open var perceptualDuration: CFTimeInterval { 2 * .pi / spring.frequency }

  /// The bounce: 0 is none, 1 oscillates without end, negative is overdamped.
  open var bounce: CGFloat {
    let ratio = spring.dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "mass": mass
    case "stiffness": stiffness
    case "damping": damping
    case "initialVelocity": initialVelocity
    case "allowsOverdamping": allowsOverdamping
    case "settlingDuration": settlingDuration
    case "perceptualDuration": perceptualDuration
    case "bounce": bounce
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    guard type(of: self).canBe(value, forKey: key) else { return refuse(value, forKey: key) }
    let number = AnimatableValue(value).lanes?.x
    switch key {
    case "mass": mass = number ?? 1
    case "stiffness": stiffness = number ?? 100
    case "damping": damping = number ?? 10
    case "initialVelocity": initialVelocity = number ?? 0
    case "allowsOverdamping": allowsOverdamping = number ?? 0 != 0
    default: super.setValue(value, forKey: key)
    }
  }

  override class func accepts(_ value: Any, forKey key: String) -> Bool {
    switch key {
    case "mass", "stiffness", "damping", "initialVelocity", "allowsOverdamping":
      AnimatableValue(value).numbers(as: .number) != nil
    // Derived from the others.
    case "settlingDuration", "perceptualDuration", "bounce": false
    default: super.accepts(value, forKey: key)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CASpringAnimation else { return }
    (copy.mass, copy.stiffness, copy.damping) = (mass, stiffness, damping)
    (copy.initialVelocity, copy.allowsOverdamping) = (initialVelocity, allowsOverdamping)
  }

  override func describedProperties() -> [(String, String)] {
    var result =
      super.describedProperties() + [
        ("mass", mass.asText), ("stiffness", stiffness.asText), ("damping", damping.asText),
      ]
    if initialVelocity != 0 { result.append(("initialVelocity", initialVelocity.asText)) }
    if allowsOverdamping { result.append(("allowsOverdamping", "1")) }
    return result
  }
}
