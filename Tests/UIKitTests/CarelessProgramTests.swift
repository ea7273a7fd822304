// CarelessProgramTests.swift
// Programs as they are written in a hurry: the window goes on, and completions run once.
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

/// A view that runs closures from its overridden methods.
private final class Careless: UIView {
  var onLayout: (Careless) -> Void = { _ in }
  var onDraw: (Careless) -> Void = { _ in }
  var onMove: (Careless) -> Void = { _ in }
  private(set) var layouts = 0

  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
    onLayout(self)
  }
  override func draw(_ rect: CGRect) { onDraw(self) }
  override func willMove(toSuperview newSuperview: UIView?) { onMove(self) }
  override func didMoveToWindow() { onMove(self) }
}

/// A delegate of animations that removes them all when one ends.
private final class Remover: NSObject, CAAnimationDelegate {
  let layer: CALayer
  private(set) var ends: [Bool] = []
  init(_ layer: CALayer) { self.layer = layer }

  func animationDidStart(_ anim: CAAnimation) {
    if ends.isEmpty { layer.removeAnimation(forKey: "second") }
  }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    ends.append(flag)
    layer.removeAllAnimations()
  }
}

extension LiveViews {
  @MainActor @Suite struct CarelessProgramTests {
    /// Layout that requests itself, at once and for the next time, does not hang a frame.
    @Test func layoutThatRequestsLayout() {
      let view = Careless()
      let scene = ViewScene(view)
      view.onLayout = {
        $0.setNeedsLayout()
        if $0.layouts % 3 == 0 { $0.layoutIfNeeded() }
        $0.bounds.size.width += 1
        $0.superview?.setNeedsLayout()
      }
      view.setNeedsLayout()
      for frame in 1...3 { scene.host.advance(to: Double(frame) / 60) }
      #expect((1..<2000).contains(view.layouts))
      view.onLayout = { _ in }
    }

    @Test func completionsThatEmptyTheWindow() {
      let scene = ViewScene()
      var runs = 0
      for number in 0..<20 {
        let view = UIView(frame: CGRect(x: number, y: 0, width: 10, height: 10))
        scene.window.addSubview(view)
        UIView.animate(
          withDuration: Double(number % 4) / 10,
          animations: {
            view.alpha = 0
            UIView.animate(withDuration: 0.2, animations: { view.center.x += 9 }) { _ in runs += 1 }
          },
          completion: { _ in
            runs += 1
            scene.window.subviews.forEach { $0.removeFromSuperview() }
            view.layer.removeAllAnimations()
          })
      }
      for frame in 1...60 { scene.host.advance(to: Double(frame) / 60) }
      #expect(runs == 40 && scene.window.subviews.isEmpty)
    }

    /// Running ones end, though the program holds none of them and their completions hold them;
    /// inactive ones go with their blocks.
    @Test func animatorsThatAreForgotten() {
      let scene = ViewScene()
      var (runs, changes) = (0, 0)
      var inactive: [() -> UIViewPropertyAnimator?] = []
      for number in 0..<50 {
        let animator = UIViewPropertyAnimator(duration: 0.1, dampingRatio: 0.5) {
          changes += 1
          scene.view.center.x += 1
        }
        animator.addCompletion { _ in runs += 1 }
        guard number % 2 == 0 else {
          inactive.append { [weak animator] in animator }
          continue
        }
        animator.addCompletion { _ in _ = animator.state }
        animator.startAnimation()
        if number % 10 == 0 { animator.startAnimation(afterDelay: 0.1) }
      }
      for frame in 1...60 { scene.host.advance(to: Double(frame) / 60) }
      #expect(runs == 25 && changes == 25)
      #expect(inactive.count == 25 && inactive.allSatisfy { $0() == nil })
    }

    @Test func drawingThatChangesTheTree() {
      let view = Careless()
      let scene = ViewScene(view)
      var draws = 0
      view.onDraw = {
        draws += 1
        let other = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
        $0.superview?.insertSubview(other, at: 0)
        $0.addSubview(UILabel())
        $0.subviews.first?.removeFromSuperview()
        $0.setNeedsDisplay()
        UIGraphicsGetCurrentContext()?.restoreGState()
        UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
        UIView.animate(withDuration: 0.1) { other.alpha = 0 }
        $0.superview?.layer.sublayers?.first?.render(
          in: CGContext(size: CGSize(width: 5, height: 5)))
      }
      view.setNeedsDisplay()
      for frame in 1...4 { scene.host.advance(to: Double(frame) / 60) }
      #expect(draws > 0 && draws < 1000)
      view.onDraw = { _ in }
      #expect(UIGraphicsGetCurrentContext() == nil)
      #expect(view.superview === scene.window)
    }

    /// A view that takes pictures of itself while it draws, still or animated, is drawn once a round.
    @Test func drawingThatTakesItsOwnPicture() {
      let view = Careless()
      let scene = ViewScene(view)
      var draws = 0
      view.onDraw = {
        draws += 1
        UIColor.red.setFill()
        UIRectFill($0.bounds)
        $0.setNeedsDisplay()
        _ = $0.snapshotView(afterScreenUpdates: true)
        _ = scene.window.snapshotView(afterScreenUpdates: true)
        $0.layer.render(in: CGContext(size: CGSize(width: 5, height: 5)))
        $0.drawHierarchy(in: $0.bounds, afterScreenUpdates: true)
      }
      view.setNeedsDisplay()
      UIView.animate(withDuration: 0.03) { view.bounds.size.width += 10 }
      for frame in 1...4 { scene.host.advance(to: Double(frame) / 60) }
      #expect((1..<10_000).contains(draws))
      view.onDraw = { _ in }
      scene.host.advance(to: 1)
      view.setNeedsDisplay()
      scene.host.advance(to: 1.1)
      #expect(!view.layer.needsDisplay())
    }

    /// Callbacks of a move that put the view elsewhere, or its new superview below it.
    @Test func movesThatMove() {
      let scene = ViewScene()
      let (view, other, inner) = (Careless(), UIView(), UIView())
      scene.view.addSubview(other)
      var depth = 0
      view.onMove = {
        depth += 1
        if depth < 6 { depth % 2 == 0 ? other.addSubview($0) : $0.removeFromSuperview() }
      }
      scene.window.addSubview(view)
      other.addSubview(view)
      view.onMove = { _ in }
      scene.window.addSubview(view)
      view.onMove = { _ in inner.removeFromSuperview() }
      view.addSubview(inner)
      inner.addSubview(UIView())
      view.removeFromSuperview()
      view.onMove = { _ in }
      for one in [view, other, inner] {
        #expect(one.superview?.subviews.contains(one) ?? true)
        #expect(one.layer.superlayer === one.superview?.layer)
      }
      scene.host.advance(to: 0.1)
    }

    @Test func delegatesThatRemoveEverything() {
      let scene = ViewScene()
      let delegate = Remover(scene.view.layer)
      for (number, key) in ["first", "second", "third"].enumerated() {
        let animation = CABasicAnimation(
          keyPath: ["opacity", "position.x", "nonsense.key"][number])
        (animation.fromValue, animation.toValue) = (0, "no number")
        (animation.duration, animation.delegate) = (0.1 * Double(number + 1), delegate)
        scene.view.layer.add(animation, forKey: key)
      }
      for frame in 1...30 { scene.host.advance(to: Double(frame) / 60) }
      #expect(delegate.ends.count == 3 && scene.view.layer.animationKeys() == nil)
    }

    /// Blocks in blocks, a hundred deep, and keyframes without a block around them.
    @Test func blocksInBlocks() {
      let scene = ViewScene()
      var runs = 0
      func nest(_ depth: Int) {
        guard depth > 0 else {
          return UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {}
        }
        UIView.animate(
          withDuration: 0.01, animations: { nest(depth - 1) }, completion: { _ in runs += 1 })
        UIView.performWithoutAnimation { scene.view.alpha = CGFloat(depth) / 100 }
      }
      nest(100)
      UIView.animateKeyframes(
        withDuration: 0, delay: -1,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: -5, relativeDuration: 99) {
            scene.view.center.y = 50
          }
        }, completion: { _ in runs += 1 })
      for frame in 1...10 { scene.host.advance(to: Double(frame) / 60) }
      #expect(runs == 101 && scene.view.center.y == 50)
    }

    /// Values of wrong types for every key that a layer has, and for some that it has not.
    @Test func valuesOfWrongTypes() {
      let layer = CAShapeLayer()
      let keys = [
        "position", "bounds", "frame", "transform", "opacity", "hidden", "contents", "path", "mask",
        "sublayers", "superlayer", "delegate", "actions", "style", "name", "speed", "fillMode",
        "backgroundColor", "filters", "shadowPath", "lineDashPattern", "layoutManager", "", ".",
        "..", "position.", ".x", "bounds.size.", "transform.rotation.w", "🙂", "sublayers.a.b.c",
      ]
      let values: [Any?] = [
        nil, "text", 3, -1.5, true, NSNull(), [1, "a"] as [Any], ["a": 1], CGPoint(x: 1, y: 2),
        CGRect.zero, CATransform3DIdentity, UIColor.red, CALayer(), NSObject(), Date(), Data(),
        NSNumber(value: UInt64.max), { 1 } as () -> Int,
      ]
      let lines = Diagnostics.collecting {
        for key in keys {
          for value in values {
            if key == "speed", value is String { continue }
            layer.setValue(value, forKeyPath: key)
            _ = layer.value(forKeyPath: key)
            let animation = CABasicAnimation(keyPath: key)
            (animation.fromValue, animation.toValue, animation.byValue) = (value, value, value)
            layer.add(animation, forKey: key)
          }
        }
      }.lines
      #expect(!lines.isEmpty && lines.count <= 3 * keys.count)
      #expect(layer.superlayer == nil)
      let scene = ViewScene()
      scene.view.layer.addSublayer(layer)
      scene.host.advance(to: 0.1)
    }

    @Test func thousandsOfRecognizers() {
      let scene = ViewScene()
      var taps = 0
      for _ in 0..<2000 {
        let tap = UITapGestureRecognizer()
        tap.addAction(
          UIAction { _ in
            taps += 1
            for other in scene.view.gestureRecognizers ?? [] {
              scene.view.removeGestureRecognizer(other)
            }
          })
        scene.view.addGestureRecognizer(tap)
      }
      scene.host.send(.pointerDown(CGPoint(x: 15, y: 15), button: 1, clicks: 1))
      scene.host.send(.pointerUp(CGPoint(x: 15, y: 15), button: 1))
      scene.host.advance(to: 0.1)
      scene.host.advance(to: 0.5)
      #expect(taps >= 1)
    }
  }
}
