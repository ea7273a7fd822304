// UISpringTimingParameters.swift
// The spring of a property animator.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import QuartzCore

/// A spring that fills the animator's duration, or has a duration of its own.
///
/// Source: Apple's `UISpringTimingParameters`.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  /// How the spring is given.
  package enum Form: Hashable {
    /// By its damping ratio; it fills the animator's duration.
    case ratio(Double)
    case physical(mass: Double, stiffness: Double, damping: Double)
    case perceptual(duration: TimeInterval, bounce: Double)
  }

  /// The initial velocity in total distances per second, positive towards the target.
  ///
  /// For a property that is a point each coordinate has its own; for others `dx` applies.
  open private(set) var initialVelocity: CGVector
  package private(set) var form: Form

  private static func finite(_ velocity: CGVector) -> CGVector {
    CGVector(
      dx: nearest(velocity.dx, "the velocity of a spring"),
      dy: nearest(velocity.dy, "the velocity of a spring"))
  }

  /// Creates the system's default spring: mass 3, stiffness 1000, damping 500. It does not oscillate
  /// and takes about 0.5 s.
  public override init() {
    (form, initialVelocity) = (Self.standard, .zero)
  }

  private static let standard = Form.physical(mass: 3, stiffness: 1000, damping: 500)

  /// Creates a spring that fills the animator's duration.
  ///
  /// - Parameters:
  ///   - ratio: 1 does not oscillate. Clamped to 0.01...1.
  ///   - velocity: Total distances per second.
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    let ratio = nearest(ratio, ifNaN: 1, "the damping ratio of a spring")
    (form, initialVelocity) = (.ratio(min(max(ratio, 0.01), 1)), Self.finite(velocity))
  }

  /// Creates a spring that fills the animator's duration and starts from rest.
  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: .zero)
  }

  /// Creates a spring from its physics. It lasts until it has settled, regardless of the animator's
  /// duration.
  ///
  /// Numbers that no spring has, such as a mass of 0, take the nearest, and are reported once.
  public init(
    mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector
  ) {
    form = .physical(
      mass: SpringNumbers.positive(mass, ifNaN: 1, "mass"),
      stiffness: SpringNumbers.positive(stiffness, ifNaN: 100, "stiffness"),
      damping: SpringNumbers.damping(damping))
    initialVelocity = Self.finite(velocity)
  }

  /// Creates a spring from its perceptual duration, in seconds, and its bounce, -1...1. It lasts until
  /// it has settled, regardless of the animator's duration.
  ///
  /// A duration that is not positive, or a bounce outside, takes the nearest number, which is reported once.
  public convenience init(
    duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity: CGVector = .zero
  ) {
    self.init()
    form = .perceptual(
      duration: SpringNumbers.duration(duration), bounce: SpringNumbers.bounce(bounce))
    self.initialVelocity = Self.finite(initialVelocity)
  }

  /// Creates the default. There are no archives.
  public required init?(coder: NSCoder) {
    (form, initialVelocity) = (Self.standard, .zero)
  }

  /// Does nothing. There are no archives.
  open func encode(with coder: NSCoder) {}

  /// Returns the object itself, which is immutable.
  open override func copy() -> Any { self }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A spring.
  open var timingCurveType: UITimingCurveType { .spring }

  /// Always nil.
  open var cubicTimingParameters: UICubicTimingParameters? { nil }

  /// The object itself.
  open var springTimingParameters: UISpringTimingParameters? { self }

  // MARK: For animations

  /// The settling time in seconds; nil for a spring that fills the animator's duration.
  var ownDuration: TimeInterval? {
    switch form {
    case .ratio: nil
    // A spring without damping never settles; an hour is long enough.
    case .physical, .perceptual:
      min(
        max(
          spring(filling: 0, initialVelocity.dx).settlingDuration,
          spring(filling: 0, initialVelocity.dy).settlingDuration), 3600)
    }
  }

  func curve(duration: TimeInterval, isVertical: Bool) -> DrivenSegment.Curve {
    let own = ownDuration ?? max(duration, 1e-3)
    let velocity = isVertical ? initialVelocity.dy : initialVelocity.dx
    return .spring(spring(filling: own, velocity), duration: own)
  }

  /// Returns the spring with a velocity, filling a duration if it has none of its own.
  private func spring(filling duration: TimeInterval, _ velocity: Double) -> Spring {
    switch form {
    case .ratio(let ratio):
      SpringConversion(dampingRatio: ratio, velocity: velocity, duration: duration).spring
    case .physical(let mass, let stiffness, let damping):
      Spring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
    case .perceptual(let seconds, let bounce):
      SpringConversion(perceptualDuration: seconds, bounce: bounce, velocity: velocity).spring
    }
  }
}
