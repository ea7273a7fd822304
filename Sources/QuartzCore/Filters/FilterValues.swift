// FilterValues.swift
// The values of one filter, taken from it when a layer's filters are set.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The values of a filter.
struct FilterValues: Hashable, Sendable {
  let filterName: String
  /// The filter's name in key paths.
  let name: String
  let isEnabled: Bool
  /// The numbers that the filter reads, in the order of ``FilterKind/inputs``.
  var numbers: [Double]
  /// Its colours and vectors; those with their defaults are left out.
  let vectors: [String: SIMD4<Double>]

  /// Nil for a filter that layers do not draw.
  init?(_ filter: CIFilter) {
    guard let inputs = FilterKind.all[filter.filterName]?.inputs else { return nil }
    (filterName, name, isEnabled) = (filter.filterName, filter.name, filter.isEnabled)
    numbers = inputs.map { filter.number($0.key, default: $0.value) }
    vectors = filter.inputs.compactMapValues { value in
      if let color = value as? CGColor { return color.lanes }
      guard let numbers = value as? [CGFloat], numbers.count >= 3 else { return nil }
      return SIMD4(numbers[0], numbers[1], numbers[2], numbers.count > 3 ? numbers[3] : 0)
    }
  }

  /// The place of a number among ``numbers``; nil for an input that the filter does not read.
  func index(of key: String) -> Int? {
    FilterKind.all[filterName]?.inputs.firstIndex { $0.key == key }
  }

  /// A number that the filter reads.
  func number(_ key: String) -> Double { index(of: key).map { numbers[$0] } ?? 0 }
}
