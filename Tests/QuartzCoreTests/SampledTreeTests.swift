// SampledTreeTests.swift
// Change tracking of a frame: the touched slots, and whether the tree's structure changed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct SampledTreeTests {
    /// A short, delayed, filling, repeating, grouped or discrete animation, or a spring.
    static func animation(_ random: inout SeededRandom) -> CAAnimation {
      let key =
        [
          "position", "position.x", "opacity", "bounds", "bounds.size", "bounds.size.width",
          "backgroundColor", "borderColor", "shadowOpacity", "transform.rotation.z",
          "transform.scale", "transform.translation.x", "transform", "zPosition", "hidden",
        ].randomElement(using: &random) ?? ""
      func value() -> Any {
        let number = Double.random(in: -5...5, using: &random)
        switch key {
        case "position": return CGPoint(x: number, y: 2 * number)
        case "bounds": return CGRect(x: number, y: 1, width: 10 + number, height: 20)
        case "bounds.size": return CGSize(width: 3 * number, height: 20)
        case "backgroundColor", "borderColor": return CGColor(gray: number / 10 + 0.5, alpha: 1)
        case "transform": return CATransform3DMakeScale(6 + number, 1, 1)
        case "hidden": return number > 0
        default: return number
        }
      }
      func isTrue() -> Bool { Bool.random(using: &random) }
      let animation: CAPropertyAnimation
      if Int.random(in: 0..<4, using: &random) == 0 {
        let keyframes = CAKeyframeAnimation(keyPath: key)
        keyframes.values = [value(), value(), value()]
        keyframes.calculationMode = isTrue() ? .discrete : .linear
        animation = keyframes
      } else {
        let basic = isTrue() ? CABasicAnimation(keyPath: key) : CASpringAnimation(keyPath: key)
        if isTrue() { basic.fromValue = value() }
        if isTrue() { basic.toValue = value() }
        if isTrue() { basic.byValue = value() }
        animation = basic
      }
      (animation.isAdditive, animation.isCumulative) = (isTrue() && isTrue(), isTrue() && isTrue())
      let names: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .default]
      animation.timingFunction = names.randomElement(using: &random).map {
        CAMediaTimingFunction(name: $0)
      }
      time(animation, &random)
      guard Int.random(in: 0..<6, using: &random) == 0 else { return animation }
      let group = CAAnimationGroup()
      group.animations = [animation]
      time(group, &random)
      return group
    }

    private static func time(_ animation: CAAnimation, _ random: inout SeededRandom) {
      func one<Value>(_ values: Value...) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
      }
      animation.duration = .random(in: 0.05...0.6, using: &random)
      animation.speed = one(1, 1, 1, 2, 0.5, 0, -1)
      animation.timeOffset = one(0, 0, 0, 0.1, 0.7)
      animation.repeatCount = one(0, 0, 2.5, 3, .infinity)
      animation.repeatDuration = one(0, 0, 0, 0.7)
      animation.autoreverses = one(false, true)
      animation.fillMode = one(.removed, .forwards, .backwards, .both)
      animation.isRemovedOnCompletion = one(true, false)
      if Bool.random(using: &random) {
        animation.beginTime = MediaClock.now + .random(in: 0.01...0.5, using: &random)
      }
    }

    /// Every slot that differs from the previous frame is listed once, and after any commits the
    /// frame equals that of a new sampler.
    @Test(arguments: 0..<12) func touchedSlotsAreAllThatDiffer(seed: Int) {
      var random = SeededRandom(seed: UInt64(700 + seed))
      let stage = LiveStage()
      var layers: [CALayer] = []
      func grow() {
        let layer = CALayer()
        (layers.randomElement(using: &random) ?? stage.root).addSublayer(layer)
        layer.bounds.size = CGSize(width: 10, height: 10)
        layers.append(layer)
      }
      for _ in 0..<10 { grow() }
      var sampler = Sampler()
      var before: [LayerValues] = []
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          guard let layer = layers.randomElement(using: &random) else { break }
          switch Int.random(in: 0..<12, using: &random) {
          case 0: layer.removeAllAnimations()
          case 1: layer.position.x += 1
          case 2: layer.shadowOpacity = .random(in: 0...1, using: &random)
          case 3: layer.speed = [1, 0, 2, 0.5, -1].randomElement(using: &random) ?? 1
          case 4: layer.timeOffset = .random(in: 0...0.3, using: &random)
          case 5: grow()
          case 6 where layers.count > 4:
            layer.removeFromSuperlayer()
            layers.removeAll { layer in
              !sequence(first: layer, next: \.superlayer).contains { $0 === stage.root }
            }
          case 7: layer.transform = CATransform3DMakeRotation(0.3, 0, 1, 0)
          default:
            layer.add(Self.animation(&random), forKey: Bool.random(using: &random) ? "a" : nil)
          }
        }
        let time = MediaClock.now + .random(in: 0...0.1, using: &random)
        stage.advance(to: time)
        let isRestructured = stage.context.tree.isRestructured
        let frame = sampler.sample(&stage.context.tree, at: time)
        #expect(frame.isRestructured == isRestructured)
        var (fresh, tree) = (Sampler(), stage.context.tree)
        for slot in tree.nodes.indices { tree.update(Int32(slot)) { _ in } }
        let full = fresh.sample(&tree, at: time)
        #expect(Set(frame.touched).count == frame.touched.count)
        #expect(frame.transitions == full.transitions)
        for slot in tree.nodes.indices where tree.nodes[slot].isUsed {
          let now = frame.values[slot]
          #expect(now == full.values[slot])
          #expect(now == Sampler.present(Int32(slot), in: stage.context.tree, at: time))
          if !before.indices.contains(slot) || before[slot] != now {
            #expect(frame.touched.contains(Int32(slot)))
          }
        }
        before = frame.values
      }
    }

    /// A resting slot is never touched, and a commit touches only the slots it changed.
    @Test func aStillSceneTouchesNothing() {
      let stage = LiveStage()
      stage.root.actions = ["sublayers": NSNull(), "opacity": NSNull()]
      let layers = (0..<50).map { _ in stage.add(CALayer()) }
      var sampler = Sampler()
      let first = sampler.sample(&stage.context.tree, at: 0)
      #expect(first.isRestructured && first.touched.count == 51)
      let still = sampler.sample(&stage.context.tree, at: 1)
      #expect(!still.isRestructured && still.touched.isEmpty)
      CATransaction.setDisableActions(true)
      layers[7].opacity = 0.5
      layers[7].position.x = 3
      CATransaction.flush()
      let changed = sampler.sample(&stage.context.tree, at: 2)
      #expect(!changed.isRestructured && changed.touched == [layers[7].slotInTree])
      layers[9].removeFromSuperlayer()
      CATransaction.flush()
      #expect(sampler.sample(&stage.context.tree, at: 3).isRestructured)
      layers[3].speed = 0.5
      CATransaction.flush()
      #expect(sampler.sample(&stage.context.tree, at: 4).isRestructured)
    }

    /// An animation touches its layer in every frame it shows in, and in the frame that removes it.
    @Test func animationsTouchTheirLayerUntilTheyAreTakenBack() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      _ = stage.add(CALayer())
      var sampler = Sampler()
      sampler.sample(&stage.context.tree, at: 0)
      layer.add(blink(1), forKey: "a")
      for time in [0, 0.25, 0.5, 0.75] {
        stage.advance(to: time)
        sampler.sample(&stage.context.tree, at: time)
        #expect(sampler.sampled.touched == [layer.slotInTree])
        #expect(!sampler.sampled.isRestructured)
      }
      stage.advance(to: 1.5)
      sampler.sample(&stage.context.tree, at: 1.5)
      #expect(sampler.sampled.touched == [layer.slotInTree])
      #expect(sampler.lastValues(of: layer.slotInTree)?.opacity == 1)
      sampler.sample(&stage.context.tree, at: 1.6)
      #expect(sampler.sampled.touched.isEmpty)
    }
  }
}
