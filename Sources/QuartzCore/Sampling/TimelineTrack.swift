// TimelineTrack.swift
// Stage: commit → sample. One animation in a frame's table: the layer that it belongs to, and the stretch of its timeline
// that the time lies in.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A compiled animation with a timeline. Immutable.
protocol TimelineAnimation: AnyObject, Sendable {
  var timeline: Timeline { get }
}

/// One animation of a transform, a list or a path.
struct TimelineTrack<Animation: TimelineAnimation>: OrderedTrack, Sendable {
  /// The node it belongs to; -1 marks a hole in a table.
  var slot: Int32
  let animation: Animation
  private(set) var stretch = Timeline.Stretch.none

  init(slot: Int32, _ animation: Animation) {
    (self.slot, self.animation) = (slot, animation)
  }

  mutating func enter(at time: TimeInterval, curves: some EasingCurves) -> TimingSegment {
    stretch = animation.timeline.stretch(at: time, curves: curves)
    return stretch.segment
  }
}
