// SamplePass.swift
// Stage: sample. The state that track tables share while a frame is sampled: clocks, output memory,
// changes.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The input and output of one frame's sampling.
struct SamplePass {
  var time: TimeInterval
  /// The values of all layers, by slot.
  var values: UnsafeMutableRawPointer
  var clocks: UnsafeBufferPointer<LayerClock>
  /// The times of the clocks alone, by number.
  var times: UnsafePointer<TimeInterval>
  var sinCos: SinCosTable.Reader
  /// Room for the progresses of ``batchSize`` tracks.
  var progresses: UnsafeMutablePointer<Double>
  /// Room for the places of those among them that springs move.
  var springs: UnsafeMutablePointer<Int>

  static var batchSize: Int { 64 }
}

/// Changes in which layers are moved, found while a frame is sampled.
struct SampleChanges: Sendable {
  /// Whether an animation began to move its layer, or ceased to.
  var movesOthers = false
  /// Slots on which an animation came to rest, or ceased to contribute.
  var rested: [Int32] = []
}

/// The local time of some layers: a line over the media time.
struct LayerClock: Sendable {
  /// The node that has the time; -1 for the media time.
  var owner: Int32 = -1
  var speed = 1.0
  /// The local time at media time 0.
  var offset = 0.0

  /// Returns the media times between which a segment of the clock's time is valid.
  func mediaTimes(of segment: TimingSegment) -> (TimeInterval, TimeInterval) {
    if owner < 0 || segment.lower == segment.upper { return (segment.lower, segment.upper) }
    let ends = ((segment.lower - offset) / speed, (segment.upper - offset) / speed)
    let (low, high) = speed > 0 ? ends : (ends.1, ends.0)
    func margin(_ time: TimeInterval) -> TimeInterval {
      time.isFinite ? (abs(time) + abs(offset / speed)) * 1e-14 : 0
    }
    return (low + margin(low), high - margin(high))
  }
}
