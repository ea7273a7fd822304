// QuadTrimmer.swift
// Stage: canvas. Clips upright quads by moving their corners, so that they need no draw call of their own.
//
// SPDX-License-Identifier: MIT

import Compositor

/// Clips upright quads: rectangles whose sides are upright, with a picture that is not turned.
///
/// Corners outside move to the clip's edge, with the texture coordinate and the colour that the quad has there. The
/// pixels inside are those that a GPU's clip leaves.
enum QuadTrimmer {
  /// The indices of a quad, and of a quad as four triangles around its middle; see `Batcher`.
  private static let quad = 6, fan = 12

  /// Trims quads to a clip. Quads outside are removed.
  ///
  /// - Parameters:
  ///   - vertices: The vertices that the indices refer to. Quads may share them, as the cells of a grid do.
  ///   - indices: Those of whole quads and fans.
  ///   - clip: In pixels of the target.
  /// - Returns: The number of indices left; nil when a triangle outside or across the clip's edge is not part of
  ///   an upright quad, in which case nothing is changed.
  static func trim(
    _ vertices: UnsafeMutablePointer<Vertex>, _ indices: UnsafeMutableBufferPointer<UInt32>,
    to clip: PixelRect
  ) -> Int? {
    let bounds = Bounds(
      low: SIMD2(Float(clip.minX), Float(clip.minY)),
      high: SIMD2(Float(clip.maxX), Float(clip.maxY)))
    var index = 0
    while index < indices.count {
      let corners = Corners(indices, at: index)
      index += corners.isFan ? fan : quad
      switch bounds.relation(to: corners, vertices) {
      case .inside, .outside: continue
      case .across: if corners.isFan || !corners.isUpright(vertices) { return nil }
      }
    }
    var (read, written) = (0, 0)
    while read < indices.count {
      let corners = Corners(indices, at: read)
      let length = corners.isFan ? fan : quad
      defer { read += length }
      switch bounds.relation(to: corners, vertices) {
      case .outside: continue
      case .inside: break
      case .across: corners.trim(vertices, to: bounds)
      }
      for offset in 0..<length { indices[written + offset] = indices[read + offset] }
      written += length
    }
    return written
  }

  private struct Bounds {
    var low: SIMD2<Float>, high: SIMD2<Float>

    enum Relation { case inside, outside, across }

    func relation(to corners: Corners, _ vertices: UnsafeMutablePointer<Vertex>) -> Relation {
      let (a, b) = (vertices[corners.a].position, vertices[corners.b].position)
      let (c, d) = (vertices[corners.c].position, vertices[corners.d].position)
      let least = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
      let greatest = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
      if all(least .>= low) && all(greatest .<= high) { return .inside }
      return any(greatest .<= low) || any(least .>= high) ? .outside : .across
    }
  }

  /// The corners of a quad, in order around it.
  private struct Corners {
    var a: Int, b: Int, c: Int, d: Int
    var isFan: Bool

    /// A quad has the triangles a b c and a c d; a fan a b m, b c m, c d m and d a m.
    init(_ indices: UnsafeMutableBufferPointer<UInt32>, at index: Int) {
      a = Int(indices[index])
      b = Int(indices[index + 1])
      isFan = indices[index + 3] != indices[index]
      c = Int(indices[isFan ? index + 4 : index + 2])
      d = Int(indices[isFan ? index + 7 : index + 5])
    }

    func isUpright(_ vertices: UnsafeMutablePointer<Vertex>) -> Bool {
      let (a, b, c, d) = (vertices[a], vertices[b], vertices[c], vertices[d])
      return a.position.y == b.position.y && c.position.y == d.position.y
        && a.position.x == d.position.x && b.position.x == c.position.x
        && a.texture.y == b.texture.y && c.texture.y == d.texture.y
        && a.texture.x == d.texture.x && b.texture.x == c.texture.x
    }

    /// Moves the corners outside, first along x, then along y. A corner that another quad shares has its side at
    /// the same edge then, and is not moved again.
    func trim(_ vertices: UnsafeMutablePointer<Vertex>, to bounds: Bounds) {
      for (left, right) in [(a, b), (d, c)] { move(vertices, left, right, axis: 0, bounds) }
      for (top, bottom) in [(a, d), (b, c)] { move(vertices, top, bottom, axis: 1, bounds) }
    }

    private func move(
      _ vertices: UnsafeMutablePointer<Vertex>, _ first: Int, _ second: Int, axis: Int,
      _ bounds: Bounds
    ) {
      let (from, to) = (vertices[first], vertices[second])
      for (index, one, other) in [(first, from, to), (second, to, from)] {
        let place = one.position[axis]
        let limit = min(max(place, bounds.low[axis]), bounds.high[axis])
        guard limit != place else { continue }
        let share = (limit - place) / (other.position[axis] - place)
        vertices[index].position[axis] = limit
        vertices[index].texture[axis] += (other.texture[axis] - one.texture[axis]) * share
        if one.color != other.color {
          vertices[index].color = Self.mixed(one.color, other.color, share)
        }
      }
    }

    private static func mixed(_ from: UInt32, _ to: UInt32, _ share: Float) -> UInt32 {
      var result: UInt32 = 0
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let (a, b) = (Float(from >> shift & 0xFF), Float(to >> shift & 0xFF))
        result |= UInt32((a + (b - a) * share).rounded()) << shift
      }
      return result
    }
  }
}
