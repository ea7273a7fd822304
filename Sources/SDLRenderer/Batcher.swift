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
/// They wait as long as the texture, the target and the clip stay the same.
final class Batcher {
  private let renderer: OpaquePointer
  private var vertices: [Vertex] = []
  private var indices: [UInt32] = []
  private var texture: OpaquePointer?
  /// How triangles blend in place of their texture's own way; changed only between flushes.
  var blend: SDL_BlendMode?
  /// The clip that SDL has; nil for the whole target.
  private var clip: PixelRect?
  /// What has been given to SDL since the counts were taken last.
  private(set) var counts = CanvasCounts()

  init(renderer: OpaquePointer) { self.renderer = renderer }

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
  func begin(_ texture: OpaquePointer) -> UInt32 {
    if texture != self.texture || vertices.count > 60_000 {
      flush()
      self.texture = texture
    }
    return UInt32(vertices.count)
  }

  func append(_ vertex: Vertex) { vertices.append(vertex) }

  /// Appends two triangles between vertices by number, in order around the quad.
  func appendQuad(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) {
    indices.append(a)
    indices.append(b)
    indices.append(c)
    indices.append(a)
    indices.append(c)
    indices.append(d)
  }

  /// Counts bytes put into a texture.
  func countUpload(bytes: Int) { counts.uploadedBytes += bytes }

  /// Counts a group.
  func countGroup() { counts.groups += 1 }

  /// Gives SDL what has been gathered.
  func flush() {
    guard !indices.isEmpty, let texture else { return }
    if let blend { SDL_SetTextureBlendMode(texture, blend) }
    defer { if blend != nil { SDL_SetTextureBlendMode(texture, BlendMode.over()) } }
    let stride = Int32(MemoryLayout<Vertex>.stride)
    vertices.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      let offset = { (field: Int) in base + field }
      _ = SDL_RenderGeometryRaw(
        renderer, texture,
        offset(0).assumingMemoryBound(to: Float.self), stride,
        offset(MemoryLayout<Vertex>.offset(of: \.color) ?? 8)
          .assumingMemoryBound(to: SDL_Color.self), stride,
        offset(MemoryLayout<Vertex>.offset(of: \.texture) ?? 16)
          .assumingMemoryBound(to: Float.self), stride,
        Int32(vertices.count), indices, Int32(indices.count), 4)
    }
    counts.drawCalls += 1
    counts.vertices += vertices.count
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
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
