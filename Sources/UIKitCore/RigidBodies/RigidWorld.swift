// RigidWorld.swift
// Bodies in the plane and what happens to them in a step: forces, ties, collisions, motion. Pure: the same calls give the
// same places.
//
// This folder: bodies in the plane: shapes, contacts, conditions on velocities, steps. Pure arithmetic.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A world of rigid bodies, in points and seconds.
struct RigidWorld: Sendable {
  /// A piece of a boundary: a segment that does not move.
  struct Wall: Sendable {
    var shape: CollisionShape
    /// The number of the boundary that it is a piece of.
    var boundary: Int
  }

  /// What can meet: the bodies of a collision behaviour with each other, or with its walls.
  struct Group: Sendable {
    var bodies: [Int] = []
    var walls: [Wall] = []
    /// Whether the bodies meet each other. Default true.
    var collidesBodies = true
  }

  /// Two that touch: of the group with a number, a body with another, or with a boundary.
  struct Touch: Hashable, Sendable {
    var group: Int
    var body: Int
    /// The other body; -1 with a boundary.
    var other: Int
    /// The boundary; -1 with a body.
    var boundary: Int
  }

  /// Seconds of a step. A frame takes as many steps as fit, so that the rate of frames changes nothing.
  static let step = 1.0 / 240
  private static let iterations = 12
  /// The overlap, in points, that resting bodies keep.
  private static let slop = 0.05
  /// The speed, in points per second, below which nothing bounces.
  private static let bounceSpeed = 20.0

  var bodies: [RigidBody] = []
  var joints: [RigidJoint] = []
  var groups: [Group] = []
  /// Where each two touched in the last step.
  private(set) var touches: [Touch: SIMD2<Double>] = [:]

  /// Moves on by ``step``. Fast bodies take it in shorter parts, so that they do not pass through each other.
  ///
  /// - Parameter forces: Adds the forces, to bodies whose accelerations are zero.
  mutating func advance(forces: (inout RigidWorld) -> Void) {
    let parts = partCount
    touches = [:]
    for _ in 0..<parts {
      for index in bodies.indices {
        bodies[index].acceleration = .zero
        bodies[index].angularAcceleration = 0
      }
      forces(&self)
      advancePart(Self.step / Double(parts))
    }
  }

  /// The parts of a step in which no body moves further than a third of its thickness; 16 at the most.
  private var partCount: Int {
    let parts = bodies.reduce(1.0) { parts, body in
      let way = body.velocity.length * Self.step
      return max(parts, way / max(body.shape.thickness / 3, 1))
    }
    return Int(min(parts.rounded(.up), 16))
  }

  private mutating func advancePart(_ step: Double) {
    for index in bodies.indices { bodies[index].accelerate(for: step) }
    var rows = joints.flatMap { $0.rows(bodies, step: step) }
    addContacts(to: &rows, step)
    var isHeld = bodies.map { _ in false }
    for index in rows.indices {
      rows[index].prepare(bodies)
      for body in [rows[index].first.body, rows[index].second.body] where body >= 0 {
        isHeld[body] = true
      }
    }
    solve(&rows, usesBias: true)
    for index in bodies.indices where bodies[index].inverseMass > 0 {
      bodies[index].move(for: step, isFree: !isHeld[index])
    }
    solve(&rows, usesBias: false)
    for index in rows.indices { rows[index].rebound(&bodies) }
  }

  private mutating func solve(_ rows: inout [ConstraintRow], usesBias: Bool) {
    for _ in 0..<Self.iterations {
      for index in rows.indices {
        if let friction = rows[index].friction {
          let most = friction.factor * rows[friction.row].impulse
          rows[index].limits = -most...most
        }
        rows[index].solve(&bodies, usesBias: usesBias)
      }
    }
  }

  // MARK: Collisions

  private mutating func addContacts(to rows: inout [ConstraintRow], _ step: Double) {
    let placed = bodies.map { $0.shape.placed(at: $0.position, angle: $0.angle) }
    for (number, group) in groups.enumerated() {
      for (position, body) in group.bodies.enumerated() {
        for wall in group.walls {
          let touch = Touch(group: number, body: body, other: -1, boundary: wall.boundary)
          touchRows(touch, wall.shape, placed[body], step, &rows)
        }
        guard group.collidesBodies else { continue }
        for other in group.bodies[..<position] {
          let distance = (bodies[body].position - bodies[other].position).length
          let reach = bodies[body].shape.reach + bodies[other].shape.reach
          let speed = (bodies[body].velocity - bodies[other].velocity).length
          guard distance < reach + speed * step + 1 else { continue }
          let touch = Touch(group: number, body: body, other: other, boundary: -1)
          touchRows(touch, placed[other], placed[body], step, &rows)
        }
      }
    }
  }

  /// Adds the rows of a contact: for each point one along the normal and one of friction.
  private mutating func touchRows(
    _ touch: Touch, _ first: CollisionShape, _ second: CollisionShape, _ step: Double,
    _ rows: inout [ConstraintRow]
  ) {
    let body = bodies[touch.body]
    let other = touch.other >= 0 ? bodies[touch.other] : nil
    guard body.inverseMass + (other?.inverseMass ?? 0) > 0 else { return }
    let approach = (body.velocity - (other?.velocity ?? .zero)).length * step
    guard
      let contact = ContactManifold(first, second, center: body.position, margin: approach + 0.1)
    else { return }
    let elasticity = max(body.material.elasticity, other?.material.elasticity ?? 0)
    let friction =
      (body.material.friction * (other?.material.friction ?? body.material.friction)).squareRoot()
    for point in contact.points {
      let arm = point.position - body.position
      let otherArm = other.map { point.position - $0.position } ?? .zero
      var normal = ConstraintRow(
        along: contact.normal, first: touch.other, arm: otherArm, second: touch.body, arm: arm)
      normal.limits = 0...Double.infinity
      let speed = normal.speed(bodies)
      if point.separation > 0 {
        normal.bias = point.separation / step
      } else {
        normal.bias = max(0.2 / step * min(0, point.separation + Self.slop), -600)
      }
      if speed < -Self.bounceSpeed { normal.bounce = (speed, elasticity) }
      let index = rows.count
      rows.append(normal)
      if friction > 0 {
        var tangent = ConstraintRow(
          along: contact.normal.perpendicular, first: touch.other, arm: otherArm,
          second: touch.body, arm: arm)
        tangent.friction = (index, friction)
        rows.append(tangent)
      }
      if point.separation <= Self.slop && touches[touch] == nil {
        touches[touch] = point.position
      }
    }
  }
}
