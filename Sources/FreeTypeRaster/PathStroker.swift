// PathStroker.swift
// Stage: canvas. Converts a stroked path to contours for filling: dashes by walking the flattened
// path, caps and joins by FreeType's stroker.
//
// SPDX-License-Identifier: MIT

internal import CFreeType
import Compositor
import CoreGraphics
import Foundation

/// Strokes in the path's own space, scaled to pixels, then maps the result to the device, so that a
/// skewed transform also skews the pen.
struct PathStroker {
  private let style: StrokeStyle
  private let transform: PlaneTransform
  /// Stroke-space units per unit of the path's space.
  private let scale: Double
  /// The origin of stroke space, in the path's space.
  private let origin: SIMD2<Double>
  /// The relevant area in stroke space: the picture and the width of the pen around it.
  private let low: SIMD2<Double>
  private let high: SIMD2<Double>

  /// The pixels of the result.
  private let clip: PixelRect

  /// Nil when the stroke is empty.
  init?(_ path: CGPath, style: StrokeStyle, transform: PlaneTransform, clip: PixelRect) {
    let pen = style.width * (style.join == .miter ? max(style.miterLimit, 1.5) : 1.5)
    let box = path.boundingBoxOfPath.insetBy(dx: -pen, dy: -pen)
    let meanScale = transform.isAffine ? transform.meanScale : transform.scale(over: box)
    guard style.width > 0, style.width.isFinite, meanScale > 1e-9, meanScale.isFinite,
      !clip.isEmpty
    else { return nil }
    self.style = style
    self.transform = transform
    self.clip = clip
    // Four times finer than FreeType's 1/64 pixel, because its stroker rounds each step.
    scale = meanScale * 4
    // In perspective, the visible part of the plane has no bounds.
    let visible =
      transform.isAffine
      ? clip.cgRect.insetBy(dx: -2, dy: -2).applying(transform.affine.inverted()) : box
    origin = SIMD2(visible.midX, visible.midY)
    let half = SIMD2(visible.width / 2 + pen, visible.height / 2 + pen) * scale
    guard half.x.isFinite, half.y.isFinite else { return nil }
    (low, high) = (-half, half)
  }

  private struct Subpath {
    /// The start, then the ends of lines.
    var points: [SIMD2<Double>]
    /// The subpath with its curves. Nil when it consists of `points` alone.
    var curves: [CGPath.Element]?
    var isClosed = false
    /// The direction of the line of which a dash without length is a part.
    var direction = SIMD2(1.0, 0)
  }

  /// Half of the stroke's width, in stroke space.
  var penRadius: Double { style.width * scale / 2 }

  private func map(_ p: CGPoint) -> SIMD2<Double> { (SIMD2(p.x, p.y) - origin) * scale }

  /// Returns contours in device pixels, without curves. The stroke is all that they wind around; they
  /// overlap where a cap, a dash or a curve lies on another part of the stroke.
  func outline(of path: CGPath, library: FreeTypeLibrary) -> PathOutline {
    var result = PathOutline()
    guard
      path.elements.allSatisfy({ $0.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
    else { return result }
    var stroker: FT_Stroker?
    guard FT_Stroker_New(library.pointer, &stroker) == 0, let stroker else { return result }
    defer { FT_Stroker_Done(stroker) }
    setPen(of: stroker, cap: style.cap)
    var additions = PathOutline()
    for var subpath in subpaths(of: path).flatMap(dashed) {
      if subpath.curves == nil {
        subpath.points = Self.thinned(subpath.points, hasMiters: style.join == .miter)
      }
      let isDot = subpath.points.allSatisfy { length($0 - subpath.points[0]) < 1.0 / 64 }
      let steps = isDot && subpath.curves == nil ? [] : self.steps(of: subpath)
      if steps.isEmpty {
        appendDot(at: subpath.points[0], along: subpath.direction, to: &additions)
        continue
      }
      let start = Self.vector(subpath.points[0])
      appendCorners(of: steps, from: start, isClosed: subpath.isClosed, to: &additions)
      if steps.count <= Self.longestPiece {
        stroke(steps[...], from: start, isClosed: subpath.isClosed, with: stroker)
        if pointCount(stroker) > Self.manyPoints { flush(stroker, library, into: &result) }
      } else {
        flush(stroker, library, into: &result)
        strokePieces(of: steps, of: subpath, stroker, library, into: &result, &additions)
      }
    }
    flush(stroker, library, into: &result)
    append(additions, to: &result)
    return result
  }

  /// Sets the pen, which forgets what was stroked.
  private func setPen(of stroker: FT_Stroker, cap: CGLineCap) {
    let radius = min(penRadius * 64, 0x3FFF_FFFF)
    FT_Stroker_Set(
      stroker, FT_Fixed(radius.rounded()), cap.freeType, style.join.freeType,
      FT_Fixed(min(max(style.miterLimit, 1), 1000) * 65536))
  }

  // MARK: Subpaths

  private func subpaths(of path: CGPath) -> [Subpath] {
    var result: [Subpath] = []
    var elements: [CGPath.Element] = []
    var start = CGPoint.zero
    func finish(isClosed: Bool) {
      if !elements.isEmpty || isClosed {
        result += subpaths(from: start, elements, isClosed: isClosed)
      }
      elements.removeAll()
    }
    for element in path.elements {
      switch element {
      case .move(let end):
        finish(isClosed: false)
        start = end
      case .close: finish(isClosed: true)
      default: elements.append(element)
      }
    }
    finish(isClosed: false)
    return result
  }

  /// FreeType's stroker uses 16.16 angles and 26.6 lengths, so parts far outside are clipped.
  private static let reach = 1_000_000.0

  private func subpaths(
    from start: CGPoint, _ elements: [CGPath.Element], isClosed: Bool
  ) -> [Subpath] {
    let isNear = ([start] + elements.flatMap(\.points)).allSatisfy { point in
      let p = map(point)
      return abs(p.x) < Self.reach && abs(p.y) < Self.reach
    }
    let hasCurves = elements.contains { if case .line = $0 { false } else { true } }
    if isNear, hasCurves, style.dashLengths.isEmpty {
      return [Subpath(points: [map(start)], curves: elements, isClosed: isClosed)]
    }
    var points = [map(start)]
    // Where dashes begin depends on the length of what lies outside, too.
    let box = isNear ? SIMD2(repeating: Double.infinity) : high
    for element in elements { flatten(element, box, into: &points) }
    if isNear { return [Subpath(points: points, isClosed: isClosed)] }
    if isClosed { points.append(points[0]) }
    var pieces = visiblePieces(of: points)
    // A closed path has a join at its start.
    if isClosed, pieces.count > 1, let last = pieces.last?.points.last, last == points[0],
      pieces[0].points[0] == last
    {
      let first = pieces.removeFirst()
      pieces[pieces.count - 1].points += first.points.dropFirst()
    }
    return pieces
  }

  private func flatten(
    _ element: CGPath.Element, _ box: SIMD2<Double>, into points: inout [SIMD2<Double>]
  ) {
    let start = points[points.count - 1]
    switch element {
    case .move, .close: break
    case .line(let end): points.append(map(end))
    case .quad(let control, let end):
      let (c, e) = (map(control), map(end))
      flattenCubic(
        start, start + (c - start) * (2.0 / 3), e + (c - e) * (2.0 / 3), e, low: -box, high: box,
        into: &points)
    case .cubic(let control1, let control2, let end):
      flattenCubic(
        start, map(control1), map(control2), map(end), low: -box, high: box, into: &points)
    }
  }

  /// Clips a line to the visible box, which splits the subpath where the line leaves the box.
  private func visiblePieces(of points: [SIMD2<Double>]) -> [Subpath] {
    var pieces: [Subpath] = []
    for (a, b) in zip(points, points.dropFirst()) {
      guard let (from, to) = visiblePart(a, b) else { continue }
      if let last = pieces.indices.last, pieces[last].points.last == from {
        pieces[last].points.append(to)
      } else {
        pieces.append(Subpath(points: [from, to]))
      }
    }
    return pieces
  }

  private func visiblePart(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> (SIMD2<Double>, SIMD2<Double>)? {
    var (enter, leave) = (0.0, 1.0)
    let d = b - a
    for axis in 0...1 {
      if d[axis] == 0 {
        if a[axis] < low[axis] || a[axis] > high[axis] { return nil }
        continue
      }
      let (t0, t1) = ((low[axis] - a[axis]) / d[axis], (high[axis] - a[axis]) / d[axis])
      enter = max(enter, min(t0, t1))
      leave = min(leave, max(t0, t1))
    }
    guard enter < leave else { return nil }
    return (enter == 0 ? a : a + d * enter, leave == 1 ? b : a + d * leave)
  }

  // MARK: Dashes

  /// Splits a subpath into dashes. Without a usable pattern, returns it unchanged.
  private func dashed(_ subpath: Subpath) -> [Subpath] {
    let lengths = style.dashLengths.map { $0 * scale }
    let period = lengths.reduce(0, +)
    guard subpath.curves == nil, !lengths.isEmpty, period > 0, period.isFinite,
      lengths.allSatisfy({ $0 >= 0 }), style.dashPhase.isFinite
    else { return [subpath] }
    var points = subpath.points
    if subpath.isClosed { points.append(points[0]) }
    let total = zip(points, points.dropFirst()).reduce(0) { $0 + length($1.1 - $1.0) }
    // Dashes of a fraction of a pixel appear grey and would exhaust memory.
    guard total / period < 100_000 else { return [subpath] }

    var index = 0
    // A pattern of odd length is repeated with dashes and gaps exchanged.
    let cycle = lengths.count % 2 == 0 ? period : period * 2
    var rest = (style.dashPhase * scale).truncatingRemainder(dividingBy: cycle)
    if rest < 0 { rest += cycle }
    while rest > 0, rest >= lengths[index % lengths.count] {
      rest -= lengths[index % lengths.count]
      index += 1
    }
    var left = lengths[index % lengths.count] - rest
    var result: [Subpath] = []
    var current = index % 2 == 0 ? [points[0]] : []
    for (a, b) in zip(points, points.dropFirst()) {
      let distance = length(b - a)
      var done = 0.0
      while distance - done > left {
        done += left
        let point = a + (b - a) * (done / distance)
        if index % 2 == 0 {
          result.append(
            Subpath(points: current + [point], direction: (b - a) / distance))
          current = []
        } else {
          current = [point]
        }
        index += 1
        left = lengths[index % lengths.count]
      }
      left -= distance - done
      if index % 2 == 0 { current.append(b) }
    }
    if current.count > 1 { result.append(Subpath(points: current)) }
    return result
  }

  // MARK: FreeType

  static func vector(_ p: SIMD2<Double>) -> FT_Vector {
    FT_Vector(x: FT_Pos((p.x * 64).rounded()), y: FT_Pos((p.y * 64).rounded()))
  }

  /// A line or a curve in FreeType's units: the points after its start.
  private func steps(of subpath: Subpath) -> [[FT_Vector]] {
    var steps = subpath.points.dropFirst().map { [Self.vector($0)] }
    for element in subpath.curves ?? [] {
      steps.append(element.points.map { Self.vector(map($0)) })
    }
    var here = Self.vector(subpath.points[0])
    return steps.compactMap { step in
      guard let end = step.last else { return nil }
      defer { here = end }
      // Segments that FreeType treats as a point are skipped. They would move the pen without a
      // border.
      let isTiny = zip([here] + step, step).allSatisfy {
        abs($0.x - $1.x) < 2 && abs($0.y - $1.y) < 2
      }
      guard isTiny else { return step }
      return end.x == here.x && end.y == here.y ? nil : [end]
    }
  }

  /// FreeType's outlines have room for 32,000 points; a line has up to thirty, with its joins.
  private static let longestPiece = 500
  private static let manyPoints = 8000

  /// Strokes lines and curves.
  ///
  /// FreeType must not close a subpath that never left its start: it would read before the start of
  /// its buffer.
  ///
  /// - Parameter steps: Not empty.
  private func stroke(
    _ steps: ArraySlice<[FT_Vector]>, from start: FT_Vector, isClosed: Bool,
    with stroker: FT_Stroker
  ) {
    var start = start
    FT_Stroker_BeginSubPath(stroker, &start, isClosed ? 0 : 1)
    for var step in steps {
      switch step.count {
      case 1: FT_Stroker_LineTo(stroker, &step[0])
      case 2:
        var (control, end) = (step[0], step[1])
        FT_Stroker_ConicTo(stroker, &control, &end)
      default:
        var (control1, control2, end) = (step[0], step[1], step[2])
        FT_Stroker_CubicTo(stroker, &control1, &control2, &end)
      }
    }
    FT_Stroker_EndSubPath(stroker)
  }

  /// Strokes a long subpath in pieces without caps. Each begins with the last step of the one before, so that it has the
  /// join between them.
  private func strokePieces(
    of steps: [[FT_Vector]], of subpath: Subpath, _ stroker: FT_Stroker, _ library: FreeTypeLibrary,
    into result: inout PathOutline, _ additions: inout PathOutline
  ) {
    setPen(of: stroker, cap: .butt)
    defer { setPen(of: stroker, cap: style.cap) }
    var steps = steps
    let start = Self.vector(subpath.points[0])
    func point(_ vector: FT_Vector) -> SIMD2<Double> {
      SIMD2(Double(vector.x), Double(vector.y)) / 64
    }
    let ends = [start] + steps.compactMap(\.last)
    if subpath.isClosed {
      if ends.last.map(point) != point(start) { steps.append([start]) }
      steps.append(steps[0])
    } else if let last = ends.last {
      let (before, after) = (ends.dropLast().last ?? start, steps[0].first ?? last)
      for (end, other) in [(start, after), (last, steps.last?.dropLast().last ?? before)] {
        let line = point(end) - point(other)
        if length(line) > 0 {
          appendDot(at: point(end), along: line / length(line), to: &additions)
        }
      }
    }
    var first = 0
    while true {
      let end = min(first + Self.longestPiece, steps.count)
      stroke(
        steps[first..<end], from: first > 0 ? steps[first - 1].last ?? start : start,
        isClosed: false, with: stroker)
      if pointCount(stroker) > Self.manyPoints || end == steps.count {
        flush(stroker, library, into: &result)
      }
      if end == steps.count { return }
      first = end - 1
    }
  }

  private func pointCount(_ stroker: FT_Stroker) -> Int {
    var (points, contours): (FT_UInt, FT_UInt) = (0, 0)
    guard FT_Stroker_GetCounts(stroker, &points, &contours) == 0 else { return 0 }
    return Int(points)
  }

  /// Returns the contours stroked since the previous call.
  private func flush(
    _ stroker: FT_Stroker, _ library: FreeTypeLibrary, into result: inout PathOutline
  ) {
    defer { FT_Stroker_Rewind(stroker) }
    var (points, contours): (FT_UInt, FT_UInt) = (0, 0)
    var outline = FT_Outline()
    guard FT_Stroker_GetCounts(stroker, &points, &contours) == 0, points > 0, points < 32_000,
      FT_Outline_New(library.pointer, points, FT_Int(contours), &outline) == 0
    else { return }
    defer { FT_Outline_Done(library.pointer, &outline) }
    (outline.n_points, outline.n_contours) = (0, 0)
    FT_Stroker_Export(stroker, &outline)
    var exported = PathOutline()
    for index in 0..<Int(outline.n_points) {
      let point = outline.points[index]
      exported.append(
        SIMD2(Double(point.x), Double(point.y)) / 64, tag: UInt8(outline.tags[index] & 3))
    }
    exported.ends = (0..<Int(outline.n_contours)).map { Int(outline.contours[$0]) }
    append(exported, to: &result)
  }

  /// Appends contours of stroke space to those in device pixels.
  private func append(_ contours: PathOutline, to result: inout PathOutline) {
    if transform.isAffine {
      var mapped = contours
      for index in mapped.points.indices {
        let p = mapped.points[index] / scale + origin
        mapped.points[index] = SIMD2(
          p.x * transform.a + p.y * transform.c + transform.tx,
          p.x * transform.b + p.y * transform.d + transform.ty)
      }
      let (low, high) = (
        SIMD2(Double(clip.minX), Double(clip.minY)) - 2,
        SIMD2(Double(clip.maxX), Double(clip.maxY)) + 2
      )
      result.append(mapped.flattened(low: low, high: high, isClipped: false))
      return
    }
    // The map bends curves, and what lies behind the eye has no image.
    let all = SIMD2(repeating: Double.infinity)
    let flat = contours.flattened(low: -all, high: all, isClipped: false)
    var first = 0
    for end in flat.ends {
      let contour = flat.points[first...end].map { $0 / scale + origin }
      for point in transform.visible(contour) { result.append(point) }
      result.closeContour()
      first = end + 1
    }
  }

  /// The caps of a line without length: a disc or a square. Nothing for butt caps.
  ///
  /// They wind as FreeType's contours do, so that overlapping ones do not cancel out.
  private func appendDot(
    at centre: SIMD2<Double>, along direction: SIMD2<Double>, to outline: inout PathOutline
  ) {
    let (s, c) = (direction.y * penRadius, direction.x * penRadius)
    func add(_ x: Double, _ y: Double, tag: UInt8 = PathOutline.Tag.on) {
      outline.append(centre + SIMD2(x * c - y * s, x * s + y * c), tag: tag)
    }
    switch style.cap {
    case .butt: return
    case .square:
      for (x, y) in [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)] { add(x, y) }
    case .round:
      let reach = CGPath.circleControl
      for (x, y) in [(1.0, 0.0), (0, -1), (-1, 0), (0, 1)] {
        add(x, y)
        add(x + y * reach, y - x * reach, tag: PathOutline.Tag.cubic)
        add(y + x * reach, y * reach - x, tag: PathOutline.Tag.cubic)
      }
    }
    outline.closeContour()
  }
}

extension PlaneTransform {
  /// Device pixels per unit where a rectangle's image is largest; the affine scale where a part of it
  /// lies behind the eye.
  fileprivate func scale(over rect: CGRect) -> Double {
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ]
    let scales = corners.compactMap { affine(about: $0)?.meanScale }
    guard scales.count == 4, let largest = scales.max() else { return meanScale }
    return min(largest, meanScale * 16)
  }

  /// Returns the image of a polygon's part in front of the eye.
  fileprivate func visible(_ polygon: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let nearest = 1e-5
    let points = polygon.map { p in
      SIMD3(p.x * a + p.y * c + tx, p.x * b + p.y * d + ty, p.x * px + p.y * py + pw)
    }
    guard var previous = points.last else { return [] }
    var result: [SIMD2<Double>] = []
    for point in points {
      let (from, to) = (previous.z - nearest, point.z - nearest)
      if (from < 0) != (to < 0) {
        let cut = previous + (point - previous) * (from / (from - to))
        result.append(SIMD2(cut.x, cut.y) / nearest)
      }
      if to >= 0 { result.append(SIMD2(point.x, point.y) / point.z) }
      previous = point
    }
    return result
  }
}

extension CGLineCap {
  fileprivate var freeType: FT_Stroker_LineCap {
    switch self {
    case .butt: FT_STROKER_LINECAP_BUTT
    case .round: FT_STROKER_LINECAP_ROUND
    case .square: FT_STROKER_LINECAP_SQUARE
    }
  }
}

extension CGLineJoin {
  fileprivate var freeType: FT_Stroker_LineJoin {
    switch self {
    case .miter: FT_STROKER_LINEJOIN_MITER_FIXED
    case .round: FT_STROKER_LINEJOIN_ROUND
    case .bevel: FT_STROKER_LINEJOIN_BEVEL
    }
  }
}
