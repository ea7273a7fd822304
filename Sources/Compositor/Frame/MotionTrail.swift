// MotionTrail.swift
// How far what moves fastest went in the last frames, by which the skew of a frame is a distance.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The way of the fastest item of each of the last frames, added up.
///
/// Two properties of one progress are apart by what the one moved while the other did not. What the fastest item of
/// each frame moved is the most that this can be.
struct MotionTrail {
  /// The frames that are kept; more than a second of any screen.
  static let capacity = 256

  /// The media times of frames, and the device pixels until then, in a ring.
  private var entries: [(time: TimeInterval, way: Double)] = []
  /// The index of the oldest entry once the ring is full.
  private var oldest = 0

  /// Begins with the frame of a time, before which nothing is known.
  mutating func reset(at time: TimeInterval) {
    if entries.count == 1 {
      entries[0] = (time, 0)
    } else {
      entries.removeAll(keepingCapacity: true)
      entries.append((time, 0))
    }
    oldest = 0
  }

  /// Adds a frame.
  ///
  /// - Parameter motion: What the fastest item moved since the frame before, in device pixels; nil where that is unknown.
  mutating func add(_ motion: Double?, at time: TimeInterval) {
    guard let motion, let last else { return reset(at: time) }
    let entry = (time, last.way + motion)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.capacity
    }
  }

  private var last: (time: TimeInterval, way: Double)? {
    entries.isEmpty ? nil : self[entries.count - 1]
  }

  /// By age, the oldest first.
  private subscript(place: Int) -> (time: TimeInterval, way: Double) {
    entries[(oldest + place) % entries.count]
  }

  /// Device pixels from a media time to the last frame; nil for a time before the first frame that is kept.
  func distance(since time: TimeInterval) -> Double? {
    guard let last else { return nil }
    var later = last
    for place in (0..<entries.count).reversed() {
      let entry = self[place]
      // A difference of two times of frames is not exactly the time of another.
      if entry.time <= time + 1e-9 {
        let span = later.time - entry.time
        let part = span > 0 ? min(1, max(0, time - entry.time) / span) : 1
        return last.way - (entry.way + (later.way - entry.way) * part)
      }
      later = entry
    }
    return nil
  }
}
