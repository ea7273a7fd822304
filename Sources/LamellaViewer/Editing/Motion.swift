// Motion.swift
// How an animation moves, as far as it can be edited: its duration, its delay, its pace and its end.
//
// This folder: motion that is edited in the window: what of it can be, what was (`RunEdits`), and the code for it
// (`SwiftCode`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// The pace of an animation from its start to its end.
enum Pace: Hashable {
  /// A cubic curve.
  case curve(EasingCurve)
  /// A spring that fills the duration. Velocities are total distances a second.
  case filling(dampingRatio: Double, velocity: Double)
  /// A spring whose duration is its perceptual one.
  case perceptual(bounce: Double, velocity: Double)
  /// A spring by its physics, which stops at the duration; that of an animator, once it has settled.
  case physical(mass: Double, stiffness: Double, damping: Double, velocity: Double)
  /// From key to key, which have curves of their own.
  case keyed

  /// A curve as a timing function has it, whose numbers are single precision.
  static func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Pace {
    .curve(
      CAMediaTimingFunction(controlPoints: Float(x1), Float(y1), Float(x2), Float(y2)).curve)
  }

  /// The progress at a fraction of the duration; nil for keys.
  ///
  /// - Parameter hasDuration: Whether a spring by its physics stops at the duration.
  func progress(over duration: TimeInterval, hasDuration: Bool) -> ((Double) -> Double)? {
    let (spring, seconds): (Spring, TimeInterval)
    switch self {
    case .keyed: return nil
    case .curve(let curve): return { curve.value(at: $0) }
    case .filling(let ratio, let velocity):
      let fitted = SpringConversion(
        dampingRatio: ratio, velocity: velocity, duration: max(duration, 1e-3))
      (spring, seconds) = (fitted.spring, fitted.duration)
    case .perceptual(let bounce, let velocity):
      let fitted = SpringConversion(
        perceptualDuration: max(duration, 1e-3), bounce: bounce, velocity: velocity)
      (spring, seconds) = (fitted.spring, fitted.duration)
    case .physical(let mass, let stiffness, let damping, let velocity):
      spring = Spring(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
      seconds = hasDuration ? duration : min(spring.settlingDuration, 3600)
    }
    return { spring.progress(at: $0 * seconds) }
  }
}

extension SpringConversion {
  fileprivate var spring: Spring {
    Spring(
      mass: 1, stiffness: stiffness, damping: damping, initialVelocity: velocity,
      allowsOverdamping: allowsOverdamping)
  }
}

/// How an animation moves.
struct Motion: Equatable {
  /// Seconds; of a perceptual spring its perceptual duration.
  var duration: TimeInterval
  /// Seconds until it begins.
  var delay: TimeInterval
  var pace: Pace
  /// Whether the duration is chosen: that of a spring which lasts until it has settled is not.
  var hasDuration = true

  init(duration: TimeInterval, delay: TimeInterval, pace: Pace, hasDuration: Bool = true) {
    (self.duration, self.delay, self.pace) = (duration, delay, pace)
    self.hasDuration = hasDuration
  }

  /// How an animation moves that is timed by itself.
  init(_ draft: AnimationDraft) {
    let animation = draft.animation
    (duration, delay) = (animation.duration.shortened, draft.delay.shortened)
    switch animation {
    case let spring as CASpringAnimation where draft.origin == .block:
      // As UIKit's parameters made it.
      let velocity = Double(spring.initialVelocity)
      if spring.allowsOverdamping {
        duration = spring.perceptualDuration.shortened
        pace = .perceptual(bounce: Double(spring.bounce).shortened, velocity: velocity)
      } else {
        pace = .filling(dampingRatio: spring.spring.dampingRatio.shortened, velocity: velocity)
      }
    case let spring as CASpringAnimation:
      pace = .physical(
        mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping,
        velocity: spring.initialVelocity)
      hasDuration = !spring.lastsUntilSettled
    case is CAKeyframeAnimation: pace = .keyed
    default: pace = .curve(animation.timingFunction?.curve ?? .linear)
    }
  }

  /// How an animator moves.
  @MainActor init(_ animator: UIViewPropertyAnimator) {
    (duration, delay) = (animator.duration, animator.delay)
    let timing = animator.timingParameters
    guard let spring = timing?.effectiveSpring else {
      let cubic = timing?.cubicTimingParameters ?? UICubicTimingParameters()
      pace = .curve(cubic.function.curve)
      return
    }
    let velocity = Double(spring.initialVelocity.dx)
    switch spring.form {
    case .ratio(let ratio): pace = .filling(dampingRatio: ratio, velocity: velocity)
    case .physical(let mass, let stiffness, let damping):
      pace = .physical(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity)
      hasDuration = false
    case .perceptual(let seconds, let bounce):
      (duration, pace) = (seconds, .perceptual(bounce: bounce, velocity: velocity))
    }
  }

  /// The timing of an animator that moves so.
  @MainActor var timingParameters: any UITimingCurveProvider {
    func both(_ velocity: Double) -> CGVector { CGVector(dx: velocity, dy: velocity) }
    switch pace {
    case .keyed: return UICubicTimingParameters()
    case .curve(let curve):
      return UICubicTimingParameters(
        controlPoint1: CGPoint(x: curve.c1.x, y: curve.c1.y),
        controlPoint2: CGPoint(x: curve.c2.x, y: curve.c2.y))
    case .filling(let ratio, let velocity):
      return UISpringTimingParameters(dampingRatio: ratio, initialVelocity: both(velocity))
    case .perceptual(let bounce, let velocity):
      return UISpringTimingParameters(
        duration: duration, bounce: bounce, initialVelocity: both(velocity))
    case .physical(let mass, let stiffness, let damping, let velocity):
      return UISpringTimingParameters(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: both(velocity))
    }
  }
}

/// What is changed of an animation; nil where nothing is.
struct AnimationEdit: Equatable {
  var duration: TimeInterval?
  var delay: TimeInterval?
  var pace: Pace?
  var end: EndValue?

  var isEmpty: Bool { self == AnimationEdit() }

  /// What makes one motion of another.
  init(from old: Motion, to new: Motion) {
    if new.duration != old.duration { duration = new.duration }
    if new.delay != old.delay { delay = new.delay }
    if new.pace != old.pace { pace = new.pace }
  }

  init() {}

  func applied(to motion: Motion) -> Motion {
    Motion(
      duration: duration ?? motion.duration, delay: delay ?? motion.delay,
      pace: pace ?? motion.pace, hasDuration: motion.hasDuration)
  }

  /// Changes an animation that is about to begin and moved in a way before.
  @MainActor func apply(to draft: AnimationDraft, that old: Motion) {
    if let end { draft.setEnd(end.value) }
    // The rest is the animator's.
    if draft.isDriven { return }
    if let delay { draft.setDelay(delay) }
    draft.change { change($0, that: old) }
  }

  /// Changes the duration and the pace of an animation that moved in a way before.
  func change(_ animation: CAAnimation, that old: Motion) {
    guard pace != nil || duration != nil else { return }
    let motion = applied(to: old)
    animation.duration = motion.duration
    if let pace, case .curve(let curve) = pace {
      animation.timingFunction = CAMediaTimingFunction(curve)
    }
    guard let spring = animation as? CASpringAnimation else { return }
    switch motion.pace {
    case .filling(let ratio, let velocity):
      spring.take(
        SpringConversion(dampingRatio: ratio, velocity: velocity, duration: motion.duration))
    case .perceptual(let bounce, let velocity):
      spring.take(
        SpringConversion(
          perceptualDuration: motion.duration, bounce: bounce, velocity: velocity))
    case .physical(let mass, let stiffness, let damping, let velocity):
      (spring.mass, spring.stiffness, spring.damping) = (mass, stiffness, damping)
      spring.initialVelocity = velocity
      if !motion.hasDuration { spring.duration = spring.settlingDuration }
    case .curve, .keyed: break
    }
  }
}

extension CASpringAnimation {
  /// Whether its duration is the one that its physics need.
  var lastsUntilSettled: Bool { abs(duration - settlingDuration) < 1e-6 }

  fileprivate func take(_ spring: SpringConversion) {
    (mass, stiffness, damping) = (1, spring.stiffness, spring.damping)
    (initialVelocity, duration) = (spring.velocity, spring.duration)
    allowsOverdamping = spring.allowsOverdamping
  }
}

extension CAMediaTimingFunction {
  /// Creates the function of a curve, whose numbers are single precision.
  convenience init(_ curve: EasingCurve) {
    self.init(
      controlPoints: Float(curve.c1.x), Float(curve.c1.y), Float(curve.c2.x), Float(curve.c2.y))
  }
}

extension Double {
  /// A number whose conversion left the last digits of, such as 0.8 after a square root: to a millionth.
  var shortened: Double {
    let rounded = (self * 1e6).rounded() / 1e6
    return abs(rounded - self) < 1e-9 ? rounded : self
  }
}
