// GLCanvas+Groups.swift
// Stage: canvas. Offscreen groups: where they are drawn, and how they are composited.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore

extension GLCanvas {
  /// Begins a group: what follows is drawn into a texture of its own.
  func begin(_ group: Group, _ item: DrawItem) throws(SDLError) {
    let outer = target
    let clip = item.scissor.intersection(outer.clip)
    let isApart = group.isMapped || group.shadow != nil || !group.filters.isEmpty
    openGroups.append(OpenGroup(item: item, group: group, outer: outer, isApart: isApart))
    var bounds = group.bounds
    if let shadow = group.shadow {
      // The edge is transparent where a blur looks beyond it.
      bounds = shadow.limited.source(of: clip).intersection(bounds).outset(by: 1)
    } else if !group.filters.isEmpty {
      // Pixels outside of the target may be spread into it.
      let reach = group.filters.reach
      bounds = clip.outset(by: reach).intersection(bounds).outset(by: reach)
        .intersection(clip.outset(by: reach))
    }
    if !isApart { bounds = bounds.intersection(clip) }
    if !group.isMapped {
      // At the limit of a texture, without the margin that a blur looks at.
      if bounds.width > supply.longestSide {
        (bounds.minX, bounds.maxX) = (max(bounds.minX, clip.minX), min(bounds.maxX, clip.maxX))
      }
      if bounds.height > supply.longestSide {
        (bounds.minY, bounds.maxY) = (max(bounds.minY, clip.minY), min(bounds.maxY, clip.maxY))
      }
    }
    guard item.opacity > 0, !clip.isEmpty, !bounds.isEmpty, !group.bounds.isEmpty,
      pool.fits(bounds)
    else {
      if !bounds.isEmpty, !pool.fits(bounds) {
        Diagnostics.reportOnce(
          "groups",
          "a group of \(bounds.width) x \(bounds.height) pixels is not drawn: the GPU's longest "
            + "side is \(supply.longestSide)")
      }
      // Nothing of it can be seen; it has no pixels.
      target = GLTarget(texture: nil, bounds: .empty)
      return
    }
    recorder.countGroup()
    let size = PixelSize(width: bounds.width, height: bounds.height)
    target = GLTarget(
      texture: try pool.acquire(size), bounds: bounds, clip: bounds.intersection(group.bounds))
    recorder.setTarget(target)
    recorder.clear(.zero)
  }

  /// Ends the innermost group.
  func endGroup() throws(SDLError) {
    guard let ended = openGroups.popLast() else { return }
    let inner = target
    target = ended.outer
    let clip = ended.item.scissor.intersection(target.clip)
    guard let texture = inner.texture else {
      // A mask that draws nothing hides everything.
      if ended.group.blend.clearsOutside { clear(clip) }
      return
    }
    var picture = FilteredTexture(texture: texture, bounds: inner.bounds)
    if let shadow = ended.group.shadow {
      if !ended.group.blend.separatesShadow && !shadow.isAlone {
        picture = try withShadow(picture, shadow.limited, clip)
      } else {
        try drawShadow(
          shadow.limited, of: picture, on: target, opacity: ended.item.opacity, clip: clip)
      }
    }
    try apply(ended.group.filters, to: &picture)
    recorder.setTarget(target)
    if ended.group.shadow?.isAlone != true { try composite(picture, ended, clip) }
    pool.release(picture.texture)
  }

  private func composite(
    _ picture: FilteredTexture, _ ended: OpenGroup, _ clip: PixelRect
  ) throws(SDLError) {
    let opacity = Float(min(max(ended.item.opacity, 0), 1))
    if ended.group.isMapped {
      guard
        var instance = Instance(
          .picture, picture.bounds.cgRect, ended.item.transform, clip: clip)
      else { return }
      picture.show(in: &instance, middle: picture.bounds.middle)
      instance.fill = pack(SIMD4(repeating: opacity))
      recorder.add(instance, .pictures, picture: picture.texture.name)
      return
    }
    switch ended.group.blend {
    case .over: append(picture, clip: clip, tint: opacity, blend: .over)
    case .add: append(picture, clip: clip, tint: opacity, blend: .add)
    case .destinationIn:
      append(picture, clip: clip, tint: opacity, blend: .destinationIn)
      let inner = picture.deviceBounds.intersection(clip)
      if inner.isEmpty { return clear(clip) }
      for band in [
        PixelRect(minX: clip.minX, minY: clip.minY, maxX: clip.maxX, maxY: inner.minY),
        PixelRect(minX: clip.minX, minY: inner.maxY, maxX: clip.maxX, maxY: clip.maxY),
        PixelRect(minX: clip.minX, minY: inner.minY, maxX: inner.minX, maxY: inner.maxY),
        PixelRect(minX: inner.maxX, minY: inner.minY, maxX: clip.maxX, maxY: inner.maxY),
      ] { clear(band) }
    case .mode(let mode):
      let area = picture.deviceBounds.intersection(clip)
      guard !area.isEmpty else { return }
      guard let under = target.texture else { return }
      let beneath = try pool.acquire(PixelSize(width: area.width, height: area.height))
      recorder.setTarget(GLTarget(texture: beneath, bounds: area))
      append(FilteredTexture(texture: under, bounds: target.bounds), clip: area, blend: .replace)
      recorder.setTarget(target)
      if let instance = instance(showing: picture, clip: area, tint: opacity) {
        recorder.add(
          instance,
          .blend(
            mode: mode.rawValue, beneath: beneath,
            origin: SIMD2(Float(area.minX), Float(area.minY))), picture: picture.texture.name)
      }
      pool.release(beneath)
    }
  }

  /// Makes pixels of the target transparent.
  private func clear(_ area: PixelRect) {
    guard !area.isEmpty,
      let instance = Instance(.box, area.cgRect, .identity, clip: area)
    else { return }
    recorder.add(instance, .boxes, blend: .destinationIn)
  }

  // MARK: Textures as pictures

  /// Appends a texture of device pixels.
  func append(
    _ picture: FilteredTexture, clip: PixelRect, tint: Float = 1, blend: DrawRecorder.Blend
  ) {
    guard let instance = instance(showing: picture, clip: clip, tint: tint) else { return }
    recorder.add(instance, .pictures, picture: picture.texture.name, blend: blend)
  }

  private func instance(
    showing picture: FilteredTexture, clip: PixelRect, tint: Float
  ) -> Instance? {
    let rect = picture.deviceBounds.cgRect
    guard var instance = Instance(.picture, rect, .identity, clip: clip) else { return nil }
    picture.show(in: &instance, middle: SIMD2(rect.midX, rect.midY))
    instance.fill = pack(SIMD4(repeating: tint))
    return instance
  }

  // MARK: Shadows

  /// Draws the shadow of a picture.
  private func drawShadow(
    _ shadow: GroupShadow, of picture: FilteredTexture, on target: GLTarget, opacity: Double,
    clip: PixelRect
  ) throws(SDLError) {
    guard shadow.deviation.isFinite, abs(shadow.offset.dx) < 1e6, abs(shadow.offset.dy) < 1e6,
      shadow.deviation >= 0, shadow.color.alpha > 0, opacity > 0
    else { return }
    let blurred = try blurred(
      picture, deviation: shadow.deviation, isMask: true,
      reach: GaussianBlur.reach(shadow.deviation))
    recorder.setTarget(target)
    let rect = blurred.deviceBounds.cgRect
    let moved = rect.offsetBy(dx: shadow.offset.dx, dy: shadow.offset.dy)
    if var instance = Instance(.picture, moved, .identity, clip: clip) {
      blurred.show(in: &instance, middle: SIMD2(rect.midX, rect.midY))
      instance.form |= Instance.isAlphaOnly | Instance.isSmooth
      instance.fill = pack(premultiplied(shadow.color, opacity: opacity))
      recorder.add(instance, .pictures, picture: blurred.texture.name)
    }
    if blurred.texture !== picture.texture { pool.release(blurred.texture) }
  }

  /// Returns a picture with its shadow beneath it.
  private func withShadow(
    _ picture: FilteredTexture, _ shadow: GroupShadow, _ clip: PixelRect
  ) throws(SDLError) -> FilteredTexture {
    let bounds = shadow.reach(around: picture.bounds).intersection(clip)
    if bounds.isEmpty || !pool.fits(bounds) { return picture }
    let both = GLTarget(
      texture: try pool.acquire(PixelSize(width: bounds.width, height: bounds.height)),
      bounds: bounds)
    recorder.setTarget(both)
    recorder.clear(.zero)
    try drawShadow(shadow, of: picture, on: both, opacity: 1, clip: bounds)
    append(picture, clip: bounds, blend: .over)
    pool.release(picture.texture)
    guard let texture = both.texture else { return picture }
    return FilteredTexture(texture: texture, bounds: bounds)
  }
}

extension GroupShadow {
  /// The shadow with a deviation that a canvas draws.
  fileprivate var limited: GroupShadow {
    var shadow = self
    shadow.deviation = min(shadow.deviation, MemoryCanvas.softestShadow)
    return shadow
  }
}
