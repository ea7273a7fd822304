// PresentationTests.swift
// Model and presentation; custom properties; their sampler (semantics 13, 18.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
@testable import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct PresentationTests {
    /// semantics 13: presentation has committed values, not those set since.
    @Test func uncommittedChangesAreNotShown() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      layer.setValue(7, forKey: "mine")
      #expect(layer.presentation()?.opacity == 1)
      #expect(layer.presentation()?.value(forKey: "mine") == nil)
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 0.5)
      #expect(layer.presentation()?.value(forKey: "mine") as? Int == 7)
    }

    /// semantics 13: relatives of a copy are copies, and so are its hit-test results.
    @Test func neighboursAreCopiesToo() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      let (child, mask) = (CALayer(), CALayer())
      layer.addSublayer(child)
      layer.mask = mask
      CATransaction.flush()
      let copy = try #require(layer.presentation())
      #expect(copy !== layer && copy.model() === layer && layer.model() === layer)
      #expect(copy.superlayer?.model() === stage.root && copy.superlayer !== stage.root)
      #expect(copy.sublayers?.first?.model() === child && copy.sublayers?.first !== child)
      #expect(copy.mask?.model() === mask && copy.mask !== mask)
      layer.add(blink(), forKey: "a")
      #expect(copy.animationKeys()?.contains("a") == true)
      #expect(copy.animation(forKey: "a") === layer.animation(forKey: "a"))
    }

    /// semantics 13: hit testing of a copy uses presented geometry.
    @Test func copiesAreHitWhereTheyAreSeen() {
      let stage = LiveStage()
      stage.root.position = CGPoint(x: 50, y: 50)
      let layer = stage.add(CALayer())
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      stage.advance(to: 0)
      stage.advance(to: 1)
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (5, 85, 1)
      layer.add(move, forKey: "move")
      stage.advance(to: 1)
      stage.advance(to: 1.5)
      let (seen, model) = (CGPoint(x: 45, y: 5), CGPoint(x: 5, y: 5))
      #expect(stage.root.presentation()?.hitTest(seen)?.model() === layer)
      #expect(stage.root.presentation()?.hitTest(model)?.model() === stage.root)
      #expect(stage.root.hitTest(model) === layer)
    }

    /// semantics 13
    @Test func copiesAreReadOnly() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let stage = LiveStage()
          stage.add(CALayer()).presentation()?.opacity = 0.5
        }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let stage = LiveStage()
          stage.add(CALayer()).presentation()?.add(blink(), forKey: "a")
        }
      }
    }

    /// semantics 13: `init(layer:)` copies a subclass's own variables; stock properties are copied
    /// automatically.
    @Test func copiesHaveTheirClassesVariables() throws {
      final class Mine: CALayer {
        var note = ""
        override init() { super.init() }
        override init(layer: Any) {
          super.init(layer: layer)
          note = (layer as? Mine)?.note ?? "unknown"
        }
        required init?(coder: NSCoder) { super.init(coder: coder) }
      }
      let stage = LiveStage()
      let layer = stage.add(Mine())
      layer.note = "kept"
      layer.cornerRadius = 4
      stage.advance(to: 1)
      let copy = try #require(layer.presentation())
      #expect(copy.note == "kept" && copy.cornerRadius == 4)
    }

    /// semantics 18.2: a custom and a built-in property, animated alike, show equal fractions.
    @Test func customPropertiesKeepStep() throws {
      let stage = LiveStage()
      let layer = stage.add(CountingLayer())
      for key in ["percent", "position.x"] {
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 1)
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        layer.add(animation, forKey: key)
      }
      for step in 0...20 {
        stage.advance(to: Double(step) / 20)
        guard layer.animationKeys() != nil else { break }
        let copy = try #require(layer.presentation())
        #expect(copy.percent == copy.position.x)
      }
      stage.advance(to: 1.1)
      #expect(layer.presentation()?.percent == 0)
    }

    /// semantics 13: an undeclared key animates under its name too.
    @Test func storedKeysAnimate() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.setValue(CGPoint(x: 1, y: 2), forKey: "spot")
      let animation = CABasicAnimation(keyPath: "spot.x")
      (animation.toValue, animation.duration) = (11, 1)
      layer.add(animation, forKey: "a")
      stage.advance(to: 0)
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.value(forKey: "spot") as? CGPoint == CGPoint(x: 6, y: 2))
    }

    // MARK: The sampler

    /// The same tree and time give the same values, in any order and any number of times; a sampler
    /// with caches agrees with a new one.
    @Test func samplingIsPure() {
      var random = SeededRandom(seed: 13)
      for _ in 0..<10 {
        let stage = LiveStage()
        var layers: [CALayer] = []
        for index in 0..<12 {
          let layer = CALayer()
          (layers.randomElement(using: &random) ?? stage.root).addSublayer(layer)
          layer.speed = index % 4 == 0 ? .random(in: 0.5...2, using: &random) : 1
          layers.append(layer)
        }
        CATransaction.flush()
        var kept = Sampler()
        for _ in 0..<6 {
          for _ in 0..<6 { Self.change(layers.randomElement(using: &random), &random) }
          CATransaction.flush()
          let now = MediaClock.now
          for time in [now + 0.3, now, now + 0.7, now + 0.1] {
            var (fresh, tree) = (Sampler(), stage.context.tree)
            for slot in tree.nodes.indices { tree.update(Int32(slot)) { _ in } }
            let (a, b) = (kept.sample(&stage.context.tree, at: time), fresh.sample(&tree, at: time))
            for layer in layers where layer.slotInTree >= 0 {
              let slot = layer.slotInTree
              #expect(a.values[Int(slot)] == b.values[Int(slot)])
              #expect(
                a.values[Int(slot)] == Sampler.present(slot, in: stage.context.tree, at: time))
            }
          }
          stage.advance(to: now + .random(in: 0...0.4, using: &random))
        }
      }
    }

    private static func change(_ layer: CALayer?, _ random: inout SeededRandom) {
      let key =
        ["position.x", "opacity", "transform.rotation.z", "backgroundColor", "transform"]
        .randomElement(using: &random) ?? ""
      func value() -> Any {
        let number = Double.random(in: 0...1, using: &random)
        switch key {
        case "backgroundColor": return CGColor(gray: number, alpha: number)
        case "transform": return CATransform3DMakeScale(0.5 + number, 1, 1)
        default: return number
        }
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: layer?.setValue(value(), forKeyPath: key)
      case 1: layer?.removeAllAnimations()
      default:
        let animation = CABasicAnimation(keyPath: key)
        animation.fromValue = value()
        if Bool.random(using: &random) { animation.toValue = value() }
        animation.isAdditive = .random(using: &random)
        animation.duration = .random(in: 0.1...1, using: &random)
        layer?.add(animation, forKey: Bool.random(using: &random) ? key : nil)
      }
    }

    /// Numbers equal boxed numbers, by the same rules; sums and cycles are those of the definition.
    @Test func numbersEqualBoxedValues() {
      var random = SeededRandom(seed: 14)
      for _ in 0..<300 {
        func number() -> Double { .random(in: -10...10, using: &random) }
        let given: [Double?] = (0..<3).map { _ in Bool.random(using: &random) ? number() : nil }
        let lanes = given.map { $0.map { SIMD4($0, 0, 0, 0) } }
        let fast = TrackFunction.ends(FromToBy(from: lanes[0], to: lanes[1], by: lanes[2]))
        let values = given.map { $0.map(AnimatableValue.number) }
        let boxed = TrackFunction.ends(FromToBy(from: values[0], to: values[1], by: values[2]))
        func value(at fraction: Double, _ under: Double) -> Double {
          let position = KeyPosition(fraction: fraction)
          let value = fast.value(at: position, underlying: SIMD4(under, 0, 0, 0)).x
          #expect(value == boxed.value(at: position, underlying: .number(under)).lanes?.x)
          return value
        }
        var easings: EasingIndex?
        let timing = ActiveTiming(map: .identity, duration: 1, repeatCount: 3)
        let isAdditive = Bool.random(using: &random)
        let track = AnimationTrack(
          slot: 0, property: .opacity, member: .whole,
          timeline: Timeline(timing, easing: .linear, &easings), body: boxed,
          isAdditive: isAdditive, isCumulative: true)
        let (time, under) = (Double.random(in: -0.5...3.5, using: &random), number())
        let result = track.value(atLayerTime: time, underlying: .number(under))?.lanes?.x
        guard (0..<3).contains(time) else {
          #expect(result == nil)
          continue
        }
        let (beneath, cycle) = (isAdditive ? 0 : under, time.rounded(.down))
        let expected =
          value(at: 1, beneath) * cycle + value(at: time - cycle, beneath)
          + (isAdditive ? under : 0)
        #expect(result.map { abs($0 - expected) < 1e-9 } == true)
      }
    }
  }
}
