// FrameInterval.swift
// Stage: after the record. Takes two frame records, decides whether the later frame was late.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The interval between two displayed frames, which decides whether the later one is a hitch: it counts while something
/// moves, and each refresh beyond the first is one that the frame missed.
package struct FrameInterval: Hashable {
  /// From the previous frame's display time to this one's, in seconds: `Δd`.
  package var length: TimeInterval
  /// The refresh period it is measured against, in seconds: `T`.
  package var period: TimeInterval
  /// Number of refreshes that showed the previous picture: `n = max(1, round(Δd / T))`.
  package var held: Int
  /// `t - previous t - Δd`, in seconds; positive when the animation jumped ahead.
  package var animationError: TimeInterval
  /// Whether an animation was running and visible, so that late refreshes count.
  package var counts: Bool

  /// Refreshes that should have shown a new picture and did not: `m = n - 1`.
  package var missed: Int { held - 1 }

  /// The frame's delay in seconds, rounded to whole refreshes: `h = m · T`.
  ///
  /// Rounded because a sum of raw differences would count timer jitter as hitches.
  package var hitch: TimeInterval { Double(missed) * period }

  /// Measures the interval that ends with a frame.
  ///
  /// It counts when an animation was running in the earlier frame, so that the next frame was due one
  /// refresh later. The gap before an animation's first frame does not count.
  package init(from previous: FrameRecord, to record: FrameRecord) {
    length = record.display - previous.display
    period = record.period
    counts = previous.isAnimating && previous.isVisible && record.isVisible && length > 0
    held = counts && period > 0 ? max(1, Int((length / period).rounded())) : 1
    animationError = record.time - previous.time - length
  }
}
