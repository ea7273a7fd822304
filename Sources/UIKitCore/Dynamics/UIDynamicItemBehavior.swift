// UIDynamicItemBehavior.swift
// What items are made of, and their velocities.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Properties of items as bodies. Of several behaviours with one item the last added counts.
///
/// Source: Apple's `UIDynamicItemBehavior`.
open class UIDynamicItemBehavior: UIItemsBehavior {
  /// The part of the speed that a collision leaves, 0...1. Default 0.
  open var elasticity: CGFloat = 0 { didSet { changed() } }
  /// Friction: 0 slides freely, 1 hardly slides. Default 0.
  open var friction: CGFloat = 0 { didSet { changed() } }
  /// The mass per area: 100 x 100 points of density 1 have a mass of 1. Default 1.
  open var density: CGFloat = 1 { didSet { changed() } }
  /// How much of its velocity an item loses: 0 is nothing; 1 leaves e⁻¹ of it after a second. Default 0.
  open var resistance: CGFloat = 0 { didSet { changed() } }
  /// The same for its angular velocity. Default 0.
  open var angularResistance: CGFloat = 0 { didSet { changed() } }
  /// Stored without an effect, as there are no fields. Default 0.
  open var charge: CGFloat = 0
  /// Whether items stay where they are, as boundaries do. Default false.
  open var isAnchored = false { didSet { changed() } }
  /// Whether items turn. Default true.
  open var allowsRotation = true { didSet { changed() } }
  /// Velocities for items of a behaviour that has no animator yet.
  private var waiting: [ObjectIdentifier: (velocity: CGPoint, angular: CGFloat)] = [:]

  /// Adds to an item's velocity, in points per second. One that is not finite is ignored.
  open func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
    add(velocity, 0, to: item)
  }

  /// An item's velocity in points per second; zero if it is not in an animator.
  open func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
    guard let body = dynamicAnimator?.body(of: item) else { return .zero }
    return CGPoint(x: body.velocity.x, y: body.velocity.y)
  }

  /// Adds to an item's angular velocity, in radians per second. One that is not finite is ignored.
  open func addAngularVelocity(_ velocity: CGFloat, for item: any UIDynamicItem) {
    add(.zero, velocity, to: item)
  }

  /// An item's angular velocity in radians per second; 0 if it is not in an animator.
  open func angularVelocity(for item: any UIDynamicItem) -> CGFloat {
    CGFloat(dynamicAnimator?.body(of: item)?.angularVelocity ?? 0)
  }

  private func add(_ velocity: CGPoint, _ angular: CGFloat, to item: any UIDynamicItem) {
    guard velocity.x.isFinite, velocity.y.isFinite, angular.isFinite else { return }
    guard let dynamicAnimator else {
      var sum = waiting[ObjectIdentifier(item)] ?? (.zero, 0)
      sum.velocity.x += velocity.x
      sum.velocity.y += velocity.y
      sum.angular += angular
      waiting[ObjectIdentifier(item)] = sum
      return
    }
    dynamicAnimator.change(item) {
      $0.velocity += SIMD2(velocity)
      $0.angularVelocity += $0.material.allowsRotation ? Double(angular) : 0
    }
  }

  override func build(_ world: inout DynamicWorld) {
    func finite(_ value: CGFloat, _ range: ClosedRange<Double>) -> Double {
      value.isFinite
        ? min(max(Double(value), range.lowerBound), range.upperBound) : range.lowerBound
    }
    let material = BodyMaterial(
      elasticity: finite(elasticity, 0...1), friction: finite(friction, 0...1000),
      density: finite(density, 1e-6...1e9), resistance: finite(resistance, 0...1e6),
      angularResistance: finite(angularResistance, 0...1e6), isAnchored: isAnchored,
      allowsRotation: allowsRotation)
    for item in items {
      guard let index = world.index(of: item) else { continue }
      world.world.bodies[index].material = material
      if !allowsRotation { world.world.bodies[index].angularVelocity = 0 }
      guard let waited = waiting.removeValue(forKey: ObjectIdentifier(item)) else { continue }
      world.world.bodies[index].velocity += SIMD2(waited.velocity)
      world.world.bodies[index].angularVelocity += Double(waited.angular)
    }
  }
}
