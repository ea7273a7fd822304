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

  /// Section 15: with no transform, origin = position - anchor · size.
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

  /// Section 15: a frame that is set is met, under scales too; negative sizes are standardized.
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

  /// Section 15: a turned layer's frame is the box around it.
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

  /// Section 15: from one layer to another and back again, in the plane and in space.
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
      // Through the root is the same way.
      let stop = b.convert(a.convert(point, to: nil), from: nil)
      #expect(hypot(to.x - stop.x, to.y - stop.y) < 1e-5)
    }
  }

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

  /// Section 15: conversion does not see a flip; hit testing does.
  @Test func flipsAreHitButNotConverted() {
    let (parent, child) = (layer(0, 0, 100, 100), layer(0, 0, 10, 10))
    parent.addSublayer(child)
    parent.isGeometryFlipped = true
    #expect(child.convert(CGPoint(x: 5, y: 5), to: parent) == CGPoint(x: 5, y: 5))
    #expect(parent.hitTest(CGPoint(x: 5, y: 95)) === child)
    #expect(parent.hitTest(CGPoint(x: 5, y: 5)) === parent)
  }

  // MARK: Hit testing

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

  /// A layer turned in space is hit where it is seen; from its edge, or of no size, nowhere.
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
}
