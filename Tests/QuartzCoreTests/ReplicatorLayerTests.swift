// ReplicatorLayerTests.swift
// Replicator layers, and transform layers (semantics 12, 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

private let white = SIMD4(255, 255, 255, 255)
private let black = SIMD4(0, 0, 0, 255)
private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
private let redPixel = SIMD4(255, 0, 0, 255)
private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
private let bluePixel = SIMD4(0, 0, 255, 255)

private func near(_ a: SIMD4<Int>, _ b: SIMD4<Int>, _ tolerance: Int = 2) -> Bool {
  (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance }
}

private func box(_ frame: CGRect, _ color: CGColor) -> CALayer {
  let layer = CALayer()
  layer.frame = frame
  layer.backgroundColor = color
  return layer
}

extension LiveStage {
  /// The layer hit at a point of the root layer.
  fileprivate func hit(_ x: CGFloat, _ y: CGFloat) -> CALayer? {
    root.hitTest(CGPoint(x: x - root.bounds.midX, y: y - root.bounds.midY))
  }
}

extension LiveTree {
  @MainActor @Suite("Replicator layers, semantics 12") struct ReplicatorLayerTests {
    /// A replicator over the whole stage with a box of 10 x 10 at (0, 40), offset by 20 per copy.
    private func row(of count: Int, _ color: CGColor = red, on stage: LiveStage)
      -> (CAReplicatorLayer, CALayer)
    {
      let replicator = CAReplicatorLayer()
      replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      replicator.instanceCount = count
      replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
      let dot = box(CGRect(x: 0, y: 40, width: 10, height: 10), color)
      replicator.addSublayer(dot)
      return (stage.add(replicator), dot)
    }

    @Test("The k-th copy is moved k times, semantics 12", arguments: [-3, 0, 1, 3])
    func copies(count: Int) {
      let stage = LiveStage()
      _ = row(of: count, on: stage)
      let picture = stage.picture()
      for index in 0..<5 {
        #expect(
          picture.pixel(5 + 20 * index, 45) == (index < count ? redPixel : white), "copy \(index)")
      }
      #expect(picture.pixel(15, 45) == white)
    }

    @Test("The instance transform is about the centre of the bounds, semantics 12")
    func aboutTheMiddle() {
      let stage = LiveStage()
      let (replicator, _) = row(of: 4, on: stage)
      replicator.actions = ["instanceTransform": NSNull()]
      replicator.instanceTransform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      let picture = stage.picture()
      // The box at the left edge is copied to the top, the right and the bottom.
      #expect(picture.pixel(5, 45) == redPixel)
      #expect(picture.pixel(55, 5) == redPixel)
      #expect(picture.pixel(95, 55) == redPixel)
      #expect(picture.pixel(45, 95) == redPixel)
      #expect(picture.pixel(50, 50) == white)
    }

    @Test("Instance colours are multiplied, offsets add up and are clamped, semantics 12")
    func colors() {
      let stage = LiveStage()
      let (replicator, _) = row(of: 4, .white, on: stage)
      stage.root.backgroundColor = .black
      replicator.actions = ["instanceColor": NSNull(), "instanceRedOffset": NSNull()]
      replicator.instanceColor = CGColor(red: 1, green: 0.5, blue: 1, alpha: 1)
      replicator.instanceRedOffset = -0.4
      let picture = stage.picture()
      #expect(near(picture.pixel(5, 45), SIMD4(255, 128, 255, 255)))
      #expect(near(picture.pixel(25, 45), SIMD4(153, 128, 255, 255)))
      #expect(near(picture.pixel(45, 45), SIMD4(51, 128, 255, 255)))
      #expect(near(picture.pixel(65, 45), SIMD4(0, 128, 255, 255)))
    }

    @Test("The alpha offset fades copies, semantics 12") func alpha() {
      let stage = LiveStage()
      let (replicator, _) = row(of: 4, .black, on: stage)
      replicator.actions = ["instanceAlphaOffset": NSNull()]
      replicator.instanceAlphaOffset = -0.5
      let picture = stage.picture()
      #expect(picture.pixel(5, 45) == black)
      #expect(near(picture.pixel(25, 45), SIMD4(128, 128, 128, 255)))
      #expect(picture.pixel(45, 45) == white)
    }

    @Test("The instance delay delays each copy after the previous one, semantics 12") func delay() {
      let stage = LiveStage()
      let (replicator, dot) = row(of: 3, .black, on: stage)
      replicator.actions = ["instanceDelay": NSNull()]
      replicator.instanceDelay = 0.25
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.toValue = 0
      fade.duration = 1
      fade.fillMode = .both
      fade.isRemovedOnCompletion = false
      dot.add(fade, forKey: nil)
      stage.advance(to: 0.5)
      let picture = stage.picture()
      #expect(near(picture.pixel(5, 45), SIMD4(128, 128, 128, 255)))
      #expect(near(picture.pixel(25, 45), SIMD4(64, 64, 64, 255)))
      #expect(near(picture.pixel(45, 45), SIMD4(0, 0, 0, 255)))
      // The first copy has ended, the others still move.
      stage.advance(to: 1.25)
      #expect(stage.context.activity(at: 1.25, lastShown: 1.25) == .animating)
      #expect(near(stage.picture().pixel(45, 45), SIMD4(191, 191, 191, 255)))
      stage.advance(to: 1.6)
      #expect(stage.context.activity(at: 1.6, lastShown: 1.6) == .idle(until: .infinity))
    }

    @Test("A paused replicator keeps its delays, semantics 1.10, 12")
    func delayWhilePaused() {
      let stage = LiveStage()
      let (replicator, dot) = row(of: 2, .black, on: stage)
      replicator.actions = ["instanceDelay": NSNull()]
      replicator.instanceDelay = 0.25
      replicator.speed = 0
      replicator.timeOffset = 0.5
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.toValue = 0
      fade.duration = 1
      fade.beginTime = 1e-9
      dot.add(fade, forKey: nil)
      CATransaction.flush()
      let picture = stage.picture()
      #expect(near(picture.pixel(5, 45), SIMD4(128, 128, 128, 255)))
      #expect(near(picture.pixel(25, 45), SIMD4(64, 64, 64, 255)))
    }

    @Test("Nested replicators: copies of copies, delays add up, semantics 12")
    func nested() {
      let stage = LiveStage()
      let (inner, dot) = row(of: 2, .black, on: stage)
      inner.removeFromSuperlayer()
      let outer = CAReplicatorLayer()
      outer.frame = stage.root.bounds
      outer.instanceCount = 2
      outer.instanceTransform = CATransform3DMakeTranslation(0, 30, 0)
      outer.instanceDelay = 0.25
      inner.instanceDelay = 0.25
      outer.addSublayer(inner)
      _ = stage.add(outer)
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.toValue = 0
      fade.duration = 1
      fade.fillMode = .backwards
      dot.add(fade, forKey: nil)
      stage.advance(to: 0.5)
      let picture = stage.picture()
      #expect(near(picture.pixel(5, 45), SIMD4(128, 128, 128, 255)))
      #expect(near(picture.pixel(25, 45), SIMD4(64, 64, 64, 255)))
      #expect(near(picture.pixel(5, 75), SIMD4(64, 64, 64, 255)))
      #expect(near(picture.pixel(25, 75), black))
    }

    @Test("Only the first copy is hit, semantics 12") func hits() {
      let stage = LiveStage()
      let (replicator, dot) = row(of: 3, on: stage)
      #expect(stage.hit(5, 45) === dot)
      #expect(stage.hit(25, 45) === replicator)
    }

    @Test("An absurd instance count draws the visible copies and terminates") func hugeCount() {
      let stage = LiveStage()
      let (replicator, _) = row(of: 1, on: stage)
      replicator.actions = ["instanceCount": NSNull()]
      replicator.instanceCount = .max
      #expect(stage.picture().pixel(85, 45) == redPixel)
      replicator.setValue(Double.greatestFiniteMagnitude, forKey: "instanceCount")
      #expect(stage.picture().pixel(85, 45) == redPixel)
    }
  }

  @MainActor @Suite("Transform layers, semantics 12, 15") struct TransformLayerTests {
    /// Two opposite faces of a cube: one in front, and one half a turn behind it.
    private func space(on stage: LiveStage, in parent: CALayer) -> (front: CALayer, back: CALayer) {
      let front = box(CGRect(x: 20, y: 20, width: 60, height: 60), red)
      let back = box(CGRect(x: 20, y: 20, width: 60, height: 60), blue)
      front.transform = CATransform3DMakeTranslation(0, 0, 30)
      back.transform = CATransform3DMakeTranslation(0, 0, -30)
      parent.frame = stage.root.bounds
      // The back one is the later sibling.
      parent.addSublayer(front)
      parent.addSublayer(back)
      stage.root.addSublayer(parent)
      return (front, back)
    }

    @Test("Sublayers are ordered by depth, semantics 15") func ordersByDepth() {
      let stage = LiveStage()
      let parent = CATransformLayer()
      let (front, back) = space(on: stage, in: parent)
      #expect(stage.picture().pixel(50, 50) == redPixel)
      #expect(stage.hit(50, 50) === front)
      // Seen from behind, half a turn later.
      parent.actions = ["transform": NSNull()]
      parent.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
      #expect(stage.picture().pixel(50, 50) == bluePixel)
      #expect(stage.hit(50, 50) === back)
    }

    @Test("A plain layer flattens, semantics 15") func aPlainLayerFlattens() {
      let stage = LiveStage()
      let parent = CALayer()
      _ = space(on: stage, in: parent)
      #expect(stage.picture().pixel(50, 50) == bluePixel, "the later sibling")
    }

    @Test("Rotations of nested transform layers add up, semantics 12") func turnsAddUp() {
      let stage = LiveStage()
      // A quarter turn and a quarter back: flattened in between, nothing would be visible.
      let (outer, inner) = (CATransformLayer(), CATransformLayer())
      outer.frame = stage.root.bounds
      inner.frame = stage.root.bounds
      outer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
      inner.transform = CATransform3DMakeRotation(-.pi / 2, 0, 1, 0)
      let face = box(CGRect(x: 20, y: 20, width: 60, height: 60), red)
      inner.addSublayer(face)
      outer.addSublayer(inner)
      stage.root.addSublayer(outer)
      let picture = stage.picture()
      #expect(picture.pixel(25, 25) == redPixel)
      #expect(picture.pixel(15, 50) == white)
      #expect(stage.hit(50, 50) === face)
      #expect(face.convert(CGPoint(x: 0, y: 0), to: stage.root).x.rounded() == 20)
    }

    @Test("A transform layer draws nothing itself and is never hit, semantics 12")
    func hasNoLook() {
      let stage = LiveStage()
      let layer = CATransformLayer()
      layer.frame = stage.root.bounds
      layer.backgroundColor = red
      layer.borderWidth = 10
      layer.shadowOpacity = 1
      stage.root.addSublayer(layer)
      let picture = stage.picture()
      #expect(picture.pixel(50, 50) == white)
      #expect(picture.pixel(2, 2) == white)
      #expect(stage.hit(50, 50) === stage.root)
      #expect(layer.hitTest(CGPoint(x: 50, y: 50)) == nil)
    }

    @Test("A transform layer's opacity fades each sublayer, not the group, semantics 12")
    func fadesEach() {
      let stage = LiveStage()
      let layer = CATransformLayer()
      _ = space(on: stage, in: layer)
      layer.opacity = 0.5
      // Red over blue over white, each at half.
      #expect(near(stage.picture().pixel(50, 50), SIMD4(191, 64, 128, 255)))
    }
  }
}
