// PaintWalk+Replicators.swift
// Stage: draw list. The copies of a replicator's sublayers: moved, tinted, behind in time (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// What the copies of replicators that are behind show: the tree at earlier times.
final class DelayedCopies {
  let tree: RenderTree
  private let easings: EasingTable
  private let time: TimeInterval
  /// How far what is copied is behind already, as replicators may lie within each other.
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

/// Values of some layers, where a walk looks for those of all.
final class CopiedValues {
  let values: UnsafeMutablePointer<LayerValues>
  private var slots: [Int32] = []

  /// Takes the values of everything beneath a layer, and its own.
  init(beneath slot: Int32, _ walk: PaintWalk, _ delays: DelayedCopies) {
    // Only the pages that are written to come to be.
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
  /// The most copies that are drawn; further ones are left out.
  static let maximumCopies = 10_000

  /// One of a replicator's copies.
  struct LayerCopy {
    var walk: PaintWalk
    /// Keeps the walk's values.
    var held: CopiedValues?
    /// From the replicator's space to itself.
    var transform: CATransform3D
    var color: SIMD4<Double>
  }

  /// Paints a replicator's sublayers as often as it says, each copy over the one before.
  func paintCopies(
    _ slot: Int32, _ v: Values, _ replicator: ReplicatorValues, _ place: PaintState,
    into painting: inout PaintContext
  ) {
    if replicator.preservesDepth {
      paintSpace(slot, v, place, into: &painting)
      return
    }
    let tint = painting.writer.tint
    forEachCopy(of: slot, v, replicator) { copy in
      var at = place
      at.transform = PlaneTransform(flattening: copy.transform).concatenating(place.transform)
      at.opacity *= copy.color.w
      painting.writer.tint = copy.tint(over: tint)
      copy.walk.paintSublayers(slot, v, at, into: &painting)
    }
    painting.writer.tint = tint
  }

  /// Calls a function for each copy that can be seen, the first one first.
  func forEachCopy(
    of slot: Int32, _ v: Values, _ replicator: ReplicatorValues, _ body: (LayerCopy) -> Void
  ) {
    let bounds = v.pointee.bounds
    let toMiddle = CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0)
    let fromMiddle = CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0)
    let isDelayed =
      replicator.instanceDelay != 0 && delays?.tree.isAnimated(beneath: slot) == true
    var power = CATransform3DIdentity
    var color = replicator.instanceColor?.lanes ?? SIMD4(repeating: 1)
    for index in 0..<min(max(replicator.instanceCount, 0), Self.maximumCopies) {
      var walk = self
      var held: CopiedValues?
      if index > 0 {
        // What is remembered of a layer is where its first copy stands.
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
          held = copied
        }
        power = CATransform3DConcat(power, replicator.instanceTransform)
        color += replicator.colorOffset
      }
      let transform =
        index == 0
        ? power : CATransform3DConcat(CATransform3DConcat(toMiddle, power), fromMiddle)
      guard transform.isFinite else { return }
      let unit = color.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
      // Of the first copy what is beneath has to be known, to change it, although nothing shows.
      if unit.w > 0 || (index == 0 && !isSnapshot) {
        body(LayerCopy(walk: walk, held: held, transform: transform, color: unit))
      }
    }
  }
}

extension PaintWalk.LayerCopy {
  /// What the copy's colours are multiplied with, after what those around it already are.
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
    case .image, .beginGroup, .endGroup: return self
    }
  }
}
