// PathStroker+Corners.swift
// Stage: canvas. The insides of a stroke's corners beside lines that are shorter than the pen is wide.
//
// SPDX-License-Identifier: MIT

internal import CFreeType
import CoreGraphics
import Foundation

extension PathStroker {
  /// A line or a curve of a subpath, in stroke space.
  private struct Segment {
    var end: SIMD2<Double>
    /// Of unit length.
    var startDirection: SIMD2<Double>, endDirection: SIMD2<Double>
    /// FreeType looks for the point where two borders meet only along lines.
    var lineLength = 0.0

    /// Nil for a segment of no length.
    init?(from start: SIMD2<Double>, _ step: [FT_Vector]) {
      let points = step.map { SIMD2(Double($0.x), Double($0.y)) / 64 }
      guard let end = points.last,
        let first = points.first(where: { $0 != start }),
        let last = ([start] + points).last(where: { $0 != end })
      else { return nil }
      self.end = end
      startDirection = (first - start) / length(first - start)
      endDirection = (end - last) / length(end - last)
      if step.count == 1 { lineLength = length(end - start) }
    }
  }

  /// Appends the triangle between each corner and the ends of the two inner borders, where FreeType joins
  /// these directly: what lies between belongs to the stroke of the longer line, too.
  ///
  ///     ────────────┐
  ///     path ─────┐ │     The inner border should turn back to the path's corner, not
  ///     ────────╲ └─┘     cut off a part of the line that leads there.
  ///
  /// - Parameters:
  ///   - steps: The points of each line or curve after its start.
  ///   - start: The subpath's.
  func appendCorners(
    of steps: [[FT_Vector]], from start: FT_Vector, isClosed: Bool, to outline: inout PathOutline
  ) {
    let start = SIMD2(Double(start.x), Double(start.y)) / 64
    var here = start
    var segments: [Segment] = []
    for step in steps {
      guard let segment = Segment(from: here, step) else { continue }
      here = segment.end
      segments.append(segment)
    }
    if isClosed, let line = Segment(from: here, [Self.vector(start)]) { segments.append(line) }
    guard let last = segments.last else { return }
    var previous = isClosed ? last : segments[0]
    for (index, segment) in segments.enumerated() {
      if index > 0 || isClosed { appendCorner(previous, segment, to: &outline) }
      previous = segment
    }
  }

  private func appendCorner(_ a: Segment, _ b: Segment, to outline: inout PathOutline) {
    let (u, v) = (a.endDirection, b.startDirection)
    let (cross, dot) = (u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y)
    // Curves of many lines have no corners.
    guard abs(cross) > 0.02, dot > -1 + 1e-6 else { return }
    let reach = penRadius * abs(cross) / (1 + dot)
    if a.lineLength >= reach && b.lineLength >= reach { return }
    let side = cross > 0 ? penRadius : -penRadius
    let (from, to) = (
      a.end + SIMD2(-u.y, u.x) * side, a.end + SIMD2(-v.y, v.x) * side
    )
    // Wound as FreeType's contours are: along the border that lies from x towards y, and back along the
    // other.
    for point in cross > 0 ? [from, a.end, to] : [to, a.end, from] {
      outline.append(point, tag: PathOutline.Tag.on)
    }
    outline.closeContour()
  }
}
