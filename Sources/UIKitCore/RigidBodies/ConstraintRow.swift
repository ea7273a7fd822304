// ConstraintRow.swift
// One condition on the velocities of two bodies. Contacts, friction and every kind of attachment are made of rows.
//
// SPDX-License-Identifier: MIT

/// A condition `J·v + bias = 0` on the velocities of one or two bodies, kept by an impulse along J within limits.
///
/// A row with softness is a spring with a damper. The solver visits the rows in turn, several times a step.
///
/// Source: sequential impulses and soft constraints, as in Erin Catto's talks at the Game Developers Conference, 2006
/// and 2011.
struct ConstraintRow: Sendable {
  /// What a row does to one body.
  struct Side: Sendable {
    /// The body's index; -1 for the ground, which nothing moves.
    var body: Int
    var linear: SIMD2<Double>
    var angular: Double
  }

  var first: Side
  var second: Side
  /// The negated target velocity along J.
  var bias = 0.0
  /// What a unit of impulse costs; 0 for a rigid row.
  var softness = 0.0
  /// The least and the most impulse of a step.
  var limits: ClosedRange<Double> = -Double.infinity...Double.infinity
  /// Whether the bias only corrects places: it must not leave a velocity behind.
  var corrects = true
  /// The row whose impulse limits this one's, for friction, and the factor.
  var friction: (row: Int, factor: Double)?
  /// The speed along J at the beginning of the step that a bounce keeps a part of; nil for rows that do not bounce.
  var bounce: (speed: Double, elasticity: Double)?

  private(set) var impulse = 0.0
  private var mass = 0.0

  /// A row between a point of one body and a point of another, along a direction: J·v is the speed of the second's
  /// point relative to the first's.
  init(
    along direction: SIMD2<Double>, first: Int, arm firstArm: SIMD2<Double>, second: Int,
    arm secondArm: SIMD2<Double>
  ) {
    self.first = Side(body: first, linear: -direction, angular: -firstArm.cross(direction))
    self.second = Side(body: second, linear: direction, angular: secondArm.cross(direction))
  }

  /// A row on the angular velocity of one body relative to another's.
  init(turning second: Int, against first: Int) {
    self.first = Side(body: first, linear: .zero, angular: -1)
    self.second = Side(body: second, linear: .zero, angular: 1)
  }

  /// The inverse of the mass that resists the row.
  private func inverseMass(_ bodies: [RigidBody]) -> Double {
    [first, second].reduce(0) { sum, side in
      guard side.body >= 0 else { return sum }
      let body = bodies[side.body]
      return sum + body.inverseMass * side.linear.dot(side.linear)
        + body.inverseInertia * side.angular * side.angular
    }
  }

  /// Corrects an error, in points or radians, by a fifth a step.
  mutating func correct(_ error: Double, step: Double) { bias = 0.2 / step * error }

  /// Makes the row a spring.
  ///
  /// - Parameters:
  ///   - error: The distance from rest, in points or radians.
  ///   - frequency: Oscillations per second, above 0.
  ///   - damping: 1 is critical.
  mutating func spring(
    _ error: Double, frequency: Double, damping: Double, step: Double, bodies: [RigidBody]
  ) {
    let inverse = inverseMass(bodies)
    guard inverse > 0 else { return }
    let rate = 2 * Double.pi * frequency
    let stiffness = rate * rate / inverse
    let damper = 2 * damping * rate / inverse
    softness = 1 / (step * (damper + step * stiffness))
    bias = error * step * stiffness * softness
    corrects = false
  }

  mutating func prepare(_ bodies: [RigidBody]) {
    let inverse = inverseMass(bodies) + softness
    mass = inverse > 0 ? 1 / inverse : 0
  }

  func speed(_ bodies: [RigidBody]) -> Double {
    [first, second].reduce(0) { sum, side in
      guard side.body >= 0 else { return sum }
      let body = bodies[side.body]
      return sum + side.linear.dot(body.velocity) + side.angular * body.angularVelocity
    }
  }

  /// Changes the velocities towards the condition.
  mutating func solve(_ bodies: inout [RigidBody], usesBias: Bool) {
    // What is still apart may come together; only a correction of what overlaps is left out.
    let bias = usesBias || !corrects || (limits.lowerBound == 0 && bias > 0) ? bias : 0
    apply(-mass * (speed(bodies) + bias + softness * impulse), to: &bodies)
  }

  /// Gives back the part of the speed that a bounce keeps.
  mutating func rebound(_ bodies: inout [RigidBody]) {
    guard let bounce, impulse > 0 else { return }
    apply(-mass * (speed(bodies) + bounce.elasticity * bounce.speed), to: &bodies)
  }

  private mutating func apply(_ change: Double, to bodies: inout [RigidBody]) {
    let new = min(max(impulse + change, limits.lowerBound), limits.upperBound)
    let part = new - impulse
    impulse = new
    guard part != 0 else { return }
    for side in [first, second] where side.body >= 0 {
      bodies[side.body].velocity += side.linear * (part * bodies[side.body].inverseMass)
      bodies[side.body].angularVelocity += side.angular * part * bodies[side.body].inverseInertia
    }
  }
}
