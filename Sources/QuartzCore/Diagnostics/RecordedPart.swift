// RecordedPart.swift
// What an animation that was recorded shows, and when: all of it, or one of the segments that an animator played.
//
// SPDX-License-Identifier: MIT

import Foundation

/// An animation over a time of its layer.
struct RecordedPart {
  let animation: CAAnimation
  let timing: ActiveTiming
  /// The segment; nil for an animation without an animator.
  let segment: DrivenSegment?

  init(_ attached: AttachedAnimation, _ animation: CAAnimation) {
    (self.animation, timing, segment) = (animation, attached.timing, attached.playback?.segment)
  }

  /// The time of the layer from which on it is shown, its delay included.
  var commit: TimeInterval { timing.map.beginTime - (segment?.delay ?? 0) }

  /// Whether it begins between the ends of the animation.
  var beginsOnItsWay: Bool {
    guard let segment else { return false }
    let fraction = segment.fraction(at: segment.from)
    return fraction != 0 && fraction != 1
  }

  /// An interval of the layer's time, and what is played in it.
  struct Piece {
    var timing: ActiveTiming
    let segment: DrivenSegment?
  }

  /// An animation without an animator, up to seconds after its begin; nil for its own end.
  func piece(endingAfter length: TimeInterval?) -> Piece {
    var timing = timing
    if let length {
      timing.activeDuration = min(timing.activeDuration, max(0, length) * abs(timing.map.speed))
    }
    return Piece(timing: timing, segment: segment)
  }

  /// The segment in intervals that follow one another: it waits at its start, moves, and rests at its end.
  ///
  /// - Parameters:
  ///   - end: The time of the layer at which another segment follows, without that time itself; infinite for none. Nil
  ///     leaves out all but the wait.
  func pieces(until end: TimeInterval?) -> [Piece] {
    guard let segment else { return [] }
    let begin = timing.map.beginTime
    let wait = held(at: commit, from: commit, until: min(begin, end ?? begin))
    guard let end else { return [wait].compactMap(\.self) }
    var (moving, restsFrom) = (Piece?.none, begin)
    if segment.duration != nil {
      var timing = timing
      (timing.fillsBackwards, timing.fillsForwards) = (false, false)
      let length = Self.exclusive((end - begin) * abs(timing.map.speed))
      timing.activeDuration = min(timing.activeDuration, length)
      if length > 0 { moving = Piece(timing: timing, segment: segment) }
      // Its own end is part of the motion.
      restsFrom =
        self.timing.endInParentTime + 3 * ActiveTiming.resolution / min(abs(timing.map.speed), 1)
    }
    // Nothing is left that never ends.
    let rest = end < .infinity ? held(at: end, from: restsFrom, until: end) : nil
    return [wait, moving, rest].compactMap(\.self)
  }

  /// The timing of a segment that is still played, and shows nothing before it begins.
  var timingAfterOthers: ActiveTiming {
    var timing = timing
    timing.fillsBackwards = false
    // Paused, it would have no begin: it is at its end as soon as it begins, and stays there.
    if segment?.duration == nil { timing.map.speed = 1 }
    return timing
  }

  /// What the segment shows at a time, over an interval without its end; nil for an interval without a length.
  private func held(
    at time: TimeInterval, from begin: TimeInterval, until end: TimeInterval
  ) -> Piece? {
    let length = Self.exclusive(end - begin)
    guard let segment, length > 0 else { return nil }
    let s = timing.sample(atParentTime: time)?.progress ?? segment.to
    guard animation is CABasicAnimation else {
      // Its place is its progress, which moves too little to be seen.
      let seconds = 1e12
      var timing = ActiveTiming(
        map: TimeMapping(
          beginTime: begin, timeOffset: min(s, 1 - 2 * min(length, 1e9) / seconds) * seconds),
        duration: seconds)
      timing.activeDuration = length
      return Piece(timing: timing, segment: segment)
    }
    var timing = ActiveTiming(map: TimeMapping(beginTime: begin), duration: 1)
    timing.activeDuration = length
    return Piece(timing: timing, segment: .held(at: segment.fraction(at: s)))
  }

  /// The local seconds of an interval whose end is not part of it, as that of an active interval is.
  static func exclusive(_ seconds: TimeInterval) -> TimeInterval {
    max(0, seconds - 2 * ActiveTiming.resolution)
  }
}
