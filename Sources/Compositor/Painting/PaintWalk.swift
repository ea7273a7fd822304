// PaintWalk.swift
// Stage: draw list. The walk over sampled layers, back to front: places, clips, order, opacity groups
// and masks (semantics 15). Points in, device pixels out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// What a walk writes to.
struct PaintContext {
  var writer = DrawListBuilder()
  var marks = PaintCache()
  var particles = ParticleStore()
  /// In how many layers' parts the walk is just now.
  var depth = 0
}

/// The walk over one set of nodes: a frame's, or a transition's old look.
struct PaintWalk {
  /// The values of one layer, where they stand.
  typealias Values = UnsafePointer<LayerValues>

  let nodes: UnsafePointer<RenderNode>
  let values: Values
  /// How far transitions are, by slot.
  let transitions: [Int32: Double]
  /// Whether it is a picture of before, or a copy, of which nothing is remembered.
  var isSnapshot = false
  /// Whether there may be layers whose sublayers are flipped.
  var hasFlips = false
  /// Whether the nodes' own root is among such sublayers, an odd number of times.
  var isRootFlipped = false
  /// Where a copy that is behind gets its values from; nil when the tree has no replicator.
  var delays: DelayedCopies?

  func paintRoot(_ slot: Int32, _ place: PaintState, into painting: inout PaintContext) {
    let v = values + Int(slot)
    var place = place
    place.opacity = min(v.pointee.opacity, 1)
    let isSeen = !v.pointee.isHidden && v.pointee.opacity > 0
    paint(slot, v, at: isSeen ? place : nil, into: &painting)
  }

  /// Paints a layer at its place in its superlayer.
  func paint(
    _ slot: Int32, in parent: PaintState, of parentValues: Values, into painting: inout PaintContext
  ) {
    let v = values + Int(slot)
    paint(slot, v, at: place(of: slot, v, in: parent, of: parentValues), into: &painting)
  }

  /// A layer's place; nil when it cannot be seen.
  func place(
    of slot: Int32, _ v: Values, in parent: PaintState, of parentValues: Values
  ) -> PaintState? {
    // What hides in a transition still has its old look to show.
    guard !v.pointee.isHidden || progress(of: slot) != nil, v.pointee.opacity > 0,
      !parent.scissor.isEmpty
    else { return nil }
    if parent.depth != nil || v.keepsDepth {
      return placeInSpace(slot, v, in: parent, of: parentValues)
    }
    let transform = placement(v, in: parentValues).concatenating(parent.transform)
    if !v.pointee.isDoubleSided && transform.isMirrored != isFlipped(slot) { return nil }
    return PaintState(
      transform: transform, opacity: parent.opacity * min(v.pointee.opacity, 1),
      scissor: parent.scissor)
  }

  /// The map from a layer's space to its superlayer's.
  @inline(__always) func placement(_ v: Values, in parentValues: Values) -> PlaneTransform {
    // Few layers have a transform for their sublayers, and only they are asked for it.
    if parentValues.hasRareValues || parentValues.pointee.isGeometryFlipped,
      let childTransform = parentValues.pointee.childTransform
    {
      return PlaneTransform(
        flattening: CATransform3DConcat(v.pointee.placement, childTransform))
    }
    return PlaneTransform(placing: v)
  }

  private func progress(of slot: Int32) -> Double? {
    // Most frames have no transition at all.
    transitions.isEmpty ? nil : transitions[slot]
  }

  /// The transition that a layer is in, and how far it is.
  func transition(of slot: Int32) -> (TransitionTrack, Double)? {
    progress(of: slot).flatMap { progress in nodes[Int(slot)].transition.map { ($0, progress) } }
  }

  /// Whether an odd number of the layers above one flip their sublayers, so that the layer's space is
  /// upside down.
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

  /// Paints a layer, unless its items of the frame before can stay, and remembers it.
  func paint(
    _ slot: Int32, _ v: Values, at place: PaintState?, into painting: inout PaintContext
  ) {
    if isSnapshot {
      if let place { paintLayer(slot, v, place, into: &painting) }
      return
    }
    if painting.writer.isInPlace {
      guard painting.marks.isPainted(slot) else {
        painting.writer.fail()
        return
      }
      if !painting.marks.isOnPath(slot) && painting.marks[slot].place == place {
        // A group may have begun around it, or ended, that leaves it where it was.
        if painting.marks[slot].anchor != painting.marks.anchor(of: slot) { painting.writer.fail() }
        painting.writer.skip(painting.marks[slot].items, extent: painting.marks[slot].extent)
        return
      }
    } else {
      painting.marks[slot].inside = -1
    }
    let (outside, anchor) = (painting.writer.extent, painting.marks.anchor)
    let first = painting.writer.cursor
    painting.writer.extent = .empty
    if let place { paintLayer(slot, v, place, into: &painting) }
    painting.marks.anchor = anchor
    let end = painting.writer.cursor
    if painting.writer.isInPlace && painting.marks[slot].items != first..<max(first, end) {
      painting.writer.fail()
    }
    painting.marks[slot].set(
      build: painting.marks.build, items: first..<max(first, end),
      anchor: painting.marks.anchor(of: slot), zPosition: v.pointee.zPosition, place: place,
      extent: painting.writer.extent)
    painting.writer.extent = outside.union(painting.writer.extent)
  }

  /// Paints a layer whose place is known. A walk recurses into sublayers, so that one into a tree of
  /// any depth goes on, from time to time, on another call stack.
  private func paintLayer(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    painting.depth += 1
    DeepRecursion.run(at: painting.depth) { paintWhole(slot, v, place, into: &painting) }
    painting.depth -= 1
  }

  /// Paints a layer: its opacity group and mask around its body.
  private func paintWhole(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    if v.keepsDepth, case .transform? = v.subclass {
      // It has no look, and cannot be faded as one picture.
      if painting.marks.anchor < 0 { painting.marks.anchor = slot }
      paintSpace(slot, v, place, into: &painting)
      return
    }
    guard v.pointee.shouldRasterize, let raster = Raster(v, place) else {
      paintParts(slot, v, place, into: &painting)
      return
    }
    if painting.marks.anchor < 0 { painting.marks.anchor = slot }
    guard
      let open = painting.writer.begin(
        Group(bounds: raster.place.scissor, isMapped: true))
    else { return }
    paintParts(slot, v, raster.place, into: &painting)
    painting.writer.end(
      open, opacity: place.opacity, scissor: place.scissor, map: raster.map)
  }

  private func paintParts(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    let mask = nodes[Int(slot)].mask
    let transition = transition(of: slot)
    let isGroup =
      mask >= 0 || transition != nil
      || (place.opacity < 1 && (v.pointee.allowsGroupOpacity || v.pointee.shouldRasterize)
        && drawsMoreThanOnce(slot, v))
    if painting.marks.anchor < 0 && (isGroup || gathersSublayers(v, place)) {
      painting.marks.anchor = slot
    }
    guard isGroup else {
      paintShadow(slot, v, place, into: &painting) { paintBody(slot, v, $1, into: &$0) }
      return
    }
    guard mask >= 0 else {
      paintShadow(slot, v, place, into: &painting) { painting, place in
        painting.group(place) { painting, inner in
          if let (track, progress) = transition {
            paintTransition(slot, v, track, progress, inner, into: &painting)
          } else {
            paintBody(slot, v, inner, into: &painting)
          }
        }
      }
      return
    }
    painting.group(place) { painting, inner in
      if let (track, progress) = transition {
        // Each look has its own mask.
        paintTransition(slot, v, track, progress, inner, into: &painting)
        return
      }
      // A mask cuts the shadow too.
      paintShadow(slot, v, inner, into: &painting) { paintBody(slot, v, $1, into: &$0) }
      paintMask(mask, v, inner, into: &painting)
    }
  }

  /// Keeps of what was painted into the open group what a mask covers.
  private func paintMask(
    _ mask: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    painting.group(
      Group(blend: .destinationIn, bounds: place.scissor), opacity: 1, scissor: place.scissor
    ) { paint(mask, in: place, of: v, into: &$0) }
  }

  /// Paints a layer's own look at a moment, without place, opacity and shadow.
  func paintLook(_ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext)
  {
    let mask = nodes[Int(slot)].mask
    guard mask >= 0 else {
      paintBody(slot, v, place, into: &painting)
      return
    }
    painting.group(place) { painting, inner in
      paintBody(slot, v, inner, into: &painting)
      paintMask(mask, v, inner, into: &painting)
    }
  }

  /// Whether sublayers are drawn into a picture of their own, or decide about the shadow.
  private func gathersSublayers(_ v: Values, _ place: PaintState) -> Bool {
    if v.hasRareValues, case .replicator? = v.subclass { return true }
    if v.pointee.masksToBounds {
      return v.pointee.cornerRadius > 0 || !place.transform.isUpright
    }
    return v.hasRareValues && v.pointee.shadowOpacity > 0
  }

  func drawsMoreThanOnce(_ slot: Int32, _ v: Values) -> Bool {
    if !nodes[Int(slot)].children.isEmpty || isEmitter(v) { return true }
    if case .drawing(let drawing) = v.pointee.contents, drawing.items.count > 1 { return true }
    let own =
      (v.hasBackground ? 1 : 0) + (v.pointee.contents == nil ? 0 : 1)
      + (v.pointee.borderWidth > 0 ? 1 : 0) + (v.hasRareValues ? subclassDrawCount(v) : 0)
    return own > 1
  }

  // MARK: Body

  /// Paints background, contents, sublayers and border, clipped as the layer asks.
  func paintBody(_ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext)
  {
    if v.hasContinuousCorners {
      paintContinuousBody(slot, v, place, into: &painting)
      return
    }
    let radii = v.cornerRadii
    let bounds = v.pointee.bounds
    let subclass = v.subclass
    var hasInside =
      !nodes[Int(slot)].children.isEmpty || v.pointee.contents != nil || subclass != nil
    let border = v.pointee.borderWidth > 0 ? v.pointee.borderColor : nil
    let background = v.backgroundColor
    // Without anything between background and border both are one box.
    let boxBorder = hasInside ? nil : border
    if background?.alpha ?? 0 > 0 || boxBorder?.alpha ?? 0 > 0 {
      painting.writer.add(
        .box(
          Box(
            rect: bounds, radii: radii, fill: background,
            borderWidth: boxBorder == nil ? 0 : v.pointee.borderWidth, borderColor: boxBorder)),
        place, bounds: bounds)
    }
    if case .gradient(let gradient)? = subclass, v.pointee.contents == nil {
      // It has the background's shape, which no clip needs to give it.
      paintGradient(gradient, v, place, into: &painting)
      hasInside = !nodes[Int(slot)].children.isEmpty
      if !hasInside { paintBorder(border, radii, v, place, into: &painting) }
    }
    guard hasInside else { return }

    if !v.pointee.masksToBounds {
      paintInside(slot, v, place, into: &painting)
    } else if radii == .zero, place.transform.isUpright {
      var clipped = place
      clipped.scissor = place.scissor.intersection(place.pixels(of: bounds))
      if !clipped.scissor.isEmpty { paintInside(slot, v, clipped, into: &painting) }
    } else {
      var inner = place
      inner.opacity = 1
      let touched = place.touched(by: bounds)
      inner.scissor = touched
      painting.group(Group(bounds: touched), opacity: place.opacity, scissor: touched) { painting in
        paintInside(slot, v, inner, into: &painting)
        painting.cut(to: bounds, radii, inner)
      }
    }
    paintBorder(border, radii, v, place, into: &painting)
  }

  private func paintBorder(
    _ color: CGColor?, _ radii: SIMD4<Double>, _ v: Values, _ place: PaintState,
    into painting: inout PaintContext
  ) {
    guard let color, color.alpha > 0 else { return }
    let bounds = v.pointee.bounds
    painting.writer.add(
      .box(
        Box(rect: bounds, radii: radii, borderWidth: v.pointee.borderWidth, borderColor: color)),
      place, bounds: bounds)
  }

  func paintInside(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    if let contents = v.pointee.contents {
      var upright = place
      if isFlipped(slot) {
        // A flip moves layers; pictures stay as they are.
        upright.transform = PlaneTransform(
          d: -1, ty: v.pointee.bounds.minY + v.pointee.bounds.maxY
        ).concatenating(place.transform)
      }
      paintContents(contents, v, upright, into: &painting)
    }
    switch v.subclass {
    case .shape(let shape): paintShape(shape, place, into: &painting)
    case .gradient(let gradient) where v.pointee.contents != nil:
      paintGradient(gradient, v, place, into: &painting)
    case .emitter: paintParticles(slot, v, place, into: &painting)
    default: break
    }
    if nodes[Int(slot)].children.isEmpty { return }
    if !isSnapshot { painting.marks.setInside(slot, place) }
    if v.hasRareValues, case .replicator(let replicator)? = v.subclass {
      paintCopies(slot, v, replicator, place, into: &painting)
    } else {
      paintSublayers(slot, v, place, into: &painting)
    }
  }

  /// Paints the sublayers by zPosition, then by index.
  func paintSublayers(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    for child in nodes[Int(slot)].children.backToFront(by: { Double(values[Int($0)].zPosition) }) {
      paint(child, in: place, of: v, into: &painting)
    }
  }
}

extension UnsafePointer<LayerValues> {
  /// Corner radii as a box wants them; those of corners that are not rounded are 0.
  var cornerRadii: SIMD4<Double> {
    let radius = min(
      pointee.cornerRadius, min(pointee.bounds.size.width, pointee.bounds.size.height) / 2)
    guard radius > 0 else { return .zero }
    guard hasRareValues else { return SIMD4(repeating: radius) }
    return pointee.maskedCorners.radii(radius)
  }
}
