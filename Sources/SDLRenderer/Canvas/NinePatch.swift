// NinePatch.swift
// Stage: canvas. A rectangle divided into columns and rows, each with its part of a picture, lowered
// to triangles under any transform.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// The divisions of one axis of a nine-patch: up to eight lines, each at a position on the picture and
/// with an alpha.
struct NinePatchAxis {
  /// Positions in the primitive's space, ascending.
  var position = SIMD8<Double>(repeating: 0)
  /// The edge from which each line has its distance in device pixels, so that the distance in the primitive's space
  /// depends on depth; infinite for a line at its own place.
  var edge = SIMD8<Double>(repeating: .infinity)
  /// Positions in pixels of the picture.
  var texel = SIMD8<Double>(repeating: 0)
  /// Factors of the colour, 0...1.
  var alpha = SIMD8<Float>(repeating: 1)
  /// The number of lines.
  var count = 4

  /// A single cell.
  init(_ from: Double, _ to: Double, texels: Double, _ texelsTo: Double) {
    position.lowHalf = SIMD4(from, to, to, to)
    texel.lowHalf = SIMD4(texels, texelsTo, texelsTo, texelsTo)
    count = 2
  }

  /// A side with ends that fade over one device pixel, like the coverage of an anti-aliased edge.
  ///
  /// - Parameter unit: Device pixels per unit.
  init(fading from: Double, _ to: Double, texels: Double, _ texelsTo: Double, unit: Double) {
    let side = to - from
    let half = min(0.5 / unit, side / 2)
    let perUnit = (texelsTo - texels) / side
    position.lowHalf = SIMD4(from - 0.5 / unit, from + half, to - half, to + 0.5 / unit)
    edge.lowHalf = SIMD4(from, from, to, to)
    // Half a device pixel outside a strongly reduced picture is more than the one texel of padding in
    // the atlas, and SDL skips triangles with texture coordinates outside 0...1.
    texel.lowHalf = ((position.lowHalf - from) * perUnit + texels).clamped(
      lowerBound: SIMD4(repeating: min(texels, texelsTo) - 0.5),
      upperBound: SIMD4(repeating: max(texels, texelsTo) + 0.5))
    // A side thinner than a pixel covers no pixel completely.
    let full = Float(min(1, side * unit))
    alpha.lowHalf = SIMD4(0, full, full, 0)
  }

  /// The middle of the side.
  var middle: Double { (position[0] + position[count - 1]) / 2 }

  /// The middle between two lines, and whether they have different alphas.
  func middle(
    of cell: Int
  ) -> (position: Double, texel: Double, alpha: Float, isFading: Bool) {
    (
      (position[cell] + position[cell + 1]) / 2, (texel[cell] + texel[cell + 1]) / 2,
      (alpha[cell] + alpha[cell + 1]) / 2, alpha[cell] != alpha[cell + 1]
    )
  }

  /// Returns a line's position at a place of its own.
  ///
  /// - Parameter scale: How much more of the primitive's space a device pixel takes up there than in the middle.
  func position(_ line: Int, scale: Double) -> Double {
    edge[line].isFinite ? edge[line] + (position[line] - edge[line]) * scale : position[line]
  }

  /// A side of a box: a corner, the middle, and the corner mirrored.
  ///
  /// - Parameters:
  ///   - extent: The corner picture's size in pixels. Its last pixel is repeated in the middle.
  ///   - outside: Pixels of the picture outside the box.
  ///   - phase: The box's position on the picture, in pixels.
  init(
    mirroring from: Double, _ to: Double, extent: Double, outside: Double, phase: Double = 0,
    unit: Double
  ) {
    let inside = min(extent - phase - 0.5, (to - from) * unit / 2)
    position.lowHalf = SIMD4(
      from - outside / unit, from + inside / unit, to - inside / unit, to + outside / unit)
    texel.lowHalf = SIMD4(-outside, inside, inside, -outside) + phase
  }

  /// The first or second half of a side.
  init(
    half isSecond: Bool, of from: Double, _ to: Double, extent: Double, outside: Double,
    phase: Double, unit: Double
  ) {
    let middle = (from + to) / 2
    let inside = min(extent - phase - 0.5, (to - from) * unit / 2)
    let (edge, inner) = (outside / unit, inside / unit)
    position.lowHalf =
      isSecond
      ? SIMD4(middle, to - inner, to + edge, to + edge)
      : SIMD4(from - edge, from + inner, middle, middle)
    texel.lowHalf =
      isSecond
      ? SIMD4(inside, inside, -outside, -outside) : SIMD4(-outside, inside, inside, inside)
    texel.lowHalf += phase
    count = 3
  }
}

extension SDLCanvas {
  /// Appends a nine-patch.
  ///
  /// - Parameter isHollow: Whether the middle cell is omitted.
  func append(
    _ x: NinePatchAxis, _ y: NinePatchAxis, _ picture: TextureRegion, _ transform: PlaneTransform,
    color: SIMD4<Float>, isHollow: Bool = false
  ) {
    let first = batcher.begin(picture.texture)
    if !transform.isAffine {
      appendProjected(x, y, picture, transform, color: color, isHollow: isHollow, first: first)
      return
    }
    let isPlain = x.alpha == SIMD8(repeating: 1) && y.alpha == SIMD8(repeating: 1)
    let packed = pack(color)
    let (ox, oy) = (
      transform.tx - Double(target.bounds.minX), transform.ty - Double(target.bounds.minY)
    )
    func add(_ place: SIMD2<Double>, _ texel: SIMD2<Double>, _ color: UInt32) {
      batcher.append(
        Vertex(
          position: SIMD2(
            Float(place.x * transform.a + place.y * transform.c + ox),
            Float(place.x * transform.b + place.y * transform.d + oy)),
          color: color, texture: picture.coordinate(Float(texel.x), Float(texel.y))))
    }
    for row in 0..<y.count {
      for column in 0..<x.count {
        add(
          SIMD2(x.position[column], y.position[row]), SIMD2(x.texel[column], y.texel[row]),
          isPlain ? packed : pack(color * (x.alpha[column] * y.alpha[row])))
      }
    }
    let stride = UInt32(x.count)
    var next = first + UInt32(y.count) * stride
    for row in 0..<y.count - 1 where y.position[row] < y.position[row + 1] {
      for column in 0..<x.count - 1 where x.position[column] < x.position[column + 1] {
        if isHollow && row == 1 && column == 1 { continue }
        let corner = first + UInt32(row) * stride + UInt32(column)
        let (b, c, d) = (corner + 1, corner + 1 + stride, corner + stride)
        let (across, down) = (x.middle(of: column), y.middle(of: row))
        guard !isPlain, across.isFading, down.isFading else {
          batcher.appendQuad(corner, b, c, d)
          continue
        }
        // The coverage of a corner, a product, is linear along neither diagonal.
        add(
          SIMD2(across.position, down.position), SIMD2(across.texel, down.texel),
          pack(color * (across.alpha * down.alpha)))
        batcher.appendFan(corner, b, c, d, middle: next)
        next += 1
      }
    }
  }

  /// Appends a nine-patch in perspective. Each cell is subdivided, because without depth the GPU
  /// interpolates linearly, which is right only where depth hardly changes.
  private func appendProjected(
    _ x: NinePatchAxis, _ y: NinePatchAxis, _ picture: TextureRegion,
    _ transform: PlaneTransform, color: SIMD4<Float>, isHollow: Bool, first: UInt32
  ) {
    var next = first
    for row in 0..<y.count - 1 where y.position[row] < y.position[row + 1] {
      for column in 0..<x.count - 1 where x.position[column] < x.position[column + 1] {
        if isHollow && row == 1 && column == 1 { continue }
        next = appendProjectedCell(
          x, y, column: column, row: row, picture, transform, color: color, first: next)
      }
    }
  }

  /// Appends one cell as a grid of quads; returns the index of the next vertex.
  private func appendProjectedCell(
    _ x: NinePatchAxis, _ y: NinePatchAxis, column: Int, row: Int, _ picture: TextureRegion,
    _ transform: PlaneTransform, color: SIMD4<Float>, first: UInt32
  ) -> UInt32 {
    let divisions = 8
    let stride = divisions + 1
    var isVisible = [Bool](repeating: false, count: stride * stride)
    func mix(_ v: SIMD8<Double>, _ k: Int, _ f: Double) -> Double { v[k] + (v[k + 1] - v[k]) * f }
    /// Returns a place between two lines of an axis, where these have their distances from edges.
    func place(_ axis: NinePatchAxis, _ k: Int, _ f: Double, _ scale: (Double) -> Double) -> Double
    {
      let (from, to) = (axis.edge[k], axis.edge[k + 1])
      guard from.isFinite || to.isFinite else { return mix(axis.position, k, f) }
      let (low, high) = (
        axis.position(k, scale: from.isFinite ? scale(from) : 1),
        axis.position(k + 1, scale: to.isFinite ? scale(to) : 1)
      )
      return low + (high - low) * f
    }
    let middle = Self.edgeUnits(transform, about: CGPoint(x: x.middle, y: y.middle)) ?? .one
    func units(_ px: Double, _ py: Double) -> SIMD2<Double> {
      middle / (Self.edgeUnits(transform, about: CGPoint(x: px, y: py)) ?? middle)
    }
    for j in 0...divisions {
      for i in 0...divisions {
        let (s, t) = (Double(i) / Double(divisions), Double(j) / Double(divisions))
        let alphaX = x.alpha[column] + (x.alpha[column + 1] - x.alpha[column]) * Float(s)
        let alphaY = y.alpha[row] + (y.alpha[row + 1] - y.alpha[row]) * Float(t)
        let (px, py) = (mix(x.position, column, s), mix(y.position, row, t))
        let image = transform.apply(
          CGPoint(
            x: place(x, column, s) { units($0, py).x }, y: place(y, row, t) { units(px, $0).y }))
        isVisible[j * stride + i] = image != nil
        let point = image ?? .zero
        batcher.append(
          Vertex(
            position: SIMD2(
              Float(point.x) - Float(target.bounds.minX),
              Float(point.y) - Float(target.bounds.minY)),
            color: pack(color * (alphaX * alphaY)),
            texture: picture.coordinate(
              Float(mix(x.texel, column, s)), Float(mix(y.texel, row, t)))))
      }
    }
    for j in 0..<divisions {
      for i in 0..<divisions {
        let corner = j * stride + i
        // A quad with a corner behind the eye is omitted.
        guard isVisible[corner], isVisible[corner + 1], isVisible[corner + stride],
          isVisible[corner + stride + 1]
        else { continue }
        let c = first + UInt32(corner)
        batcher.appendQuad(c, c + 1, c + 1 + UInt32(stride), c + UInt32(stride))
      }
    }
    return first + UInt32(stride * stride)
  }
}
