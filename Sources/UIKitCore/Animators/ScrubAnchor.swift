// ScrubAnchor.swift
// How a position to which a paused animator is scrubbed becomes a part of each of its animations.
//
// SPDX-License-Identifier: MIT

import QuartzCore

/// The state of a paused animator that scrubbing continues from.
struct ScrubAnchor {
  /// The scrub position at the pause, 0...1.
  var position: Double
  /// The fraction of an animation over the full timeline.
  var fraction: Double
  /// Whether positions are fractions of the distance; else of the time.
  var isLinear: Bool

  /// Returns an animation's fraction at a scrub position.
  ///
  /// It is `anchorFraction` at the anchor, and approaches 0 and 1 in proportion, so that scrubbing never
  /// jumps.
  func fraction(
    at position: Double, of range: ProgressRange, _ curve: DrivenSegment.Curve,
    from anchorFraction: Double
  ) -> Double {
    func unpaused(_ position: Double) -> Double {
      let local = range.localProgress(at: position)
      return isLinear ? local : curve.value(at: local)
    }
    let (before, after) = (unpaused(self.position), unpaused(position))
    if abs(position - self.position) < 1e-12 { return anchorFraction }
    if position <= 0 { return 0 }
    if isLinear && position >= 1 && range.end <= 1 { return 1 }
    if abs(anchorFraction - before) < 1e-7 { return after }
    if position > self.position {
      return abs(1 - before) > 1e-3
        ? anchorFraction + (1 - anchorFraction) * (after - before) / (1 - before) : after
    }
    if before > 1e-3 { return anchorFraction * after / before }
    return self.position > 1e-9 ? anchorFraction * position / self.position : after
  }
}
