// FrameHistory.swift
// Stage: after the record. The last frames for the chart, and the causes of late frames.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Compositor
import Foundation

/// The last frames, oldest first, in a ring buffer: appending neither moves elements nor allocates.
struct FrameHistory {
  /// Number of frames stored: 4 s at 60 Hz, and the chart's width at 3 points each.
  static let capacity = 240

  private var ring: [FrameRecord] = []
  private var oldest = 0
  /// Set by ``expectInjection()``, cleared by the next frame.
  private var injectsNext = false

  init() { ring.reserveCapacity(Self.capacity) }

  var count: Int { ring.count }
  var last: FrameRecord? { ring.isEmpty ? nil : self[count - 1] }

  /// The frame at an index; 0 is the oldest.
  subscript(index: Int) -> FrameRecord {
    trap(unless: ring.indices.contains(index), "no frame at \(index) of \(ring.count)")
    return ring[(oldest + index) % ring.count]
  }

  /// Marks the next frame as late on purpose.
  mutating func expectInjection() { injectsNext = true }

  /// Appends a frame and returns it as stored. Beyond ``capacity``, the oldest frame is removed.
  @discardableResult
  mutating func append(_ record: FrameRecord) -> FrameRecord {
    var record = record
    if injectsNext {
      record.isInjected = true
      injectsNext = false
    }
    if ring.count < Self.capacity {
      ring.append(record)
    } else {
      ring[oldest] = record
      oldest = (oldest + 1) % Self.capacity
    }
    return record
  }

  /// The interval that ends with the frame at an index; nil for the first.
  func interval(endingAt index: Int) -> FrameInterval? {
    index > 0 ? FrameInterval(from: self[index - 1], to: self[index]) : nil
  }

  var figures: FrameFigures { FrameFigures((0..<count).lazy.map { self[$0] }) }

  /// The stage whose duration is furthest above its median; nil when none is above.
  ///
  /// - Parameter index: The frame's index. Its own durations are not part of the medians.
  func cause(ofHitchAt index: Int) -> FrameStage? {
    var worst: (stage: FrameStage, excess: TimeInterval)?
    for stage in FrameStage.allCases {
      let others = (max(0, index - 60)..<index).map { self[$0][stage] }.sorted()
      let median = others.isEmpty ? 0 : others[others.count / 2]
      let excess = self[index][stage] - median
      // Below a millisecond the difference is noise, not a cause.
      if excess > max(worst?.excess ?? 0, 0.001) { worst = (stage, excess) }
    }
    return worst?.stage
  }

  /// The log entry for a late frame; nil for a frame in time.
  func sentence(forFrameAt index: Int) -> String? {
    guard let interval = interval(endingAt: index), interval.missed > 0 else { return nil }
    let plural = interval.missed == 1 ? "refresh" : "refreshes"
    var sentence =
      "Late by \(interval.missed) \(plural) (\(Wording.milliseconds(interval.hitch)))."
    if let stage = cause(ofHitchAt: index) {
      sentence += " \(stage.title) took \(Wording.milliseconds(self[index][stage]))."
    }
    return sentence
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
