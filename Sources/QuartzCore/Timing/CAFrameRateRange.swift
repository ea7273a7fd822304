// CAFrameRateRange.swift
// The frame rates that an animation or a display link prefers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// A range of frame rates, in frames a second, and the preferred one in it.
///
/// Source: Apple's `CAFrameRateRange`.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The minimum acceptable rate, in frames per second.
  public var minimum: Float
  /// The maximum useful rate, in frames per second.
  public var maximum: Float
  /// The preferred rate; nil or 0 for none.
  public var preferred: Float?

  /// No preference: the system chooses.
  public static let `default` = CAFrameRateRange(unchecked: 0, 0, nil)

  /// Creates a range.
  ///
  /// - Precondition: `0 <= minimum <= maximum`, and a preferred rate other than 0 lies between them.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    let minimum = nearest(minimum, "the minimum of a range of frame rates")
    let maximum = nearest(maximum, "the maximum of a range of frame rates")
    let preferred = preferred.map { nearest($0, "the preferred rate of a range of frame rates") }
    trap(
      unless: minimum >= 0 && minimum <= maximum && maximum.isFinite,
      "a range of frame rates needs 0 <= minimum <= maximum, not \(minimum) and \(maximum)")
    if let preferred, preferred != 0 {
      trap(
        unless: preferred >= minimum && preferred <= maximum,
        "a preferred frame rate lies in its range \(minimum) to \(maximum), which \(preferred) does "
          + "not")
    }
    self.init(unchecked: minimum, maximum, preferred)
  }

  private init(unchecked minimum: Float, _ maximum: Float, _ preferred: Float?) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }
}

extension CAFrameRateRange: CustomStringConvertible {
  /// The three rates.
  public var description: String { "\(minimum)-\(maximum), \(preferred ?? 0) preferred" }
}

/// Returns a range of frame rates. A preferred rate of 0 means none.
public func CAFrameRateRangeMake(
  _ minimum: Float, _ maximum: Float, _ preferred: Float
) -> CAFrameRateRange {
  CAFrameRateRange(
    minimum: minimum, maximum: maximum, preferred: preferred == 0 ? nil : preferred)
}

/// Returns whether two ranges are the same.
public func CAFrameRateRangeIsEqualToRange(
  _ range: CAFrameRateRange, _ other: CAFrameRateRange
) -> Bool { range == other }
