// GroupTargets.swift
// Stage: canvas. A pool of the textures that groups are drawn into, and the blurs of their shadows on a GPU.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import Foundation

/// A pool of render targets.
///
/// Sizes are rounded up to steps, so that a group that grows does not need a new texture in each frame.
final class GroupTargets {
  private final class Entry {
    let texture: Texture
    var isInUse = true
    var lastUse: Int

    init(_ texture: consuming Texture, lastUse: Int) {
      self.texture = texture
      self.lastUse = lastUse
    }
  }

  private let supply: TextureSupply
  private let longestSide: Int
  private var entries: [Entry] = []
  private var frame = 0

  private var renderer: OpaquePointer { supply.renderer }

  init(supply: TextureSupply, longestSide: Int) {
    self.supply = supply
    self.longestSide = longestSide
  }

  func beginFrame() {
    frame += 1
    for entry in entries { entry.isInUse = false }
    entries.removeAll { frame - $0.lastUse > 60 }
  }

  func removeAll() { entries.removeAll() }

  /// Returns a texture of at least a size, with undefined contents.
  func acquire(_ size: PixelSize) throws(SDLError) -> OpaquePointer {
    func step(_ side: Int) -> Int { min((max(side, 1) + 127) / 128 * 128, longestSide) }
    let wanted = PixelSize(width: step(size.width), height: step(size.height))
    if let entry = entries.first(where: { !$0.isInUse && $0.texture.size == wanted }) {
      entry.isInUse = true
      entry.lastUse = frame
      return entry.texture.pointer
    }
    let entry = Entry(
      try Texture(size: wanted, supply: supply, isTarget: true), lastUse: frame)
    entries.append(entry)
    return entry.texture.pointer
  }

  /// Returns a texture to the pool.
  func release(_ texture: OpaquePointer) {
    entries.first { $0.texture.pointer == texture }?.isInUse = false
  }

  func size(of texture: OpaquePointer) -> PixelSize {
    entries.first { $0.texture.pointer == texture }?.texture.size ?? PixelSize(width: 1, height: 1)
  }

  /// Appends a quad with pixels of a texture.
  func appendQuad(
    _ texture: OpaquePointer, from source: PixelRect, to area: PixelRect, color: UInt32,
    _ batcher: Batcher
  ) { appendQuad(texture, from: source, to: area.cgRect, color: color, batcher) }

  func appendQuad(
    _ texture: OpaquePointer, from source: PixelRect, to area: CGRect, color: UInt32,
    _ batcher: Batcher
  ) {
    let size = size(of: texture)
    let first = batcher.begin(texture)
    for (right, below) in [(false, false), (true, false), (true, true), (false, true)] {
      batcher.append(
        Vertex(
          position: SIMD2(
            Float(right ? area.maxX : area.minX), Float(below ? area.maxY : area.minY)),
          color: color,
          texture: SIMD2(
            Float(right ? source.maxX : source.minX) / Float(size.width),
            Float(below ? source.maxY : source.minY) / Float(size.height))))
    }
    batcher.appendQuad(first, first + 1, first + 2, first + 3)
  }

  // MARK: Blur

  /// A blurred picture; `reach` device pixels were added around the original.
  struct Blurred {
    var texture: OpaquePointer
    /// The part of the texture that holds the picture, in texels, which may be larger than pixels.
    var size: PixelSize
    var reach: Int
  }

  /// Returns a texture's alpha, blurred and coloured, as a texture to be released by the
  /// caller.
  ///
  /// Two passes of weighted copies, in texels so large that the deviation is at most 4 of them.
  func blurred(
    _ texture: OpaquePointer, size: PixelSize, deviation: Double, color: SIMD4<Float>,
    _ batcher: Batcher
  ) throws(SDLError) -> Blurred {
    let step = max(1, Int((deviation / 4).rounded(.up)))
    let reach = GaussianBlur.radius(deviation) + 1
    func texels(_ side: Int) -> Int { (side + 2 * reach + step - 1) / step }
    let small = PixelSize(width: texels(size.width), height: texels(size.height))
    let area = CGRect(
      x: Double(reach) / Double(step), y: Double(reach) / Double(step),
      width: Double(size.width) / Double(step), height: Double(size.height) / Double(step))
    let taps = Self.weights(deviation / Double(step))

    let rows = try acquire(small)
    try copy(
      texture, PixelRect(size), to: rows, area,
      taps.map { (SIMD2(Double($0.offset), 0), $0.weight) },
      batcher)
    let result = try acquire(small)
    try copy(
      rows, PixelRect(small), to: result,
      CGRect(x: 0, y: 0, width: small.width, height: small.height),
      taps.map { (SIMD2(0, Double($0.offset)), $0.weight) }, batcher)
    // Colours the accumulated alpha.
    try check(SDL_SetTextureBlendMode(rows, BlendMode.over()), "colouring a shadow")
    try tint(result, small, color, batcher)
    release(rows)
    return Blurred(texture: result, size: small, reach: reach)
  }

  private func copy(
    _ source: OpaquePointer, _ part: PixelRect, to target: OpaquePointer, _ area: CGRect,
    _ taps: [(offset: SIMD2<Double>, weight: UInt32)], _ batcher: Batcher
  ) throws(SDLError) {
    try check(SDL_SetRenderTarget(renderer, target), "blurring a shadow")
    batcher.setClip(nil)
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 0)
    try check(SDL_RenderClear(renderer), "blurring a shadow")
    try check(SDL_SetTextureBlendMode(source, BlendMode.add()), "blurring a shadow")
    for tap in taps {
      appendQuad(
        source, from: part, to: area.offsetBy(dx: tap.offset.x, dy: tap.offset.y),
        color: tap.weight << 24, batcher)
    }
    batcher.flush()
  }

  private func tint(
    _ texture: OpaquePointer, _ size: PixelSize, _ color: SIMD4<Float>, _ batcher: Batcher
  ) throws(SDLError) {
    let bytes = pack(color)
    try check(SDL_SetRenderTarget(renderer, texture), "colouring a shadow")
    try check(SDL_SetRenderDrawBlendMode(renderer, BlendMode.sourceIn()), "colouring a shadow")
    SDL_SetRenderDrawColor(
      renderer, UInt8(bytes & 0xFF), UInt8(bytes >> 8 & 0xFF), UInt8(bytes >> 16 & 0xFF),
      UInt8(bytes >> 24))
    var area = SDL_Rect(x: 0, y: 0, w: Int32(size.width), h: Int32(size.height))
    try check(SDL_RenderFillRect(renderer, &area), "colouring a shadow")
    try check(SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_NONE), "colouring a shadow")
  }

  /// Offsets and weights of a Gaussian; the weights are bytes that sum up to 255.
  private static func weights(_ deviation: Double) -> [(offset: Int, weight: UInt32)] {
    guard deviation > 0.1 else { return [(0, 255)] }
    let reach = GaussianBlur.radius(deviation)
    let values = GaussianBlur.samples(deviation)
    let sum = values.reduce(0, +)
    var result: [(offset: Int, weight: UInt32)] = []
    var (exact, given) = (0.0, 0.0)
    for (index, value) in values.enumerated() {
      // The rounding error of the previous weights is added to this one.
      exact += value / sum * 255
      let weight = (exact - given).rounded()
      given += weight
      if weight > 0 { result.append((index - reach, UInt32(weight))) }
    }
    return result
  }
}
