// CommitFloor.swift
// The minimum work for a change of a property in plain Swift: store it and list the changed object; for an
// implicit animation, also create its objects.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer

/// Plain classes in place of layers and animations.
@MainActor enum CommitFloor {
  private final class Node {
    var position = SIMD2<Double>.zero
    var isListed = false
    var animations: [String: Animation] = [:]
  }

  private class Animation {
    var begin = 0.0
    var duration = 0.25
    var from: Any?
    var to: Any?
  }

  private static var changed: [Node] = []

  // Not inlined, so that the work cannot be optimised away.
  @inline(never) private static func set(_ node: Node, _ position: SIMD2<Double>) {
    node.position = position
    if !node.isListed {
      node.isListed = true
      changed.append(node)
    }
  }

  @inline(never) private static func animate(_ node: Node, _ position: SIMD2<Double>) {
    let animation = Animation()
    animation.from = node.position
    animation.to = position
    node.animations["position"] = animation
    set(node, position)
  }

  private static func commit() {
    for node in changed { node.isListed = false }
    changed.removeAll(keepingCapacity: true)
  }

  static func measure(count: Int, _ options: WorkerOptions) -> [String: Double] {
    let nodes = (0..<count).map { _ in Node() }
    var sets = Stopwatch(), animations = Stopwatch()
    for round in 0..<(options.warmup + options.frames) {
      sets.start()
      for node in nodes { set(node, SIMD2(Double(round), 1)) }
      sets.stop(operations: count)
      commit()
      animations.start()
      for node in nodes { animate(node, SIMD2(Double(-round), 2)) }
      animations.stop(operations: count)
      commit()
    }
    return [
      CommitWork.Figure.setFloor: sets.median(leavingOut: options.warmup),
      CommitWork.Figure.implicitFloor: animations.median(leavingOut: options.warmup),
    ]
  }
}
