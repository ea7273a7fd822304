// NearestNumber.swift
// Numbers that cannot be used, and the nearest ones that can.
//
// One rule for what a caller gives: geometry that is not finite stops the program with words, as on Apple's systems
// (a layer's position, bounds, frame, anchor point and transforms). Anything else takes the nearest number, which is
// reported once: NaN is 0, or the value in effect without one; infinity is the largest number.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Returns a number, or the nearest one in a range, with a report.
///
/// - Parameters:
///   - range: The numbers that can be used. Default all that are finite.
///   - usual: What NaN acts as. Default 0.
///   - what: What the number is, for the report.
@inline(__always)
package func nearest<Number: BinaryFloatingPoint>(
  _ value: Number,
  in range: ClosedRange<Number> =
    -Number.greatestFiniteMagnitude...Number.greatestFiniteMagnitude,
  ifNaN usual: Number = 0, _ what: @autoclosure () -> String
) -> Number {
  range.contains(value) ? value : replacement(of: value, in: range, ifNaN: usual, what())
}

@inline(never)
private func replacement<Number: BinaryFloatingPoint>(
  of value: Number, in range: ClosedRange<Number>, ifNaN usual: Number, _ what: String
) -> Number {
  let used = value.isNaN ? usual : min(max(value, range.lowerBound), range.upperBound)
  Reports.reportUnusable("\(value)", what, as: "\(used)")
  return used
}

/// Returns a number, or the least one that can be used, with a report.
package func nearest(
  _ value: Int, atLeast least: Int, _ what: @autoclosure () -> String
) -> Int {
  if value >= least { return value }
  Reports.reportUnusable("\(value)", what(), as: "\(least)")
  return least
}

extension Reports {
  /// Reports once that a number acts as another.
  package static func reportUnusable(_ value: String, _ what: String, as used: String) {
    reportOnce("unusable \(what)", "\(what) cannot be \(value); it is \(used)")
  }
}
