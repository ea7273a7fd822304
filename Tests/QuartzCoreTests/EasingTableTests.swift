// EasingTableTests.swift
// Piecewise easing curves compared with the curves they approximate.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import QuartzCore

@Suite struct EasingTableTests {
  /// Curves of every kind: named, random, flat or vertical at their ends or in between.
  private static var curves: [EasingCurve] {
    var random = SeededRandom(seed: 31)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let named = TimingFunctionTests.names.map { CAMediaTimingFunction(name: $0).curve }
    let corners = [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0), (1.0, 1.0)].map { x1, x2 in
      EasingCurve(c1: SIMD2(x1, 0.2), c2: SIMD2(x2, 0.9))
    }
    let others = (0..<60).map { _ in
      EasingCurve(
        c1: SIMD2(number(0...1), number(-1...2)), c2: SIMD2(number(0...1), number(-1...2)))
    }
    return named + corners + others
  }

  private func progresses(_ random: inout SeededRandom) -> [Double] {
    var result: [Double] = [0, 0.5, 1]
    for index in 0..<40 {
      let end: Double = pow(0.5, Double(index))
      result += [end, 1 - end / 2]
    }
    for _ in 0..<400 { result.append(.random(in: 0...1, using: &random)) }
    return result
  }

  /// The table and its reader agree with each other and with the curve.
  @Test func piecesAreTheCurve() {
    var (table, random) = (EasingTable(), SeededRandom(seed: 32))
    for curve in Self.curves {
      guard let number = table.number(of: curve) else { return }
      let again = table.number(of: curve)
      #expect(again == number && (number == 0) == curve.isLinear)
      for x in progresses(&random) {
        let alone = table.value(of: number, at: x)
        var first = Double.nan
        var again = Double.nan
        table.withReader {
          first = $0.value(of: number, at: x)
          again = $0.value(of: number, at: x)
        }
        #expect(alone == first && first == again && first == table.value(of: number, at: x))
        #expect(abs(first - curve.value(at: x)) < 1e-9, "\(curve.c1) \(curve.c2) at \(x)")
      }
    }
  }

  @Test func piecesGrowWhereTheCurveDoes() {
    var table = EasingTable()
    for name in TimingFunctionTests.names {
      let curve = CAMediaTimingFunction(name: name).curve
      guard let number = table.number(of: curve) else { return }
      let values = (0...5000).map { table.value(of: number, at: Double($0) / 5000) }
      #expect(values.first == 0 && values.last == 1)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  /// The number of stored curves is bounded; further curves have no index.
  @Test func thereAreNotTooManyCurves() {
    var table = EasingTable()
    for index in 0..<2000 {
      let curve = EasingCurve(c1: SIMD2(Double(index) / 2000, 0), c2: SIMD2(0.5, 1))
      let number = table.number(of: curve)
      #expect((number == nil) == (index >= EasingIndex.capacity - 1))
    }
  }
}
