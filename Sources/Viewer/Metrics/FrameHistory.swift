// FrameHistory.swift
// Stage: after the record. Keeps the last frames for the chart, and says why one was late.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The last frames, oldest first, in a ring: adding one moves nothing and allocates nothing.
struct FrameHistory {
  /// Frames kept: 4 s at 60 Hz, and the chart's width at 3 points each.
  static let capacity = 240

  private var ring: [FrameRecord] = []
  private var oldest = 0
  /// Set by ``expectInjection()``, taken by the next frame.
  private var injectsNext = false

  init() { ring.reserveCapacity(Self.capacity) }

  var count: Int { ring.count }
  var last: FrameRecord? { ring.isEmpty ? nil : self[count - 1] }

  /// The frame at a place, 0 the oldest.
  subscript(place: Int) -> FrameRecord {
    precondition(ring.indices.contains(place), "no frame at \(place) of \(ring.count)")
    return ring[(oldest + place) % ring.count]
  }

  /// Says that somebody is making the next frame late on purpose.
  mutating func expectInjection() { injectsNext = true }

  /// Adds a frame, dropping the oldest when there are ``capacity``, and returns it as kept.
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

  /// The interval that ends with the frame at a place; nil for the first.
  func interval(endingAt place: Int) -> FrameInterval? {
    place > 0 ? FrameInterval(from: self[place - 1], to: self[place]) : nil
  }

  var figures: FrameFigures { FrameFigures((0..<count).lazy.map { self[$0] }) }

  /// The stage whose time lies furthest above its own median, or nil when none does.
  ///
  /// - Parameter place: A frame, 0 the oldest; its own time is not part of the medians.
  func cause(ofHitchAt place: Int) -> FrameStage? {
    var worst: (stage: FrameStage, excess: TimeInterval)?
    for stage in FrameStage.allCases {
      let others = (max(0, place - 60)..<place).map { self[$0][stage] }.sorted()
      let median = others.isEmpty ? 0 : others[others.count / 2]
      let excess = self[place][stage] - median
      // Below a millisecond the difference is noise, not a cause.
      if excess > max(worst?.excess ?? 0, 0.001) { worst = (stage, excess) }
    }
    return worst?.stage
  }

  /// What the log says about a late frame; nil for one in time.
  func sentence(forFrameAt place: Int) -> String? {
    guard let interval = interval(endingAt: place), interval.missed > 0 else { return nil }
    let plural = interval.missed == 1 ? "refresh" : "refreshes"
    var sentence =
      "Late by \(interval.missed) \(plural) (\(Wording.milliseconds(interval.hitch)))."
    if let stage = cause(ofHitchAt: place) {
      sentence += " \(stage.title) took \(Wording.milliseconds(self[place][stage]))."
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
