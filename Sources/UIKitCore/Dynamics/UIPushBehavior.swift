// UIPushBehavior.swift
// A force: for as long as it is active, or once.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A force on items. A magnitude of 1 accelerates 100 x 100 points of density 1 by 100 points per second and second.
///
/// Source: Apple's `UIPushBehavior`.
open class UIPushBehavior: UIItemsBehavior {
  /// How long a push lasts.
  public enum Mode: Int, Sendable {
    /// As long as it is active.
    case continuous
    /// A single moment: a magnitude of 1 adds 100 points per second to 100 x 100 points of density 1.
    case instantaneous
  }

  /// Continuous or instantaneous.
  open private(set) var mode: Mode
  /// Whether the push acts. An instantaneous one becomes false once it has acted; true repeats it. Default true.
  open var active = true { didSet { changed() } }
  /// Direction and magnitude. Default zero. One that is not finite is taken as zero.
  open var pushDirection = CGVector.zero { didSet { changed() } }
  private var offsets: [ObjectIdentifier: UIOffset] = [:]

  /// Creates a push of items.
  public init(items: [any UIDynamicItem], mode: Mode) {
    self.mode = mode
    super.init(items: items)
  }

  /// The direction in radians, clockwise from the right. Default 0.
  open var angle: CGFloat {
    get { atan2(pushDirection.dy, pushDirection.dx) }
    set { setAngle(newValue, magnitude: magnitude) }
  }

  /// The magnitude; a negative one pushes against the angle. Default 0.
  open var magnitude: CGFloat {
    get { hypot(pushDirection.dx, pushDirection.dy) }
    set { setAngle(angle, magnitude: newValue) }
  }

  /// Sets direction, in radians, and magnitude.
  open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
    pushDirection = CGVector(dx: magnitude * cos(angle), dy: magnitude * sin(angle))
  }

  /// The place where an item is pushed, in points from its centre. Default zero.
  open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset {
    offsets[ObjectIdentifier(item)] ?? .zero
  }

  /// Sets the place where an item is pushed, in points from its centre.
  open func setTargetOffsetFromCenter(_ offset: UIOffset, for item: any UIDynamicItem) {
    offsets[ObjectIdentifier(item)] = offset
    changed()
  }

  override func addForces(to world: inout RigidWorld, index: (any UIDynamicItem) -> Int?) {
    guard active else { return }
    let force = SIMD2<Double>(pushDirection.finite) * 100
    for item in items {
      guard let index = index(item) else { continue }
      let arm = world.bodies[index].arm(SIMD2(targetOffsetFromCenter(for: item)))
      if mode == .continuous {
        world.bodies[index].add(force: force, at: arm)
      } else {
        world.bodies[index].add(impulse: force, at: arm)
      }
    }
    if mode == .instantaneous { active = false }
  }
}
