// FrameHistory.swift
// Stage: after the record. The last frames for the chart, and the causes of late frames.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Compositor
import Foundation

/// The last frames, oldest first, in a ring buffer: appending neither moves elements nor allocates.
struct FrameHistory {
  /// Number of frames stored: 8 s at 60 Hz, and the width of the widest chart.
  static let capacity = 480

  private var ring: [FrameRecord] = []
  private var oldest = 0
  /// Number of frames in the run.
  private var runCount = 0

  init() { ring.reserveCapacity(Self.capacity) }

  var count: Int { ring.count }
  var last: FrameRecord? { ring.isEmpty ? nil : self[count - 1] }

  /// The frame at an index; 0 is the oldest.
  subscript(index: Int) -> FrameRecord {
    trap(unless: ring.indices.contains(index), "no frame at \(index) of \(ring.count)")
    return ring[(oldest + index) % ring.count]
  }

  /// Appends a frame. Beyond ``capacity``, the oldest frame is removed.
  mutating func append(_ record: FrameRecord) {
    runCount += 1
    if ring.count < Self.capacity {
      ring.append(record)
    } else {
      ring[oldest] = record
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// The interval that ends with the frame at an index; nil for the first.
  func interval(endingAt index: Int) -> FrameInterval? {
    index > 0 ? FrameInterval(from: self[index - 1], to: self[index]) : nil
  }

  /// The figures of the frames since ``beginRun()``.
  var figures: FrameFigures {
    FrameFigures((max(0, count - runCount)..<count).lazy.map { self[$0] })
  }

  /// Begins a run: earlier frames remain in the chart, but no longer count in the figures.
  mutating func beginRun() { runCount = 0 }

  /// Why the frame at an index was late; nil for a frame in time.
  func cause(ofHitchAt index: Int) -> HitchCause? {
    guard let interval = interval(endingAt: index), interval.missed > 0 else { return nil }
    return HitchCause(
      of: self[index], after: self[index - 1],
      earlier: (max(0, index - 60)..<index).lazy.map { self[$0] })
  }

  /// The late frame at an index; nil for a frame in time.
  func lateFrame(at index: Int) -> LateFrame? {
    guard let interval = interval(endingAt: index), let cause = cause(ofHitchAt: index) else {
      return nil
    }
    return LateFrame(
      missed: interval.missed, hitch: interval.hitch, cause: cause,
      isInjected: self[index].isInjected)
  }
}

/// One late frame, for the log.
struct LateFrame: Hashable {
  var missed: Int
  /// In seconds.
  var hitch: TimeInterval
  var cause: HitchCause
  var isInjected = false

  /// The log entry.
  var sentence: String {
    let plural = missed == 1 ? "refresh" : "refreshes"
    return "Late by \(missed) \(plural) (\(Wording.milliseconds(hitch))). " + cause.sentence
  }
}

extension FrameStage {
  /// The stage's name in sentences and legends.
  var title: String {
    switch self {
    case .events: "Events"
    case .commit: "Commit"
    case .animate: "Animate"
    case .render: "Render"
    case .present: "Present wait"
    }
  }
}
