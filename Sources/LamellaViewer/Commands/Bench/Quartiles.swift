// Quartiles.swift
// Medians and quartiles of a few readings.
//
// SPDX-License-Identifier: MIT

/// Median and quartiles of readings.
package struct Quartiles: Codable, Hashable {
  package var median: Double
  package var lowerQuartile: Double
  package var upperQuartile: Double

  /// - Parameter readings: In any order. Without readings, all values are 0.
  package init(_ readings: [Double]) {
    let sorted = readings.sorted()
    median = Self.quantile(0.5, of: sorted)
    lowerQuartile = Self.quantile(0.25, of: sorted)
    upperQuartile = Self.quantile(0.75, of: sorted)
  }

  /// Interpolates between the two nearest readings: the lower quartile of 1, 2, 3, 4 is 1.75.
  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    guard let last = sorted.last else { return 0 }
    let place = share * Double(sorted.count - 1)
    let index = Int(place)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
  }
}
