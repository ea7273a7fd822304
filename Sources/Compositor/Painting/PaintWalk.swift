// PaintWalk.swift
// Stage: draw list. The walk over sampled layers, back to front: transforms, clips, painting order.
// Takes points, returns device pixels.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The mutable state of a walk.
struct PaintContext {
  var builder = DrawListBuilder()
  var cache = PaintCache()
  var particles = ParticleStore()
  /// The depth of the walk, in layers.
  var depth = 0
}

/// The walk over one set of nodes: a frame's, or those of a transition's before image.
struct PaintWalk {
  let nodes: UnsafePointer<RenderNode>
  let values: UnsafePointer<LayerValues>
  /// The progress of transitions, by slot.
  let transitions: [Int32: Double]
  /// Whether the nodes are a before image or a copy, which are not cached.
  var isSnapshot = false
  /// Whether the picture is only the shape that casts a shadow: backdrops are opaque boxes.
  var isSilhouette = false
  /// Whether any layer may flip its sublayers.
  var hasFlips = false
  /// Whether an odd number of layers above the nodes' root flip their sublayers.
  var isRootFlipped = false
  /// Whether the nodes are drawn into a context whose transform mirrors: backs are seen relative to it.
  var isMirrored = false
  /// The source of the values of delayed copies; nil when the tree has no replicator.
  var delays: DelayedCopies?

  @inline(__always) func layer(_ slot: Int32) -> LayerRef { LayerRef(values + Int(slot)) }

  func paintRoot(_ slot: Int32, _ state: PaintState, into context: inout PaintContext) {
    let layer = layer(slot)
    var state = state
    state.opacity *= min(layer.opacity, 1)
    let isVisible = !layer.isHidden && layer.opacity > 0
    paint(slot, layer, at: isVisible ? state : nil, into: &context)
  }

  /// Paints a layer in its superlayer's state.
  func paint(
    _ slot: Int32, in parent: PaintState, of parentLayer: LayerRef, into context: inout PaintContext
  ) {
    let layer = layer(slot)
    paint(slot, layer, at: state(of: slot, layer, in: parent, of: parentLayer), into: &context)
  }

  /// A layer's state; nil when it cannot be seen.
  func state(
    of slot: Int32, _ layer: LayerRef, in parent: PaintState, of parentLayer: LayerRef
  ) -> PaintState? {
    // A layer that is hidden in a transition still shows the before image.
    guard !layer.isHidden || progress(of: slot) != nil, layer.opacity > 0,
      !parent.scissor.isEmpty
    else { return nil }
    if parent.depth != nil || layer.keepsDepth {
      return stateInSpace(slot, layer, in: parent, of: parentLayer)
    }
    let transform = placement(layer, in: parentLayer).concatenating(parent.transform)
    if !layer.isDoubleSided && isBack(slot, transform) { return nil }
    return PaintState(
      transform: transform, opacity: parent.opacity * min(layer.opacity, 1),
      scissor: parent.scissor)
  }

  /// The map from a layer's space to its superlayer's.
  @inline(__always) func placement(_ layer: LayerRef, in parentLayer: LayerRef) -> PlaneTransform {
    // Few layers have a transform for their sublayers, which takes time to work out.
    if parentLayer.hasRareValues || parentLayer.isGeometryFlipped,
      let childTransform = parentLayer.childTransform
    {
      return PlaneTransform(
        flattening: CATransform3DConcat(layer.placement, childTransform))
    }
    return PlaneTransform(placing: layer.pointer)
  }

  private func progress(of slot: Int32) -> Double? {
    // Most frames have no transition at all.
    transitions.isEmpty ? nil : transitions[slot]
  }

  /// The transition of a layer, and its progress.
  func transition(of slot: Int32) -> (TransitionTrack, Double)? {
    progress(of: slot).flatMap { progress in nodes[Int(slot)].transition.map { ($0, progress) } }
  }

  /// Whether the back of a layer is seen.
  func isBack(_ slot: Int32, _ transform: PlaneTransform) -> Bool {
    transform.isMirrored != (isFlipped(slot) != isMirrored)
  }

  /// Whether an odd number of layers above one flip their sublayers, so that its space is upside down.
  func isFlipped(_ slot: Int32) -> Bool {
    guard hasFlips else { return false }
    var result = isRootFlipped
    var above = nodes[Int(slot)].parent
    while above >= 0 {
      if values[Int(above)].isGeometryFlipped { result.toggle() }
      above = nodes[Int(above)].parent
    }
    return result
  }

  /// Paints a layer, unless its items of the frame before can stay, and caches its state.
  func paint(
    _ slot: Int32, _ layer: LayerRef, at state: PaintState?, into context: inout PaintContext
  ) {
    if isSnapshot {
      if let state { paintLayer(slot, layer, state, into: &context) }
      return
    }
    if context.builder.isOverwriting {
      guard context.cache.isPainted(slot) else {
        context.builder.fail()
        return
      }
      if !context.cache.isOnPath(slot)
        && context.cache.wasPainted(slot, in: state, context.builder)
      {
        // A group around the layer may have begun or ended without changing its state.
        if context.cache[slot].repaintRoot != context.cache.repaintRoot(of: slot) {
          context.builder.fail()
        }
        context.builder.skip(context.cache[slot].items, extent: context.cache[slot].extent)
        return
      }
    } else {
      context.cache[slot].childState = -1
    }
    let (outside, repaintRoot) = (context.builder.extent, context.cache.repaintRoot)
    let first = context.builder.cursor
    context.builder.extent = .empty
    let isPlain = isPlain(slot, layer)
    if let state {
      if isPlain {
        paintPlain(layer, state, into: &context)
      } else {
        paintLayer(slot, layer, state, into: &context)
      }
    }
    context.cache.repaintRoot = repaintRoot
    let end = context.builder.cursor
    if context.builder.isOverwriting && context.cache[slot].items != first..<max(first, end) {
      context.builder.fail()
    }
    context.cache.set(
      slot, items: first..<max(first, end), repaintRoot: context.cache.repaintRoot(of: slot),
      zPosition: layer.zPosition, state: state, isPlain: isPlain, extent: context.builder.extent)
    context.builder.extent = outside.union(context.builder.extent)
  }

  /// Paints a layer in a state, on another call stack where the tree is deep.
  private func paintLayer(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    let outer = context.builder.owner
    context.builder.owner = slot
    context.depth += 1
    DeepRecursion.run(at: context.depth) { paintRasterized(slot, layer, state, into: &context) }
    context.depth -= 1
    context.builder.owner = outer
  }

  // MARK: Body

  /// Paints background, contents, sublayers and border.
  func paintBody(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    if layer.hasRareValues { paintBackdrop(layer, state, into: &context) }
    if layer.hasContinuousCorners {
      paintContinuousBody(slot, layer, state, into: &context)
      return
    }
    let radii = layer.cornerRadii
    let bounds = layer.bounds
    let subclass = layer.subclass
    var hasInterior =
      !nodes[Int(slot)].children.isEmpty || layer.hasContents || subclass != nil || layer.hasPattern
    let border = layer.borderWidth > 0 ? layer.borderColor : nil
    let isGradient = layer.isGradientAlone
    let isClipped = layer.masksToBounds && (radii != .zero || !state.isOnPixels(bounds))
    let isWithin = isClipped && hasInterior && !isGradient
    let background = isWithin ? nil : layer.backgroundColor
    // With nothing between them, background and border are one box.
    let boxBorder = hasInterior ? nil : border
    if background?.alpha ?? 0 > 0 || boxBorder?.alpha ?? 0 > 0 {
      context.builder.add(
        .box(
          Box(
            rect: bounds, radii: radii, fill: background,
            borderWidth: boxBorder == nil ? 0 : layer.borderWidth, borderColor: boxBorder)),
        state, bounds: bounds)
    }
    if layer.hasPattern && !isWithin { paintPattern(layer, state, into: &context) }
    if isGradient, case .gradient(let gradient)? = subclass {
      // A gradient has the background's shape itself, and needs no clip.
      paintGradient(gradient, layer, state, into: &context)
      hasInterior = !nodes[Int(slot)].children.isEmpty
      if !hasInterior { paintBorder(border, radii, layer, state, into: &context) }
    }
    guard hasInterior else { return }

    if !layer.masksToBounds {
      paintInterior(slot, layer, state, into: &context)
    } else if !isClipped {
      var clipped = state
      clipped.scissor = state.scissor.intersection(state.pixels(of: bounds))
      if !clipped.scissor.isEmpty { paintInterior(slot, layer, clipped, into: &context) }
    } else {
      var inner = state
      inner.opacity = 1
      let touched = state.touched(by: bounds)
      inner.scissor = touched
      context.group(Group(bounds: touched), opacity: state.opacity, scissor: touched) { context in
        if isWithin { paintBackground(layer, inner, into: &context) }
        paintInterior(slot, layer, inner, into: &context)
        context.clip(to: bounds, radii, inner)
      }
    }
    paintBorder(border, radii, layer, state, into: &context)
  }

  private func paintBorder(
    _ color: CGColor?, _ radii: SIMD4<Double>, _ layer: LayerRef, _ state: PaintState,
    into context: inout PaintContext
  ) {
    guard let color, color.alpha > 0 else { return }
    let bounds = layer.bounds
    context.builder.add(
      .box(
        Box(rect: bounds, radii: radii, borderWidth: layer.borderWidth, borderColor: color)),
      state, bounds: bounds)
  }

  /// Paints what lies between background and border: contents, subclass drawing and sublayers.
  func paintInterior(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    if let contents = layer.contents {
      var upright = state
      if isFlipped(slot) {
        // A flip moves layers, but does not turn pictures over.
        upright.transform = PlaneTransform(
          d: -1, ty: layer.bounds.minY + layer.bounds.maxY
        ).concatenating(state.transform)
      }
      paintContents(contents, layer, upright, into: &context)
    }
    switch layer.subclass {
    case .shape(let shape): paintShape(shape, state, into: &context)
    case .gradient(let gradient) where layer.hasContents:
      paintGradient(gradient, layer, state, into: &context)
    case .emitter: paintParticles(slot, layer, state, into: &context)
    default: break
    }
    if nodes[Int(slot)].children.isEmpty { return }
    if !isSnapshot { context.cache.setChildState(slot, state) }
    if layer.hasRareValues, case .replicator(let replicator)? = layer.subclass {
      paintCopies(slot, layer, replicator, state, into: &context)
    } else {
      paintSublayers(slot, layer, state, into: &context)
    }
  }

  /// Paints the sublayers by zPosition, then by index.
  func paintSublayers(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    for child in sublayersBackToFront(of: slot) {
      paint(child, in: state, of: layer, into: &context)
    }
  }

  func sublayersBackToFront(of slot: Int32) -> [Int32] {
    let children = nodes[Int(slot)].children
    // A generic function of another module is slow, and few layers need it.
    guard children.contains(where: { values[Int($0)].zPosition != 0 }) else { return children }
    return children.backToFront { values[Int($0)].zPosition }
  }
}
