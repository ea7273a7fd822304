// ReferenceStroke.swift
// The polygons whose union is a stroke: a rectangle for each short line, and its joins and caps.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The polygons of a stroke, all turning the same way, to be filled by the winding rule.
struct ReferenceStroke {
  private let shape: SceneShape
  private let half: Double
  private(set) var polygons: [ReferencePolygon] = []

  private typealias Point = ReferenceLine.Point
  private typealias Vector = SIMD2<Double>

  init(_ shape: SceneShape) {
    self.shape = shape
    half = shape.lineWidth / 2
    let lines = ReferenceLine.lines(of: shape.path)
    let length = lines.last?.points.last?.travel ?? 0
    for line in lines {
      for part in Self.part(line, shape.strokeStart * length, shape.strokeEnd * length) {
        for dash in dashes(part) { add(dash) }
      }
    }
  }

  /// The part of a line between two distances of the path.
  private static func part(_ line: ReferenceLine, _ start: Double, _ end: Double)
    -> [ReferenceLine]
  {
    guard let first = line.points.first, let last = line.points.last, start < end else { return [] }
    if start <= first.travel && end >= last.travel { return [line] }
    return cut(line.points, start, end).map { [ReferenceLine(points: $0)] } ?? []
  }

  /// The points between two distances, with new ones at the ends; nil if there are none.
  private static func cut(_ points: [Point], _ start: Double, _ end: Double) -> [Point]? {
    guard let first = points.first, let last = points.last else { return nil }
    guard max(start, first.travel) <= min(end, last.travel) else { return nil }
    func at(_ travel: Double) -> Point {
      for (from, to) in zip(points, points.dropFirst()) where travel <= to.travel {
        let length = to.travel - from.travel
        let t = length > 0 ? (travel - from.travel) / length : 0
        return Point(
          place: ReferencePoint(
            x: from.place.x + t * (to.place.x - from.place.x),
            y: from.place.y + t * (to.place.y - from.place.y)), travel: travel, isCorner: true)
      }
      return last
    }
    let (low, high) = (max(start, first.travel), min(end, last.travel))
    return [at(low)] + points.filter { $0.travel > low && $0.travel < high } + [at(high)]
  }

  /// The dashes of a line; the line itself without a pattern.
  private func dashes(_ line: ReferenceLine) -> [ReferenceLine] {
    let pattern = shape.dashes.count % 2 == 0 ? shape.dashes : shape.dashes + shape.dashes
    let period = pattern.reduce(0, +)
    guard period > 0 else { return [line] }
    // True distances, which dashes are measured in.
    var points = line.points
    points[0].travel = 0
    for index in points.indices.dropFirst() {
      points[index].travel =
        points[index - 1].travel
        + hypot(
          points[index].place.x - points[index - 1].place.x,
          points[index].place.y - points[index - 1].place.y)
    }
    let length = points.last?.travel ?? 0
    var result: [ReferenceLine] = []
    var at = -shape.dashPhase.truncatingRemainder(dividingBy: period) - period
    while at <= length {
      for (index, dash) in pattern.enumerated() {
        if index % 2 == 0, let part = Self.cut(points, at, at + dash), dash == 0 || at + dash > 0,
          dash == 0 || at < length
        {
          result.append(ReferenceLine(points: part))
        }
        at += dash
      }
    }
    return result
  }

  // MARK: Polygons

  private mutating func add(_ line: ReferenceLine) {
    // Points upon each other have no direction.
    var places: [(at: Vector, isCorner: Bool)] = []
    for point in line.points {
      let at = Vector(point.place.x, point.place.y)
      if let last = places.last, Self.length(at - last.at) < 1e-9 {
        places[places.count - 1].isCorner = last.isCorner || point.isCorner
      } else {
        places.append((at, point.isCorner))
      }
    }
    if line.isClosed, places.count > 2, let first = places.first, let last = places.last,
      Self.length(first.at - last.at) < 1e-9
    {
      places.removeLast()
    }
    guard places.count > 1 else {
      if let at = places.first?.at { addDot(at) }
      return
    }
    let count = line.isClosed ? places.count : places.count - 1
    let directions = (0..<count).map { index -> Vector in
      let way = places[(index + 1) % places.count].at - places[index].at
      return way / Self.length(way)
    }
    for (index, way) in directions.enumerated() {
      var (from, to) = (places[index].at, places[(index + 1) % places.count].at)
      if !line.isClosed && shape.cap == .square {
        if index == 0 { from -= way * half }
        if index == count - 1 { to += way * half }
      }
      addRectangle(from, to, way)
      if index > 0 || line.isClosed {
        addJoin(
          places[index], from: directions[(index + count - 1) % count], to: way)
      }
    }
    if !line.isClosed, shape.cap == .round {
      addDisc(places[0].at)
      addDisc(places[places.count - 1].at)
    }
  }

  private mutating func addRectangle(_ from: Vector, _ to: Vector, _ way: Vector) {
    let side = Vector(-way.y, way.x) * half
    append([from + side, from - side, to - side, to + side])
  }

  private mutating func addDisc(_ at: Vector) {
    append(
      (0..<64).map { step in
        let angle = Double(step) / 32 * .pi
        return at + Vector(cos(angle), sin(angle)) * half
      })
  }

  /// A dash of no length.
  private mutating func addDot(_ at: Vector) {
    switch shape.cap {
    case .round: addDisc(at)
    case .square: addRectangle(at - Vector(half, 0), at + Vector(half, 0), Vector(1, 0))
    default: break
    }
  }

  private mutating func addJoin(
    _ corner: (at: Vector, isCorner: Bool), from: Vector, to: Vector
  ) {
    let turn = from.x * to.y - from.y * to.x
    // The outer side.
    let side = turn > 0 ? -half : half
    let (a, b) = (
      corner.at + Vector(-from.y, from.x) * side, corner.at + Vector(-to.y, to.x) * side
    )
    append([corner.at, a, b])
    guard corner.isCorner else { return }
    switch shape.join {
    case .round: addDisc(corner.at)
    case .bevel: break
    default:
      // The length of a miter in line widths is 1 / sin of half of the inner angle.
      let sine = ((1 + (from * to).sum()) / 2).squareRoot()
      guard sine > 1e-6, 1 / sine <= shape.miterLimit else { return }
      let middle = (a + b) / 2 - corner.at
      guard Self.length(middle) > 1e-9 else { return }
      append([corner.at, a, corner.at + middle / Self.length(middle) * half / sine, b])
    }
  }

  private static func length(_ v: Vector) -> Double { (v * v).sum().squareRoot() }

  /// Appends a convex polygon, turned to the common way.
  private mutating func append(_ points: [Vector]) {
    var area = 0.0
    for (index, p) in points.enumerated() {
      let q = points[(index + 1) % points.count]
      area += p.x * q.y - q.x * p.y
    }
    let polygon = points.map { ReferencePoint(x: $0.x, y: $0.y) }
    polygons.append(area < 0 ? polygon.reversed() : polygon)
  }
}
