// NinePatch.swift
// Stage: canvas. A rectangle cut into columns and rows, each with its part of a picture, lowered to
// triangles under any transform.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// How one axis of a rectangle is cut: up to four places, each with a place on the picture and with
/// a share of alpha.
struct PatchAxis {
  /// In the primitive's space, ascending.
  var at: SIMD4<Double>
  /// In pixels of the picture.
  var texel: SIMD4<Double>
  var share = SIMD4<Float>(repeating: 1)
  var count = 4

  /// The whole of a side with nothing special at its ends.
  init(_ from: Double, _ to: Double, texels: Double, _ texelsTo: Double) {
    at = SIMD4(from, to, to, to)
    texel = SIMD4(texels, texelsTo, texelsTo, texelsTo)
    count = 2
  }

  /// A side whose ends fade over one device pixel, as much as an edge covers of each pixel.
  ///
  /// - Parameter unit: Device pixels per unit.
  init(fading from: Double, _ to: Double, texels: Double, _ texelsTo: Double, unit: Double) {
    let side = to - from
    let half = min(0.5 / unit, side / 2)
    let perUnit = (texelsTo - texels) / side
    at = SIMD4(from - 0.5 / unit, from + half, to - half, to + 0.5 / unit)
    // Where a picture is much larger than its place, half a pixel outside of the place is more than the
    // one pixel of its own that an atlas has around it; and outside of a texture SDL draws nothing of all.
    texel = ((at - from) * perUnit + texels).clamped(
      lowerBound: SIMD4(repeating: min(texels, texelsTo) - 0.5),
      upperBound: SIMD4(repeating: max(texels, texelsTo) + 0.5))
    // What is thinner than a pixel covers less than a whole one anywhere.
    let full = Float(min(1, side * unit))
    share = SIMD4(0, full, full, 0)
  }

  /// A side of a box made of two mirrored corners and what lies between.
  ///
  /// - Parameters:
  ///   - extent: The corner picture's size in pixels; its last pixel is like all between.
  ///   - outside: Pixels of the picture that lie outside of the box.
  init(mirroring from: Double, _ to: Double, extent: Double, outside: Double, unit: Double) {
    let inside = min(extent - 0.5, (to - from) * unit / 2)
    at = SIMD4(
      from - outside / unit, from + inside / unit, to - inside / unit, to + outside / unit)
    texel = SIMD4(-outside, inside, inside, -outside)
  }

  /// The first half of a side, or the second.
  init(
    half isSecond: Bool, of from: Double, _ to: Double, extent: Double, outside: Double,
    unit: Double
  ) {
    let middle = (from + to) / 2
    let inside = min(extent - 0.5, (to - from) * unit / 2)
    let (edge, inner) = (outside / unit, inside / unit)
    at =
      isSecond
      ? SIMD4(middle, to - inner, to + edge, to + edge)
      : SIMD4(from - edge, from + inner, middle, middle)
    texel =
      isSecond
      ? SIMD4(inside, inside, -outside, -outside) : SIMD4(-outside, inside, inside, inside)
    count = 3
  }
}

extension SDLCanvas {
  /// Draws a rectangle from a picture.
  ///
  /// - Parameter isHollow: Whether the middle cell is left out.
  func append(
    _ x: PatchAxis, _ y: PatchAxis, _ picture: TextureRegion, _ transform: PlaneTransform,
    color: SIMD4<Float>, isHollow: Bool = false
  ) {
    let first = batcher.begin(picture.texture)
    if !transform.isAffine {
      appendProjected(x, y, picture, transform, color: color, isHollow: isHollow, first: first)
      return
    }
    let isPlain = x.share == SIMD4(repeating: 1) && y.share == SIMD4(repeating: 1)
    let packed = pack(color)
    let (ox, oy) = (
      transform.tx - Double(target.bounds.minX), transform.ty - Double(target.bounds.minY)
    )
    for row in 0..<y.count {
      for column in 0..<x.count {
        let (px, py) = (x.at[column], y.at[row])
        batcher.append(
          Vertex(
            position: SIMD2(
              Float(px * transform.a + py * transform.c + ox),
              Float(px * transform.b + py * transform.d + oy)),
            color: isPlain ? packed : pack(color * (x.share[column] * y.share[row])),
            texture: picture.coordinate(Float(x.texel[column]), Float(y.texel[row]))))
      }
    }
    let stride = UInt32(x.count)
    for row in 0..<y.count - 1 where y.at[row] < y.at[row + 1] {
      for column in 0..<x.count - 1 where x.at[column] < x.at[column + 1] {
        if isHollow && row == 1 && column == 1 { continue }
        let corner = first + UInt32(row) * stride + UInt32(column)
        batcher.appendQuad(corner, corner + 1, corner + 1 + stride, corner + stride)
      }
    }
  }

  /// Cuts each cell finer: a GPU that is not told of depth runs through a triangle evenly, which
  /// is right only where depth hardly changes.
  private func appendProjected(
    _ x: PatchAxis, _ y: PatchAxis, _ picture: TextureRegion, _ transform: PlaneTransform,
    color: SIMD4<Float>, isHollow: Bool, first: UInt32
  ) {
    let pieces = 8
    var next = first
    for row in 0..<y.count - 1 where y.at[row] < y.at[row + 1] {
      for column in 0..<x.count - 1 where x.at[column] < x.at[column + 1] {
        if isHollow && row == 1 && column == 1 { continue }
        var isSeen = [Bool](repeating: false, count: (pieces + 1) * (pieces + 1))
        for j in 0...pieces {
          for i in 0...pieces {
            let (s, t) = (Double(i) / Double(pieces), Double(j) / Double(pieces))
            func mix(_ v: SIMD4<Double>, _ k: Int, _ f: Double) -> Double {
              v[k] + (v[k + 1] - v[k]) * f
            }
            let shareX = x.share[column] + (x.share[column + 1] - x.share[column]) * Float(s)
            let shareY = y.share[row] + (y.share[row + 1] - y.share[row]) * Float(t)
            let point = transform.apply(CGPoint(x: mix(x.at, column, s), y: mix(y.at, row, t)))
            isSeen[j * (pieces + 1) + i] = point != nil
            let place = point ?? .zero
            batcher.append(
              Vertex(
                position: SIMD2(
                  Float(place.x) - Float(target.bounds.minX),
                  Float(place.y) - Float(target.bounds.minY)),
                color: pack(color * (shareX * shareY)),
                texture: picture.coordinate(
                  Float(mix(x.texel, column, s)), Float(mix(y.texel, row, t)))))
          }
        }
        let stride = pieces + 1
        for j in 0..<pieces {
          for i in 0..<pieces {
            let corner = j * stride + i
            // A cell with a corner behind the eye is left out.
            guard isSeen[corner], isSeen[corner + 1], isSeen[corner + stride],
              isSeen[corner + stride + 1]
            else { continue }
            let c = next + UInt32(corner)
            batcher.appendQuad(c, c + 1, c + 1 + UInt32(stride), c + UInt32(stride))
          }
        }
        next += UInt32((pieces + 1) * (pieces + 1))
      }
    }
  }
}
