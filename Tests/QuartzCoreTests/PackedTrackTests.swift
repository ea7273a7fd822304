// PackedTrackTests.swift
// Packed sampling compared with general sampling: the same animations, compiled for both.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

/// A window agrees with the timing wherever it is valid.
@Suite struct TimeWindowTests {
  static func timing(_ random: inout SeededRandom) -> ActiveTiming {
    func one<Value>(_ values: Value...) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let map = TimeMapping(
      beginTime: one(0, 1, number(-2...2), 1000 * number(0...1)),
      speed: one(1, 1, 2, 0.3, -1, -0.5, 0, number(-3...3)),
      timeOffset: one(0, 0, 1, number(-3...3)))
    return ActiveTiming(
      map: map, duration: one(1, 0.5, 0, .infinity, number(0.01...2)),
      repeatCount: one(0, 1, 3, 2.5, number(0...4), .infinity),
      repeatDuration: one(0, 0, number(0...3)), autoreverses: one(false, true),
      fillsBackwards: one(false, true), fillsForwards: one(false, true))
  }

  /// Times of every kind: ends and reversals exactly, adjacent to them, and anywhere.
  static func times(_ timing: ActiveTiming, _ random: inout SeededRandom) -> [Double] {
    let speed = timing.map.speed == 0 ? 1 : abs(timing.map.speed)
    let turns = (0...4).map {
      let part = Double($0) * (timing.duration.isFinite ? timing.duration : 1)
      return timing.map.beginTime + (part - ($0 == 4 ? timing.map.timeOffset : 0)) / speed
    }
    let ends = [timing.map.beginTime, timing.endInParentTime].filter(\.isFinite)
    let near = (turns + ends).flatMap { [$0, $0.nextUp, $0.nextDown, $0 - 1e-9, $0 + 2e-9] }
    return near
      + (0..<20).map { _ in timing.map.beginTime + .random(in: -2...6, using: &random) / speed }
  }

  @Test func windowsAgreeWithTheTiming() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<1500 {
      let timing = Self.timing(&random)
      let times = Self.times(timing, &random)
      for time in times {
        let window = timing.segment(atParentTime: time)
        for other in [time] + times
        where other == time || window.lower < other && other < window.upper {
          let sample = timing.sample(atParentTime: other)
          #expect(window.contributes == (sample != nil), "\(timing) at \(other)")
          guard let sample else { continue }
          let progress = window.progress(atParentTime: other, begin: timing.map.beginTime)
          #expect(progress == sample.progress, "\(timing) at \(other)")
        }
      }
    }
  }

  /// Windows are as long as possible: without a reversal, one is enough.
  @Test func windowsLast() {
    let timing = ActiveTiming(
      map: TimeMapping(beginTime: 1), duration: 2, repeatCount: 3, autoreverses: true)
    let window = timing.segment(atParentTime: 2)
    #expect(window.lower < 1.001 && window.upper > 2.999 && !window.isConstant)
    #expect(timing.segment(atParentTime: 0).lower == -.infinity)
    #expect(timing.segment(atParentTime: 0).upper > 0.999)
    #expect(timing.segment(atParentTime: 14).upper == .infinity)
    #expect(timing.segment(atParentTime: 3).lower == timing.segment(atParentTime: 3).upper)
  }
}

extension LiveTree {
  @MainActor @Suite struct PackedTrackTests {
    private static let keys = [
      "position", "position.x", "position.y", "anchorPoint", "anchorPoint.y", "opacity",
      "zPosition", "cornerRadius", "borderWidth", "contentsScale", "bounds", "bounds.origin",
      "bounds.origin.y", "bounds.size", "bounds.size.width", "backgroundColor",
      "transform.rotation", "transform.rotation.z", "transform.scale", "transform.scale.x",
      "transform.scale.y", "transform.translation", "transform.translation.x",
      "transform.translation.y",
    ]

    private static func value(_ key: String, _ random: inout SeededRandom) -> Any {
      func number() -> Double { .random(in: -10...10, using: &random) }
      switch key {
      case "position", "anchorPoint", "bounds.origin": return CGPoint(x: number(), y: number())
      case "bounds": return CGRect(x: number(), y: number(), width: number(), height: number())
      case "bounds.size", "transform.translation":
        return CGSize(width: number(), height: number())
      case "backgroundColor":
        return CGColor(red: number(), green: number(), blue: number(), alpha: number())
      default: return number()
      }
    }

    /// A basic animation of a key with any ends and any timing.
    private static func animation(
      _ key: String, _ random: inout SeededRandom
    ) -> AttachedAnimation {
      func isTrue() -> Bool { Bool.random(using: &random) }
      let animation = CABasicAnimation(keyPath: key)
      if isTrue() { animation.fromValue = value(key, &random) }
      if isTrue() { animation.toValue = value(key, &random) }
      if isTrue() { animation.byValue = value(key, &random) }
      animation.isAdditive = isTrue() && isTrue()
      animation.timingFunction =
        isTrue()
        ? nil
        : CAMediaTimingFunction(
          controlPoints: .random(in: 0...1, using: &random), .random(in: -1...2, using: &random),
          .random(in: 0...1, using: &random), .random(in: -1...2, using: &random))
      let attached = AttachedAnimation(
        key: nil, animation: animation, observers: [], redraws: false)
      attached.timing = TimeWindowTests.timing(&random)
      return attached
    }

    private static func model(_ random: inout SeededRandom) -> LayerValues {
      func number(_ range: ClosedRange<Double> = -10...10) -> Double {
        .random(in: range, using: &random)
      }
      var values = LayerValues()
      values.bounds = CGRect(x: number(), y: number(), width: number(0...9), height: number(0...9))
      values.position = CGPoint(x: number(), y: number())
      values.opacity = number()
      if number() > 0 {
        values.backgroundColor = CGColor(red: number(), green: 0, blue: 0.5, alpha: 1)
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: values.transform = CATransform3DMakeRotation(number(), 0, 0, 1)
      case 1: values.transform = CATransform3DMakeScale(number(0.1...3), number(-3...3), 1)
      case 2: values.transform = CATransform3DMakeRotation(number(), 0, 1, 0)
      case 3:
        values.transform = CATransform3D(
          CGAffineTransform(a: number(), b: number(), c: number(), d: 1, tx: 3, ty: number()))
      default: break
      }
      return values
    }

    /// The values of general sampling: every animation boxed, one after another.
    private static func general(
      _ animations: [AttachedAnimation], _ model: LayerValues, _ curves: EasingIndex,
      at time: TimeInterval
    ) -> LayerValues {
      var values = model
      for attached in animations {
        guard let basic = attached.animation as? CABasicAnimation, let path = basic.keyPath,
          let property = LayerProperty(key: PropertyPath(path).key),
          let member = PropertyPath(path).member,
          let underlying = member.read(values[property: property])
        else { continue }
        func end(_ any: Any?) -> AnimatableValue? {
          any.flatMap { AnimatableValue($0) }
        }
        var track = AnimationTrack<AnimatableValue>(
          slot: 0, property: property, member: member, timing: attached.timing,
          easing: basic.easing,
          body: .basic(
            FromToBy(
              from: end(basic.fromValue), to: end(basic.toValue), by: end(basic.byValue))),
          isAdditive: basic.isAdditive, isCumulative: false, groups: [])
        var curves = curves
        track.curve = curves.number(of: basic.easing).map { Int32($0) } ?? -1
        if case .none = underlying, track.needsUnderlying || track.isAdditive { continue }
        let current = values[property: property]
        guard
          let value = track.value(atLayerTime: time, underlying: underlying, curves: curves),
          let written = member.write(
            value, into: { if case .none = current { value } else { current } }())
        else { continue }
        values[property: property] = written
      }
      return values
    }

    private func isNear(_ a: LayerValues, _ b: LayerValues) -> Bool {
      LayerProperty.allCases.allSatisfy { property in
        switch (a[property: property], b[property: property]) {
        case (.lanes(let x, _), .lanes(let y, _)):
          let size = max(1, (x * x).sum().squareRoot())
          return x.distance(to: y) <= 1e-11 * size
        case (.transform(let x), .transform(let y)):
          let (p, q) = (x.rows, y.rows)
          let size = max(1, p.0.distance(to: .zero) + p.1.distance(to: .zero))
          return p.0.distance(to: q.0) + p.1.distance(to: q.1) + p.2.distance(to: q.2)
            + p.3.distance(to: q.3) <= 1e-11 * size
        case (let x, let y): return x.isEqual(to: y)
        }
      }
    }

    /// Additions to a model's value follow it when it changes, whatever the property's place in the table.
    @Test(arguments: LayerProperty.allCases.filter { $0.row.owner == .replicator })
    func animationsWithOneEndFollowTheModel(_ property: LayerProperty) throws {
      guard property.kind == .lanes(.number) else { return }
      let stage = LiveStage()
      let layer = CAReplicatorLayer()
      layer.actions = [property.key: NSNull()]
      _ = stage.add(layer)
      layer.setValue(0, forKey: property.key)
      let animation = CABasicAnimation(keyPath: property.key)
      (animation.fromValue, animation.duration) = (0, 1)
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      layer.add(animation, forKey: nil)
      stage.advance(to: 0.25)
      layer.setValue(4, forKey: property.key)
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.value(forKey: property.key) as? Double == 2)
    }

    /// Random basic animations at any time: a frame shows the result of applying them one after
    /// another, however they were compiled; presentation copies agree with the frame.
    @Test func flatTracksAreTheGeneralOnes() {
      var (random, sharing) = (SeededRandom(seed: 51), SeededRandom(seed: 52))
      var flat = 0
      for _ in 0..<1500 {
        var tree = RenderTree()
        let slot = tree.allocate()
        let model = Self.model(&random)
        tree.update(slot) { $0.values = model }
        let animations = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Self.animation(Self.keys.randomElement(using: &random) ?? "opacity", &random)
        }
        // Animations that begin together have one timing.
        for animation in animations.dropFirst() where Bool.random(using: &sharing) {
          let own = animation.timing
          animation.timing = animations[0].timing
          if Bool.random(using: &sharing) { animation.timing.fillsForwards = own.fillsForwards }
        }
        _ = tree.setAnimations(slot, animations)
        if (tree.nodes[Int(slot)].tracks?.packed.count ?? 0) > 0 { flat += 1 }
        var sampler = Sampler()
        var times = TimeWindowTests.times(animations[0].timing, &random)
        times.shuffle(using: &random)
        for time in times {
          let shown = sampler.sample(&tree, at: time).values[Int(slot)]
          let expected = Self.general(animations, model, tree.easings, at: time)
          #expect(
            isNear(shown, expected),
            "\(animations.map { ($0.animation as? CABasicAnimation)?.keyPath ?? "" }) at \(time)")
          #expect(Sampler.present(slot, in: tree, at: time) == shown)
        }
      }
      // The comparison means little if no track is packed.
      #expect(flat > 1000)
    }

    /// An animation without both ends reads the model's current value, whatever was compiled.
    @Test func changesOfTheModelBendFlatTracks() throws {
      let stage = LiveStage()
      stage.root.actions = ["sublayers": NSNull()]
      let layer = stage.add(CALayer())
      layer.actions = ["position": NSNull(), "transform": NSNull(), "backgroundColor": NSNull()]
      let move = CABasicAnimation(keyPath: "position")
      (move.fromValue, move.duration) = (CGPoint(x: 0, y: 0), 1)
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.fromValue, turn.toValue, turn.duration) = (0, 1, 1)
      let tint = CABasicAnimation(keyPath: "backgroundColor")
      (tint.fromValue, tint.duration) = (CGColor.black, 1)
      for (key, animation) in [("p", move), ("t", turn), ("b", tint)] {
        layer.add(animation, forKey: key)
      }
      var sampler = Sampler()
      stage.advance(to: 0)
      sampler.sample(&stage.context.tree, at: 0)
      stage.advance(to: 0.5)
      sampler.sample(&stage.context.tree, at: 0.5)
      #expect(sampler.lastValues(of: layer.slotInTree)?.backgroundColor == nil)
      layer.position = CGPoint(x: 40, y: 0)
      layer.backgroundColor = .white
      layer.transform = CATransform3DMakeScale(3, 3, 1)
      CATransaction.flush()
      sampler.sample(&stage.context.tree, at: 0.5)
      let bent = try #require(sampler.lastValues(of: layer.slotInTree))
      #expect(bent.position == CGPoint(x: 20, y: 0))
      #expect(bent.backgroundColor == CGColor(gray: 0.5, alpha: 1))
      #expect(abs(bent.transform.m12 - 3 * sin(0.5)) < 1e-12)
      // A 3D model value has no packed form; running animations continue.
      layer.transform = CATransform3DMakeRotation(1, 0, 1, 0)
      CATransaction.flush()
      sampler.sample(&stage.context.tree, at: 0.5)
      let turned = try #require(sampler.lastValues(of: layer.slotInTree))
      #expect(!turned.isPlane)
      #expect(turned == Sampler.present(layer.slotInTree, in: stage.context.tree, at: 0.5))
    }

    /// Between reversals a frame evaluates no timing; each reversal is evaluated once.
    @Test func framesBetweenTurnsLookAtNothing() {
      let stage = LiveStage()
      for index in 0..<100 {
        let animation = blink(1 + Double(index) / 100)
        animation.repeatCount = .infinity
        stage.add(CALayer()).add(animation, forKey: "a")
      }
      stage.advance(to: 0)
      var sampler = Sampler()
      sampler.sample(&stage.context.tree, at: 0.1)
      let before = sampler.refreshCount
      for frame in 0..<80 { sampler.sample(&stage.context.tree, at: 0.1 + Double(frame) / 100) }
      #expect(sampler.refreshCount == before)
      for frame in 80..<190 { sampler.sample(&stage.context.tree, at: 0.1 + Double(frame) / 100) }
      #expect(sampler.refreshCount <= before + 300)
    }
  }
}
