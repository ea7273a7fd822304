// Painted.swift
// A handmade render tree, and its picture.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A handmade render tree: no layer, no clock.
struct Painted {
  var tree = RenderTree()

  /// Starts with a root of a size.
  init(_ width: CGFloat = 40, _ height: CGFloat = 40) {
    let root = tree.allocate()
    tree.root = root
    tree.update(root) { $0.values.bounds = CGRect(x: 0, y: 0, width: width, height: height) }
  }

  /// Adds a node with a frame to another, the root if none is named.
  @discardableResult
  mutating func add(
    _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor? = nil,
    to parent: Int32? = nil, isMask: Bool = false, _ change: (inout LayerValues) -> Void = { _ in }
  ) -> Int32 {
    let slot = tree.allocate()
    let parent = parent ?? tree.root
    tree.update(slot) {
      $0.parent = parent
      $0.values.bounds = CGRect(x: 0, y: 0, width: width, height: height)
      $0.values.position = CGPoint(x: x + width / 2, y: y + height / 2)
      $0.values.backgroundColor = color
      change(&$0.values)
    }
    tree.update(parent) { if isMask { $0.mask = slot } else { $0.children.append(slot) } }
    return slot
  }

  mutating func set(_ slot: Int32, _ change: (inout LayerValues) -> Void) {
    tree.update(slot) { change(&$0.values) }
  }

  /// The picture on white.
  func image(scale: CGFloat = 1) throws -> CGImage {
    var (sampler, tree) = (Sampler(), tree)
    let sampled = sampler.sample(&tree, at: 0)
    let size = tree.nodes[Int(tree.root)].values.bounds.size
    var painter = Painter()
    painter.paint(
      tree, sampled, scale: scale,
      size: PixelSize(width: Int(size.width * scale), height: Int(size.height * scale)),
      background: .white)
    let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1)
    _ = canvas.draw(painter.list)
    return try #require(canvas.image())
  }
}

let white = SIMD4(255, 255, 255, 255)
let redPixel = SIMD4(255, 0, 0, 255)
let bluePixel = SIMD4(0, 0, 255, 255)
let greenPixel = SIMD4(0, 255, 0, 255)

func isNear(_ a: SIMD4<Int>, _ b: SIMD4<Int>, _ tolerance: Int = 1) -> Bool {
  (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance }
}
