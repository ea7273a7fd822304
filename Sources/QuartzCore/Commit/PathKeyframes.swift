// PathKeyframes.swift
// Stage: commit. Converts a path to points and their key times.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A path as keyframes of a point.
struct PathKeyframes {
  private(set) var points: [CGPoint] = []
  /// The key time of each point, 0...1.
  private(set) var times: [Double] = []
  /// The path's length from its start to each point, without moves.
  private var lengths: [Double] = []
  /// The path's direction at a point, in radians: first the incoming one, then the outgoing one.
  private var directions: [(angle: Double, point: Int)] = []

  private let mode: CAAnimationCalculationMode
  private let hasTurns: Bool
  private let keyTimes: [Double]?
  private let easings: [EasingCurve]
  /// The number of elements so far that take time.
  private var slot = 0

  /// Converts a path.
  ///
  /// - Parameters:
  ///   - keyTimes: The times of the start and each element's end; nil spaces them evenly. Ignored
  ///     when paced.
  ///   - easings: Each element's curve; missing ones are linear. Ignored when paced or discrete.
  ///   - turns: Whether ``turns`` will be read. If not, no directions are computed, as they take most of the time.
  init(
    _ path: CGPath, mode: CAAnimationCalculationMode, keyTimes: [Double]?, easings: [EasingCurve],
    turns: Bool
  ) {
    let isPaced = mode == .paced || mode == .cubicPaced
    self.mode = mode
    hasTurns = turns
    self.easings = isPaced || mode == .discrete ? [] : easings
    let given = isPaced || keyTimes.map(KeyTimes.areAscending) != true ? nil : keyTimes
    let slots = path.elements.count { if case .move = $0 { false } else { true } }
    self.keyTimes =
      given ?? (0...max(slots, 1)).map { Double($0) / Double(max(slots, 1)) }

    var (start, current) = (CGPoint.zero, CGPoint.zero)
    // With fewer times than elements, the path ends at the last time.
    for element in path.elements {
      if case .move(let end) = element {
        add(end, fraction: 0, length: 0)
        (start, current) = (end, end)
        continue
      }
      guard slot < (self.keyTimes?.count ?? 0) - 1 else { break }
      follow(element, from: current, start: start)
      current = element.end ?? start
      slot += 1
    }
    guard isPaced, let total = lengths.last, total > 0 else { return }
    times = lengths.map { $0 / total }
  }

  private mutating func add(_ point: CGPoint, fraction: Double, length: Double) {
    points.append(point)
    lengths.append((lengths.last ?? 0) + length)
    let all = keyTimes ?? []
    let (from, to) = (all[min(slot, all.count - 1)], all[min(slot + 1, all.count - 1)])
    times.append(from + (to - from) * fraction)
  }

  /// Adds an element's points: its end, and intermediate points for a curve or an easing.
  private mutating func follow(
    _ element: CGPath.Element, from current: CGPoint, start: CGPoint
  ) {
    let easing = easings.indices.contains(slot) ? easings[slot] : .linear
    let end = element.end ?? start
    func third(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * 2 / 3, y: a.y + (b.y - a.y) * 2 / 3)
    }
    let (c1, c2, isCurved): (CGPoint, CGPoint, Bool) =
      switch element {
      case .quad(let c, _): (third(current, c), third(end, c), true)
      case .cubic(let c1, let c2, _): (c1, c2, true)
      default: (third(end, current), third(current, end), false)
      }
    let steps = mode == .discrete || (!isCurved && easing.isLinear) ? 1 : 64
    let curve = (current, c1, c2, end)
    var last = current
    for step in 1...steps {
      let time = Double(step) / Double(steps)
      let point =
        step == steps
        ? end
        : .onCubic(
          from: current, control1: c1, control2: c2, to: end, at: easing.value(at: time))
      if hasTurns {
        let before = Double(step - 1) / Double(steps)
        addDirections(of: curve, from: easing.value(at: before), to: easing.value(at: time))
      }
      add(point, fraction: time, length: hypot(point.x - last.x, point.y - last.y))
      last = point
    }
  }

  /// Adds the directions at both ends of a step to the next point, between two parameters of a cubic.
  private mutating func addDirections(
    of curve: (CGPoint, CGPoint, CGPoint, CGPoint), from begin: Double, to end: Double
  ) {
    if let angle = Self.direction(of: curve, at: begin) {
      directions.append((angle, points.count - 1))
      let next = Self.direction(of: curve, at: end) ?? angle
      directions.append((angle + (next - angle).remainder(dividingBy: 2 * .pi), points.count))
    } else if let last = directions.last {
      // An element without length keeps the previous direction.
      directions.append((last.angle, points.count))
    }
  }

  /// The angles of the path's direction, in radians, with their key times, 0...1. A corner has two
  /// angles at one time.
  var turns: [(angle: Double, time: Double)] {
    let turns = directions.map { (angle: $0.angle, time: times[$0.point]) }
    guard mode == .discrete else { return turns }
    // At each point the outgoing direction, at the last the incoming one.
    return turns.indices.filter { $0 + 1 == turns.count || turns[$0 + 1].time > turns[$0].time }
      .map { turns[$0] }
  }

  /// The direction of a cubic at a parameter, in radians; nil without length.
  private static func direction(
    of curve: (CGPoint, CGPoint, CGPoint, CGPoint), at u: Double
  ) -> Double? {
    func vector(_ a: CGPoint, _ b: CGPoint) -> SIMD2<Double> { SIMD2(b.x - a.x, b.y - a.y) }
    func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
    let (a, b, c) = (
      vector(curve.0, curve.1), vector(curve.1, curve.2), vector(curve.2, curve.3)
    )
    let size = length(a) + length(b) + length(c)
    guard size > 0 else { return nil }
    var tangent = a * ((1 - u) * (1 - u)) + b * (2 * u * (1 - u)) + c * (u * u)
    if length(tangent) <= size * 1e-9 {
      // At a cusp, or where a control point is on its end point: the direction nearby.
      let beside = u < 1 - 1e-4 ? u + 1e-4 : u - 1e-4
      tangent =
        a * ((1 - beside) * (1 - beside)) + b * (2 * beside * (1 - beside)) + c * (beside * beside)
    }
    return length(tangent) > 0 ? atan2(tangent.y, tangent.x) : nil
  }
}
