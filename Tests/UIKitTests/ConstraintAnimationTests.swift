// ConstraintAnimationTests.swift
// Constraints whose changes animate: layoutIfNeeded in blocks, springs, nested blocks and property animators,
// at times of the virtual clock.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct ConstraintAnimationTests {
    /// A view of 20 x 20 at (10, 10) of a window, positioned by constraints, with a view in it.
    @MainActor private final class Scene {
      let base: ViewScene
      let box = UIView()
      let inner = UIView()
      let width, left: NSLayoutConstraint
      var host: OffscreenHost { base.host }
      var root: UIView { base.view }

      init() {
        base = ViewScene()
        base.view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        width = box.widthAnchor.constraint(equalToConstant: 20)
        left = box.leadingAnchor.constraint(equalTo: base.view.leadingAnchor, constant: 10)
        base.view.addSubview(box)
        box.addSubview(inner)
        for view in [box, inner] { view.translatesAutoresizingMaskIntoConstraints = false }
        NSLayoutConstraint.activate([
          width, left, box.topAnchor.constraint(equalTo: base.view.topAnchor, constant: 10),
          box.heightAnchor.constraint(equalToConstant: 20),
          inner.trailingAnchor.constraint(equalTo: box.trailingAnchor),
          inner.topAnchor.constraint(equalTo: box.topAnchor),
          inner.widthAnchor.constraint(equalTo: box.widthAnchor, multiplier: 0.5),
          inner.heightAnchor.constraint(equalToConstant: 4),
        ])
        base.host.advance(to: 0)
      }

      func shown(_ view: UIView) -> CGRect { view.layer.presentation()?.frame ?? .null }
    }

    private func isClose(_ a: CGRect, _ b: CGRect) -> Bool {
      abs(a.minX - b.minX) < 0.01 && abs(a.minY - b.minY) < 0.01 && abs(a.width - b.width) < 0.01
        && abs(a.height - b.height) < 0.01
    }

    @Test func layoutInBlockAnimatesChangedConstants() {
      let scene = Scene()
      #expect(scene.box.frame == CGRect(x: 10, y: 10, width: 20, height: 20))
      #expect(scene.inner.frame == CGRect(x: 10, y: 0, width: 10, height: 4))
      scene.width.constant = 60
      var finished: Bool?
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear,
        animations: { scene.root.layoutIfNeeded() }, completion: { finished = $0 })
      #expect(scene.box.frame == CGRect(x: 10, y: 10, width: 60, height: 20))
      for part in [0.0, 0.25, 0.5, 0.75] {
        scene.host.advance(to: part)
        let width = 20 + 40 * part
        #expect(isClose(scene.shown(scene.box), CGRect(x: 10, y: 10, width: width, height: 20)))
        #expect(
          isClose(scene.shown(scene.inner), CGRect(x: width / 2, y: 0, width: width / 2, height: 4))
        )
      }
      scene.host.advance(to: 1.1)
      #expect(finished == true && scene.shown(scene.box).width == 60)
    }

    @Test func withoutABlockConstantsApplyWithTheNextFrame() {
      let scene = Scene()
      scene.left.constant = 40
      #expect(scene.box.frame.minX == 10)
      scene.host.advance(to: 0.1)
      #expect(scene.box.frame.minX == 40 && scene.box.layer.animationKeys() ?? [] == [])
    }

    @Test func springsAnimateConstraints() {
      let scene = Scene()
      scene.left.constant = 60
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0,
        animations: { scene.root.layoutIfNeeded() })
      var farthest: CGFloat = 0
      for step in 1...50 {
        scene.host.advance(to: Double(step) / 50)
        farthest = max(farthest, scene.shown(scene.box).minX)
        #expect(abs(scene.shown(scene.box).width - 20) < 0.01)
      }
      #expect(farthest > 63 && scene.box.frame.minX == 60)
    }

    @Test func nestedBlocksAnimateOnlyTheirChanges() {
      let scene = Scene()
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        scene.left.constant = 30
        scene.root.layoutIfNeeded()
        UIView.performWithoutAnimation {
          scene.width.constant = 50
          scene.root.layoutIfNeeded()
        }
      }
      scene.host.advance(to: 0.5)
      let shown = scene.shown(scene.box)
      // The position is that of the centre, so that the part that grew at once is a constant offset.
      #expect(abs(shown.width - 50) < 0.01 && abs(shown.minX - 20) < 0.01)
    }

    @Test func interruptedConstraintAnimationsAdd() {
      let scene = Scene()
      func move(to x: CGFloat) {
        scene.left.constant = x
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
          scene.root.layoutIfNeeded()
        }
      }
      move(to: 50)
      scene.host.advance(to: 0.5)
      #expect(abs(scene.shown(scene.box).minX - 30) < 0.01)
      move(to: 10)
      scene.host.advance(to: 0.5)
      #expect(abs(scene.shown(scene.box).minX - 30) < 0.01)
      scene.host.advance(to: 1)
      #expect(abs(scene.shown(scene.box).minX - 30) < 0.01)
      scene.host.advance(to: 1.6)
      #expect(abs(scene.shown(scene.box).minX - 10) < 0.01)
    }

    @Test func propertyAnimatorsScrubConstraints() {
      let scene = Scene()
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        scene.width.constant = 40
        scene.root.layoutIfNeeded()
      }
      animator.fractionComplete = 0.25
      scene.host.advance(to: 0.1)
      #expect(abs(scene.shown(scene.box).width - 25) < 0.01)
      animator.fractionComplete = 0.75
      scene.host.advance(to: 0.2)
      #expect(abs(scene.shown(scene.box).width - 35) < 0.01)
      animator.stopAnimation(false)
      animator.finishAnimation(at: .end)
      #expect(scene.box.frame.width == 40)
    }

    @Test func exchangedConstraintsAnimate() {
      let scene = Scene()
      let right = scene.box.trailingAnchor.constraint(equalTo: scene.root.trailingAnchor)
      scene.left.isActive = false
      right.isActive = true
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        scene.root.layoutIfNeeded()
      }
      scene.host.advance(to: 0.5)
      #expect(abs(scene.shown(scene.box).minX - 45) < 0.01 && scene.box.frame.minX == 80)
    }

    @Test func windowResizingMovesConstrainedViews() {
      let scene = Scene()
      let window = scene.base.window
      let corner = UIView()
      corner.translatesAutoresizingMaskIntoConstraints = false
      window.addSubview(corner)
      NSLayoutConstraint.activate([
        corner.trailingAnchor.constraint(equalTo: window.trailingAnchor),
        corner.bottomAnchor.constraint(equalTo: window.bottomAnchor),
        corner.widthAnchor.constraint(equalToConstant: 10),
        corner.heightAnchor.constraint(equalToConstant: 10),
      ])
      scene.host.advance(to: 0.1)
      #expect(corner.frame == CGRect(x: 90, y: 90, width: 10, height: 10))
      scene.host.send(.resized(CGSize(width: 150, height: 120), scale: 1))
      scene.host.advance(to: 0.2)
      #expect(corner.frame == CGRect(x: 140, y: 110, width: 10, height: 10))
    }
  }
}
