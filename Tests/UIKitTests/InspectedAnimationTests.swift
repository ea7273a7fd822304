// InspectedAnimationTests.swift
// Inspection of views' animations: actions, block-based delegates, and transitions and fills that
// follow a block.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

private final class InspectionLayer: CALayer {
  var log: [String] = []
  override func add(_ anim: CAAnimation, forKey key: String?) {
    log.append(anim.debugDescription)
    super.add(anim, forKey: key)
  }
}

private final class InspectionView: UIView {
  override class var layerClass: AnyClass { InspectionLayer.self }
}

/// Calls each of its blocks once.
private final class AnimationBlockDelegate: CAAnimationDelegate {
  var start: (() -> Void)?
  var stop: ((Bool) -> Void)?

  init(beginning: @escaping () -> Void, completion: @escaping (Bool) -> Void) {
    (start, stop) = (beginning, completion)
  }

  func animationDidStart(_ anim: CAAnimation) {
    start?()
    start = nil
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    stop?(flag)
    stop = nil
  }
}

/// Cross-fades on every redraw, inside and outside of blocks.
private final class DissolvingLabel: UILabel {
  override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    event == "contents" ? CATransition() : super.action(for: layer, forKey: event)
  }
}

/// A shape whose fill animates with the block that changes it.
private final class ShapeView: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }

  override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard event == "fillColor",
      let stock = super.action(for: layer, forKey: "backgroundColor") as? CABasicAnimation
    else { return super.action(for: layer, forKey: event) }
    stock.keyPath = event
    stock.fromValue = (layer as? CAShapeLayer)?.fillColor
    stock.toValue = nil
    return stock
  }
}

extension LiveViews {
  /// semantics 16.1, semantics 16.2, semantics 18.4
  @MainActor @Suite struct InspectedAnimationTests {
    /// A view's action is `NSNull` outside of blocks and an animation inside.
    @Test func actionForLayerRevealsBlock() {
      let scene = ViewScene()
      func asked() -> (any CAAction)? {
        scene.view.action(for: scene.view.layer, forKey: "position")
      }
      #expect(asked() is NSNull)
      UIView.animate(withDuration: 0.3) { #expect(asked() is CABasicAnimation) }
      #expect(asked() is NSNull)
    }

    /// semantics 21.11: added animations have descriptions, as they will be attached.
    @Test func addedAnimationsHaveDescriptions() throws {
      let scene = ViewScene(InspectionView())
      let layer = try #require(scene.view.layer as? InspectionLayer)
      scene.view.center = CGPoint(x: 30, y: 30)
      #expect(layer.log.isEmpty)
      UIView.animate(withDuration: 0.3) { scene.view.center = CGPoint(x: 50, y: 50) }
      let text = try #require(layer.log.first)
      #expect(layer.log.count == 1 && text.contains("CABasicAnimation"))
      for part in [
        "delegate = ", "fillMode = both", "timingFunction = easeInEaseOut", "duration = 0.3",
        "fromValue = -20,-20", "keyPath = position", "additive = 1",
      ] { #expect(text.contains(part), "\(part) in \(text)") }
    }

    /// An animation that ends at the model value, and a block-based delegate, each block called once.
    @Test func blockBasedAnimationDelegate() {
      let scene = ViewScene()
      var log: [String] = []
      func fadeIn() {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.duration, animation.fromValue) = (0.75, 0)
        animation.delegate = AnimationBlockDelegate {
          log.append("began")
        } completion: {
          log.append($0 ? "to the end" : "cancelled")
        }
        scene.view.layer.opacity = 1
        scene.view.layer.add(animation, forKey: "fade in slowly")
      }
      fadeIn()
      #expect(log == [])
      for time in [0, 0.375] as [TimeInterval] { scene.host.advance(to: time) }
      #expect(log == ["began"] && isClose(scene.shown("opacity"), 0.5))
      scene.host.advance(to: 1)
      #expect(log == ["began", "to the end"] && scene.shown("opacity") == 1)
      fadeIn()
      scene.host.advance(to: 1.1)
      scene.view.layer.removeAllAnimations()
      scene.host.advance(to: 1.2)
      #expect(log == ["began", "to the end", "began", "cancelled"])
    }

    /// A label with an action for its contents cross-fades into each new text, without a block.
    @Test func drawingRequestsContentsAction() {
      let label = DissolvingLabel()
      label.text = "a"
      let scene = ViewScene(label)
      scene.host.advance(to: 1)
      label.layer.removeAllAnimations()
      CATransaction.flush()
      label.text = "b"
      #expect(label.layer.animationKeys() == nil)
      CATransaction.flush()
      #expect(label.layer.animationKeys() == ["transition"])
      scene.host.advance(to: 1.3)
      #expect(label.layer.animationKeys() == nil)
    }

    /// A fill that copies the block's animation keeps the block's delay: the old colour stays until
    /// then, and the block waits.
    @Test func backwardsFillCoversBlockDelay() throws {
      let scene = ViewScene(ShapeView())
      let shape = try #require(scene.view.layer as? CAShapeLayer)
      shape.fillColor = .white
      scene.host.advance(to: 0)
      var end: TimeInterval?
      UIView.animate(withDuration: 1, delay: 1, options: .curveLinear) {
        shape.fillColor = .black
      } completion: { _ in
        end = MediaClock.now
      }
      scene.host.advance(to: 0)
      for (time, white) in [(0.5, 1), (1, 1), (1.5, 0.5), (2.1, 0)] as [(TimeInterval, CGFloat)] {
        scene.host.advance(to: time)
        let shown = shape.presentation()?.fillColor?.components?.first ?? -1
        #expect(abs(shown - white) < 0.01, "\(shown) at \(time)")
      }
      #expect(isClose(try #require(end), 2, within: 0.02) && shape.fillColor == .black)
    }
  }
}
