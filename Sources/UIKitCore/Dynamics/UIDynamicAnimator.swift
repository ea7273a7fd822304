// UIDynamicAnimator.swift
// An animator that moves items by behaviours: its time is the frames' time, its steps are of one length.
//
// This folder: dynamic animators and their behaviours. The bodies are in `RigidBodies`.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// Notifications of the start and the rest of a dynamic animator.
///
/// Source: Apple's `UIDynamicAnimatorDelegate`.
@preconcurrency @MainActor
public protocol UIDynamicAnimatorDelegate: NSObjectProtocol {
  /// Called before the animator begins to move items again. Default empty.
  func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
  /// Called after all items have come to rest. Default empty.
  func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

extension UIDynamicAnimatorDelegate {
  /// Does nothing.
  public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
  /// Does nothing.
  public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// Moves views, or items of a collection, as bodies with mass.
///
///     animator = UIDynamicAnimator(referenceView: view)
///     let collision = UICollisionBehavior(items: [box])
///     collision.translatesReferenceBoundsIntoBoundary = true
///     animator?.addBehavior(UIGravityBehavior(items: [box]))
///     animator?.addBehavior(collision)
///
/// It runs in steps of 1/240 s up to each frame's time: equal programs give equal motions at every refresh rate, and
/// to the bit on a virtual clock. Items that rest for half a second pause it; then it costs nothing.
///
/// Source: Apple's `UIDynamicAnimator`.
@preconcurrency @MainActor
open class UIDynamicAnimator: NSObject {
  /// Seconds without motion after which the animator pauses.
  private static let restingTime = 0.5
  /// The most seconds that one frame catches up; a longer block of the main thread is left out.
  private static let longestFrame = 0.1

  /// The view in whose coordinates the items are; nil for other items.
  open private(set) var referenceView: UIView?
  /// The collection's layout whose attributes are moved. It is made invalid in each frame in which they move.
  private weak var collectionViewLayout: UICollectionViewLayout?
  /// Default nil.
  open weak var delegate: (any UIDynamicAnimatorDelegate)?
  /// The behaviours in the order of addition.
  open private(set) var behaviors: [UIDynamicBehavior] = []
  /// Whether items move.
  open private(set) var isRunning = false
  /// Seconds for which the animator has run.
  open private(set) var elapsedTime: TimeInterval = 0

  private var bodies = DynamicWorld()
  private var needsRebuild = false
  private var link: CADisplayLink?
  /// The time up to which the steps have come; nil before the first frame of a run.
  private var steppedTime: TimeInterval?
  private var restedSteps = 0

  /// Creates an animator of subviews of a view.
  public init(referenceView view: UIView) {
    referenceView = view
    super.init()
  }

  /// Creates an animator of the attributes of a collection's layout.
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    referenceView = nil
    collectionViewLayout = layout
    super.init()
  }

  /// Creates an animator of other items.
  public override init() {
    referenceView = nil
    super.init()
  }

  // MARK: Behaviours

  /// Adds a behaviour with its children. One that has an animator, or a parent, is ignored.
  open func addBehavior(_ behavior: UIDynamicBehavior) {
    guard behavior.dynamicAnimator == nil else { return }
    behavior.forEachInTree { $0.willMove(to: self) }
    behavior.animator = self
    behaviors.append(behavior)
    invalidate()
  }

  /// Removes a behaviour with its children. Its items stay where they are, with their velocities if another behaviour
  /// has them.
  open func removeBehavior(_ behavior: UIDynamicBehavior) {
    guard let index = behaviors.firstIndex(where: { $0 === behavior }) else { return }
    behavior.forEachInTree { $0.willMove(to: nil) }
    behaviors.remove(at: index)
    behavior.animator = nil
    invalidate()
  }

  /// Removes all behaviours.
  open func removeAllBehaviors() { for behavior in behaviors { removeBehavior(behavior) } }

  /// The items whose bounds, turned, meet a rectangle in the reference view's coordinates.
  open func items(in rect: CGRect) -> [any UIDynamicItem] {
    rebuildIfNeeded()
    return bodies.items.filter { item in
      let size = item.bounds.applying(item.transform).size
      return rect.intersects(
        CGRect(
          x: item.center.x - size.width / 2, y: item.center.y - size.height / 2,
          width: size.width, height: size.height))
    }
  }

  /// Takes the place, turn and outline that an item has now. Its velocity stays.
  open func updateItem(usingCurrentState item: any UIDynamicItem) {
    rebuildIfNeeded()
    bodies.update(item)
    resume()
  }

  // MARK: Running

  /// Takes the settings of all behaviours before the next step.
  func invalidate() {
    needsRebuild = true
    resume()
  }

  private func resume() {
    restedSteps = 0
    guard !isRunning, !behaviors.isEmpty else { return }
    delegate?.dynamicAnimatorWillResume(self)
    isRunning = true
    steppedTime = nil
    let link = CADisplayLink { [weak self] link in
      // Without the animator nothing else ends the link.
      guard let self else { return link.invalidate() }
      self.frame(at: link.targetTimestamp)
    }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  private func pause() {
    guard isRunning else { return }
    isRunning = false
    link?.invalidate()
    link = nil
    delegate?.dynamicAnimatorDidPause(self)
  }

  /// The behaviours with their children, each before its own.
  private var behaviorTree: [UIDynamicBehavior] {
    var tree: [UIDynamicBehavior] = []
    for behavior in behaviors { behavior.forEachInTree { tree.append($0) } }
    return tree
  }

  private func rebuildIfNeeded() {
    guard needsRebuild else { return }
    needsRebuild = false
    bodies.rebuild(behaviorTree)
  }

  private func frame(at time: TimeInterval) {
    guard !behaviors.isEmpty else { return pause() }
    rebuildIfNeeded()
    let start = max(steppedTime ?? time, time - Self.longestFrame)
    // Rounding must not move a step from one frame to the next.
    let steps = Int(((time - start) / RigidWorld.step + 1e-6).rounded(.down))
    steppedTime = start + Double(steps) * RigidWorld.step
    guard steps > 0 else { return }
    let tree = behaviorTree
    for _ in 0..<steps { advance(tree) }
    bodies.write()
    collectionViewLayout?.invalidateLayout()
    // An action may remove its own behaviour, and others.
    for behavior in tree where behavior.dynamicAnimator === self { behavior.action?() }
    bodies.report()
    if Double(restedSteps) * RigidWorld.step >= Self.restingTime { pause() }
  }

  private func advance(_ tree: [UIDynamicBehavior]) {
    elapsedTime += RigidWorld.step
    bodies.advance(tree)
    let isResting = bodies.world.bodies.allSatisfy {
      $0.velocity.length < 1 && abs($0.angularVelocity) < 0.02
    }
    restedSteps = isResting ? restedSteps + 1 : 0
  }

  // MARK: For behaviours

  /// The bounds that a collision behaviour may take as a boundary; nil without a view.
  var referenceBounds: CGRect? {
    referenceView?.bounds
      ?? collectionViewLayout.map { CGRect(origin: .zero, size: $0.collectionViewContentSize) }
  }

  func body(of item: any UIDynamicItem) -> RigidBody? {
    rebuildIfNeeded()
    return bodies.body(of: item)
  }

  func change(_ item: any UIDynamicItem, _ change: (inout RigidBody) -> Void) {
    rebuildIfNeeded()
    guard let index = bodies.index(of: item) else { return }
    change(&bodies.world.bodies[index])
    resume()
  }
}
