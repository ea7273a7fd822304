// CustomPropertyTests.swift
// Custom properties in animation blocks, and solutions of four known weaknesses (semantics 18).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

final class GaugeLayer: CALayer {
  @Animatable var level: CGFloat = 0
  override func draw(in ctx: CGContext) {
    ctx.fill(CGRect(x: 0, y: 0, width: level, height: bounds.height))
  }
}

final class GaugeView: UIView {
  override class var layerClass: AnyClass { GaugeLayer.self }
  var level: CGFloat {
    get { unsafeDowncast(layer, to: GaugeLayer.self).level }
    set { unsafeDowncast(layer, to: GaugeLayer.self).level = newValue }
  }
}

extension LiveViews {
  @MainActor @Suite struct CustomPropertyTests {
    private func width(_ layer: CALayer) -> Double? {
      guard case .fill(let path, _, _) = (layer.contents as? Drawing)?.items.first?.command else {
        return nil
      }
      return Double(path.boundingBox.width)
    }

    /// semantics 18.2: a view's custom property and a built-in one are equal in every frame, drawn.
    @Test func customAndBuiltInPropertiesAreInSync() {
      let view = GaugeView()
      let scene = ViewScene(view)
      var finished: Bool?
      UIView.animate(
        withDuration: 1,
        animations: {
          view.level = 100
          view.center.x = 120
        }, completion: { finished = $0 })
      for frame in 1...59 {
        scene.host.advance(to: Double(frame) / 60)
        let moved = scene.shown("position.x") - 20
        #expect(isClose(scene.shown("level"), moved), "frame \(frame)")
        #expect(isClose(width(view.layer) ?? -1, moved), "frame \(frame)")
      }
      #expect(finished == nil)
      scene.host.advance(to: 1.02)
      #expect(finished == true && width(view.layer) == 100)
    }

    /// semantics 18.1: a delay keeps the drawn contents.
    @Test func delayKeepsDrawnContents() {
      let view = GaugeView()
      view.level = 10
      let scene = ViewScene(view)
      #expect(width(view.layer) == 10)
      UIView.animate(
        withDuration: 1, delay: 1, options: .curveLinear, animations: { view.level = 60 })
      for time in [0.1, 0.5, 0.99] {
        scene.host.advance(to: time)
        #expect(width(view.layer) == 10, "at \(time)")
      }
      scene.host.advance(to: 1.5)
      #expect(isClose(width(view.layer) ?? -1, 35))
      scene.host.advance(to: 2.1)
      #expect(width(view.layer) == 60)
    }

    /// semantics 18.3: a block that changes only a hosted layer completes at once, and the layer
    /// animates for 0.25 s, as on iOS.
    @Test func completionIgnoresHostedLayers() {
      let scene = ViewScene()
      let gauge = GaugeLayer()
      scene.view.layer.addSublayer(gauge)
      scene.host.advance(to: 0.1)
      var finished: Bool?
      UIView.animate(
        withDuration: 1, animations: { gauge.level = 5 }, completion: { finished = $0 })
      #expect(finished == true)
      #expect(gauge.animation(forKey: "level")?.duration == 0.25)
    }

    /// semantics 18.3: with the option they use duration, curve, delay and repetition, and the
    /// completion waits.
    @Test func includesLayersTimesHostedLayers() throws {
      let scene = ViewScene()
      let gauge = GaugeLayer()
      scene.view.layer.addSublayer(gauge)
      scene.host.advance(to: 0.1)
      var finished: Bool?
      UIView.animate(
        withDuration: 1, delay: 0.5, options: [.includesLayers, .curveLinear],
        animations: {
          gauge.level = 100
          gauge.opacity = 0
        }, completion: { finished = $0 })
      for key in ["level", "opacity"] {
        let animation = try #require(gauge.animation(forKey: key))
        #expect(animation.duration == 1)
        #expect(animation.timingFunction == CAMediaTimingFunction(name: .linear))
      }
      scene.host.advance(to: 0.59)
      #expect(scene.shown("level", gauge) == 0)
      scene.host.advance(to: 1.1)
      #expect(isClose(scene.shown("level", gauge), 50))
      #expect(isClose(scene.shown("opacity", gauge), 0.5))
      scene.host.advance(to: 1.58)
      #expect(finished == nil)
      scene.host.advance(to: 1.62)
      #expect(finished == true)
      // It has no effect outside of the block.
      gauge.level = 0
      #expect(gauge.animation(forKey: "level")?.duration == 0.25)
    }

    /// semantics 18.3: the completion waits for any animation attached in such a block.
    @Test func includesLayersWaitsForAttachedAnimations() {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animate(
        withDuration: 0.2, delay: 0, options: .includesLayers,
        animations: {
          scene.view.alpha = 0
          let spin = CABasicAnimation(keyPath: "transform.rotation.z")
          (spin.toValue, spin.duration) = (3, 1)
          scene.view.layer.add(spin, forKey: "spin")
        }, completion: { finished = $0 })
      scene.host.advance(to: 0.98)
      #expect(finished == nil)
      scene.host.advance(to: 1.02)
      #expect(finished == true)
    }

    // MARK: Copied actions (18.4)

    /// A view that animates a custom key with the block's timing, copied from another action.
    private final class OldLabel: UIView {
      var text = "" {
        didSet {
          guard text != oldValue else { return }
          if let action = action(for: layer, forKey: "text") as? CATransition {
            layer.add(action, forKey: nil)
          }
          UIView.performWithoutAnimation { backgroundColor = .blue }
        }
      }
      override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard event == "text" else { return super.action(for: layer, forKey: event) }
        guard let basic = super.action(for: layer, forKey: "bounds") as? CABasicAnimation else {
          return NSNull()
        }
        let transition = CATransition()
        (transition.type, transition.subtype) = (.push, .fromTop)
        (transition.duration, transition.beginTime) = (basic.duration, basic.beginTime)
        (transition.timingFunction, transition.fillMode) = (basic.timingFunction, basic.fillMode)
        (transition.speed, transition.repeatCount) = (basic.speed, basic.repeatCount)
        transition.delegate = basic.delegate
        return transition
      }
    }

    /// semantics 18.4: with the block's timing and delegate it counts, once, and blocks touches.
    @Test func copiedStockActionCountsOnce() throws {
      let label = OldLabel()
      let scene = ViewScene(label)
      label.text = "outside"
      #expect(label.layer.animationKeys() == nil)
      var completions: [Bool] = []
      UIView.animate(
        withDuration: 1, delay: 0.5, options: .curveEaseIn,
        animations: { label.text = "inside" }, completion: { completions.append($0) })
      let transition = try #require(label.layer.animation(forKey: kCATransition) as? CATransition)
      #expect(transition.duration == 1 && transition.fillMode == .both)
      #expect(transition.timingFunction == CAMediaTimingFunction(name: .easeIn))
      #expect(isClose(transition.beginTime, 0.5) && label.touchBlockCount == 1)
      scene.host.advance(to: 1.48)
      #expect(completions.isEmpty)
      scene.host.advance(to: 1.52)
      #expect(completions == [true] && label.touchBlockCount == 0)
      scene.host.advance(to: 3)
      #expect(completions == [true])
    }

    /// Counts starts and stops of an animation.
    private final class Ear: CAAnimationDelegate {
      var heard: [String] = []
      func animationDidStart(_ anim: CAAnimation) { heard.append("start") }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        heard.append("stop \(flag)")
      }
    }

    /// A view that uses the block's animation for a custom or built-in key, with another delegate.
    private final class BorderView: UIView {
      let ear = Ear()
      /// Whether the block adopts the animation of the border.
      var adopts = false
      override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        if event == "borderColor" {
          guard let stock = super.action(for: layer, forKey: "backgroundColor") as? CAAnimation,
            let context = UIAnimationContext.current
          else { return NSNull() }
          let animation = CABasicAnimation(keyPath: event)
          animation.fromValue = layer.borderColor
          animation.delegate = ear
          if adopts {
            #expect(context.adopt(animation, for: layer))
          } else {
            animation.duration = stock.duration
          }
          return animation
        }
        let action = super.action(for: layer, forKey: event)
        (action as? CAAnimation)?.delegate = ear
        return action
      }
    }

    /// semantics 18.4: a custom action with a custom delegate is not counted, as on iOS...
    @Test func animationWithOtherDelegateIsNotCounted() {
      let view = BorderView()
      let scene = ViewScene(view)
      var completions: [Bool] = []
      UIView.animate(
        withDuration: 1, animations: { view.layer.borderColor = .white },
        completion: { completions.append($0) })
      #expect(completions == [true] && view.touchBlockCount == 0)
      #expect(view.layer.animation(forKey: "borderColor")?.duration == 1)
      scene.host.advance(to: 1.1)
      #expect(view.ear.heard == ["start", "stop true"] && completions == [true])
    }

    /// ... but an adopted one is, for completion and touches, and its delegate is called too.
    @Test func adoptedAnimationIsCounted() throws {
      let view = BorderView()
      view.adopts = true
      let scene = ViewScene(view)
      var completions: [Bool] = []
      UIView.animate(
        withDuration: 1, delay: 0.5, options: .curveLinear,
        animations: { view.layer.borderColor = .white }, completion: { completions.append($0) })
      let running = try #require(view.layer.animation(forKey: "borderColor"))
      #expect(running.duration == 1 && running.fillMode == .both)
      #expect(completions.isEmpty && view.touchBlockCount == 1)
      scene.host.advance(to: 1.48)
      #expect(completions.isEmpty && view.ear.heard == ["start"])
      scene.host.advance(to: 1.52)
      #expect(completions == [true] && view.touchBlockCount == 0)
      #expect(view.ear.heard == ["start", "stop true"])
      UIView.performWithoutAnimation {
        UIView.animate(withDuration: 1) {
          #expect(
            UIAnimationContext.current?.adopt(CABasicAnimation(), for: view.layer) == false)
        }
      }
    }

    /// semantics 18.4: a built-in action with a replaced delegate is still counted once; touches are
    /// restored whichever way it ends.
    @Test(arguments: [false, true]) func replacedDelegateKeepsCompletionAndTouches(isRemoved: Bool)
    {
      let view = BorderView()
      let scene = ViewScene(view)
      var completions: [Bool] = []
      UIView.animate(
        withDuration: 1,
        animations: {
          view.alpha = 0.5
          view.center.x = 50
        }, completion: { completions.append($0) })
      #expect(completions.isEmpty && view.touchBlockCount == 2)
      scene.host.advance(to: 0.5)
      if isRemoved { view.removeFromSuperview() }
      scene.host.advance(to: 1.02)
      #expect(completions == [!isRemoved] && view.touchBlockCount == 0)
      let stop = "stop \(!isRemoved)"
      #expect(view.ear.heard == ["start", "start", stop, stop])
    }

    /// Requesting an action without using it has no effect.
    @Test func inspectingActionHasNoSideEffect() {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animate(
        withDuration: 1,
        animations: {
          #expect(scene.view.action(for: scene.view.layer, forKey: "bounds") is CABasicAnimation)
          #expect(
            scene.view.action(for: scene.view.layer, forKey: "backgroundColor") is CABasicAnimation)
        }, completion: { finished = $0 })
      #expect(finished == true && scene.view.touchBlockCount == 0)
      #expect(scene.view.layer.animationKeys() == nil)
      #expect(scene.view.action(for: scene.view.layer, forKey: "bounds") is NSNull)
    }

    /// semantics 18.1, in pixels: a delayed transition shows the old appearance until its start, then
    /// pushes it up.
    @Test func delayedTransitionShowsOldAppearance() {
      let label = OldLabel()
      let scene = ViewScene(label)
      label.clipsToBounds = true
      label.backgroundColor = .red
      scene.host.advance(to: 0.1)
      let red = pixel(scene, 20, 20)
      UIView.animate(
        withDuration: 1, delay: 1, options: .curveLinear, animations: { label.text = "new" })
      for time in [0.15, 0.6, 1.05] {
        scene.host.advance(to: time)
        #expect(pixel(scene, 20, 12) == red && pixel(scene, 20, 28) == red, "at \(time)")
      }
      scene.host.advance(to: 1.6)
      #expect(pixel(scene, 20, 12) == red && pixel(scene, 20, 28) != red)
      scene.host.advance(to: 2.2)
      #expect(pixel(scene, 20, 12) != red && pixel(scene, 20, 12) == pixel(scene, 20, 28))
    }

    private func pixel(_ scene: ViewScene, _ x: Int, _ y: Int) -> [UInt8] {
      let image = scene.host.image()
      let index = (y * image.width + x) * 4
      return Array(image.pixels[index..<index + 4])
    }
  }
}

extension LiveViews {
  @MainActor @Suite struct FirstDrawingTests {
    /// Draws itself, and counts how often.
    private final class Drawn: UIView {
      var count = 0
      override func draw(_ rect: CGRect) {
        count += 1
        UIColor.red.setFill()
        UIBezierPath(rect: rect).fill()
      }
    }

    /// A view that overrides `draw(_:)` is drawn once on first appearance, at its size then; other
    /// views have no contents (semantics 13).
    @Test func drawingViewIsDrawnOnFirstAppearance() {
      let view = Drawn()
      let scene = ViewScene(view)
      #expect(view.count == 1)
      #expect(scene.host.image().pixel(15, 15) == SIMD4(255, 0, 0, 255))
      scene.host.advance(to: 0.5)
      #expect(view.count == 1)
      #expect(ViewScene().view.layer.contents == nil)
    }
  }
}
