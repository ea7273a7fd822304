// DynamicsTests.swift
// Dynamic animators and their behaviours, with views in a window on the virtual clock.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import UIKitCore

private final class Recorder: NSObject, UIDynamicAnimatorDelegate, UICollisionBehaviorDelegate {
  var log: [String] = []

  func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) { log.append("resume") }
  func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { log.append("pause") }
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
    with item2: any UIDynamicItem, at p: CGPoint
  ) { log.append("began items") }
  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
    with item2: any UIDynamicItem
  ) { log.append("ended items") }
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
  ) { log.append("began \(identifier.map { "\($0)" } ?? "bounds") at y \(p.y.rounded())") }
  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?
  ) { log.append("ended \(identifier.map { "\($0)" } ?? "bounds")") }
}

private final class RoundView: UIView {
  override var collisionBoundsType: UIDynamicItemCollisionBoundsType { .ellipse }
}

extension LiveViews {
  @MainActor @Suite struct DynamicsTests {
    /// A window of 200 x 400 points with a box of 20 x 20 at (10, 10).
    private func makeScene() -> (ViewScene, UIView) {
      let scene = ViewScene(size: CGSize(width: 200, height: 400))
      return (scene, scene.view)
    }

    private func makeAnimator(
      _ scene: ViewScene, _ behaviors: UIDynamicBehavior...
    ) -> UIDynamicAnimator {
      let animator = UIDynamicAnimator(referenceView: scene.window)
      for behavior in behaviors { animator.addBehavior(behavior) }
      return animator
    }

    /// A box falls to the floor, bounces lightly, rests, and then nothing runs.
    @Test func boxFallsRestsAndCostsNothing() {
      let (scene, box) = makeScene()
      let (recorder, collision) = (Recorder(), UICollisionBehavior(items: [box]))
      collision.translatesReferenceBoundsIntoBoundary = true
      collision.collisionDelegate = recorder
      let animator = UIDynamicAnimator(referenceView: scene.window)
      animator.delegate = recorder
      animator.addBehavior(UIGravityBehavior(items: [box]))
      animator.addBehavior(collision)
      #expect(animator.isRunning)
      let start = scene.host.records.count
      scene.host.advance(to: 0.5)
      // Half a second, less the first frame, in which the clock of the animator begins.
      #expect(abs(box.center.y - (20 + 500 * 0.483 * 0.483)) < 12, "\(box.center)")
      scene.host.advance(to: 4)
      #expect(abs(box.center.y - 390) < 0.5 && abs(box.center.x - 20) < 0.5)
      #expect(!animator.isRunning)
      #expect(recorder.log.first == "resume" && recorder.log.last == "pause")
      #expect(recorder.log.contains("began bounds at y 400.0"))
      let frames = scene.host.records.count
      #expect(frames > start + 60)
      scene.host.advance(to: 10)
      #expect(scene.host.records.count == frames)
    }

    /// The rate of frames changes nothing: the steps are the same.
    @Test func motionIsTheSameAtEveryRefreshRate() {
      func end(_ rate: Double) -> CGPoint {
        let host = OffscreenHost(
          size: CGSize(width: 200, height: 400), scale: 1, framesPerSecond: rate)
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 400))
        let round = RoundView(frame: CGRect(x: 20, y: 10, width: 30, height: 30))
        window.addSubview(round)
        window.isHidden = false
        host.attach(window)
        host.advance(to: 0)
        let animator = UIDynamicAnimator(referenceView: window)
        let collision = UICollisionBehavior(items: [round])
        collision.translatesReferenceBoundsIntoBoundary = true
        let push = UIPushBehavior(items: [round], mode: .instantaneous)
        push.pushDirection = CGVector(dx: 0.4, dy: 0)
        for behavior in [UIGravityBehavior(items: [round]), collision, push] {
          animator.addBehavior(behavior)
        }
        // The animator's clock begins with its first frame.
        while animator.elapsedTime < 1.0 - 1e-9 { host.advance(to: MediaClock.now + 1 / rate) }
        window.isHidden = true
        return round.center
      }
      let (slow, fast) = (end(60), end(120))
      #expect(slow == fast && slow.x > 60)
    }

    /// A push of 1 is 100 points per second, for 100 x 100 points of density 1.
    @Test func pushesAreInApplesUnits() {
      let (scene, box) = makeScene()
      box.bounds.size = CGSize(width: 100, height: 100)
      box.center = CGPoint(x: 50, y: 50)
      let once = UIPushBehavior(items: [box], mode: .instantaneous)
      once.setAngle(0, magnitude: 1)
      let properties = UIDynamicItemBehavior(items: [box])
      let animator = makeAnimator(scene, once, properties)
      scene.host.advance(to: 0.2)
      #expect(!once.active)
      #expect(abs(properties.linearVelocity(for: box).x - 100) < 0.01)
      animator.removeBehavior(once)
      let steady = UIPushBehavior(items: [box], mode: .continuous)
      steady.pushDirection = CGVector(dx: 0, dy: 2)
      animator.addBehavior(steady)
      let before = properties.linearVelocity(for: box).y
      let elapsed = animator.elapsedTime
      scene.host.advance(to: 0.7)
      let gained = properties.linearVelocity(for: box).y - before
      #expect(abs(gained - 200 * (animator.elapsedTime - elapsed)) < 0.01)
    }

    @Test func offsetPushesTurn() {
      let (scene, box) = makeScene()
      let push = UIPushBehavior(items: [box], mode: .instantaneous)
      push.pushDirection = CGVector(dx: 0, dy: 0.01)
      push.setTargetOffsetFromCenter(UIOffset(horizontal: 10, vertical: 0), for: box)
      let properties = UIDynamicItemBehavior(items: [box])
      let animator = makeAnimator(scene, push, properties)
      scene.host.advance(to: 0.3)
      #expect(properties.angularVelocity(for: box) > 0.1 && box.transform.b > 0)
      animator.removeAllBehaviors()
      #expect(push.dynamicAnimator == nil && animator.behaviors.isEmpty)
    }

    @Test(arguments: [0.0, 0.5, 1])
    func snapsEndAtTheirPoint(damping: CGFloat) {
      let (scene, box) = makeScene()
      box.transform = CGAffineTransform(rotationAngle: 1)
      let snap = UISnapBehavior(item: box, snapTo: CGPoint(x: 150, y: 300))
      snap.damping = damping
      let animator = makeAnimator(scene, snap)
      scene.host.advance(to: 0.1)
      #expect(box.center.x > 21 && box.center.x < 150)
      var farthest: CGFloat = 0
      for frame in 1...240 {
        scene.host.advance(to: 0.1 + Double(frame) / 60)
        farthest = max(farthest, box.center.x)
      }
      #expect(hypot(box.center.x - 150, box.center.y - 300) < 0.5)
      #expect(abs(box.transform.b) < 0.01 && !animator.isRunning)
      #expect(damping == 1 ? farthest < 150.5 : farthest > 152)
    }

    @Test func attachmentsFollowTheirAnchor() {
      let (scene, box) = makeScene()
      let attachment = UIAttachmentBehavior(item: box, attachedToAnchor: CGPoint(x: 20, y: 20))
      #expect(attachment.length == 0 && attachment.attachedBehaviorType == .anchor)
      let animator = makeAnimator(scene, attachment)
      for frame in 0...60 {
        attachment.anchorPoint = CGPoint(x: 20 + Double(frame), y: 20)
        scene.host.advance(to: Double(frame) / 60)
      }
      #expect(abs(box.center.x - 80) < 4 && abs(box.center.y - 20) < 0.5)
      scene.host.advance(to: 3)
      #expect(abs(box.center.x - 80) < 0.1 && !animator.isRunning)
    }

    @Test func rodsKeepTheirLength() {
      let (scene, box) = makeScene()
      let other = UIView(frame: CGRect(x: 60, y: 10, width: 20, height: 20))
      scene.window.addSubview(other)
      let rod = UIAttachmentBehavior(item: box, attachedTo: other)
      #expect(rod.length == 50 && rod.items.count == 2)
      let anchored = UIDynamicItemBehavior(items: [box])
      anchored.isAnchored = true
      let animator = makeAnimator(scene, rod, UIGravityBehavior(items: [other]), anchored)
      for frame in 1...120 {
        scene.host.advance(to: Double(frame) / 60)
        #expect(
          abs(hypot(other.center.x - box.center.x, other.center.y - box.center.y) - 50) < 0.5)
      }
      #expect(box.center == CGPoint(x: 20, y: 20) && animator.isRunning)
    }

    @Test func boundariesHaveIdentifiersAndEnd() {
      let (scene, box) = makeScene()
      let (recorder, collision) = (Recorder(), UICollisionBehavior(items: [box]))
      collision.collisionDelegate = recorder
      collision.addBoundary(
        withIdentifier: "shelf" as NSString, from: CGPoint(x: 0, y: 200),
        to: CGPoint(x: 200, y: 200))
      #expect(collision.boundaryIdentifiers?.count == 1)
      let animator = makeAnimator(scene, UIGravityBehavior(items: [box]), collision)
      scene.host.advance(to: 2)
      #expect(abs(box.center.y - 190) < 0.5)
      #expect(recorder.log.first == "began shelf at y 200.0")
      recorder.log = []
      collision.removeBoundary(withIdentifier: "shelf" as NSString)
      scene.host.advance(to: 2.3)
      #expect(collision.boundaryIdentifiers == nil && recorder.log == ["ended shelf"])
      #expect(box.center.y > 200 && animator.isRunning)
    }

    @Test func modesChooseWhatItemsMeet() {
      let (scene, box) = makeScene()
      let other = UIView(frame: CGRect(x: 10, y: 200, width: 20, height: 20))
      scene.window.addSubview(other)
      for (mode, meets) in [(UICollisionBehavior.Mode.items, true), (.boundaries, false)] {
        box.center = CGPoint(x: 20, y: 20)
        other.center = CGPoint(x: 20, y: 210)
        let (recorder, collision) = (Recorder(), UICollisionBehavior(items: [box, other]))
        collision.collisionMode = mode
        collision.collisionDelegate = recorder
        let start = MediaClock.now
        let animator = makeAnimator(scene, UIGravityBehavior(items: [box]), collision)
        scene.host.advance(to: start + 0.8)
        #expect(recorder.log.contains("began items") == meets)
        animator.removeAllBehaviors()
      }
    }

    /// A behaviour of one's own is made of others; its action runs in each frame, and may remove it.
    @Test func compositesActAndRemoveThemselves() {
      let (scene, box) = makeScene()
      final class Drop: UIDynamicBehavior {
        var moves: [Bool] = []
        override func willMove(to dynamicAnimator: UIDynamicAnimator?) {
          moves.append(dynamicAnimator != nil)
        }
      }
      let (drop, gravity) = (Drop(), UIGravityBehavior(items: [box]))
      drop.addChildBehavior(gravity)
      var calls = 0
      let animator = makeAnimator(scene, drop)
      #expect(gravity.dynamicAnimator === animator && drop.childBehaviors.count == 1)
      drop.action = { [box] in
        calls += 1
        if box.center.y > 100 { animator.removeBehavior(drop) }
      }
      scene.host.advance(to: 1)
      let place = box.center.y
      #expect(calls > 10 && place > 100 && place < 130 && drop.moves == [true, false])
      scene.host.advance(to: 2)
      #expect(box.center.y == place && !animator.isRunning)
    }

    @Test func itemsAreFoundAndUpdated() {
      let (scene, box) = makeScene()
      let animator = makeAnimator(scene, UIGravityBehavior(items: [box]))
      #expect(animator.items(in: CGRect(x: 0, y: 0, width: 15, height: 15)).count == 1)
      #expect(animator.items(in: CGRect(x: 50, y: 0, width: 15, height: 15)).isEmpty)
      scene.host.advance(to: 0.2)
      box.center = CGPoint(x: 100, y: 20)
      animator.updateItem(usingCurrentState: box)
      scene.host.advance(to: 0.25)
      #expect(box.center.x == 100 && box.center.y > 20)
    }

    @Test func groupsMoveAsOne() {
      let (scene, box) = makeScene()
      let other = UIView(frame: CGRect(x: 60, y: 10, width: 20, height: 20))
      scene.window.addSubview(other)
      let group = UIDynamicItemGroup(items: [box, other])
      #expect(group.bounds.size == CGSize(width: 70, height: 20))
      let animator = makeAnimator(scene, UIGravityBehavior(items: [group]))
      scene.host.advance(to: 0.3)
      #expect(box.center.y > 40 && other.center.y == box.center.y && animator.isRunning)
      #expect(other.center.x - box.center.x == 50)
    }

    /// A scale of the view's transform stays, and counts for collisions.
    @Test func scalesStay() {
      let (scene, box) = makeScene()
      box.transform = CGAffineTransform(scaleX: 2, y: 2)
      let collision = UICollisionBehavior(items: [box])
      collision.translatesReferenceBoundsIntoBoundary = true
      box.center = CGPoint(x: 100, y: 100)
      let animator = makeAnimator(scene, UIGravityBehavior(items: [box]), collision)
      scene.host.advance(to: 3)
      #expect(abs(box.center.y - 380) < 0.5 && abs(box.transform.a - 2) < 1e-3)
      #expect(!animator.isRunning)
    }

    /// Numbers that are none, items without a size, and items that leave the window end nothing.
    @Test func badNumbersAndItemsAreHarmless() {
      let (scene, box) = makeScene()
      let (gravity, push) = (
        UIGravityBehavior(items: [box, box]), UIPushBehavior(items: [box], mode: .continuous)
      )
      #expect(gravity.items.count == 1)
      gravity.gravityDirection = CGVector(dx: CGFloat.nan, dy: .infinity)
      push.pushDirection = CGVector(dx: CGFloat.infinity, dy: 0)
      let properties = UIDynamicItemBehavior(items: [box])
      properties.elasticity = .nan
      properties.density = -.infinity
      properties.resistance = .infinity
      properties.addLinearVelocity(CGPoint(x: CGFloat.nan, y: 1), for: box)
      let empty = UIView()
      scene.window.addSubview(empty)
      let attachment = UIAttachmentBehavior(
        item: empty, attachedToAnchor: CGPoint(x: CGFloat.nan, y: 0))
      attachment.length = -.infinity
      let collision = UICollisionBehavior(items: [box, empty])
      collision.addBoundary(withIdentifier: 1 as NSNumber, for: UIBezierPath())
      let animator = makeAnimator(scene, gravity, push, properties, attachment, collision)
      scene.host.advance(to: 0.5)
      #expect(box.center.x.isFinite && box.center.y.isFinite && empty.center.x.isFinite)
      gravity.gravityDirection = CGVector(dx: 0, dy: 1)
      box.removeFromSuperview()
      scene.host.advance(to: 1)
      #expect(box.center.y.isFinite && animator.elapsedTime > 0)
    }
  }
}
