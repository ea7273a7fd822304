// RigidBody.swift
// A body that moves and turns without changing its shape.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What a body is made of.
struct BodyMaterial: Hashable, Sendable {
  /// The part of the speed along the normal that a collision leaves. Default 0.2, a light bounce.
  var elasticity = 0.2
  /// The resistance against sliding; the roots of both sides' are multiplied. Default 0.2.
  var friction = 0.2
  /// The mass of 100 x 100 points. Default 1.
  var density = 1.0
  /// The part of the velocity that is lost per second, in e-folds. Default 0.
  var resistance = 0.0
  /// The part of the angular velocity that is lost per second, in e-folds. Default 0.
  var angularResistance = 0.0
  /// Whether forces and collisions leave the body where it is. Default false.
  var isAnchored = false
  /// Whether the body turns. Default true.
  var allowsRotation = true
}

/// A body in points and seconds; angles in radians, clockwise on the screen.
struct RigidBody: Sendable {
  var position: SIMD2<Double>
  var angle: Double
  var velocity = SIMD2<Double>.zero
  var angularVelocity = 0.0
  /// The acceleration of the current step.
  var acceleration = SIMD2<Double>.zero
  /// The torque divided by the moment of inertia, of the current step.
  var angularAcceleration = 0.0
  var shape: CollisionShape { didSet { updateMass() } }
  var material = BodyMaterial() { didSet { updateMass() } }
  /// One divided by the mass; 0 for a body that nothing moves.
  private(set) var inverseMass = 0.0
  /// One divided by the moment of inertia; 0 for a body that nothing turns.
  private(set) var inverseInertia = 0.0

  init(position: SIMD2<Double>, angle: Double, shape: CollisionShape) {
    self.position = position
    self.angle = angle
    self.shape = shape
    updateMass()
  }

  /// The area of a mass of 1 at a density of 1: 100 x 100 points.
  static let unitArea = 10_000.0

  private mutating func updateMass() {
    // A body without area, or without density, still moves, as one of a square point.
    let mass = max(shape.area, 1) * max(material.density, 1e-6) / Self.unitArea
    inverseMass = material.isAnchored ? 0 : 1 / mass
    let inertia = max(shape.unitInertia, 1e-3) * mass
    inverseInertia = material.isAnchored || !material.allowsRotation ? 0 : 1 / inertia
  }

  /// The place of a point that is given relative to the centre of the body as it would be without a turn.
  func arm(_ offset: SIMD2<Double>) -> SIMD2<Double> {
    offset.turned(by: SIMD2(cos(angle), sin(angle)))
  }

  /// The velocity of a point of the body that lies at an arm from its centre.
  func velocity(at arm: SIMD2<Double>) -> SIMD2<Double> {
    velocity + arm.perpendicular * angularVelocity
  }

  /// Adds a force at an arm for the current step.
  mutating func add(force: SIMD2<Double>, at arm: SIMD2<Double> = .zero) {
    acceleration += force * inverseMass
    angularAcceleration += arm.cross(force) * inverseInertia
  }

  /// Changes the velocities by an impulse at an arm.
  mutating func add(impulse: SIMD2<Double>, at arm: SIMD2<Double> = .zero) {
    velocity += impulse * inverseMass
    angularVelocity += arm.cross(impulse) * inverseInertia
  }

  /// Adds the accelerations of a step to the velocities, and takes away what the resistances cost.
  mutating func accelerate(for step: Double) {
    guard !material.isAnchored else {
      (velocity, angularVelocity) = (.zero, 0)
      return
    }
    velocity = (velocity + acceleration * step) * exp(-material.resistance * step)
    angularVelocity =
      (angularVelocity + angularAcceleration * step) * exp(-material.angularResistance * step)
  }

  /// Moves on for a step.
  ///
  /// - Parameter isFree: Whether nothing touches or holds the body: then the place is that of a constant acceleration
  ///   to the last bit, so that a fall of a second has the length of Galilei's.
  mutating func move(for step: Double, isFree: Bool) {
    position += velocity * step
    if isFree { position -= acceleration * (step * step / 2) }
    angle += angularVelocity * step
  }
}
