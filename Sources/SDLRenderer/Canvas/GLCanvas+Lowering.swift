// GLCanvas+Lowering.swift
// Stage: canvas. Takes draw items, records instances: boxes, gradients and the shadows of boxes, each of them one.
// Images are in GLCanvas+Pictures, paths and text in GLCanvas+Coverage, groups in GLCanvas+Groups.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// Where a primitive is drawn, and how strongly.
struct LoweringContext {
  /// From the primitive's space to device pixels.
  var transform: PlaneTransform
  /// 0...1.
  var opacity: Double
  /// The device pixels that may change.
  var clip: PixelRect
  /// A part of the clip that may end between two pixels; nil where it does not.
  var exactClip: SIMD4<Float>?
}

extension GLCanvas {
  /// Draws the next items of a list: one, or several that have a simpler form together. Returns their number.
  func draw(_ items: UnsafeBufferPointer<DrawItem>, _ index: Int) throws(SDLError) -> Int {
    let boxes = try drawBoxes(items, from: index)
    if boxes > 0 { return boxes }
    if case .beginGroup(let group) = items[index].primitive {
      if let clip = exactClip(of: items, index) {
        try draw(
          items, index + 1, opacity: items[index].opacity, scissor: items[index].scissor, clip)
        return BoxMask.clippedItemCount
      }
      if clipTarget(to: items, index, group) { return BoxMask.itemCount }
      try begin(group, items[index])
    } else if case .endGroup = items[index].primitive {
      try endGroup()
    } else {
      try draw(items, index, opacity: 1, scissor: target.clip, nil)
    }
    return 1
  }

  /// Draws one item that is no part of a group.
  private func draw(
    _ items: UnsafeBufferPointer<DrawItem>, _ index: Int, opacity outer: Double,
    scissor: PixelRect, _ exactClip: SIMD4<Float>?
  ) throws(SDLError) {
    let opacity = items[index].opacity * outer
    guard opacity > 0, !items[index].reach.isEmpty else { return }
    let clip = items[index].scissor.intersection(target.clip).intersection(scissor)
    if clip.isEmpty { return }
    let context = LoweringContext(
      transform: items[index].transform, opacity: min(opacity, 1), clip: clip,
      exactClip: exactClip)
    switch items[index].primitive {
    case .box(let box): try draw(box, context)
    case .image(let quad): try draw(quad, context)
    case .glyphs(let run): try draw(run, context)
    case .gradient(let fill): try draw(fill, context)
    case .shadow(let shadow): try draw(shadow, context)
    case .sprites(let sprites): try draw(sprites, context)
    case .backdrop(let backdrop): try draw(backdrop, context)
    case .fill(let path, let rule, let color):
      switch path.shape {
      case .rect(let rect): try draw(Box(rect: rect, fill: color), context)
      case .roundedRect(let rect, let radius):
        try draw(Box(rect: rect, radii: SIMD4(repeating: radius), fill: color), context)
      case .general: try draw(path, .fill(rule), color, context)
      }
    case .stroke(let path, let style, let color): try draw(path, .stroke(style), color, context)
    case .beginGroup, .endGroup: break
    }
  }

  /// Draws the boxes that follow one another, which are most of what moves. Returns their number.
  private func drawBoxes(
    _ items: UnsafeBufferPointer<DrawItem>, from first: Int
  ) throws(SDLError) -> Int {
    // Read once: to read it for each box would retain it.
    let (recorder, area) = (recorder, target.clip)
    var index = first
    while index < items.count, case .box(let box) = items[index].primitive {
      let clip = items[index].scissor.intersection(area)
      let opacity = min(items[index].opacity, 1)
      if opacity > 0, !items[index].reach.isEmpty, !clip.isEmpty {
        if let instance = Instance(box, items[index].transform, opacity: opacity, clip: clip) {
          recorder.add(instance, instance.boxNeeds)
        } else if !items[index].transform.isAffine {
          try drawAsPath(
            box,
            LoweringContext(transform: items[index].transform, opacity: opacity, clip: clip))
        }
      }
      index += 1
    }
    return index - first
  }

  func draw(_ box: Box, _ context: LoweringContext) throws(SDLError) {
    if let instance = Instance(
      box, context.transform, opacity: context.opacity, clip: context.clip)
    {
      add(instance, context, instance.boxNeeds)
    } else if !context.transform.isAffine {
      try drawAsPath(box, context)
    }
  }

  /// Draws a box whose middle lies behind the eye.
  private func drawAsPath(_ box: Box, _ context: LoweringContext) throws(SDLError) {
    guard box.rect.isFinite, let color = box.borderColor ?? box.fill else { return }
    let path = CGPath.rounded(box.rect, radii: box.radii)
    if let fill = box.fill { try draw(path, .fill(.winding), fill, context) }
    guard box.borderWidth > 0, box.borderColor != nil else { return }
    let ring = CGMutablePath()
    ring.addPath(path)
    ring.addPath(
      .rounded(
        box.rect.insetBy(dx: box.borderWidth, dy: box.borderWidth),
        radii: (box.radii - box.borderWidth).clamped(
          lowerBound: .zero, upperBound: SIMD4(repeating: .greatestFiniteMagnitude))))
    try draw(ring, .fill(.evenOdd), color, context)
  }

  func draw(_ fill: GradientFill, _ context: LoweringContext) throws(SDLError) {
    guard fill.start.x.isFinite, fill.start.y.isFinite, fill.end.x.isFinite, fill.end.y.isFinite
    else { return }
    guard let plane = GradientPlane(fill) else {
      return try draw(
        Box(rect: fill.rect, radii: fill.radii, fill: fill.gradient.colors.last), context)
    }
    guard var instance = Instance(.gradient, fill.rect, context.transform, clip: context.clip)
    else { return }
    let row = try ramps.row(fill.gradient)
    let (map, x, y) = (plane.map, fill.rect.midX, fill.rect.midY)
    switch fill.kind {
    case .axial:
      instance.place = SIMD4(
        Float(map.a), Float(map.c), Float(x * map.a + y * map.c + map.tx), 0)
    case .radial:
      instance.form |= 1 << 8
      instance.place = SIMD4(
        Float(map.a), Float(map.d), Float(x * map.a + map.tx), Float(y * map.d + map.ty))
    case .conic:
      instance.form |= 2 << 8
      let (dx, dy) = (fill.end.x - fill.start.x, fill.end.y - fill.start.y)
      let length = hypot(dx, dy)
      instance.place = SIMD4(
        Float(fill.space.minX + fill.start.x * fill.space.width - x),
        Float(fill.space.minY + fill.start.y * fill.space.height - y), Float(dx / length),
        Float(dy / length))
      instance.border = Float(fill.space.width / fill.space.height)
    }
    instance.form |= UInt32(row) << 16
    instance.setRadii(fill.radii)
    instance.fill = pack(SIMD4(repeating: Float(context.opacity)))
    let origin = fill.ditherOrigin(context.transform)
    instance.ring = UInt32(origin.column & 7) | UInt32(origin.row & 7) << 8
    add(instance, context, .paints)
  }

  func draw(_ shadow: BoxShadow, _ context: LoweringContext) throws(SDLError) {
    let (rect, transform) = (shadow.rect.standardized, context.transform)
    let scale = max(hypot(transform.a, transform.b), hypot(transform.c, transform.d))
    guard rect.isFinite, !rect.isEmpty, shadow.deviation >= 0, shadow.deviation.isFinite,
      scale.isFinite, shadow.color.alpha > 0
    else { return }
    if shadow.deviation * scale < GaussianBlur.sharpest {
      return try draw(Box(rect: rect, radii: shadow.radii, fill: shadow.color), context)
    }
    guard var instance = Instance(.shadow, rect, transform, clip: context.clip) else { return }
    instance.fill = pack(premultiplied(shadow.color, opacity: context.opacity))
    instance.border = Float(shadow.deviation)
    instance.setRadii(shadow.radii)
    add(instance, context, .paints)
  }

  // MARK: Clips

  /// Adds an instance, cut at the clip of its context.
  @inline(__always) func add(
    _ instance: Instance, _ context: LoweringContext, _ needs: GLProgram.Needs,
    masks: GLName = 0, picture: GLName = 0, blend: DrawRecorder.Blend = .over
  ) {
    guard let clip = context.exactClip else {
      return recorder.add(instance, needs, masks: masks, picture: picture, blend: blend)
    }
    var cut = instance
    cut.clip = SIMD4(
      max(cut.clip.x, clip.x), max(cut.clip.y, clip.y), min(cut.clip.z, clip.z),
      min(cut.clip.w, clip.w))
    // The program of boxes alone has no clip.
    recorder.add(cut, needs.union(.masks), masks: masks, picture: picture, blend: blend)
  }

  /// The upright rectangle to which a group clips its only item; nil for other groups.
  ///
  /// The group would be drawn into a texture, cut there, and composited. For one item the order does not matter.
  private func exactClip(
    of items: UnsafeBufferPointer<DrawItem>, _ index: Int
  ) -> SIMD4<Float>? {
    let end = index + BoxMask.clippedItemCount - 1
    guard end < items.count, case .beginGroup(let group) = items[index].primitive,
      group.isPlain, group.blend == .over, items[index + 1].primitive.isSingle,
      let rect = BoxMask(of: items, at: index + 2),
      case .endGroup = items[end].primitive, rect.radii == .zero,
      rect.transform.isUpright, let box = rect.transform.bounds(of: rect.rect), box.isFinite
    else { return nil }
    return SIMD4(Float(box.minX), Float(box.minY), Float(box.maxX), Float(box.maxY))
  }

  /// Cuts the target at a round box, where that is all that a group with a mask has. Returns false for other groups.
  private func clipTarget(
    to items: UnsafeBufferPointer<DrawItem>, _ index: Int, _ group: Group
  ) -> Bool {
    guard target.texture != nil, let shape = BoxMask(of: items, at: index)
    else { return false }
    let clip = items[index].scissor.intersection(target.clip)
    guard !clip.isEmpty,
      var instance = Instance(.box, shape.rect, shape.transform, clip: clip)
    else { return false }
    instance.fill = .max
    instance.setRadii(shape.radii)
    // Outside of the box, too, as the target is cleared there.
    instance.form |= Instance.fillsClip
    recorder.add(instance, instance.boxNeeds, blend: .destinationIn)
    return true
  }
}

/// A mask that is one opaque box, as a layer with `masksToBounds` has it.
///
/// `PaintWalk` writes it as three items: the group that masks begins, the box, the group ends.
private struct BoxMask {
  static let itemCount = 3
  /// The number of items where a group has one item and such a mask: between its begin and its end.
  static let clippedItemCount = 1 + 1 + itemCount + 1

  let rect: CGRect, radii: SIMD4<Double>, transform: PlaneTransform

  /// Reads the mask that begins at an item; nil for other items and other masks.
  init?(of items: UnsafeBufferPointer<DrawItem>, at index: Int) {
    guard index + 2 < items.count, case .beginGroup(let mask) = items[index].primitive,
      mask.isPlain, mask.blend == .destinationIn, items[index].opacity >= 1,
      case .box(let box) = items[index + 1].primitive, box.fill?.alpha == 1, box.borderWidth == 0,
      items[index + 1].opacity >= 1, case .endGroup = items[index + 2].primitive
    else { return nil }
    (rect, radii, transform) = (box.rect.standardized, box.radii, items[index + 1].transform)
  }
}

extension Group {
  /// Whether the group only fades or masks.
  fileprivate var isPlain: Bool {
    (blend == .over || blend == .destinationIn) && shadow == nil && filters.isEmpty && !isMapped
  }
}

extension Primitive {
  /// Whether no pixel of it is drawn twice, so that a clip can apply to its parts.
  fileprivate var isSingle: Bool {
    switch self {
    case .box, .image, .glyphs, .gradient, .shadow, .fill, .stroke: true
    case .sprites, .backdrop, .beginGroup, .endGroup: false
    }
  }
}

extension CGPath {
  /// A rectangle with corners rounded by quarter circles: top left, top right, bottom right, bottom
  /// left.
  static func rounded(_ rect: CGRect, radii: SIMD4<Double>) -> CGPath {
    if radii == .zero { return CGPath(rect: rect) }
    let path = CGMutablePath()
    let k = 1 - CGPath.circleControl
    let (x0, y0, x1, y1) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    func p(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }
    let (a, b, c, d) = (radii.x, radii.y, radii.z, radii.w)
    path.move(to: p(x0 + a, y0))
    path.addLine(to: p(x1 - b, y0))
    path.addCurve(to: p(x1, y0 + b), control1: p(x1 - b * k, y0), control2: p(x1, y0 + b * k))
    path.addLine(to: p(x1, y1 - c))
    path.addCurve(to: p(x1 - c, y1), control1: p(x1, y1 - c * k), control2: p(x1 - c * k, y1))
    path.addLine(to: p(x0 + d, y1))
    path.addCurve(to: p(x0, y1 - d), control1: p(x0 + d * k, y1), control2: p(x0, y1 - d * k))
    path.addLine(to: p(x0, y0 + a))
    path.addCurve(to: p(x0 + a, y0), control1: p(x0, y0 + a * k), control2: p(x0 + a * k, y0))
    path.closeSubpath()
    return path
  }
}
