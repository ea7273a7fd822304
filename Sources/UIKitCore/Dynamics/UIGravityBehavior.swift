// UIGravityBehavior.swift
// Gravity: the same acceleration for all items.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// An acceleration of items, whatever their mass.
///
/// Source: Apple's `UIGravityBehavior`.
open class UIGravityBehavior: UIItemsBehavior {
  /// The acceleration in 1,000 points per second and second. Default (0, 1), downwards.
  ///
  /// A direction that is not finite is taken as zero.
  open var gravityDirection = CGVector(dx: 0, dy: 1) { didSet { changed() } }

  /// The direction in radians, clockwise from the right. Default π/2.
  open var angle: CGFloat {
    get { atan2(gravityDirection.dy, gravityDirection.dx) }
    set { setAngle(newValue, magnitude: magnitude) }
  }

  /// The acceleration in 1,000 points per second and second. Default 1.
  open var magnitude: CGFloat {
    get { hypot(gravityDirection.dx, gravityDirection.dy) }
    set { setAngle(angle, magnitude: newValue) }
  }

  /// Sets direction, in radians, and acceleration, in 1,000 points per second and second.
  open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
    gravityDirection = CGVector(dx: magnitude * cos(angle), dy: magnitude * sin(angle))
  }

  override func addForces(to world: inout RigidWorld, index: (any UIDynamicItem) -> Int?) {
    let acceleration = SIMD2<Double>(gravityDirection.finite) * 1000
    for item in items {
      guard let index = index(item), world.bodies[index].inverseMass > 0 else { continue }
      world.bodies[index].acceleration += acceleration
    }
  }
}
