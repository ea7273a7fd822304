// PlaybackSegment.swift
// Where the animations of an animator are on its way, and how they go on from there (semantics 17). Pure.
//
// The animator's way is a time from 0, the start, to 1, the end, as fractions of its duration. Each
// animation has a window of it, and within the window a curve.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The part of an animator's way in which an animation moves.
struct ProgressRange: Hashable {
  var start = 0.0
  var end = 1.0

  var length: Double { end - start }

  /// Returns where in the window a place of the way is, 0...1.
  func place(of way: Double) -> Double {
    length > 1e-9 ? min(max((way - start) / length, 0), 1) : (way < start ? 0 : 1)
  }
}

/// A run along the way.
struct PlaybackSegment {
  /// Where on the way it begins, and 0 or 1, where it ends.
  var from: Double
  var target: Double
  /// Seconds that it takes.
  var duration: TimeInterval
  /// Seconds until it begins.
  var delay: TimeInterval = 0
  /// A curve for what is left, by the seconds that it takes; nil for the animations' own.
  var other: (any UITimingCurveProvider)?

  /// Seconds from the begin until a place of the way is reached.
  private func seconds(to way: Double) -> TimeInterval {
    abs(target - from) > 1e-12 ? max(0, (way - from) / (target - from)) * duration : 0
  }

  /// Returns how an animation goes on that is a fraction of its way far, without a jump.
  func phase(
    of window: ProgressRange, _ curve: DrivenSegment.Curve, at fraction: Double,
    seconds total: TimeInterval, isVertical: Bool = false
  ) -> DrivenSegment {
    let isForward = target > 0.5
    let (near, far) =
      isForward ? (window.start, window.end) : (window.end, window.start)
    let hasPassed = isForward ? from >= far : from <= far
    var phase = DrivenSegment()
    let wait = hasPassed ? 0 : seconds(to: near)
    phase.delay = delay + wait
    // One that should be there, and is not, takes what time there is.
    phase.duration = max(0, (hasPassed ? duration : seconds(to: far)) - wait)
    let place = window.place(of: from)
    (phase.from, phase.to) = (place, isForward ? 1 : 0)
    let distance = target - fraction
    if abs(distance) < 1e-9, hasPassed {
      phase.curve = .easing(.linear)
      (phase.start, phase.scale, phase.duration) = (fraction, 0, 0)
      (phase.from, phase.to) = (0, 0)
      return phase
    }
    if let other {
      phase.curve = Self.blend(
        other.curve(duration: phase.duration ?? 0, isVertical: isVertical), after: curve, place,
        seconds: max(total * window.length, 1e-9), remaining: phase.duration ?? 0,
        distance: distance)
      (phase.from, phase.to) = (0, 1)
      (phase.start, phase.scale) = (fraction, distance)
      return phase
    }
    phase.curve = curve
    let (here, there) = (curve.value(at: place), curve.value(at: phase.to))
    // On its own curve nothing has to be bent, whatever a spring does on its way.
    if abs(fraction - here) < 1e-7 { return phase }
    let scale = distance / (there - here)
    if scale.isFinite, scale > 0.2, scale < 5 {
      (phase.scale, phase.start) = (scale, fraction - scale * here)
      return phase
    }
    phase.curve = .easing(.linear)
    (phase.from, phase.to) = (0, 1)
    (phase.start, phase.scale) = (fraction, distance)
    return phase
  }

  /// Returns a new curve for what is left that starts as fast as the old one was. A spring says its
  /// velocity itself.
  private static func blend(
    _ curve: DrivenSegment.Curve, after old: DrivenSegment.Curve, _ place: Double,
    seconds: TimeInterval, remaining: TimeInterval, distance: Double
  ) -> DrivenSegment.Curve {
    guard case .easing(let easing) = curve, place > 1e-6, place < 1 - 1e-6, remaining > 0 else {
      return curve
    }
    let step = 1e-4
    let (low, high) = (max(0, place - step), min(1, place + step))
    let speed = (old.value(at: high) - old.value(at: low)) / (high - low) / seconds
    // Steeper than 3 a cubic would leave its way; in steps, so that there are few curves to know.
    let slope = min(max(speed * remaining / abs(distance), 0), 3)
    guard slope.isFinite else { return curve }
    let x = max(easing.c1.x, 0.25)
    return .easing(
      EasingCurve(c1: SIMD2(x, (slope * 16).rounded() / 16 * x), c2: easing.c2))
  }
}

extension DrivenSegment.Curve {
  /// Returns the first place, 0...1, at which the curve has a value; 1 where it never has.
  func place(of value: Double) -> Double {
    if value <= 0 { return 0 }
    if case .easing(let easing) = self, easing.isLinear { return min(value, 1) }
    let count = 256
    var low = 0.0
    for index in 1...count {
      var high = Double(index) / Double(count)
      guard self.value(at: high) >= value else {
        low = high
        continue
      }
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if self.value(at: middle) < value { low = middle } else { high = middle }
      }
      return high
    }
    return 1
  }
}
