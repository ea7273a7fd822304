// MemoryCanvas+Groups.swift
// Stage: canvas. Lowers offscreen groups. A group with a shadow is drawn beforehand, as a blur reaches
// across tiles.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension MemoryCanvas {
  /// The largest deviation, in device pixels; softer shadows are drawn with it.
  package static let softestShadow = 64.0

  /// Lowers a group and the items up to its end.
  func lowerGroup(
    _ group: Group, _ items: UnsafeBufferPointer<DrawItem>, _ at: Int, _ index: inout Int,
    _ program: TileProgram, _ clip: PixelRect, _ depth: Int
  ) {
    let target = clip.intersection(items[at].scissor)
    let opacity = UInt32(PixelColor.unit(items[at].opacity) * 255 + 0.5)
    var command = GroupCommand(blend: group.blend, opacity: opacity)
    if let shadow = group.shadow, opacity > 0, !target.isEmpty,
      let reach = ShadowReach(shadow, group.bounds, target)
    {
      lowerShadowed(&command, shadow, reach, items, &index, program)
      append(command, target, program, depth)
      return
    }
    if group.shadow?.isAlone == true {
      skip(items, &index)
      return
    }
    if !group.filters.isEmpty, opacity > 0, !group.bounds.isEmpty {
      lowerFiltered(&command, group, target, items, &index)
      append(command, target, program, depth)
      return
    }
    let visible = group.bounds.intersection(target)
    guard !visible.isEmpty, opacity > 0 else {
      skip(items, &index)
      append(command, target, program, depth)
      return
    }
    program.prepareSurface(depth: depth + 1)
    program.append(.push, 0, depth + 1, visible)
    program.openGroups.append(visible)
    DeepRecursion.run(at: depth + 1) {
      lower(items, &index, program, clip: visible, depth: depth + 1)
    }
    program.openGroups.removeLast()
    command.content = visible
    append(command, target, program, depth)
  }

  /// Draws a group beforehand, and filters its picture.
  private func lowerFiltered(
    _ command: inout GroupCommand, _ group: Group, _ target: PixelRect,
    _ items: UnsafeBufferPointer<DrawItem>, _ index: inout Int
  ) {
    // Pixels outside of the target may be spread into it.
    let reach = group.filters.reach
    let source = target.outset(by: reach).intersection(group.bounds)
    guard !source.isEmpty else {
      skip(items, &index)
      return
    }
    let changed = source.outset(by: reach).intersection(target.outset(by: reach))
    let inner = spareProgram(bounds: changed)
    lower(items, &index, inner, clip: source, depth: 0, isNested: true)
    execute(inner)
    let surface = inner.surfaces[0]
    var picture = FilteredPicture(surface.rows, surface.bounds)
    picture.apply(group.filters, clamps: false, order: order)
    picture.write(to: surface.rows, surface.bounds)
    command.surface = surface
    command.content = changed
  }

  /// Draws all that is beneath a backdrop, filters it, and adds it as an image.
  func lower(_ backdrop: Backdrop, _ context: LoweringContext, into program: TileProgram) {
    let shape = RoundedShape(
      rect: backdrop.rect, radii: backdrop.radii, transform: context.transform)
    guard let outline = program.trace(shape) else { return }
    let seen = outline.pixels.intersection(context.clip)
    let source = seen.outset(by: backdrop.filters.reach).intersection(program.bounds)
    guard !seen.isEmpty, !source.isEmpty else { return }
    execute(program)
    program.removeCommands()
    let beneath = spareProgram(bounds: source).surfaces[0]
    program.copyPicture(to: beneath)
    var picture = FilteredPicture(beneath.rows, source)
    picture.apply(backdrop.filters, clamps: true, order: order)
    picture.write(to: beneath.rows, source)
    guard let image = image(of: beneath) else { return }
    program.images.append(
      ImageCommand(
        shape: shape, image: image,
        map: PlaneTransform(tx: -Double(source.minX), ty: -Double(source.minY)), isSmooth: false,
        opacity: UInt32(context.opacity * 255 + 0.5)))
    program.append(.image, program.images.count - 1, context.depth, seen)
  }

  /// Draws a group in its own pixels, beforehand, and maps the picture.
  func lowerMapped(
    _ group: Group, _ items: UnsafeBufferPointer<DrawItem>, _ at: Int, _ index: inout Int,
    _ program: TileProgram, _ clip: PixelRect, _ depth: Int
  ) {
    let target = clip.intersection(items[at].scissor)
    let opacity = PixelColor.unit(items[at].opacity)
    guard !group.bounds.isEmpty, !target.isEmpty, opacity > 0 else {
      skip(items, &index)
      return
    }
    let inner = spareProgram(bounds: group.bounds)
    lower(items, &index, inner, clip: group.bounds, depth: 0, isNested: true)
    execute(inner)
    guard let image = image(of: inner.surfaces[0]) else { return }
    let quad = ImageQuad(
      image: image, source: CGRect(x: 0, y: 0, width: image.width, height: image.height),
      rect: group.bounds.cgRect)
    lower(
      quad,
      LoweringContext(
        transform: items[at].transform, opacity: opacity, clip: target, depth: depth),
      into: program)
  }

  private func append(
    _ command: GroupCommand, _ target: PixelRect, _ program: TileProgram, _ depth: Int
  ) {
    var bounds = command.content
    if let shadow = command.shadow { bounds = bounds.union(shadow.mask.bounds) }
    if command.blend.clearsOutside { bounds = target }
    bounds = bounds.intersection(target)
    if bounds.isEmpty { return }
    program.groups.append(command)
    program.append(.pop, program.groups.count - 1, depth, bounds)
  }

  /// Skips the items of a group that cannot be seen.
  func skip(_ items: UnsafeBufferPointer<DrawItem>, _ index: inout Int) {
    var open = 1
    while index < items.count {
      switch items[index].primitive {
      case .beginGroup: open += 1
      case .endGroup: open -= 1
      default: break
      }
      index += 1
      if open == 0 { return }
    }
    trap("a group began that does not end")
  }

  /// The pixels that a group's shadow needs, and those that it changes.
  struct ShadowReach {
    var deviation: Double
    /// The pixels of the group that cast the shadow.
    var source: PixelRect
    /// The pixels of the target that the shadow changes.
    var changed: PixelRect

    init?(_ shadow: GroupShadow, _ bounds: PixelRect, _ target: PixelRect) {
      let (dx, dy) = (shadow.offset.dx, shadow.offset.dy)
      guard abs(dx) < 1e6, abs(dy) < 1e6, shadow.deviation >= 0, shadow.color.alpha > 0 else {
        return nil
      }
      deviation = min(shadow.deviation, MemoryCanvas.softestShadow)
      guard !bounds.isEmpty else { return nil }
      changed = GroupShadow.shifted(bounds, by: shadow.offset, deviation: deviation)
        .intersection(target)
      source = GroupShadow.shifted(
        target, by: CGVector(dx: -dx, dy: -dy), deviation: deviation
      ).union(target).intersection(bounds)
      if source.isEmpty { return nil }
    }
  }

  private func lowerShadowed(
    _ command: inout GroupCommand, _ shadow: GroupShadow, _ reach: ShadowReach,
    _ items: UnsafeBufferPointer<DrawItem>, _ index: inout Int, _ program: TileProgram
  ) {
    let isMixed = !command.blend.separatesShadow && !shadow.isAlone
    let bounds = isMixed ? reach.source.union(reach.changed) : reach.source
    let inner = spareProgram(bounds: bounds)
    lower(items, &index, inner, clip: reach.source, depth: 0, isNested: true)
    execute(inner)
    command.surface = inner.surfaces[0]
    if !shadow.isAlone { command.content = bounds }
    if reach.changed.isEmpty { return }
    let mask = Self.shadowMask(of: inner.surfaces[0], shadow, reach)
    let color = PixelColor.pixel(shadow.color, opacity: 1, order: order)
    if isMixed {
      for y in reach.changed.minY..<reach.changed.maxY {
        let (row, cover) = (inner.surfaces[0].rows.row(y), mask.row(y))
        for x in reach.changed.minX..<reach.changed.maxX {
          row[x] = Spans.over(row[x], Spans.scale(color, UInt32(cover[x])))
        }
      }
    } else {
      program.ownedMasks.append(mask)
      command.shadow = MaskCommand(mask: mask.view, color: Spans.scale(color, command.opacity))
    }
  }

  private static func shadowMask(
    of surface: Surface, _ shadow: GroupShadow, _ reach: ShadowReach
  ) -> MaskBuffer {
    let (source, changed) = (reach.source, reach.changed)
    // The part of the source that reaches the changed pixels, with room for the blur's passes.
    let margin = GaussianBlur.reach(reach.deviation)
    let (dx, dy) = (shadow.offset.dx, shadow.offset.dy)
    let (left, up) = (Int(dx.rounded(.up)), Int(dy.rounded(.up)))
    let visible = PixelRect(
      minX: changed.minX - left - margin, minY: changed.minY - up - margin,
      maxX: changed.maxX - left + 1 + margin, maxY: changed.maxY - up + 1 + margin)
    let buffer = PixelRect(
      minX: source.minX - margin, minY: source.minY - margin, maxX: source.maxX + margin,
      maxY: source.maxY + margin
    ).intersection(visible)
    let (width, height) = (buffer.width, buffer.height)
    var alpha = [UInt8](repeating: 0, count: width * height)
    let filled = buffer.intersection(source)
    for y in filled.minY..<filled.maxY {
      let row = surface.rows.row(y)
      let line = (y - buffer.minY) * width - buffer.minX
      for x in filled.minX..<filled.maxX { alpha[line + x] = UInt8(row[x] >> 24) }
    }
    let values = GaussianBlur.blurred(
      alpha, width: width, height: height, deviation: reach.deviation)
    // A displacement by a fraction of a pixel mixes neighbours.
    let (fx, fy) = (UInt64((Double(left) - dx) * 256), UInt64((Double(up) - dy) * 256))
    var pixels = [UInt8](repeating: 0, count: changed.width * changed.height)
    func value(_ x: Int, _ y: Int) -> UInt64 {
      x >= 0 && y >= 0 && x < width && y < height ? UInt64(values[y * width + x]) : 0
    }
    for y in 0..<changed.height {
      let sy = changed.minY + y - up - buffer.minY
      for x in 0..<changed.width {
        let sx = changed.minX + x - left - buffer.minX
        let top = value(sx, sy) * (256 - fx) + value(sx + 1, sy) * fx
        let bottom = value(sx, sy + 1) * (256 - fx) + value(sx + 1, sy + 1) * fx
        let sum = top * (256 - fy) + bottom * fy
        pixels[y * changed.width + x] = UInt8(min((sum + (1 << 23)) >> 24, 255))
      }
    }
    return MaskBuffer(Coverage(bounds: changed, pixels: pixels))
  }
}
