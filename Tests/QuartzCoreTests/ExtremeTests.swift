// ExtremeTests.swift
// Very deep or very wide trees, very large numbers, and values without a meaning
// (semantics 1, 3-5, 14).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

private final class SmallScreen: Screen {
  typealias Failure = Never
  let size = PixelSize(width: 32, height: 32)
  let scale: CGFloat = 1
  let period = 1.0 / 60
  var source: TimeSource { .virtual }
  let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1)

  func predictedDisplay() -> TimeInterval { MediaClock.now }
  func draw(_ list: borrowing DrawList) -> CanvasCounts { canvas.draw(list) }
  func present() -> TimeInterval { MediaClock.now }
}

extension LiveTree {
  @MainActor @Suite struct ExtremeTests {
    private static let depth = 20_000

    /// A chain of nested layers, each of 10 x 10 points at (0, 0); the innermost is named
    /// "deepest".
    private func chain<Layer: CALayer>(_ make: () -> Layer) -> (top: Layer, bottom: Layer) {
      let top = make()
      var bottom = top
      for _ in 1..<Self.depth {
        let layer = make()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        bottom.addSublayer(layer)
        bottom = layer
      }
      top.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      return (top, bottom)
    }

    // MARK: Deep trees

    /// A deep tree is built, laid out, committed, animated, hit-tested, moved, and deallocated.
    @Test func deepTreesWork() throws {
      final class Counting: CALayer {
        nonisolated(unsafe) static var laidOut = 0
        nonisolated(unsafe) static var gone = 0
        override func layoutSublayers() { Self.laidOut += 1 }
        deinit { Self.gone += 1 }
      }
      (Counting.laidOut, Counting.gone) = (0, 0)
      let stage = LiveStage()
      do {
        let (top, bottom) = chain { Counting() }
        top.layoutIfNeeded()
        #expect(Counting.laidOut == Self.depth && !bottom.needsLayout())
        stage.root.addSublayer(top)
        bottom.setNeedsLayout()
        CATransaction.flush()
        #expect(Counting.laidOut == Self.depth + 1)
        #expect(bottom.presentation()?.bounds.width == 10)
        #expect(stage.context.tree.nodes.count { $0.isUsed } == Self.depth + 1)
        #expect(top.hitTest(CGPoint(x: 5, y: 5)) === bottom)
        #expect(bottom.convert(CGPoint(x: 1, y: 2), to: stage.root) == CGPoint(x: 1, y: 2))
        bottom.add(blink(1), forKey: "a")
        stage.advance(to: 0)
        stage.advance(to: 0.5)
        #expect(bottom.presentation()?.opacity == 0.5)
        // A transition keeps the whole previous snapshot.
        top.add(CATransition(), forKey: nil)
        stage.advance(to: 0.6)
        for layer in sequence(first: bottom as CALayer, next: \.superlayer) {
          layer.setNeedsLayout()
        }
        Counting.laidOut = 0
        CATransaction.flush()
        #expect(Counting.laidOut == Self.depth)
        // Presentation copies are deallocated too.
        Counting.gone = 0
        top.removeFromSuperlayer()
        stage.advance(to: 0.7)
        #expect(bottom.presentation() == nil)
      }
      #expect(Counting.gone == Self.depth)
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 1)
    }

    /// Deep trees of masks, and of layers with times of their own.
    @Test func deepMasksAndTimes() {
      let stage = LiveStage()
      do {
        let top = CALayer()
        var bottom = top
        for _ in 1..<Self.depth {
          let layer = CALayer()
          layer.speed = 0.5
          layer.timeOffset = 0.25
          bottom.mask = layer
          bottom = layer
        }
        bottom.setNeedsLayout()
        top.layoutIfNeeded()
        #expect(!bottom.needsLayout())
        stage.root.addSublayer(top)
        CATransaction.flush()
        #expect(abs(bottom.convertTime(1, from: nil) - 0.5) < 1e-9)
        #expect(bottom.presentation() != nil)
        top.removeFromSuperlayer()
      }
      stage.advance(to: 1)
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 1)
    }

    /// On other threads too, whose stacks are small.
    @Test func deepTreesGoOnOtherThreads() {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        for _ in 0..<2 {
          let top = CALayer()
          var bottom = top
          for _ in 1..<20_000 {
            let layer = CALayer()
            bottom.addSublayer(layer)
            bottom = layer
          }
          top.layoutIfNeeded()
        }
        CATransaction.flush()
        done.signal()
      }
      thread.start()
      #expect(done.wait(timeout: .now() + 60) == .success)
    }

    // MARK: Wide trees

    /// Many siblings are added, moved and removed, each at constant cost.
    @Test func wideTreesWork() {
      let stage = LiveStage()
      let parent = stage.add(CALayer())
      parent.actions = ["sublayers": NSNull()]
      let layers = (0..<50_000).map { _ in CALayer() }
      for layer in layers { parent.addSublayer(layer) }
      CATransaction.flush()
      #expect(parent.sublayers?.count == 50_000)
      for layer in layers.prefix(25_000) { layer.removeFromSuperlayer() }
      CATransaction.flush()
      parent.sublayers = layers.reversed()
      CATransaction.flush()
      #expect(parent.sublayers == layers.reversed())
      parent.sublayers = nil
      CATransaction.flush()
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 2)
    }

    // MARK: Numbers

    /// Huge counts, tiny and huge durations and speeds: the presented value is between the ends,
    /// and every frame terminates (semantics 1).
    @Test func hugeNumbersGiveNumbers() throws {
      for duration in [1e-300, 1e-9, 1, 1e9, 1e300] {
        for count: Float in [1e-30, 0.5, 1e30, .infinity] {
          for speed: Float in [1e-30, -1e-30, 1, -3, 1e30] {
            for offset in [0, 1e-9, 1e300] {
              let stage = LiveStage()
              let (layer, witness) = (stage.add(CALayer()), AnimationDelegateSpy())
              let animation = CABasicAnimation(keyPath: "opacity")
              (animation.fromValue, animation.toValue, animation.duration) = (0.25, 0.75, duration)
              (animation.repeatCount, animation.speed, animation.timeOffset) = (
                count, speed, offset
              )
              animation.isCumulative = false
              animation.autoreverses = offset == 0
              animation.delegate = witness
              layer.add(animation, forKey: "a")
              for time in [0, 1e-9, 0.5, 1, 1e6, 1e15] {
                stage.advance(to: time)
                _ = stage.context.activity(at: time, lastShown: time)
                let shown = try #require(layer.presentation()).opacity
                try #require(
                  (0.25 - 1e-5...0.75 + 1e-5).contains(shown) || shown == 1,
                  "\(duration) \(count) \(speed) \(offset) at \(time): \(shown)")
              }
              #expect(witness.log.count { $0 == "start" } <= 1 && witness.log.count <= 2)
            }
          }
        }
      }
    }

    /// Layers of 10^6 points, of zero size, far away, and with huge radii draw their visible part.
    @Test func hugeAndEmptyLayersAreDrawn() throws {
      let stage = LiveStage()
      let (loop, screen) = (FrameLoop(context: stage.context), SmallScreen())
      let big = CALayer()
      big.frame = CGRect(x: -5e5, y: -5e5, width: 1e6, height: 1e6)
      big.backgroundColor = .white
      big.cornerRadius = 1e9
      (big.shadowOpacity, big.shadowRadius) = (1, 1e5)
      for (index, frame) in [
        CGRect.zero, CGRect(x: 1e300, y: -1e300, width: 10, height: 10),
        CGRect(x: 0, y: 0, width: 1e300, height: 1e-300), CGRect(x: 3, y: 3, width: 0, height: 9),
      ].enumerated() {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = index == 2 ? nil : .black
        (layer.borderWidth, layer.cornerRadius, layer.masksToBounds) = (1e9, 1e300, true)
        layer.borderColor = index == 2 ? nil : .black
        (layer.shadowOpacity, layer.shadowRadius) = (1, 1e9)
        layer.transform = CATransform3DMakeScale(1e9, 1e9, 1)
        if index > 0 { layer.addSublayer(CALayer()) }
        big.addSublayer(layer)
      }
      stage.root.addSublayer(big)
      let record = loop.runFrame(on: screen)
      let pixels = try #require(screen.canvas.image()).pixels
      #expect(record.displayed == 0 && pixels.prefix(4) == [255, 255, 255, 255])
      #expect(big.hitTest(CGPoint(x: 5, y: 5)) != nil)
    }

    // MARK: Values

    /// Unknown key paths and values of the wrong type leave the layer unchanged, in an animation
    /// (semantics 3, 5) and set by key (semantics 14).
    @Test func nonsenseChangesNothing() throws {
      let paths = [
        "opacity", "position", "bounds", "transform", "backgroundColor", "position.x", "contents",
        "bounds.size.width", "transform.rotation.z", "hidden", "shadowPath", "no.such.path", "",
        ".", "position.", ".x", "position.x.y", "opacity.x", "transform.rotation.q", "sublayers",
        "mask", "frame", "superlayer.opacity", "delegate", "style.a",
      ]
      let values: [Any?] = [
        nil, "words", "", [1, 2] as [Int], ["a": 1], NSNull(), CALayer(), Date(),
        Double.nan, Double.infinity, -Double.infinity, CGPoint(x: CGFloat.nan, y: 1),
        CGRect.null, CGRect.infinite, CGSize(width: CGFloat.infinity, height: 1),
        CATransform3DMakeScale(.nan, 1, 1), [Any](), { () -> Int in 3 },
      ]
      for path in paths {
        for value in values {
          let stage = LiveStage()
          let layer = stage.add(CALayer())
          layer.bounds.size = CGSize(width: 4, height: 5)
          CATransaction.flush()
          layer.removeAllAnimations()
          for kind in 0..<4 {
            let animation: CAPropertyAnimation
            if kind == 3 {
              let keyframes = CAKeyframeAnimation(keyPath: path)
              keyframes.values = [value as Any, value as Any]
              animation = keyframes
            } else {
              let basic = CABasicAnimation(keyPath: path)
              if kind != 1 { basic.fromValue = value }
              if kind != 2 { basic.toValue = value }
              animation = basic
            }
            animation.isAdditive = kind == 1
            animation.isCumulative = kind == 2
            animation.duration = 1
            layer.add(animation, forKey: "\(kind)")
          }
          stage.advance(to: 0)
          stage.advance(to: 0.5)
          let shown = try #require(layer.presentation())
          var numbers = [shown.bounds.minX, shown.bounds.width, shown.position.x, shown.position.y]
          numbers += [shown.transform.m11, shown.transform.m42, CGFloat(shown.opacity)]
          numbers += shown.backgroundColor.map { [$0.alpha] } ?? []
          try #require(numbers.allSatisfy { $0.isFinite }, "\(path) \(value ?? "nil")")
          stage.advance(to: 2)
          #expect(layer.animationKeys() == nil)
        }
      }
    }

    /// A finite number that no `Float` can hold is the nearest one.
    @Test func doublesBeyondFloatAreTheNearestFloat() {
      let (most, layer, emitter) = (
        Float.greatestFiniteMagnitude, CALayer(), CAEmitterLayer()
      )
      let (replicator, cell, animation) = (CAReplicatorLayer(), CAEmitterCell(), CABasicAnimation())
      layer.setValue(1e39, forKey: "speed")
      #expect(layer.speed == most)
      layer.setValue(-1e300, forKey: "speed")
      #expect(layer.speed == -most)
      layer.setValue(1e39, forKey: "repeatCount")
      #expect(layer.repeatCount == most)
      emitter.setValue(1e39, forKey: "birthRate")
      #expect(emitter.birthRate == most)
      replicator.setValue(-1e300, forKey: "instanceRedOffset")
      #expect(replicator.instanceRedOffset == -most)
      cell.setValue(1e39, forKey: "speed")
      #expect(cell.speed == most)
      animation.setValue(1e39, forKey: "speed")
      #expect(animation.speed == most)
    }

    @Test func groupsCannotContainThemselves() async {
      await #expect(processExitsWith: .failure) {
        let group = CAAnimationGroup()
        group.animations = [CABasicAnimation(), group]
      }
      await #expect(processExitsWith: .failure) {
        let (group, inner) = (CAAnimationGroup(), CAAnimationGroup())
        group.animations = [inner]
        inner.animations = [group]
      }
    }

    /// A scale whose square overflows is read back; a transform that would not be finite is not taken.
    /// Two layers whose times together are beyond the largest numbers.
    @Test(arguments: [1e308, -1e308])
    func timesOfLayersAreFinite(begin: TimeInterval) {
      let stage = LiveStage()
      let outer = stage.add(CALayer())
      let inner = CALayer()
      outer.addSublayer(inner)
      (outer.beginTime, outer.speed) = (begin, 1e30)
      (inner.beginTime, inner.speed, inner.timeOffset) = (-begin, -1e30, begin)
      let time = inner.convertTime(CACurrentMediaTime(), from: nil)
      #expect(time.isFinite && inner.convertTime(begin, to: nil).isFinite)
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.duration) = (0, 1)
      inner.add(animation, forKey: "implicit begin")
      animation.beginTime = time + 1
      inner.add(animation, forKey: "begin of its own")
      CATransaction.flush()
      #expect(inner.presentation()?.opacity.isFinite == true)
      inner.removeAllAnimations()
    }

    @Test func hugeScalesDoNotOverflow() {
      let layer = CALayer()
      for scale in [1e308, Double.greatestFiniteMagnitude, 1e200, 2] {
        layer.setValue(scale, forKeyPath: "transform.scale")
        #expect(layer.transform.isFinite)
        let read = (layer.value(forKeyPath: "transform.scale.x") as? NSNumber)?.doubleValue ?? 0
        #expect(abs(read / scale - 1) < 1e-12, "\(scale)")
      }
    }

    /// Where no bounds and position give a frame, the layer is unchanged.
    @Test func framesUnderHugeTransformsAreFinite() {
      let layer = CALayer()
      for scale in [1e200, 1e-200, 1e300, 1e-308, 0] {
        layer.transform = CATransform3DMakeScale(scale, scale, 1)
        layer.frame = CGRect(x: 3, y: 4, width: 10, height: 20)
        #expect(layer.bounds.isFinite, "\(scale)")
        #expect(layer.position.x.isFinite && layer.position.y.isFinite, "\(scale)")
      }
    }

    /// semantics 14: a value of the wrong type is rejected, and does not affect the others.
    @Test func valuesOfTheWrongTypeAreNotTaken() {
      let layer = CALayer()
      layer.position = CGPoint(x: 1, y: 2)
      layer.setValue("words", forKey: "position")
      layer.setValue([1], forKey: "bounds")
      layer.setValue(Date(), forKey: "transform")
      layer.setValue("words", forKeyPath: "position.x")
      layer.setValue(1, forKeyPath: "no.such.path")
      layer.setValue(1, forKeyPath: "")
      #expect(layer.position.y == 2 && layer.bounds == .zero && layer.transform.isIdentity)
      #expect(
        layer.value(forKeyPath: "unknown.key") == nil && layer.value(forKey: "unknown") == nil)
    }

    // MARK: Counts

    /// A set and its commit do the same work in a large tree as in a small one: searches, layouts,
    /// nodes touched, and animations visited.
    @Test func settingCostsTheSameInALargeTree() {
      func cost(_ count: Int) -> [Int] {
        final class Counting: CALayer {
          nonisolated(unsafe) static var calls = 0
          override func action(forKey event: String) -> (any CAAction)? {
            Self.calls += 1
            return super.action(forKey: event)
          }
          override func layoutSublayers() { Self.calls += 1 }
        }
        let stage = LiveStage()
        let parent = stage.add(Counting())
        let layers = (0..<count).map { _ in Counting() }
        parent.sublayers = layers
        CATransaction.flush()
        stage.context.tree.clearChanges()
        _ = stage.context.takeActionCounts()
        Counting.calls = 0
        let generation = stage.context.tree.generation
        let layer = layers[count / 2]
        layer.opacity = 0.5
        layer.bounds.size.width = 3
        CATransaction.flush()
        let actions = stage.context.takeActionCounts()
        return [
          Counting.calls, actions.answered, actions.refused, stage.context.tree.changed.count,
          stage.context.tree.generation - generation, stage.context.animationCount,
        ]
      }
      let small = cost(4)
      #expect(cost(10_000) == small && small[0] > 0 && small[3] > 0)
    }
  }
}
