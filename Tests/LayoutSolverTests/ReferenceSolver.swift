// ReferenceSolver.swift
// The best solution of a small system by trying every point at which constraints meet.
//
// SPDX-License-Identifier: MIT

/// A system of constraints over a few variables.
struct SmallSystem {
  /// `factors · x + constant` in a relation to zero: -1, 0 or 1 for at most, equal, at least.
  struct Line {
    var factors: [Double]
    var constant: Double
    var relation: Int
    var priority: Float

    func value(at point: [Double]) -> Double {
      zip(factors, point).reduce(constant) { $0 + $1.0 * $1.1 }
    }

    /// The distance from being satisfied.
    func error(at point: [Double]) -> Double {
      let value = value(at: point)
      return relation == 0 ? abs(value) : max(0, -value * Double(relation))
    }
  }

  var count: Int
  var lines: [Line] = []

  /// The sums of errors, from the highest priority down, and all required ones first.
  func errors(at point: [Double]) -> [Double] {
    let priorities = Set(lines.map { min($0.priority, 1000) }).sorted(by: >)
    return priorities.map { priority in
      lines.filter { min($0.priority, 1000) == priority }.reduce(0) { $0 + $1.error(at: point) }
    }
  }

  /// Whether the required lines have a common solution.
  ///
  /// The lines `x = 0` cut the space into pieces with corners, so that a solution that exists touches one.
  func isFeasible(_ required: [Line]) -> Bool {
    var system = SmallSystem(count: count, lines: required)
    for index in 0..<count {
      var factors = [Double](repeating: 0, count: count)
      factors[index] = 1
      system.lines.append(Line(factors: factors, constant: 0, relation: 0, priority: 1))
    }
    return system.corners().contains { point in required.allSatisfy { $0.error(at: point) < 1e-7 } }
  }

  /// The least errors, from the highest priority down; nil if required lines exclude each other. Some line
  /// must bound each variable.
  ///
  /// Errors are linear between the lines, so that the best solution lies where lines meet.
  func leastErrors() -> [Double]? {
    let required = lines.filter { $0.priority >= 1000 }
    let points = corners().filter { point in required.allSatisfy { $0.error(at: point) < 1e-7 } }
    var candidates = points.map { errors(at: $0) }
    guard let first = candidates.first else { return nil }
    for level in first.indices {
      let least = candidates.map { $0[level] }.min() ?? 0
      candidates = candidates.filter { $0[level] <= least + 1e-7 }
    }
    return candidates.first
  }

  /// Every point at which as many lines meet as there are variables.
  private func corners() -> [[Double]] {
    var points: [[Double]] = []
    func choose(from start: Int, _ chosen: [Int]) {
      if chosen.count == count {
        if let point = intersection(chosen) { points.append(point) }
        return
      }
      for index in start..<max(start, lines.count) { choose(from: index + 1, chosen + [index]) }
    }
    choose(from: 0, [])
    return points
  }

  private func intersection(_ chosen: [Int]) -> [Double]? {
    var rows = chosen.map { lines[$0].factors + [-lines[$0].constant] }
    for column in 0..<count {
      guard
        let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        for index in column...count { rows[row][index] -= factor * rows[column][index] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
