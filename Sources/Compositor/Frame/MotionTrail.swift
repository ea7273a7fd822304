// MotionTrail.swift
// How far what moves fastest went in the last frames, by which the skew of a frame is a distance.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The way of the fastest layer of each of the last frames, added up.
///
/// Two properties of one progress are apart by what the one moved while the other did not. What the fastest layer of
/// each frame moved is the most that this can be.
struct MotionTrail {
  /// The frames that are kept; more than a second of any screen.
  static let capacity = 256

  /// The media times of frames, and the points until then, in a ring.
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
  /// - Parameter motion: What the fastest layer moved since the frame before, in points; nil where that is unknown.
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

  /// Points from a media time to the last frame; nil for a time before the first frame that is kept.
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

/// Where layers are in their superlayers, from frame to frame.
struct LayerPlaces {
  /// By slot; not a number where none is known. Empty while frames are not measured.
  private var places: [SIMD2<Double>] = []

  /// Takes over the places of a frame. Returns the points by which the fastest layer moved since the frame before; nil
  /// in the first frame, and where layers came or went, whose places are others' then.
  mutating func move(to sampled: borrowing SampledTree) -> Double? {
    let count = sampled.values.count
    let isFirst = places.isEmpty
    if places.count < count {
      let new = repeatElement(SIMD2(repeating: Double.nan), count: count - places.count)
      places.append(contentsOf: new)
    }
    var square = 0.0
    for slot in sampled.touched.lazy.map({ Int($0) }) {
      let (position, transform) = (sampled.values[slot].position, sampled.values[slot].transform)
      let place = SIMD2(position.x + transform.m41, position.y + transform.m42)
      let way = place - places[slot]
      // False where one of the two is not known, or not finite.
      if (way * way).sum() > square { square = (way * way).sum() }
      places[slot] = place
    }
    return isFirst || sampled.isRestructured ? nil : square.squareRoot()
  }

  /// Forgets the places of layers that a commit changed: what was set is no motion.
  mutating func forget(_ slots: [Int32]) {
    if places.isEmpty { return }
    for slot in slots where places.indices.contains(Int(slot)) {
      places[Int(slot)] = SIMD2(repeating: .nan)
    }
  }

  /// Forgets all places, as the frames that follow are not measured.
  mutating func forget() { places.removeAll(keepingCapacity: true) }
}
