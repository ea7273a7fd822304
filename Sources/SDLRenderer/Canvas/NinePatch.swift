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
    // Half a device pixel outside a strongly reduced picture is more than the one texel of padding in
    // the atlas, and SDL skips triangles with texture coordinates outside 0...1.
    texel.lowHalf = ((position.lowHalf - from) * perUnit + texels).clamped(
      lowerBound: SIMD4(repeating: min(texels, texelsTo) - 0.5),
      upperBound: SIMD4(repeating: max(texels, texelsTo) + 0.5))
    // A side thinner than a pixel covers no pixel completely.
    let full = Float(min(1, side * unit))
    alpha.lowHalf = SIMD4(0, full, full, 0)
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
    for row in 0..<y.count {
      for column in 0..<x.count {
        let (px, py) = (x.position[column], y.position[row])
        batcher.append(
          Vertex(
            position: SIMD2(
              Float(px * transform.a + py * transform.c + ox),
              Float(px * transform.b + py * transform.d + oy)),
            color: isPlain ? packed : pack(color * (x.alpha[column] * y.alpha[row])),
            texture: picture.coordinate(Float(x.texel[column]), Float(y.texel[row]))))
      }
    }
    let stride = UInt32(x.count)
    for row in 0..<y.count - 1 where y.position[row] < y.position[row + 1] {
      for column in 0..<x.count - 1 where x.position[column] < x.position[column + 1] {
        if isHollow && row == 1 && column == 1 { continue }
        let corner = first + UInt32(row) * stride + UInt32(column)
        batcher.appendQuad(corner, corner + 1, corner + 1 + stride, corner + stride)
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
    for j in 0...divisions {
      for i in 0...divisions {
        let (s, t) = (Double(i) / Double(divisions), Double(j) / Double(divisions))
        let alphaX = x.alpha[column] + (x.alpha[column + 1] - x.alpha[column]) * Float(s)
        let alphaY = y.alpha[row] + (y.alpha[row + 1] - y.alpha[row]) * Float(t)
        let image = transform.apply(
          CGPoint(x: mix(x.position, column, s), y: mix(y.position, row, t)))
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
