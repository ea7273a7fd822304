// RigidJoint.swift
// What ties a body to a place or to another body.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A tie between two bodies, or between a body and the ground. Points are given as arms: relative to the centre of a
/// body as it would be without a turn. The ground's arm is a place.
struct RigidJoint: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The points keep a distance.
    case distance(Double)
    /// The points are no further apart than a distance.
    case rope(Double)
    /// The points meet, and the bodies keep the angle to each other that they have.
    case fixed(angle: Double)
    /// The points meet; the bodies turn about them.
    case pin(angle: Double)
    /// The second point moves along a direction, relative to the first; the bodies keep their angle to each other.
    case slide(SIMD2<Double>, angle: Double)
    /// The centre springs to the point, and the angle to zero.
    case snap
  }

  var kind: Kind
  /// The index of the first body; -1 for the ground.
  var first: Int
  var firstArm: SIMD2<Double>
  /// The index of the second body.
  var second: Int
  var secondArm: SIMD2<Double>
  /// Oscillations per second of a spring; 0 for a rigid tie. Default 0.
  var frequency = 0.0
  /// The spring's damping; 1 is critical. Default 0.
  var damping = 0.0
  /// The torque, divided by that of a unit force at a hundred points, that turning in a pin must overcome. Default 0.
  var frictionTorque = 0.0
  /// The angles of a pin, in radians, or the places of a slide, in points. Default all.
  var range: ClosedRange<Double> = -Double.infinity...Double.infinity

  /// The joint's conditions for a step.
  func rows(_ bodies: [RigidBody], step: Double) -> [ConstraintRow] {
    let target = bodies[second]
    let turned = first >= 0 ? bodies[first].arm(firstArm) : .zero
    let place = first >= 0 ? bodies[first].position + turned : firstArm
    let arm = target.arm(secondArm)
    let gap = target.position + arm - place
    let angle = target.angle - (first >= 0 ? bodies[first].angle : 0)
    func row(along direction: SIMD2<Double>) -> ConstraintRow {
      ConstraintRow(along: direction, first: first, arm: turned, second: second, arm: arm)
    }
    func kept(_ row: ConstraintRow, _ error: Double) -> ConstraintRow {
      var row = row
      if frequency > 0 {
        row.spring(error, frequency: frequency, damping: damping, step: step, bodies: bodies)
      } else {
        row.correct(error, step: step)
      }
      return row
    }
    let turning = ConstraintRow(turning: second, against: first)
    let meeting = [
      kept(row(along: SIMD2(1, 0)), gap.x), kept(row(along: SIMD2(0, 1)), gap.y),
    ]
    switch kind {
    case .distance(let length):
      // Without a distance the direction is lost.
      if length < 1e-3 { return meeting }
      let direction = gap.length > 1e-6 ? gap / gap.length : SIMD2(0, 1)
      return [kept(row(along: direction), gap.length - length)]
    case .rope(let length):
      guard gap.length > 1e-6 else { return [] }
      return [bounded(row(along: gap / gap.length), gap.length, by: 0...length, step: step).last]
        .compactMap { $0 }
    case .fixed(let rest):
      return meeting + [kept(turning, angle - rest)]
    case .pin(let rest):
      var rows = meeting + bounded(turning, angle - rest, by: range, step: step)
      if frictionTorque > 0 {
        var friction = turning
        let most = frictionTorque * 100 * 100 * step
        friction.limits = -most...most
        rows.append(friction)
      }
      return rows
    case .slide(let axis, let rest):
      let direction = axis / max(axis.length, 1e-12)
      return [
        kept(row(along: direction.perpendicular), gap.dot(direction.perpendicular)),
        kept(turning, angle - rest),
      ] + bounded(row(along: direction), gap.dot(direction), by: range, step: step)
    case .snap:
      return meeting + [kept(turning, remainder(angle, 2 * .pi))]
    }
  }

  /// The rows that keep a value within a range: none of an end that is infinitely far away.
  private func bounded(
    _ row: ConstraintRow, _ value: Double, by range: ClosedRange<Double>, step: Double
  ) -> [ConstraintRow] {
    var rows: [ConstraintRow] = []
    // The value must not fall: J·v is at least what still lies between it and the end.
    for (distance, sign) in [(value - range.lowerBound, 1.0), (range.upperBound - value, -1.0)]
    where distance.isFinite {
      var end = row
      end.first.linear *= sign
      end.first.angular *= sign
      end.second.linear *= sign
      end.second.angular *= sign
      end.limits = 0...Double.infinity
      end.bias = distance > 0 ? distance / step : 0.2 / step * distance
      rows.append(end)
    }
    return rows
  }
}
