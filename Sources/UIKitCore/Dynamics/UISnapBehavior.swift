// UISnapBehavior.swift
// A spring that draws an item to a point.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Draws an item to a point, and turns it upright, as if springs held it there.
///
/// Source: Apple's `UISnapBehavior`. The spring's rate, three oscillations a second, is ours.
open class UISnapBehavior: UIDynamicBehavior {
  private let item: any UIDynamicItem
  /// The point in the reference view's coordinates.
  open var snapPoint: CGPoint { didSet { changed() } }
  /// How little the item swings at the end: 0 much, 1 not at all. Default 0.5.
  open var damping: CGFloat = 0.5 { didSet { changed() } }

  /// Creates a behaviour that draws an item to a point.
  public init(item: any UIDynamicItem, snapTo point: CGPoint) {
    self.item = item
    snapPoint = point
    super.init()
  }

  override var actedItems: [any UIDynamicItem] { [item] }

  override func build(_ world: inout DynamicWorld) {
    guard let index = world.index(of: item), snapPoint.x.isFinite, snapPoint.y.isFinite
    else { return }
    let part = damping.isFinite ? min(max(Double(damping), 0), 1) : 0.5
    world.world.joints.append(
      RigidJoint(
        kind: .snap, first: -1, firstArm: SIMD2(snapPoint), second: index, secondArm: .zero,
        frequency: 3, damping: 0.2 + 0.8 * part))
  }
}
