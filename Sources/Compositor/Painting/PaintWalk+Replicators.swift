// PaintWalk+Replicators.swift
// Stage: draw list. The copies of a replicator's sublayers: moved, tinted and delayed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The source of delayed copies: the tree at earlier times.
final class DelayedCopies {
  let tree: RenderTree
  private let easings: EasingTable
  private let time: TimeInterval
  /// The delays of the enclosing copies, as replicators may be nested.
  let delays: [RenderTree.Delay]

  init(
    _ tree: RenderTree, _ easings: EasingTable, at time: TimeInterval,
    delays: [RenderTree.Delay] = []
  ) {
    (self.tree, self.easings, self.time, self.delays) = (tree, easings, time, delays)
  }

  func adding(_ delay: RenderTree.Delay) -> DelayedCopies {
    DelayedCopies(tree, easings, at: time, delays: delays + [delay])
  }

  func values(of slot: Int32) -> LayerValues {
    Sampler.present(slot, in: tree, at: time, delays: delays, curves: easings)
  }
}

/// Values of some layers, indexed by slot like those of all.
final class CopiedValues {
  let values: UnsafeMutablePointer<LayerValues>
  private var slots: [Int32] = []

  /// Copies the values of a layer and of everything beneath it.
  init(beneath slot: Int32, _ walk: PaintWalk, _ delays: DelayedCopies) {
    // Pages that are not written to take no memory.
    values = .allocate(capacity: delays.tree.nodes.count)
    (values + Int(slot)).initialize(to: walk.values[Int(slot)])
    slots.append(slot)
    var open = delays.tree.nodes[Int(slot)].children
    while let next = open.popLast() {
      (values + Int(next)).initialize(to: delays.values(of: next))
      slots.append(next)
      open += delays.tree.nodes[Int(next)].children
      if delays.tree.nodes[Int(next)].mask >= 0 { open.append(delays.tree.nodes[Int(next)].mask) }
    }
  }

  deinit {
    for slot in slots { (values + Int(slot)).deinitialize(count: 1) }
    values.deallocate()
  }
}

extension PaintWalk {
  /// The most copies of one replicator that are painted.
  static let maximumCopies = 10_000

  /// One of a replicator's copies.
  struct LayerCopy {
    var walk: PaintWalk
    /// Owns the values of the walk.
    var storage: CopiedValues?
    /// Applied to the copy in the replicator's space.
    var transform: CATransform3D
    var color: SIMD4<Double>
  }

  /// Paints a replicator's copies of its sublayers, each over the one before.
  func paintCopies(
    _ slot: Int32, _ layer: LayerRef, _ replicator: ReplicatorValues, _ state: PaintState,
    into context: inout PaintContext
  ) {
    if replicator.preservesDepth {
      paintSpace(slot, layer, state, into: &context)
      return
    }
    let tint = context.builder.tint
    forEachCopy(of: slot, layer, replicator) { copy in
      var at = state
      at.transform = PlaneTransform(flattening: copy.transform).concatenating(state.transform)
      at.opacity *= copy.color.w
      context.builder.tint = copy.tint(over: tint)
      copy.walk.paintSublayers(slot, layer, at, into: &context)
    }
    context.builder.tint = tint
  }

  /// Calls a function for each visible copy, in order.
  func forEachCopy(
    of slot: Int32, _ layer: LayerRef, _ replicator: ReplicatorValues, _ body: (LayerCopy) -> Void
  ) {
    let bounds = layer.bounds
    let toCentre = CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0)
    let fromCentre = CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0)
    let isDelayed =
      replicator.instanceDelay != 0 && delays?.tree.isAnimated(beneath: slot) == true
    var power = CATransform3DIdentity
    var color = replicator.instanceColor?.lanes ?? SIMD4(repeating: 1)
    for index in 0..<min(max(replicator.instanceCount, 0), Self.maximumCopies) {
      var walk = self
      var storage: CopiedValues?
      if index > 0 {
        // Only a layer's first copy is cached.
        walk.isSnapshot = true
        if isDelayed,
          let delays = delays?.adding(
            RenderTree.Delay(
              replicator: slot, seconds: Double(index) * replicator.instanceDelay))
        {
          let copied = CopiedValues(beneath: slot, self, delays)
          walk = PaintWalk(
            nodes: nodes, values: UnsafePointer(copied.values), transitions: [:], isSnapshot: true,
            hasFlips: hasFlips, isRootFlipped: isRootFlipped, delays: delays)
          walk.isSilhouette = isSilhouette
          storage = copied
        }
        power = CATransform3DConcat(power, replicator.instanceTransform)
        color += replicator.colorOffset
      }
      let transform =
        index == 0
        ? power : CATransform3DConcat(CATransform3DConcat(toCentre, power), fromCentre)
      guard transform.isFinite else { return }
      let unit = color.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
      // The first copy is cached even if invisible, so that a change finds the layers beneath it.
      if unit.w > 0 || (index == 0 && !isSnapshot) {
        body(LayerCopy(walk: walk, storage: storage, transform: transform, color: unit))
      }
    }
  }
}

extension PaintWalk.LayerCopy {
  /// The factors of the copy's colours, including those of enclosing copies.
  func tint(over outer: SIMD3<Double>?) -> SIMD3<Double>? {
    let own = SIMD3(color.x, color.y, color.z)
    if own == SIMD3(repeating: 1) { return outer }
    return outer.map { $0 * own } ?? own
  }
}

extension Primitive {
  /// The primitive with its colours multiplied by red, green and blue.
  func tinted(_ tint: SIMD3<Double>) -> Primitive {
    func tinted(_ color: CGColor) -> CGColor {
      CGColor(lanes: color.lanes * SIMD4(tint, 1))
    }
    switch self {
    case .box(var box):
      box.fill = box.fill.map(tinted)
      box.borderColor = box.borderColor.map(tinted)
      return .box(box)
    case .fill(let path, let rule, let color): return .fill(path, rule, tinted(color))
    case .stroke(let path, let style, let color): return .stroke(path, style, tinted(color))
    case .shadow(var shadow):
      shadow.color = tinted(shadow.color)
      return .shadow(shadow)
    case .gradient(var fill):
      guard
        let gradient = CGGradient(
          colors: fill.gradient.colors.map(tinted), locations: fill.gradient.locations)
      else { return self }
      fill.gradient = gradient
      return .gradient(fill)
    case .glyphs(var run):
      run.color = tinted(run.color)
      return .glyphs(run)
    case .sprites(var sprites):
      for index in sprites.items.indices {
        sprites.items[index].color *= SIMD4(SIMD3<Float>(tint), 1)
      }
      return .sprites(sprites)
    case .image, .backdrop, .beginGroup, .endGroup: return self
    }
  }
}
