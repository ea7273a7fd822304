// PlaybackSegment.swift
// One uninterrupted run of an animator along its timeline, and the motion of each animation in it. Pure.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

// The timeline of an animator:
//
//     start                                                  end
//     0                                                        1   progress, linear in time
//     |----------[==============================]--------------|   [=] one animation's range
//     |               o--------------------------------------->|   a segment: progress o to target 1
//
//     progress        where the animator is, in fractions of its duration
//     range           the part of the timeline in which an animation moves
//     local progress  progress within a range, clamped to 0...1
//     curve           maps local progress to fraction
//     fraction        how far a value is between its start (0) and end (1); springs leave 0...1
//     segment         a run from a progress to a target, with a duration and delay
//     target          the direction of a segment: 1 plays to the end, 0 back to the start
//     scrub position  what a caller sets while paused: progress, or fraction if scrubbing is linear
//     anchor          scrub position and fractions at the pause, which scrubbing continues from

/// The part of an animator's timeline in which an animation moves.
struct ProgressRange: Hashable {
  var start = 0.0
  var end = 1.0

  var length: Double { end - start }

  /// Returns the progress within the range, 0...1.
  func localProgress(at progress: Double) -> Double {
    length > 1e-9 ? min(max((progress - start) / length, 0), 1) : (progress < start ? 0 : 1)
  }
}

/// A run of an animator along its timeline.
struct PlaybackSegment {
  /// The progress at which the run starts.
  var from: Double
  /// The progress at which it ends: 0 or 1.
  var target: Double
  /// Seconds from ``from`` to ``target``.
  var duration: TimeInterval
  /// Seconds until the run starts.
  var delay: TimeInterval = 0
  /// A curve for the remaining motion; nil for the animations' own.
  var curveOverride: (any UITimingCurveProvider)?

  private var isForward: Bool { target > 0.5 }

  /// Seconds from the start of the run until a progress is reached.
  private func seconds(to progress: Double) -> TimeInterval {
    abs(target - from) > 1e-12 ? max(0, (progress - from) / (target - from)) * duration : 0
  }

  /// Returns the motion of an animation during the segment. It continues at the animation's present
  /// fraction, without a jump.
  ///
  /// - Parameters:
  ///   - range: The animation's part of the timeline.
  ///   - curve: The animation's own curve.
  ///   - fraction: The animation's present fraction.
  ///   - total: The animator's duration, in seconds.
  ///   - isVertical: Whether the animation moves the y coordinate of a point alone.
  func motion(
    over range: ProgressRange, _ curve: DrivenSegment.Curve, at fraction: Double,
    seconds total: TimeInterval, isVertical: Bool = false
  ) -> DrivenSegment {
    let (near, far) = isForward ? (range.start, range.end) : (range.end, range.start)
    let hasPassed = isForward ? from >= far : from <= far
    var motion = DrivenSegment()
    let wait = hasPassed ? 0 : seconds(to: near)
    motion.delay = delay + wait
    // An animation that should have arrived, and has not, takes the whole run.
    motion.duration = max(0, (hasPassed ? duration : seconds(to: far)) - wait)
    let distance = target - fraction
    if abs(distance) < 1e-9, hasPassed {
      (motion.start, motion.scale, motion.duration) = (fraction, 0, 0)
      (motion.from, motion.to) = (0, 0)
      return motion
    }
    let local = range.localProgress(at: from)
    if let curveOverride {
      let remaining = motion.duration ?? 0
      motion.curve = Self.blend(
        curveOverride.curve(duration: remaining, isVertical: isVertical), after: curve, local,
        seconds: max(total * range.length, 1e-9), remaining: remaining, distance: distance)
      (motion.start, motion.scale) = (fraction, distance)
      return motion
    }
    return onOwnCurve(motion, curve, from: local, at: fraction)
  }

  /// Returns the motion of an animation that repeats during the segment: towards the end all its runs, each as long as
  /// its range. Back to the start there is one run, as of any other animation.
  ///
  /// - Parameters:
  ///   - repetition: The animation's repetition.
  ///   - runs: The runs that have passed at a pause; nil begins at the local progress.
  ///   - motion: The motion of one run.
  func repeating(
    _ motion: DrivenSegment, _ repetition: BlockAnimationContext.Repetition, from runs: Double?,
    over range: ProgressRange, _ curve: DrivenSegment.Curve, seconds total: TimeInterval
  ) -> DrivenSegment {
    guard isForward else { return motion }
    var motion = motion
    let runDuration = max(total * range.length, 1e-3)
    (motion.curve, motion.start, motion.scale) = (curve, 0, 1)
    motion.from = runs ?? range.localProgress(at: from)
    motion.repetition = DrivenSegment.Repetition(
      runs: repetition.runs, autoreverses: repetition.autoreverses, runDuration: runDuration)
    motion.duration = max(0, repetition.runs - motion.from) * runDuration
    return motion
  }

  /// Completes a motion on an animation's own curve, or on a straight line where the curve would have to
  /// be bent too much to meet the present fraction.
  private func onOwnCurve(
    _ motion: DrivenSegment, _ curve: DrivenSegment.Curve, from local: Double, at fraction: Double
  ) -> DrivenSegment {
    var onCurve = motion
    onCurve.curve = curve
    (onCurve.from, onCurve.to) = (local, isForward ? 1 : 0)
    let (value, targetValue) = (curve.value(at: local), curve.value(at: onCurve.to))
    // On its own curve nothing has to be bent, even where a spring overshoots.
    if abs(fraction - value) < 1e-7 { return onCurve }
    let scale = (target - fraction) / (targetValue - value)
    if scale.isFinite, scale > 0.2, scale < 5 {
      (onCurve.scale, onCurve.start) = (scale, fraction - scale * value)
      return onCurve
    }
    var straight = motion
    (straight.start, straight.scale) = (fraction, target - fraction)
    return straight
  }

  /// Returns a new curve whose initial speed is the old one's at a local progress. Springs are returned
  /// unchanged, as they have an initial velocity of their own.
  private static func blend(
    _ curve: DrivenSegment.Curve, after old: DrivenSegment.Curve, _ local: Double,
    seconds: TimeInterval, remaining: TimeInterval, distance: Double
  ) -> DrivenSegment.Curve {
    guard case .easing(let easing) = curve, local > 1e-6, local < 1 - 1e-6, remaining > 0 else {
      return curve
    }
    let step = 1e-4
    let (low, high) = (max(0, local - step), min(1, local + step))
    let speed = (old.value(at: high) - old.value(at: low)) / (high - low) / seconds
    // A cubic steeper than 3 would overshoot. Steps of 1/16 keep the number of easing tables small.
    let slope = min(max(speed * remaining / abs(distance), 0), 3)
    guard slope.isFinite else { return curve }
    let x = max(easing.c1.x, 0.25)
    return .easing(
      EasingCurve(c1: SIMD2(x, (slope * 16).rounded() / 16 * x), c2: easing.c2))
  }
}

extension DrivenSegment.Curve {
  /// Returns the first local progress, 0...1, at which the curve has a value; 1 where it never has.
  package func localProgress(ofValue value: Double) -> Double {
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
