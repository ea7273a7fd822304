// Batcher.swift
// Stage: canvas. Gathers quads of one texture and gives them to SDL in one call.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import Foundation

/// A corner of a triangle, as SDL's geometry call reads it.
struct Vertex {
  var position: SIMD2<Float>
  /// Premultiplied, 8 bits each, red in the lowest byte.
  var color: UInt32
  /// 0...1 over the texture.
  var texture: SIMD2<Float>
}

/// Triangles that wait for one draw call.
///
/// They wait as long as the texture, the target and the clip stay the same, in memory that is kept
/// from frame to frame.
final class Batcher {
  private let renderer: OpaquePointer
  // Asked for with every quad; nothing of a batcher is used while it is changed.
  @exclusivity(unchecked) private var vertices = Store<Vertex>(capacity: 4096)
  @exclusivity(unchecked) private var indices = Store<UInt32>(capacity: 6144)
  @exclusivity(unchecked) private var texture: OpaquePointer?
  /// How triangles blend in place of their texture's own way; changed only between flushes.
  @exclusivity(unchecked) var blend: SDL_BlendMode?
  /// The clip that SDL has; nil for the whole target.
  @exclusivity(unchecked) private(set) var clip: PixelRect?
  /// What has been given to SDL since the counts were taken last.
  @exclusivity(unchecked) private(set) var counts = CanvasCounts()

  private static let colorOffset = MemoryLayout<Vertex>.offset(of: \.color) ?? 8
  private static let textureOffset = MemoryLayout<Vertex>.offset(of: \.texture) ?? 16
  /// More vertices than this wait for no more.
  private static let most = 1 << 20

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

  /// Makes sure that what follows is cut to a rectangle.
  ///
  /// - Parameters:
  ///   - scissor: In pixels of the target.
  ///   - bounds: What is going to be drawn; a clip that holds all of it need not change.
  func prepare(scissor: PixelRect, bounds: PixelRect) {
    if scissor.contains(bounds) {
      if let clip, !clip.contains(bounds) { setClip(nil) }
    } else if clip != scissor {
      setClip(scissor)
    }
  }

  /// Sets SDL's clip; nil for none. SDL forgets it when the target changes.
  func setClip(_ rect: PixelRect?) {
    flush()
    clip = rect
    guard let rect else {
      SDL_RenderSetClipRect(renderer, nil)
      return
    }
    var area = SDL_Rect(
      x: Int32(rect.minX), y: Int32(rect.minY), w: Int32(rect.width), h: Int32(rect.height))
    SDL_RenderSetClipRect(renderer, &area)
  }

  /// Takes a texture for the triangles that follow; returns the number of the next vertex.
  @inline(__always) func begin(_ texture: OpaquePointer) -> UInt32 {
    if texture != self.texture || vertices.count > Self.most {
      flush()
      self.texture = texture
    }
    return UInt32(vertices.count)
  }

  @inline(__always) func append(_ vertex: Vertex) {
    vertices.reserve(1)
    vertices.append(vertex)
  }

  /// Appends two triangles between vertices by number, in order around the quad.
  @inline(__always) func appendQuad(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) {
    indices.reserve(6)
    indices.append(a)
    indices.append(b)
    indices.append(c)
    indices.append(a)
    indices.append(c)
    indices.append(d)
  }

  /// Appends a parallelogram that shows a part of a texture.
  ///
  /// - Parameters:
  ///   - corner: Where the part's top left goes, in pixels of the target.
  ///   - right: From there to its top right.
  ///   - down: From there to its bottom left.
  ///   - from: The part's top left, 0...1 over the texture.
  ///   - to: Its bottom right.
  @inline(__always) func append(
    _ texture: OpaquePointer, at corner: SIMD2<Float>, right: SIMD2<Float>, down: SIMD2<Float>,
    from: SIMD2<Float>, to: SIMD2<Float>, color: UInt32
  ) {
    let first = begin(texture)
    vertices.reserve(4)
    vertices.append(Vertex(position: corner, color: color, texture: from))
    vertices.append(
      Vertex(position: corner + right, color: color, texture: SIMD2(to.x, from.y)))
    vertices.append(Vertex(position: corner + right + down, color: color, texture: to))
    vertices.append(
      Vertex(position: corner + down, color: color, texture: SIMD2(from.x, to.y)))
    appendQuad(first, first + 1, first + 2, first + 3)
  }

  /// Counts bytes put into a texture.
  func countUpload(bytes: Int) { counts.uploadedBytes += bytes }

  /// Counts a group.
  func countGroup() { counts.groups += 1 }

  /// Gives SDL what has been gathered.
  func flush() {
    guard indices.count > 0, let texture else { return }
    if let blend { SDL_SetTextureBlendMode(texture, blend) }
    defer { if blend != nil { SDL_SetTextureBlendMode(texture, BlendMode.over()) } }
    let stride = Int32(MemoryLayout<Vertex>.stride)
    let base = UnsafeRawPointer(vertices.base)
    _ = SDL_RenderGeometryRaw(
      renderer, texture, base.assumingMemoryBound(to: Float.self), stride,
      (base + Self.colorOffset).assumingMemoryBound(to: SDL_Color.self), stride,
      (base + Self.textureOffset).assumingMemoryBound(to: Float.self), stride,
      Int32(vertices.count), indices.base, Int32(indices.count), 4)
    counts.drawCalls += 1
    counts.vertices += vertices.count
    vertices.count = 0
    indices.count = 0
  }
}

/// Values that come and go together. An array would ask with each of them whether it is shared.
private struct Store<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  func free() { base.deallocate() }

  /// Makes room for some more values.
  @inline(__always) mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(count + more) }
  }

  /// Appends a value for which there is room.
  @inline(__always) mutating func append(_ value: Element) {
    (base + count).initialize(to: value)
    count += 1
  }

  @inline(never) private mutating func grow(_ needed: Int) {
    capacity = max(needed, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
  }
}

/// The blend modes of premultiplied colours.
enum BlendMode {
  static func over() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA)
  }
  static func add() -> SDL_BlendMode { compose(SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE) }
  static func destinationIn() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_ZERO, SDL_BLENDFACTOR_SRC_ALPHA)
  }
  static func destinationOut() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_ZERO, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA)
  }
  /// The source's colour with the destination's alpha.
  static func sourceIn() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_DST_ALPHA, SDL_BLENDFACTOR_ZERO)
  }

  private static func compose(
    _ source: SDL_BlendFactor, _ destination: SDL_BlendFactor
  ) -> SDL_BlendMode {
    SDL_ComposeCustomBlendMode(
      source, destination, SDL_BLENDOPERATION_ADD, source, destination, SDL_BLENDOPERATION_ADD)
  }
}
