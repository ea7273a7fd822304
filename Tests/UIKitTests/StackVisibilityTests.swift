// StackVisibilityTests.swift
// Arranged views that are hidden and shown in animations (semantics 21.10).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  /// semantics 21.10
  @MainActor @Suite struct StackVisibilityTests {
    /// Three views that share 90 points along an axis, in a window.
    @MainActor private final class Stage {
      let views = [UIView(), UIView(), UIView()]
      let stack: UIStackView
      let scene: ViewScene
      let isRow: Bool

      init(
        _ axis: NSLayoutConstraint.Axis = .vertical, constrained: Bool = false,
        spacing: CGFloat = 0, hidden: Int? = nil
      ) {
        stack = UIStackView(arrangedSubviews: views)
        isRow = axis == .horizontal
        (stack.axis, stack.distribution, stack.spacing) = (axis, .fillEqually, spacing)
        if constrained {
          let anchor = isRow ? views[1].heightAnchor : views[1].widthAnchor
          let constraint = anchor.constraint(equalToConstant: 90)
          constraint.priority = .defaultLow
          constraint.isActive = true
        }
        if let hidden { views[hidden].isHidden = true }
        scene = ViewScene(stack)
        stack.frame = CGRect(x: 0, y: 0, width: 90, height: 90)
        scene.host.advance(to: 0.1)
      }

      /// The shown start and length of a view along the axis.
      func shown(_ index: Int) -> (start: Double, length: Double) {
        let layer = views[index].layer
        let length = scene.shown(isRow ? "bounds.size.width" : "bounds.size.height", layer)
        return (scene.shown(isRow ? "position.x" : "position.y", layer) - length / 2, length)
      }

      func animate(_ changes: @escaping () -> Void) {
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear, animations: changes)
      }
    }

    @Test(arguments: [false, true], [NSLayoutConstraint.Axis.horizontal, .vertical])
    func hiddenViewIsSqueezedAndHiddenAtTheEnd(
      constrained: Bool, axis: NSLayoutConstraint.Axis
    ) {
      let s = Stage(axis, constrained: constrained)
      // Without layoutIfNeeded(), as on Apple's page.
      s.animate { s.views[1].isHidden = true }
      #expect(s.views[1].isHidden && !s.views[1].layer.isHidden)
      s.scene.host.advance(to: 0.1 + 0.25)
      #expect(abs(s.shown(1).length - 22.5) < 1, "\(s.shown(1))")
      #expect(abs(s.shown(0).length - 33.75) < 1 && abs(s.shown(2).start - 56.25) < 1)
      #expect(abs(s.shown(1).start - 33.75) < 1)
      s.scene.host.advance(to: 1.2)
      #expect(s.views[1].isHidden && s.views[1].layer.isHidden)
      #expect(s.shown(0).length == 45)

      s.animate { s.views[1].isHidden = false }
      #expect(!s.views[1].isHidden && !s.views[1].layer.isHidden)
      s.scene.host.advance(to: 1.2 + 0.25)
      #expect(abs(s.shown(1).length - 7.5) < 1 && abs(s.shown(1).start - 41.25) < 1)
      s.scene.host.advance(to: 2.3)
      #expect(abs(s.shown(1).length - 30) < 0.01 && abs(s.shown(1).start - 30) < 0.01)
    }

    /// A view that was hidden from the start has no old frame to grow from.
    @Test(arguments: [false, true], [0, 1, 2])
    func viewThatWasNeverShownGrowsFromItsEdge(constrained: Bool, index: Int) {
      let s = Stage(constrained: constrained, spacing: 6, hidden: index)
      s.animate {
        s.views[index].isHidden = false
        s.stack.layoutIfNeeded()
      }
      s.scene.host.advance(to: 0.1 + 0.5)
      #expect(abs(s.shown(index).length - 13) < 1, "\(s.shown(index))")
      let start = [0, 40, 77][index]
      #expect(abs(s.shown(index).start - Double(start)) < 2, "\(s.shown(index))")
      s.scene.host.advance(to: 1.2)
      #expect(abs(s.shown(index).length - 26) < 0.01)
    }

    @Test func outsideOfAnimationsItIsHiddenAtOnce() {
      let s = Stage()
      s.views[1].isHidden = true
      #expect(s.views[1].layer.isHidden)
      UIView.animate(withDuration: 1) {
        UIView.performWithoutAnimation { s.views[0].isHidden = true }
      }
      #expect(s.views[0].layer.isHidden)
      UIView.animate(withDuration: 0) { s.views[2].isHidden = true }
      #expect(s.views[2].layer.isHidden)
      // A view that is not arranged.
      let other = UIView()
      s.stack.addSubview(other)
      s.animate { other.isHidden = true }
      #expect(other.layer.isHidden)
    }

    @Test(arguments: [false, true]) func interruptedViewTurnsBack(constrained: Bool) {
      let s = Stage(constrained: constrained)
      var ends: [Bool] = []
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        s.views[1].isHidden = true
      } completion: {
        ends.append($0)
      }
      s.scene.host.advance(to: 0.6)
      s.animate { s.views[1].isHidden = false }
      let before = s.shown(1).length
      #expect(abs(before - 15) < 1)
      s.scene.host.advance(to: 2)
      #expect(!s.views[1].isHidden && !s.views[1].layer.isHidden)
      #expect(abs(s.shown(1).length - 30) < 0.01)
      #expect(ends == [true])
      // At once: it is shown in full, and a removed view is hidden.
      s.animate { s.views[1].isHidden = true }
      s.views[1].isHidden = false
      s.scene.host.advance(to: 4)
      #expect(!s.views[1].layer.isHidden && s.views[1].bounds.height == 30)
      s.animate { s.views[1].isHidden = true }
      s.stack.removeArrangedSubview(s.views[1])
      #expect(s.views[1].layer.isHidden)
    }

    @Test(arguments: [false, true]) func animatorHidesAndShowsAndTurnsBack(reverses: Bool) {
      let s = Stage()
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        s.views[1].isHidden = true
      }
      animator.startAnimation()
      s.scene.host.advance(to: 0.6)
      #expect(abs(s.shown(1).length - 15) < 1)
      if reverses { animator.isReversed = true }
      s.scene.host.advance(to: 2)
      #expect(s.views[1].isHidden == !reverses && s.views[1].layer.isHidden == !reverses)
      #expect(s.shown(0).length == (reverses ? 30 : 45))
      guard !reverses else { return }
      let back = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        s.views[1].isHidden = false
      }
      back.startAnimation()
      s.scene.host.advance(to: 2.5)
      back.isReversed = true
      s.scene.host.advance(to: 4)
      #expect(s.views[1].isHidden && s.views[1].layer.isHidden && s.shown(0).length == 45)
    }

    @Test func hiddenViewTakesNoTouches() {
      let s = Stage()
      s.animate { s.views[1].isHidden = true }
      s.scene.host.advance(to: 0.2)
      #expect(s.stack.hitTest(CGPoint(x: 45, y: 45), with: nil) !== s.views[1])
    }

    /// The outer stack gives the space to its other view in the same block.
    @Test func nestedStacksFollow() {
      let (inner, a, b, c) = (UIStackView(), SizedView(20, 20), SizedView(20, 20), UIView())
      (inner.axis, inner.spacing) = (.vertical, 5)
      inner.addArrangedSubview(a)
      inner.addArrangedSubview(b)
      let outer = UIStackView(arrangedSubviews: [inner, c])
      outer.axis = .vertical
      let scene = ViewScene(outer)
      outer.frame = CGRect(x: 0, y: 0, width: 90, height: 90)
      scene.host.advance(to: 0.1)
      #expect(c.frame.minY == 45 && b.frame.minY == 25)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { b.isHidden = true }
      scene.host.advance(to: 0.6)
      let height = scene.shown("bounds.size.height", b.layer)
      #expect(abs(height - 10) < 1)
      #expect(abs(scene.shown("bounds.size.height", c.layer) - 57.5) < 1)
      scene.host.advance(to: 1.2)
      #expect(c.frame.minY == 20 && b.layer.isHidden)
      // The inner stack itself.
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { inner.isHidden = true }
      scene.host.advance(to: 1.7)
      #expect(abs(scene.shown("bounds.size.height", inner.layer) - 10) < 1)
      scene.host.advance(to: 2.3)
      #expect(inner.layer.isHidden && c.frame == outer.bounds)
    }
  }
}
