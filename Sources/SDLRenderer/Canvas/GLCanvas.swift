// GLCanvas.swift
// Stage: canvas. Draws a DrawList with GL: every primitive becomes instances whose edges, colours and shadows the GPU
// works out.
//
// This folder: the canvases of windows: on a GPU (`GLCanvas`), whose items become instances, in the window's own
// memory (`SurfaceCanvas`), and in memory that GL shows, as on Wayland (`TextureCanvas`).
//
// SPDX-License-Identifier: MIT

package import Compositor
package import CoreGraphics
import Foundation
import QuartzCore
import Synchronization

internal import CSDL2

/// A canvas on a GPU.
///
/// It agrees with `MemoryCanvas` exactly at upright edges and in text, and within some steps of 255 along slanted and
/// round edges, where a line stands for an arc within one pixel.
package final class GLCanvas: WindowCanvas {
  package typealias Failure = SDLError
  package static var isBoundToThread: Bool { true }

  let source: any CoverageSource
  // The objects of one context. A new context, after the driver has lost one, gets new objects.
  private(set) var context: GLContext
  private(set) var supply: TextureSupply
  private(set) var recorder: DrawRecorder
  private(set) var pictures: TextureCache
  private(set) var ramps: GradientRamps
  private(set) var pool: TargetPool
  /// What items are drawn into.
  @exclusivity(unchecked) var target = GLTarget(texture: nil, bounds: .empty)
  /// The open groups, each with what it is composited into.
  var openGroups: [OpenGroup] = []
  /// The window, retained because it owns the context.
  private let window: SDLWindow
  private let limits: AtlasLimits
  /// Whether the next frame finds the context lost; see ``inject(contextLosses:)``.
  private var injectedLosses = 0
  private var injectedAge: Int?
  /// The whole picture of a list whose items read what is beneath them; nil for others.
  private var picture: GLTexture?
  private var pictureHistory = DrawnHistory()
  private var windowHistory = DrawnHistory()
  private var isBroken = false

  /// A group that has begun.
  struct OpenGroup {
    var item: DrawItem
    var group: Group
    var outer: GLTarget
    /// Whether a backdrop in the group shows nothing of what lies beneath the group.
    var isApart: Bool
  }

  /// Creates a canvas on a window's context. No other thread may draw with it.
  ///
  /// - Throws: When the window has no context because it is drawn in memory.
  package init(
    window: SDLWindow, source: any CoverageSource, limits: AtlasLimits = AtlasLimits()
  ) throws(SDLError) {
    guard let context = window.context else {
      throw SDLError(action: "setting up drawing", reason: "the window is drawn in memory")
    }
    try context.makeCurrent()
    self.window = window
    self.source = source
    self.limits = limits
    self.context = context
    supply = TextureSupply(context)
    recorder = DrawRecorder(context: context)
    pictures = TextureCache(supply: supply, recorder: recorder, limits: limits)
    ramps = GradientRamps(supply: supply, recorder: recorder)
    pool = TargetPool(supply: supply)
    context.functions.pixelStorei(UInt32(GL_UNPACK_ALIGNMENT), 1)
  }

  /// Makes everything again with a new context, as the driver has lost the one before.
  private func restart() throws(SDLError) {
    target = GLTarget(texture: nil, bounds: .empty)
    // Names of objects are those of the context: none may be deleted in the next one.
    forgetTextures()
    recorder.deleteObjects()
    let failures = supply.failures
    try window.renewContext()
    guard let new = window.context else { return }
    context = new
    supply = TextureSupply(new)
    supply.failures = failures
    recorder = DrawRecorder(context: new)
    pictures = TextureCache(supply: supply, recorder: recorder, limits: limits)
    ramps = GradientRamps(supply: supply, recorder: recorder)
    pool = TargetPool(supply: supply)
    new.functions.pixelStorei(UInt32(GL_UNPACK_ALIGNMENT), 1)
  }

  deinit {
    // Textures are deleted in the thread's context, which may be another window's.
    try? context.makeCurrent()
    forgetTextures()
  }

  package func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    // The driver may query the window's size.
    try window.awaitAnswers { () throws(SDLError) in try drawWithRetry(list) }
  }

  /// Draws a list; where that fails, once more with a new context, or without the textures of earlier frames.
  private func drawWithRetry(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    if isBroken { throw SDLError(action: "drawing with GL", reason: "a fault was injected") }
    try context.makeCurrent()
    do throws(SDLError) {
      let counts = try drawItems(of: list)
      if !isLost { return counts }
    } catch {
      if recorder.hasBrokenProgram { throw error }
      // Most likely the memory of the GPU is used up: without the textures of earlier frames it may suffice.
      forgetTextures()
    }
    if isLost {
      injectedLosses = max(injectedLosses - 1, 0)
      try restart()
    }
    do throws(SDLError) {
      return try drawItems(of: list)
    } catch {
      if recorder.hasBrokenProgram { throw error }
      Diagnostics.reportOnce("textures", "a part of the window is not drawn: \(error)")
      forgetTextures()
      return recorder.counts
    }
  }

  private var isLost: Bool { injectedLosses > 0 || context.isLost }

  /// Makes the next frames find that the driver has lost the context.
  package func inject(contextLosses count: Int) { injectedLosses = count }

  /// Takes an age of the window's back buffer for granted, as where pictures are not presented.
  package func inject(bufferAge: Int) { injectedAge = bufferAge }

  /// Makes the next frame fail for good.
  func injectFailure() { isBroken = true }

  /// Makes the next textures impossible to create, as when the memory of the GPU is used up.
  package func inject(textureFailures count: Int) { supply.failures = count }

  /// Deletes all textures, and drops the instances that would show them.
  private func forgetTextures() {
    recorder.discard()
    pictures.removeAll()
    ramps.removeAll()
    pool.removeAll()
    openGroups.removeAll()
    picture = nil
    pictureHistory.forget()
    windowHistory.forget()
  }

  private func drawItems(of list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    pictures.beginFrame()
    ramps.beginFrame()
    pool.beginFrame()
    recorder.beginFrame()
    openGroups.removeAll(keepingCapacity: true)
    let bounds = PixelRect(list.size)
    // A window's pixels cannot be read where backdrops and blend modes need them.
    if list.needsPixels {
      if picture?.size != list.size {
        picture = try GLTexture(size: list.size, format: .color, supply: supply, isTarget: true)
        pictureHistory.forget()
      }
    } else {
      picture = nil
    }
    let changed: PixelRect
    if list.needsPixels {
      // The texture always has the last list.
      changed = pictureHistory.add(list, age: 1)
      windowHistory.forget()
    } else {
      changed = windowHistory.add(list, age: injectedAge ?? context.bufferAge.current)
    }
    target = GLTarget(texture: picture, bounds: bounds, clip: changed, isPartial: true)
    recorder.setTarget(target)
    // Items are read in place: a copy would retain everything it refers to.
    try list.items.withUnsafeBufferPointer { items throws(SDLError) in
      let cover = lastCover(items)
      let color = premultiplied(cover?.color ?? list.background, opacity: 1)
      recorder.clear(color)
      var index = (cover?.index ?? -1) + 1
      while index < items.count { index += try draw(items, index) }
    }
    // Groups that the list left open are still composited.
    while !openGroups.isEmpty { try endGroup() }
    if let picture {
      recorder.setTarget(GLTarget(texture: nil, bounds: bounds))
      append(FilteredTexture(texture: picture, bounds: bounds), clip: bounds, blend: .replace)
    }
    try recorder.flush()
    var counts = recorder.counts
    counts.pixels = changed.area
    return counts
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
    try context.makeCurrent()
    let (gl, size) = (context.functions, window.pixelSize)
    let row = size.width * 4
    var pixels = [UInt8](repeating: 0, count: size.height * row)
    gl.bindFramebuffer(UInt32(GL_FRAMEBUFFER), 0)
    gl.readPixels(
      0, 0, Int32(size.width), Int32(size.height), UInt32(GL_RGBA), UInt32(GL_UNSIGNED_BYTE),
      &pixels)
    // GL's rows begin at the bottom.
    var upright: [UInt8] = []
    upright.reserveCapacity(pixels.count)
    for y in (0..<size.height).reversed() { upright += pixels[y * row..<(y + 1) * row] }
    // The alpha of a window has no meaning.
    for index in stride(from: 3, to: upright.count, by: 4) { upright[index] = 255 }
    return CGImage(width: size.width, height: size.height, premultipliedRGBA: upright)
  }
}

extension Box {
  /// Whether the box has no border or corners and covers an area of device pixels completely.
  func covers(_ area: PixelRect, _ transform: PlaneTransform) -> Bool {
    let isPlain = radii == .zero && (borderWidth <= 0 || (borderColor?.alpha ?? 0) <= 0)
    guard isPlain, transform.isUpright, rect.isFinite else { return false }
    let (x0, x1) = (rect.minX * transform.a + transform.tx, rect.maxX * transform.a + transform.tx)
    let (y0, y1) = (rect.minY * transform.d + transform.ty, rect.maxY * transform.d + transform.ty)
    return min(x0, x1) <= Double(area.minX) && max(x0, x1) >= Double(area.maxX)
      && min(y0, y1) <= Double(area.minY) && max(y0, y1) >= Double(area.maxY)
  }
}

/// Returns a colour premultiplied; components are clamped to 0...1.
func premultiplied(_ color: CGColor, opacity: Double) -> SIMD4<Float> {
  premultiplied(color.lanes, opacity: opacity)
}

/// Returns red, green, blue and alpha premultiplied; they are clamped to 0...1.
@inline(__always)
func premultiplied(_ color: SIMD4<Double>, opacity: Double) -> SIMD4<Float> {
  // The library's clamping is a call. A component that is NaN becomes 0.
  func clamped(_ component: Double) -> Double { component >= 0 ? min(component, 1) : 0 }
  let alpha = clamped(color.w) * clamped(opacity)
  return SIMD4(
    Float(clamped(color.x) * alpha), Float(clamped(color.y) * alpha),
    Float(clamped(color.z) * alpha), Float(alpha))
}

/// Packs a premultiplied colour, 0...1, into bytes, red lowest.
@inline(__always)
func pack(_ color: SIMD4<Float>) -> UInt32 {
  // Lane by lane this is an instruction each; the conversion of a whole vector is a function.
  let bytes = color * 255 + 0.5
  return UInt32(bytes.x) | UInt32(bytes.y) << 8 | UInt32(bytes.z) << 16 | UInt32(bytes.w) << 24
}
