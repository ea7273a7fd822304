// GeometryTests.swift
// Frames, conversion between layers, hit testing (semantics 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct GeometryTests {
  private func layer(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    return layer
  }

  // MARK: Frame

  /// semantics 15: with no transform, origin = position - anchor · size.
  @Test func framesFollowTheAnchor() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 7, y: 9, width: 40, height: 20)
    layer.position = CGPoint(x: 100, y: 50)
    #expect(layer.frame == CGRect(x: 80, y: 40, width: 40, height: 20))
    layer.anchorPoint = CGPoint(x: 0, y: 1)
    #expect(layer.frame == CGRect(x: 100, y: 30, width: 40, height: 20))
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.position == CGPoint(x: 1, y: 6))
    #expect(layer.bounds == CGRect(x: 7, y: 9, width: 3, height: 4))
  }

  /// semantics 15: the getter returns a frame that was set, also under scales; negative sizes are
  /// standardized.
  @Test func framesAreMet() {
    var random = SeededRandom(seed: 15)
    for _ in 0..<200 {
      func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &random) }
      let layer = CALayer()
      layer.anchorPoint = CGPoint(x: number(-1...2), y: number(-1...2))
      layer.bounds.origin = CGPoint(x: number(-9...9), y: number(-9...9))
      layer.transform = CATransform3DMakeScale(number(0.2...3), -number(0.2...3), 1)
      let frame = CGRect(
        x: number(-99...99), y: number(-99...99), width: number(-50...50), height: number(-50...50))
      layer.frame = frame
      let (met, wanted) = (layer.frame, frame.standardized)
      #expect(
        abs(met.minX - wanted.minX) + abs(met.minY - wanted.minY) + abs(met.maxX - wanted.maxX)
          + abs(met.maxY - wanted.maxY) < 1e-9)
    }
    let plain = CALayer()
    plain.bounds = CGRect(x: 5, y: 5, width: -4, height: -3)
    #expect(plain.bounds == CGRect(x: 1, y: 2, width: 4, height: 3))
  }

  /// semantics 15: the frame of a rotated layer is its bounding box.
  @Test func turnedFramesAreBoxes() {
    let layer = layer(0, 0, 30, 40)
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let frame = layer.frame
    #expect(abs(frame.width - 40) < 1e-9 && abs(frame.height - 30) < 1e-9)
    #expect(abs(frame.midX - 15) < 1e-9 && abs(frame.midY - 20) < 1e-9)
  }

  // MARK: Conversion

  /// A random tree; with `inSpace`, with rotations about any axis and perspective.
  private func tree(_ random: inout SeededRandom, inSpace: Bool) -> [CALayer] {
    func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &random) }
    var layers: [CALayer] = []
    for _ in 0..<6 {
      let new = layer(number(-50...50), number(-50...50), number(10...90), number(10...90))
      new.bounds.origin = CGPoint(x: number(-9...9), y: number(-9...9))
      new.anchorPoint = CGPoint(x: number(0...1), y: number(0...1))
      new.transform = CATransform3DMakeRotation(
        number(-1...1), inSpace ? number(-1...1) : 0, inSpace ? number(-1...1) : 0, 1)
      if Bool.random(using: &random) {
        new.sublayerTransform = CATransform3DMakeScale(number(0.5...2), number(0.5...2), 1)
        if inSpace { new.sublayerTransform.m34 = -1 / 2000 }
      }
      layers.randomElement(using: &random)?.addSublayer(new)
      layers.append(new)
    }
    return layers
  }

  /// semantics 15: from one layer to another and back, in the plane and in space.
  @Test(arguments: [false, true]) func pointsConvertThereAndBack(inSpace: Bool) {
    var random = SeededRandom(seed: 16)
    for _ in 0..<100 {
      let layers = tree(&random, inSpace: inSpace)
      let (a, b) = (layers[3], layers[5])
      let point = CGPoint(
        x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
      let back = a.convert(b.convert(point, from: a), from: b)
      #expect(hypot(back.x - point.x, back.y - point.y) < 1e-5, "\(back) is not \(point)")
      let (to, from) = (a.convert(point, to: b), b.convert(point, from: a))
      #expect(hypot(to.x - from.x, to.y - from.y) < 1e-5)
      // A conversion through the root gives the same point.
      let stop = b.convert(a.convert(point, to: nil), from: nil)
      #expect(hypot(to.x - stop.x, to.y - stop.y) < 1e-5)
    }
  }

  /// semantics 15
  @Test func oneStepIsPlacement() {
    let (parent, child) = (layer(10, 20, 100, 100), layer(5, 6, 50, 50))
    parent.addSublayer(child)
    parent.bounds.origin = CGPoint(x: 1, y: 1)
    #expect(child.convert(CGPoint(x: 2, y: 3), to: parent) == CGPoint(x: 7, y: 9))
    #expect(child.convert(CGPoint(x: 2, y: 3), to: nil) == CGPoint(x: 16, y: 28))
    #expect(
      parent.convert(CGRect(x: 0, y: 0, width: 4, height: 4), from: child)
        == CGRect(x: 5, y: 6, width: 4, height: 4))
    // About the parent's anchor point.
    parent.bounds.origin = .zero
    parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    #expect(child.convert(CGPoint(x: 45, y: 44), to: parent) == CGPoint(x: 50, y: 50))
    #expect(child.convert(CGPoint(x: 46, y: 44), to: parent) == CGPoint(x: 52, y: 50))
  }

  /// semantics 20.17: a flip affects conversion and hit testing alike.
  @Test func flipsAreConvertedAndHit() {
    let (parent, child) = (layer(0, 0, 100, 100), layer(0, 0, 10, 10))
    parent.addSublayer(child)
    parent.isGeometryFlipped = true
    #expect(child.convert(CGPoint(x: 5, y: 5), to: parent) == CGPoint(x: 5, y: 95))
    #expect(parent.hitTest(CGPoint(x: 5, y: 95)) === child)
    #expect(parent.hitTest(CGPoint(x: 5, y: 5)) === parent)
  }

  // MARK: Hit testing

  /// semantics 15
  @Test func theTopmostIsHit() {
    let root = layer(0, 0, 100, 100)
    let (low, high) = (layer(10, 10, 50, 50), layer(30, 30, 50, 50))
    root.addSublayer(low)
    root.addSublayer(high)
    let both = CGPoint(x: 40, y: 40)
    #expect(root.hitTest(both) === high)
    low.zPosition = 1
    #expect(root.hitTest(both) === low)
    low.isHidden = true
    #expect(root.hitTest(both) === high)
    high.opacity = 0
    #expect(root.hitTest(both) === root)
    #expect(root.hitTest(CGPoint(x: 100, y: 5)) == nil)
    #expect(root.hitTest(CGPoint(x: 5, y: 100)) == nil)
    #expect(root.hitTest(.zero) === root)
  }

  /// semantics 15
  @Test func clipsAndMasksKeepHitsOut() {
    let root = layer(0, 0, 100, 100)
    let (parent, child) = (layer(10, 10, 20, 20), layer(0, 0, 60, 60))
    root.addSublayer(parent)
    parent.addSublayer(child)
    let outside = CGPoint(x: 50, y: 50)
    #expect(root.hitTest(outside) === child)
    parent.masksToBounds = true
    #expect(root.hitTest(outside) === root)
    parent.masksToBounds = false
    parent.mask = layer(0, 0, 5, 5)
    #expect(root.hitTest(outside) === root)
    #expect(root.hitTest(CGPoint(x: 12, y: 12)) === child)
  }

  /// semantics 15: a layer rotated in space is hit where it is drawn; seen edge-on, or without
  /// size, it is not hit.
  @Test func turnedLayersAreHitWhereTheyAreSeen() {
    let root = layer(0, 0, 100, 100)
    let child = layer(20, 20, 60, 60)
    root.addSublayer(child)
    child.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 40, y: 50)) === child)
    #expect(root.hitTest(CGPoint(x: 30, y: 50)) === root)
    child.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    #expect(root.hitTest(CGPoint(x: 50, y: 10)) === child)
    #expect(root.hitTest(CGPoint(x: 22, y: 22)) === root)
    child.transform = CATransform3DMakeScale(0, 0, 1)
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === root)
  }

  /// semantics 15: where mask, clip and depth leave the child visible, a hit finds the point that
  /// conversion gives, in perspective too.
  @Test func hitsAgreeWithConversion() {
    var random = SeededRandom(seed: 17)
    var hits = 0
    for _ in 0..<200 {
      let layers = tree(&random, inSpace: true)
      let root = layers[0]
      // Upright and large, so that its points are inside its superlayer.
      (root.transform, root.bounds.origin) = (CATransform3DIdentity, .zero)
      (root.anchorPoint, root.position) = (.zero, .zero)
      root.bounds.size = CGSize(width: 500, height: 500)
      let leaf = layers.last { ($0.sublayers ?? []).isEmpty } ?? root
      let point = CGPoint(x: leaf.bounds.midX, y: leaf.bounds.midY)
      let place = leaf.convert(point, to: root)
      guard let hit = root.hitTest(place) else { continue }
      hits += 1
      // Either the leaf, or one in front of it that contains the point.
      #expect(hit === leaf || hit.contains(hit.convert(place, from: root)))
    }
    #expect(hits > 150)
  }

  /// semantics 15: a child behind the viewer is not hit through its mirror image.
  @Test func whatIsBehindTheEyeIsNotHit() {
    let (root, child) = (layer(0, 0, 100, 100), layer(20, 20, 60, 60))
    root.addSublayer(child)
    root.sublayerTransform.m34 = -1 / 100
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === child)
    child.zPosition = 300
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === root)
  }

  /// semantics 15: hits follow zPosition, then index; sublayers of different layers do not mix.
  @Test func hitsGoByDepthThenIndex() {
    let root = layer(0, 0, 100, 100)
    let layers = (0..<5).map { _ in layer(0, 0, 50, 50) }
    layers.forEach(root.addSublayer)
    for (layer, z) in zip(layers, [0.0, 2, -1, 2, 1]) { layer.zPosition = z }
    let point = CGPoint(x: 10, y: 10)
    for expected in [3, 1, 4, 0, 2] {
      #expect(root.hitTest(point) === layers[expected])
      layers[expected].isHidden = true
    }
    #expect(root.hitTest(point) === root)
    let deep = layer(0, 0, 50, 50)
    deep.zPosition = 100
    (layers[0].isHidden, layers[4].isHidden) = (false, false)
    layers[0].addSublayer(deep)
    #expect(root.hitTest(point) === layers[4])
  }

  /// semantics 15: a mask and its sublayers limit hits; hidden and clear layers are not hit.
  @Test func hitsNeedTheMask() {
    let root = layer(0, 0, 100, 100)
    let mask = layer(0, 0, 10, 10)
    root.mask = mask
    #expect(mask.superlayer === root)
    mask.addSublayer(layer(50, 50, 10, 10))
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) === root)
    #expect(root.hitTest(CGPoint(x: 30, y: 30)) == nil)
    mask.opacity = 0
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) == nil)
  }

  /// semantics 15: an odd number of flips, the layer's own included.
  @Test func contentsAreFlippedWithAnOddNumber() {
    let layers = (0..<3).map { _ in layer(0, 0, 10, 10) }
    layers[0].addSublayer(layers[1])
    layers[1].addSublayer(layers[2])
    #expect(layers.map { $0.contentsAreFlipped() } == [false, false, false])
    layers[1].isGeometryFlipped = true
    #expect(layers.map { $0.contentsAreFlipped() } == [false, true, true])
    layers[2].isGeometryFlipped = true
    #expect(layers.map { $0.contentsAreFlipped() } == [false, true, false])
  }

  /// semantics 15: a frame set on a rotated layer gives the bounding box of the inverse, centred in
  /// the frame; at quarter turns the getter returns the frame that was set.
  @Test func framesOfTurnedLayers() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(abs(layer.bounds.width - 40) < 1e-9 && abs(layer.bounds.height - 30) < 1e-9)
    let frame = layer.frame
    #expect(abs(frame.minX - 10) + abs(frame.minY - 20) + abs(frame.width - 30) < 1e-9)
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    let side = 70 * 0.5.squareRoot()
    #expect(abs(layer.bounds.width - side) < 1e-9 && abs(layer.bounds.height - side) < 1e-9)
    #expect(abs(layer.frame.minX - 10) + abs(layer.frame.minY - 20) < 1e-9)
  }

  /// semantics 21.7: where a transform collapses a direction, the frame has the layer's own size in it, both set and
  /// read.
  @Test func framesUnderCollapsedTransforms() {
    let (half, turn) = (CATransform3DMakeScale(0.5, 0, 1), CATransform3DMakeRotation(0.5, 0, 0, 1))
    let table: [(CATransform3D, CGSize?)] = [
      (CATransform3DMakeScale(0, 0, 1), CGSize(width: 40, height: 20)),
      (CATransform3DMakeScale(0, 0, 0), CGSize(width: 40, height: 20)),
      (CATransform3DMakeScale(0, 2, 1), CGSize(width: 40, height: 10)),
      (half, CGSize(width: 80, height: 20)),
      (CATransform3DMakeScale(0, -2, 1), CGSize(width: 40, height: 10)),
      (CATransform3DTranslate(half, 10, 30, 0), CGSize(width: 80, height: 20)),
      (CATransform3DMakeRotation(.pi / 2, 0, 1, 0), CGSize(width: 40, height: 20)),
      (CATransform3DConcat(CATransform3DMakeScale(0, 0, 1), turn), CGSize(width: 40, height: 20)),
      (CATransform3DConcat(CATransform3DMakeScale(0, 1, 1), turn), nil),
      (CATransform3D(CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)), nil),
    ]
    let frame = CGRect(x: 10, y: 30, width: 40, height: 20)
    for (transform, size) in table {
      let layer = CALayer()
      layer.transform = transform
      layer.frame = frame
      let (read, bounds) = (layer.frame, layer.bounds)
      if let size {
        #expect(abs(bounds.width - size.width) + abs(bounds.height - size.height) < 1e-9)
        #expect(abs(read.minX - 10) + abs(read.maxX - 50) < 1e-9, "\(transform) \(read)")
        #expect(abs(read.minY - 30) + abs(read.maxY - 50) < 1e-9, "\(transform) \(read)")
      }
      #expect(bounds.width > 1 && bounds.width < 100 && bounds.height > 1 && bounds.height < 100)
      #expect(abs(read.midX - 30) < 30 && abs(read.midY - 40) < 30)
    }
    // A scale that is small, but not nothing, has an inverse.
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(0.0001, 0.0001, 1)
    layer.frame = frame
    #expect(abs(layer.bounds.width - 400_000) < 1e-6)
    // The centre is where the layer grows from.
    layer.transform = CATransform3DMakeScale(0, 0, 0)
    layer.frame = frame
    #expect(layer.position == CGPoint(x: 30, y: 40))
  }

  /// No transform, however extreme, produces NaN.
  @Test func madTransformsGiveNumbers() {
    for transform in [
      CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(0, 1, 1),
      CATransform3DMakeScale(1e9, 1e9, 1e9), CATransform3DMakeRotation(.pi / 2, 0, 1, 0),
      CATransform3DMakeTranslation(1e12, 0, 1e12),
    ] {
      let (root, child, leaf) = (layer(0, 0, 100, 100), layer(20, 20, 60, 60), layer(0, 0, 9, 9))
      root.addSublayer(child)
      child.addSublayer(leaf)
      root.sublayerTransform.m34 = -1 / 100
      child.transform = transform
      _ = root.hitTest(CGPoint(x: 50, y: 50))
      let points = [
        leaf.convert(CGPoint(x: 3, y: 3), to: root), leaf.convert(CGPoint(x: 3, y: 3), from: root),
        child.convert(CGPoint(x: 3, y: 3), to: nil), child.frame.origin,
      ]
      #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(transform): \(points)")
      child.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
      #expect(child.bounds.isFinite && child.position.x.isFinite, "\(transform)")
    }
  }
}
