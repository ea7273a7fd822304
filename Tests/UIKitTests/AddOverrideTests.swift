// AddOverrideTests.swift
// What an override of `add(_:forKey:)` receives in animation blocks (semantics 21.11).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// Logs the animations that are added, with the model's bounds at that time.
private class AddLog: CAShapeLayer {
  var log: [String] = []
  var added: [CABasicAnimation] = []
  var boundsSeen: [CGRect] = []
  override func add(_ anim: CAAnimation, forKey key: String?) {
    let basic = anim as? CABasicAnimation
    log.append("\(key ?? "nil") \(basic?.keyPath ?? "-")\(basic?.isAdditive == true ? " +" : "")")
    if let basic { added.append(basic) }
    boundsSeen.append(bounds)
    super.add(anim, forKey: key)
  }
}

private final class AddLogView: UIView {
  override class var layerClass: AnyClass { AddLog.self }
  var log: AddLog { unsafeDowncast(layer, to: AddLog.self) }
}

/// A path that follows the bounds, by a copy of the animation of their size.
private final class Follower: CAShapeLayer {
  override var bounds: CGRect { didSet { path = Self.outline(bounds) } }
  static func outline(_ bounds: CGRect) -> CGPath { CGPath(rect: bounds, transform: nil) }
  override func add(_ anim: CAAnimation, forKey key: String?) {
    super.add(anim, forKey: key)
    guard let size = anim as? CABasicAnimation, size.keyPath == "bounds.size",
      let follow = size.copy() as? CABasicAnimation
    else { return }
    follow.keyPath = "path"
    (follow.fromValue, follow.toValue) = (path, Self.outline(bounds))
    follow.isAdditive = false
    super.add(follow, forKey: "path")
  }
}

private final class FollowerView: UIView {
  override class var layerClass: AnyClass { Follower.self }
}

extension LiveViews {
  @MainActor @Suite struct AddOverrideTests {
    typealias Change = @MainActor @Sendable (UIView) -> Void

    nonisolated static let changes: [(Change, [String])] = [
      (
        { $0.bounds = CGRect(x: 5, y: 0, width: 60, height: 20) },
        ["bounds.origin bounds.origin +", "bounds.size bounds.size +"]
      ),
      ({ $0.bounds.size.width = 60 }, ["bounds.size bounds.size +"]),
      ({ $0.center.x = 60 }, ["position position +"]),
      (
        { $0.frame = CGRect(x: 0, y: 0, width: 60, height: 20) },
        ["position position +", "bounds.size bounds.size +"]
      ),
      ({ $0.transform = CGAffineTransform(scaleX: 2, y: 2) }, ["transform transform +"]),
      ({ $0.layer.cornerRadius = 4 }, ["cornerRadius cornerRadius +"]),
      ({ $0.alpha = 0.5 }, ["opacity opacity"]),
      ({ $0.backgroundColor = .red }, ["backgroundColor backgroundColor"]),
    ]

    /// semantics 21.11: the key and the animation are those that are attached.
    @Test(arguments: changes.indices) func addReceivesWhatIsAttached(index: Int) throws {
      let (change, wanted) = Self.changes[index]
      let view = AddLogView()
      let scene = ViewScene(view)
      UIView.animate(withDuration: 2) { change(view) }
      #expect(view.log.log == wanted)
      let keys = wanted.compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(view.layer.animationKeys() == keys)
      for (key, given) in zip(keys, view.log.added) {
        let attached = try #require(view.layer.animation(forKey: key) as? CABasicAnimation)
        #expect(
          given.duration == 2 && attached.duration == 2 && attached.fillMode == given.fillMode)
        #expect(
          "\(String(describing: given.fromValue))" == "\(String(describing: attached.fromValue))")
        #expect("\(String(describing: given.toValue))" == "\(String(describing: attached.toValue))")
      }
      withExtendedLifetime(scene) {}
    }

    /// semantics 21.11: the additive animation goes from the difference to zero, over the new value.
    @Test func endsAreTheAttachedOnes() throws {
      let view = AddLogView()
      let scene = ViewScene(view)
      UIView.animate(withDuration: 1) { view.bounds.size = CGSize(width: 50, height: 80) }
      let given = try #require(view.log.added.first)
      #expect(given.fromValue as? CGSize == CGSize(width: -30, height: -60))
      #expect(given.toValue as? CGSize == .zero)
      #expect(view.log.boundsSeen == [CGRect(x: 0, y: 0, width: 50, height: 80)])
      withExtendedLifetime(scene) {}
    }

    /// semantics 21.11: a second change in flight, and other kinds of blocks, are seen alike.
    @Test func laterAndOtherBlocksAreSeen() {
      let view = AddLogView()
      let scene = ViewScene(view)
      UIView.animate(withDuration: 1) { view.center.x = 60 }
      UIView.animate(withDuration: 1) { view.center.x = 90 }
      #expect(view.log.log == ["position position +", "position-2 position +"])
      view.log.log = []
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0
      ) { view.bounds.size.width = 60 }
      #expect(view.log.log == ["bounds.size bounds.size +"])
      #expect(view.log.added.last is CASpringAnimation)
      view.log.log = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        view.bounds.size.height = 90
      }
      animator.startAnimation()
      #expect(view.log.log == ["bounds.size-2 bounds.size +"])
      animator.stopAnimation(true)
      withExtendedLifetime(scene) {}
    }

    /// semantics 21.11: an override that keeps an animation to itself attaches none, and the block ends.
    @Test func swallowedAnimationsAreNotAttached() {
      final class Swallows: CALayer {
        override func add(_ anim: CAAnimation, forKey key: String?) {}
      }
      final class SwallowsView: UIView {
        override class var layerClass: AnyClass { Swallows.self }
      }
      let view = SwallowsView()
      let scene = ViewScene(view)
      var isDone = false
      UIView.animate(
        withDuration: 1, animations: { view.bounds.size.width = 60 },
        completion: { _ in isDone = true })
      scene.host.advance(to: 0.1)
      #expect(view.layer.animationKeys() == nil && isDone)
    }

    /// semantics 21.11: a path follows its bounds, by a copy of the animation of their size.
    @Test(arguments: [false, true]) func pathsFollowTheirBounds(isSpring: Bool) throws {
      let view = FollowerView()
      let scene = ViewScene(view)
      let change = { view.bounds.size.width = 60 }
      if isSpring {
        UIView.animate(
          withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
          animations: change)
      } else {
        UIView.animate(withDuration: 1, animations: change)
      }
      for time in [0.2, 0.5, 0.8] {
        scene.host.advance(to: time)
        let shown = try #require(view.layer.presentation() as? Follower)
        let width = try #require(shown.path?.boundingBox.width)
        #expect(abs(width - shown.bounds.width) < 0.01, "\(time)")
        #expect(isSpring || width > 20 && width < 60)
      }
    }
  }
}
