// DashPattern.swift
// The dashes along a path, as a path. Painted strokes are dashed by PathStroker instead.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A pattern of dashes and gaps.
struct DashPattern {
  /// Alternating lengths of dash and gap, an even number.
  private let lengths: [Double]
  private let phase: Double
  private let cycle: Double

  /// The most dashes of a path; a pattern with more is invisible anyway.
  static let maximumDashes = 100_000.0

  /// Nil for a pattern without a length, or with one that is negative or not a number.
  init?(phase: Double, lengths: [Double]) {
    // A pattern of odd length is repeated with dashes and gaps exchanged.
    let even = lengths.count % 2 == 0 ? lengths : lengths + lengths
    let cycle = even.reduce(0, +)
    guard cycle > 0, cycle.isFinite, lengths.allSatisfy({ $0 >= 0 }), phase.isFinite else {
      return nil
    }
    let rest = phase.truncatingRemainder(dividingBy: cycle)
    (self.lengths, self.cycle) = (even, cycle)
    self.phase = rest < 0 ? rest + cycle : rest
  }

  /// Whether so many dashes would be needed that the path stays solid.
  func isTooFine(for length: Double) -> Bool {
    !(length / cycle * Double(lengths.count) <= Self.maximumDashes)
  }

  /// Calls a function with the start and the end of each dash along a length.
  func forEachDash(along total: Double, _ body: (Double, Double) -> Void) {
    var (index, place) = (0, -phase)
    while place < total {
      let end = place + lengths[index]
      if index % 2 == 0, end > 0 || (end == 0 && lengths[index] == 0) {
        body(max(place, 0), min(end, total))
      }
      place = end
      index = (index + 1) % lengths.count
    }
  }
}

/// A curve with a table of its length, for the parameter at a length.
struct MeasuredCurve {
  let curve: OffsetCurve
  /// The lengths at equal steps of the parameter.
  private var lengths: [Double] = [0]

  private static let steps = 128

  init(_ curve: OffsetCurve) {
    self.curve = curve
    if curve.isLine {
      lengths.append(hypot(curve.p3.x - curve.p0.x, curve.p3.y - curve.p0.y))
      return
    }
    var (pen, sum) = (curve.p0, 0.0)
    for step in 1...Self.steps {
      let next = curve.curve.point(at: Double(step) / Double(Self.steps))
      sum += hypot(next.x - pen.x, next.y - pen.y)
      lengths.append(sum)
      pen = next
    }
  }

  var length: Double { lengths.last ?? 0 }

  /// The parameter at a length from the start.
  func parameter(at length: Double) -> Double {
    guard length > 0 else { return 0 }
    guard length < self.length else { return 1 }
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    let part = (length - lengths[low]) / (lengths[high] - lengths[low])
    return (Double(low) + part) / Double(lengths.count - 1)
  }
}

extension CurveSubpath {
  /// Appends the subpath's dashes.
  func appendDashes(_ pattern: DashPattern, to elements: inout [CGPath.Element]) {
    let measured = curves.map(MeasuredCurve.init)
    let total = measured.reduce(0) { $0 + $1.length }
    guard total > 0 else { return }
    // The curve at which a dash begins; dashes are ascending.
    var (first, passed) = (0, 0.0)
    pattern.forEachDash(along: total) { start, end in
      while first < measured.count - 1, passed + measured[first].length <= start {
        passed += measured[first].length
        first += 1
      }
      var (index, before) = (first, passed)
      var hasBegun = false
      repeat {
        let curve = measured[index]
        let a = curve.parameter(at: start - before)
        let b = curve.parameter(at: end - before)
        let part = curve.curve.curve.part(from: a, to: b)
        if !hasBegun { elements.append(.move(part.p0)) }
        hasBegun = true
        elements.append(
          curve.curve.isLine
            ? .line(part.p3) : .cubic(control1: part.p1, control2: part.p2, end: part.p3))
        before += curve.length
        index += 1
      } while index < measured.count && before < end
    }
  }
}
