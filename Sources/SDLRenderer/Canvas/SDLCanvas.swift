// SDLCanvas.swift
// Stage: canvas. Draws a DrawList with SDL's geometry calls: textured quads from atlas pages, so
// that most of a window is one draw call.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
package import Compositor
package import CoreGraphics
import Foundation
import QuartzCore
import Synchronization

/// A canvas on a GPU.
///
/// It agrees with `MemoryCanvas` exactly at upright edges, and within some steps of 255 along
/// slanted and round edges, where a bilinear filter approximates exact coverage. A box shadow is
/// blurred once, on the processor.
package final class SDLCanvas: WindowCanvas {
  package typealias Failure = SDLError
  package static var isBoundToThread: Bool { true }

  /// A render target: the window or a group's texture.
  struct Target {
    /// Nil for the window.
    var texture: OpaquePointer?
    /// The target's device pixels.
    var bounds: PixelRect
  }

  let source: any CoverageSource
  let renderer: OpaquePointer
  private let supply: TextureSupply
  let batcher: Batcher
  let pictures: TextureCache
  let groups: GroupTargets
  /// Created for the first list that needs it.
  private lazy var pixels = PixelCanvas(supply: supply, source: source)
  @exclusivity(unchecked) var target = Target(texture: nil, bounds: .empty)
  @exclusivity(unchecked) var slanted = SlantedAllowance()
  /// The open groups, each with the target that it is composited into.
  var openGroups: [(item: DrawItem, group: Group, outer: Target)] = []
  /// The window, retained because it owns the renderer.
  private let window: SDLWindow
  private var textureLosses = 0
  /// The size of the list drawn last.
  private var drawnSize: PixelSize?

  /// Creates a canvas on a window's renderer.
  ///
  /// - Throws: When the window has no renderer because it is drawn in memory, or when the driver
  ///   cannot blend premultiplied colours.
  package init(
    window: SDLWindow, source: any CoverageSource, limits: AtlasLimits = AtlasLimits()
  ) throws(SDLError) {
    guard let renderer = window.renderer else {
      throw SDLError(
        action: "setting up drawing", reason: "the window is drawn in memory")
    }
    self.window = window
    self.source = source
    self.renderer = renderer
    supply = TextureSupply(renderer: renderer)
    batcher = Batcher(renderer: renderer)
    var info = SDL_RendererInfo()
    try check(SDL_GetRendererInfo(renderer, &info), "querying the renderer's limits")
    let sides = [Int(info.max_texture_width), Int(info.max_texture_height), 8192].filter { $0 > 0 }
    pictures = TextureCache(
      supply: supply, batcher: batcher, blend: BlendMode.over(),
      longestSide: sides.min() ?? 2048, limits: limits)
    groups = GroupTargets(supply: supply, longestSide: sides.min() ?? 2048)
  }

  package func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    // The driver may query the window's size.
    try window.awaitAnswers { () throws(SDLError) in try drawWithRetry(list) }
  }

  /// Draws a list; where that fails, once more without the textures of earlier frames.
  private func drawWithRetry(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    let losses = window.textureLosses.load(ordering: .relaxed)
    if textureLosses != losses {
      textureLosses = losses
      forgetTextures()
    }
    pictures.beginFrame()
    groups.beginFrame()
    slanted.beginFrame()
    try check(SDL_SetRenderTarget(renderer, nil), "drawing into the window")
    if drawnSize != list.size {
      drawnSize = list.size
      try check(SDL_RenderSetViewport(renderer, nil), "fitting the picture to the window")
    }
    do throws(SDLError) {
      return try drawItems(of: list)
    } catch {
      // Most likely the memory of the GPU is used up: without the textures of earlier frames it may suffice.
      forgetTextures()
    }
    do throws(SDLError) {
      try check(SDL_SetRenderTarget(renderer, nil), "drawing into the window")
      return try drawItems(of: list)
    } catch {
      Diagnostics.reportOnce("textures", "a part of the window is not drawn: \(error)")
      forgetTextures()
      try check(SDL_SetRenderTarget(renderer, nil), "drawing into the window")
      return batcher.counts
    }
  }

  /// Makes the next textures impossible to create, as when the memory of the GPU is used up.
  package func inject(textureFailures count: Int) { supply.failures = count }

  /// Destroys all textures, and drops the triangles that would show them.
  private func forgetTextures() {
    batcher.discard()
    pictures.removeAll()
    groups.removeAll()
    pixels.removeAll()
  }

  private func drawItems(of list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    if list.needsPixels { return try pixels.draw(list) }
    batcher.beginFrame()
    target = Target(texture: nil, bounds: PixelRect(list.size))
    openGroups.removeAll(keepingCapacity: true)
    // Items are read in place: a copy would retain everything it refers to.
    try list.items.withUnsafeBufferPointer { items throws(SDLError) in
      let cover = lastCover(items)
      let color = pack(premultiplied(cover?.color ?? list.background, opacity: 1))
      SDL_SetRenderDrawColor(
        renderer, UInt8(color & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color >> 16 & 0xFF),
        UInt8(color >> 24))
      try check(SDL_RenderClear(renderer), "clearing the window")
      for index in (cover?.index ?? -1) + 1..<items.count { try draw(items, index) }
    }
    // Groups that the list left open are still composited.
    while let ended = openGroups.popLast() {
      try end(ended.group, of: ended.item, outer: ended.outer)
    }
    batcher.flush()
    return batcher.counts
  }

  package func present() { window.present() }

  /// The last box that covers the whole target, such as a window's background. Items beneath it are
  /// not drawn, and the window is cleared to its colour.
  private func lastCover(
    _ items: UnsafeBufferPointer<DrawItem>
  ) -> (index: Int, color: CGColor)? {
    var depth = 0
    for index in items.indices.reversed() {
      guard items[index].reach.contains(target.bounds) else {
        // Groups count towards the nesting depth whatever their reach.
        if case .endGroup = items[index].primitive { depth += 1 }
        if case .beginGroup = items[index].primitive { depth -= 1 }
        continue
      }
      switch items[index].primitive {
      case .endGroup: depth += 1
      case .beginGroup: depth -= 1
      case .box(let box):
        if depth == 0, items[index].opacity >= 1, let color = box.fill, color.alpha >= 1,
          items[index].scissor.contains(target.bounds),
          box.covers(target.bounds, items[index].transform)
        {
          return (index, color)
        }
      default: break
      }
    }
    return nil
  }

  /// Returns the window's pixels as drawn last, before they are presented.
  package func readPixels() throws(SDLError) -> CGImage {
    let size = window.pixelSize
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    try check(
      SDL_RenderReadPixels(renderer, nil, pixelFormat, &pixels, Int32(size.width * 4)),
      "reading the window's pixels")
    return CGImage(width: size.width, height: size.height, premultipliedRGBA: pixels)
  }

  // MARK: Groups

  func begin(_ group: Group) throws(SDLError) {
    batcher.flush()
    batcher.countGroup()
    // Pixels outside the target may cast a shadow into it.
    let bounds =
      group.isMapped
      // Anti-aliased edges need a margin on the texture.
      ? group.bounds.outset(by: 1)
      : group.bounds.intersection(group.shadow?.source(of: target.bounds) ?? target.bounds)
    // An invisible group is still drawn, into one pixel, so that its items need no special case.
    let size = PixelSize(width: max(1, bounds.width), height: max(1, bounds.height))
    target = Target(texture: try groups.acquire(size), bounds: bounds)
    try setTarget()
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 0)
    try check(SDL_RenderClear(renderer), "clearing a group")
  }

  private func setTarget() throws(SDLError) {
    try check(SDL_SetRenderTarget(renderer, target.texture), "drawing into a group")
    batcher.setClip(nil)
  }

  func end(_ group: Group, of item: DrawItem, outer: Target) throws(SDLError) {
    batcher.flush()
    let inner = target
    target = outer
    defer { inner.texture.map(groups.release) }
    let scissor = item.scissor.intersection(target.bounds)
    if let shadow = group.shadow, !inner.bounds.isEmpty, item.opacity > 0 {
      try draw(shadow, of: inner, opacity: item.opacity, scissor: scissor)
    }
    try setTarget()
    guard let texture = inner.texture, !scissor.isEmpty, group.shadow?.isAlone != true else {
      return
    }
    let blend =
      switch group.blend {
      // Lists with other modes are drawn by the processor.
      case .over, .mode: BlendMode.over()
      case .add: BlendMode.add()
      case .destinationIn: BlendMode.destinationIn()
      }
    try check(SDL_SetTextureBlendMode(texture, blend), "blending a group")
    if group.isMapped {
      appendMapped(inner.bounds, texture, item, scissor)
      batcher.flush()
      return
    }
    batcher.prepare(scissor: local(scissor), bounds: local(target.bounds))
    let color = pack(SIMD4(repeating: Float(min(max(item.opacity, 0), 1))))
    let area = inner.bounds
    groups.appendQuad(
      texture, from: PixelRect(PixelSize(width: area.width, height: area.height)),
      to: local(area), color: color, batcher)
    if group.blend.clearsOutside { clearAround(area, texture) }
    batcher.flush()
  }

  /// Appends a group that was drawn in its own pixel grid.
  ///
  /// - Parameter area: The group's pixels with a margin of one on each side.
  private func appendMapped(
    _ area: PixelRect, _ texture: OpaquePointer, _ item: DrawItem, _ scissor: PixelRect
  ) {
    let inner = area.outset(by: -1)
    let rect = inner.cgRect
    guard !inner.isEmpty, prepare(rect, item.transform, outset: 1, scissor) else { return }
    let size = groups.size(of: texture)
    let picture = TextureRegion(
      texture: texture, origin: SIMD2(1, 1),
      scale: SIMD2(1 / Float(size.width), 1 / Float(size.height)), bounds: inner)
    appendFaded(
      rect, picture, item.transform,
      texels: CGRect(x: 0, y: 0, width: inner.width, height: inner.height),
      color: SIMD4(repeating: Float(min(max(item.opacity, 0), 1))))
  }

  /// Makes the target transparent outside an area, by the blend mode of a texture.
  private func clearAround(_ area: PixelRect, _ texture: OpaquePointer) {
    let whole = target.bounds
    let inner =
      area.isEmpty
      ? PixelRect(minX: whole.maxX, minY: whole.minY, maxX: whole.maxX, maxY: whole.maxY) : area
    let bands = [
      PixelRect(minX: whole.minX, minY: whole.minY, maxX: whole.maxX, maxY: inner.minY),
      PixelRect(minX: whole.minX, minY: inner.maxY, maxX: whole.maxX, maxY: whole.maxY),
      PixelRect(minX: whole.minX, minY: inner.minY, maxX: inner.minX, maxY: inner.maxY),
      PixelRect(minX: inner.maxX, minY: inner.minY, maxX: whole.maxX, maxY: inner.maxY),
    ]
    for band in bands where !band.isEmpty {
      groups.appendQuad(
        texture, from: PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), to: local(band), color: 0,
        batcher)
    }
  }

  private func draw(
    _ shadow: GroupShadow, of inner: Target, opacity: Double, scissor: PixelRect
  ) throws(SDLError) {
    guard let texture = inner.texture, shadow.deviation.isFinite, shadow.offset.dx.isFinite,
      shadow.offset.dy.isFinite
    else { return }
    let blurred = try groups.blurred(
      texture, size: PixelSize(width: inner.bounds.width, height: inner.bounds.height),
      deviation: max(0, shadow.deviation), color: premultiplied(shadow.color, opacity: opacity),
      batcher)
    defer { groups.release(blurred.texture) }
    try setTarget()
    try check(SDL_SetTextureBlendMode(blurred.texture, BlendMode.over()), "blending a shadow")
    batcher.prepare(scissor: local(scissor), bounds: local(target.bounds))
    let reach = Double(blurred.reach)
    let area = inner.bounds.cgRect.insetBy(dx: -reach, dy: -reach)
      .offsetBy(dx: shadow.offset.dx, dy: shadow.offset.dy)
    groups.appendQuad(
      blurred.texture, from: PixelRect(blurred.size),
      to: area.offsetBy(dx: -Double(target.bounds.minX), dy: -Double(target.bounds.minY)),
      color: .max, batcher)
    batcher.flush()
  }

  /// Converts a rectangle from device pixels to the target's pixels.
  func local(_ rect: PixelRect) -> PixelRect {
    PixelRect(
      minX: rect.minX - target.bounds.minX, minY: rect.minY - target.bounds.minY,
      maxX: rect.maxX - target.bounds.minX, maxY: rect.maxY - target.bounds.minY)
  }
}
