// PathKeyframes.swift
// Stage: commit. A path in, the points on it with their times out (semantics 6.1, 6.3).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A path as keyframes of a point.
struct PathKeyframes {
  private(set) var points: [CGPoint] = []
  /// When each point is reached, as fractions of the whole.
  private(set) var times: [Double] = []
  /// How far the path is from its start to each point; moves add nothing.
  private var lengths: [Double] = []

  private let mode: CAAnimationCalculationMode
  private let keyTimes: [Double]?
  private let easings: [EasingCurve]
  /// Elements that take time, so far.
  private var slot = 0

  /// Follows a path.
  ///
  /// - Parameters:
  ///   - keyTimes: For the path's start and each element's end; nil shares time out evenly. Ignored
  ///     when paced.
  ///   - easings: For each element; a missing one is linear. Ignored when paced or discrete.
  init(
    _ path: CGPath, mode: CAAnimationCalculationMode, keyTimes: [Double]?, easings: [EasingCurve]
  ) {
    let isPaced = mode == .paced || mode == .cubicPaced
    self.mode = mode
    self.easings = isPaced || mode == .discrete ? [] : easings
    let given = isPaced || keyTimes.map(KeyTimes.areAscending) != true ? nil : keyTimes
    let slots = path.elements.count { if case .move = $0 { false } else { true } }
    self.keyTimes =
      given ?? (0...max(slots, 1)).map { Double($0) / Double(max(slots, 1)) }

    var (start, current) = (CGPoint.zero, CGPoint.zero)
    // Where there are fewer times than elements, the path ends with the times.
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

  /// Adds an element's points: its end, and as many before it as its form and its easing need.
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
    var last = current
    for step in 1...steps {
      let time = Double(step) / Double(steps)
      let point =
        step == steps
        ? end
        : .onCubic(
          from: current, control1: c1, control2: c2, to: end, at: easing.value(at: time))
      add(point, fraction: time, length: hypot(point.x - last.x, point.y - last.y))
      last = point
    }
  }
}

/// Rules for lists of key times.
enum KeyTimes {
  /// Whether times can be used: ascending within 0...1.
  static func areAscending(_ times: [Double]) -> Bool {
    !times.isEmpty && times.allSatisfy { $0 >= 0 && $0 <= 1 }
      && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
