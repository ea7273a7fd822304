// UIDynamicBehavior.swift
// What acts on items: the base class of gravity, collisions, attachments, pushes and snaps, and of combinations.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A behaviour of items in a dynamic animator.
///
/// A subclass of one's own combines others: it adds them as children.
///
/// Source: Apple's `UIDynamicBehavior`.
@preconcurrency @MainActor
open class UIDynamicBehavior: NSObject {
  /// The behaviours that come and go with this one.
  open private(set) var childBehaviors: [UIDynamicBehavior] = []
  /// Called in every frame in which the animator runs, after the items were moved. Default nil.
  open var action: (() -> Void)?
  /// The animator that the behaviour, or the one it is a child of, was added to.
  open var dynamicAnimator: UIDynamicAnimator? { animator ?? parent?.dynamicAnimator }

  weak var animator: UIDynamicAnimator?
  private weak var parent: UIDynamicBehavior?

  /// Creates a behaviour without children.
  public override init() { super.init() }

  /// Adds a child. One that has a parent, or an animator, is ignored.
  open func addChildBehavior(_ behavior: UIDynamicBehavior) {
    guard behavior.parent == nil, behavior.animator == nil, !behavior.has(self) else { return }
    behavior.parent = self
    childBehaviors.append(behavior)
    if let dynamicAnimator {
      behavior.forEachInTree { $0.willMove(to: dynamicAnimator) }
    }
    changed()
  }

  /// Removes a child.
  open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
    guard let index = childBehaviors.firstIndex(where: { $0 === behavior }) else { return }
    if dynamicAnimator != nil { behavior.forEachInTree { $0.willMove(to: nil) } }
    childBehaviors.remove(at: index)
    behavior.parent = nil
    changed()
  }

  /// Called before the behaviour is added to an animator, and with nil before it is removed. Default empty.
  open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

  /// The items that the behaviour acts on.
  var actedItems: [any UIDynamicItem] { [] }

  /// Adds the behaviour's materials, joints and collisions to a new world.
  func build(_ world: inout DynamicWorld) {}

  /// Adds the behaviour's forces for a step.
  func addForces(to world: inout RigidWorld, index: (any UIDynamicItem) -> Int?) {}

  /// Called after the world moved on, with the places of contacts.
  func report(_ touches: [DynamicWorld.Touch]) {}

  /// Makes the animator take changed settings.
  func changed() { dynamicAnimator?.invalidate() }

  func forEachInTree(_ body: (UIDynamicBehavior) -> Void) {
    body(self)
    for child in childBehaviors { child.forEachInTree(body) }
  }

  private func has(_ behavior: UIDynamicBehavior) -> Bool {
    self === behavior || childBehaviors.contains { $0.has(behavior) }
  }
}
