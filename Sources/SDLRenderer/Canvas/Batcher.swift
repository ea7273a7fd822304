// Batcher.swift
// Stage: canvas. Collects triangles of one texture and draws them in one call.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import Foundation

/// A corner of a triangle, in the layout of SDL's geometry call.
struct Vertex {
  var position: SIMD2<Float>
  /// Premultiplied, 8 bits each, red in the lowest byte.
  var color: UInt32
  /// 0...1 over the texture.
  var texture: SIMD2<Float>
}

/// Triangles of the next draw call.
///
/// They are drawn when the texture or the target changes. Upright quads are trimmed to the clip, so that content
/// with many clips, such as a list's cells, is still one draw call; other triangles end it. The memory is reused from
/// frame to frame.
final class Batcher {
  private let renderer: OpaquePointer
  // Accessed for every quad. No access overlaps a mutation.
  @exclusivity(unchecked) private var vertices = GrowingBuffer<Vertex>(capacity: 4096)
  @exclusivity(unchecked) private var indices = GrowingBuffer<UInt32>(capacity: 6144)
  @exclusivity(unchecked) private var texture: OpaquePointer?
  /// The blend mode in place of the texture's own. Changed only when nothing is pending.
  @exclusivity(unchecked) var blend: SDL_BlendMode?
  /// The clip of the following triangles. Nil for the whole target.
  @exclusivity(unchecked) private(set) var clip: PixelRect?
  /// The first pending triangle of the clip; those before it are trimmed, or need none.
  @exclusivity(unchecked) private var clipped = (vertex: 0, index: 0)
  /// Whether the pending triangles show texels between pixels, of which a filter mixes those around.
  @exclusivity(unchecked) private var isFiltered = false
  /// The counts of the current frame.
  @exclusivity(unchecked) private(set) var counts = CanvasCounts()

  private static let colorOffset = MemoryLayout<Vertex>.offset(of: \.color) ?? 8
  private static let textureOffset = MemoryLayout<Vertex>.offset(of: \.texture) ?? 16
  /// A batch of more vertices is drawn, and SDL submits its queued calls. SDL and the driver keep copies of what
  /// waits, so this limits their memory; and a part of this size stays in the processor's cache.
  private static let maximumVertices = 1 << 13
  /// The number of vertices from which a draw call without a filter is worth a change of the texture's mode.
  private static let minimumUnfilteredVertices = 1 << 10

  init(renderer: OpaquePointer) { self.renderer = renderer }

  deinit {
    vertices.free()
    indices.free()
  }

  /// Starts a frame's counts.
  func beginFrame() {
    counts = CanvasCounts()
    setClip(nil)
  }

  /// Drops the triangles that wait for the next draw call, as their texture is lost.
  func discard() {
    removeAll()
    (texture, blend, isFiltered) = (nil, nil, false)
  }

  /// Clips the following triangles to a rectangle, unless they lie inside it anyway.
  ///
  /// - Parameters:
  ///   - scissor: In pixels of the target.
  ///   - bounds: The bounds of the following triangles. A clip that contains them is left unchanged.
  func prepare(scissor: PixelRect, bounds: PixelRect) {
    if scissor.contains(bounds) {
      if let clip, !clip.contains(bounds) { setClip(nil) }
    } else if clip != scissor {
      setClip(scissor)
    }
  }

  /// Sets the clip of the following triangles; nil for none. Changing the target resets it.
  func setClip(_ rect: PixelRect?) {
    trimToClip()
    clip = rect
    clipped = (vertices.count, indices.count)
  }

  /// Begins triangles of a texture; returns the index of the next vertex.
  ///
  /// - Parameter isFiltered: False where each pixel shows one texel, or texels that are all alike.
  @inline(__always) func begin(_ texture: OpaquePointer, isFiltered: Bool = true) -> UInt32 {
    if texture != self.texture || vertices.count > Self.maximumVertices {
      let isFull = texture == self.texture
      flush()
      if isFull { SDL_RenderFlush(renderer) }
      self.texture = texture
    }
    if isFiltered && !self.isFiltered {
      if vertices.count >= Self.minimumUnfilteredVertices { flush() }
      self.isFiltered = true
    }
    return UInt32(vertices.count)
  }

  @inline(__always) func append(_ vertex: Vertex) {
    vertices.reserve(1)
    vertices.append(vertex)
  }

  /// Appends a quad by the indices of its vertices, in order around it.
  @inline(__always) func appendQuad(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) {
    indices.reserve(6)
    indices.append(a)
    indices.append(b)
    indices.append(c)
    indices.append(a)
    indices.append(c)
    indices.append(d)
  }

  /// Appends the four triangles between the corners of a quad, in order around it, and a vertex in its middle.
  func appendFan(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, middle: UInt32) {
    indices.reserve(12)
    for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
      indices.append(from)
      indices.append(to)
      indices.append(middle)
    }
  }

  /// Appends a parallelogram with a part of a texture.
  ///
  /// - Parameters:
  ///   - corner: The parallelogram's top left, in pixels of the target.
  ///   - right: The vector from there to the top right.
  ///   - down: The vector from there to the bottom left.
  ///   - from: The part's top left, 0...1 over the texture.
  ///   - to: The part's bottom right.
  ///   - isFiltered: False where each pixel shows one texel.
  @inline(__always) func append(
    _ texture: OpaquePointer, at corner: SIMD2<Float>, right: SIMD2<Float>, down: SIMD2<Float>,
    from: SIMD2<Float>, to: SIMD2<Float>, color: UInt32, isFiltered: Bool = true
  ) {
    let first = begin(texture, isFiltered: isFiltered)
    vertices.reserve(4)
    vertices.append(Vertex(position: corner, color: color, texture: from))
    vertices.append(
      Vertex(position: corner + right, color: color, texture: SIMD2(to.x, from.y)))
    vertices.append(Vertex(position: corner + right + down, color: color, texture: to))
    vertices.append(
      Vertex(position: corner + down, color: color, texture: SIMD2(from.x, to.y)))
    appendQuad(first, first + 1, first + 2, first + 3)
  }

  /// Counts bytes uploaded to a texture.
  func countUpload(bytes: Int) { counts.uploadedBytes += bytes }

  /// Counts a group.
  func countGroup() { counts.groups += 1 }

  /// Draws the pending triangles.
  func flush() {
    trimToClip()
    draw(from: (0, 0))
    removeAll()
  }

  private func removeAll() {
    vertices.count = 0
    indices.count = 0
    clipped = (0, 0)
    isFiltered = false
  }

  /// Trims the pending triangles of the clip. Where they are not upright quads, the GPU clips them, in a draw call of
  /// their own.
  private func trimToClip() {
    guard let clip, indices.count > clipped.index else { return }
    let added = UnsafeMutableBufferPointer(
      start: indices.base + clipped.index, count: indices.count - clipped.index)
    if let count = QuadTrimmer.trim(vertices.base, added, to: clip) {
      indices.count = clipped.index + count
      clipped = (vertices.count, indices.count)
      return
    }
    let whole = (vertices.count, indices.count)
    (vertices.count, indices.count) = clipped
    draw(from: (0, 0))
    (vertices.count, indices.count) = whole
    var area = SDL_Rect(
      x: Int32(clip.minX), y: Int32(clip.minY), w: Int32(clip.width), h: Int32(clip.height))
    SDL_RenderSetClipRect(renderer, &area)
    draw(from: clipped)
    SDL_RenderSetClipRect(renderer, nil)
    removeAll()
  }

  /// Draws the pending triangles from one on, whose vertices are not those of triangles before it.
  private func draw(from first: (vertex: Int, index: Int)) {
    guard indices.count > first.index, let texture else { return }
    for index in first.index..<indices.count where first.vertex > 0 {
      indices.base[index] -= UInt32(first.vertex)
    }
    setFilter(of: texture)
    if let blend { SDL_SetTextureBlendMode(texture, blend) }
    defer { if blend != nil { SDL_SetTextureBlendMode(texture, BlendMode.over()) } }
    let stride = Int32(MemoryLayout<Vertex>.stride)
    let base = UnsafeRawPointer(vertices.base + first.vertex)
    let count = vertices.count - first.vertex
    _ = SDL_RenderGeometryRaw(
      renderer, texture, base.assumingMemoryBound(to: Float.self), stride,
      (base + Self.colorOffset).assumingMemoryBound(to: SDL_Color.self), stride,
      (base + Self.textureOffset).assumingMemoryBound(to: Float.self), stride,
      Int32(count), indices.base + first.index, Int32(indices.count - first.index), 4)
    counts.drawCalls += 1
    counts.vertices += count
  }

  /// Changes whether a texture is filtered, as the pending triangles need it or do without. A GPU in software
  /// draws text, whose texels are its pixels, in seven eighths of the time without a filter.
  private func setFilter(of texture: OpaquePointer) {
    // Set while the filter is off. A texture that never has one, of an image with sharp texels, is without it.
    let isOff = SDL_GetTextureUserData(texture) != nil
    guard isOff == isFiltered, isFiltered || vertices.count >= Self.minimumUnfilteredVertices else {
      return
    }
    // What SDL holds back would be drawn in the new mode.
    SDL_RenderFlush(renderer)
    SDL_SetTextureScaleMode(texture, isFiltered ? SDL_ScaleModeLinear : SDL_ScaleModeNearest)
    SDL_SetTextureUserData(texture, isFiltered ? nil : UnsafeMutableRawPointer(texture))
  }
}
