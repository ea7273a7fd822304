// FrameHistory.swift
// Stage: after the record. The last frames, for charts and figures.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The last frames, oldest first, in a ring buffer: appending neither moves elements nor allocates.
package struct FrameHistory {
  /// Number of frames stored: 8 s at 60 Hz, and the width of the widest chart.
  package static let capacity = 480

  private var ring: [FrameRecord] = []
  private var oldest = 0
  /// Number of frames in the run.
  private var runCount = 0

  package init() { ring.reserveCapacity(Self.capacity) }

  package var count: Int { ring.count }
  package var last: FrameRecord? { ring.isEmpty ? nil : self[count - 1] }

  /// The frame at an index; 0 is the oldest.
  package subscript(index: Int) -> FrameRecord {
    trap(unless: ring.indices.contains(index), "no frame at \(index) of \(ring.count)")
    return ring[(oldest + index) % ring.count]
  }

  /// Appends a frame. Beyond ``capacity``, the oldest frame is removed.
  package mutating func append(_ record: FrameRecord) {
    runCount += 1
    if ring.count < Self.capacity {
      ring.append(record)
    } else {
      ring[oldest] = record
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// The interval that ends with the frame at an index; nil for the first.
  package func interval(endingAt index: Int) -> FrameInterval? {
    index > 0 ? FrameInterval(from: self[index - 1], to: self[index]) : nil
  }

  /// The figures of the frames since ``beginRun()``.
  package var figures: FrameFigures {
    FrameFigures((max(0, count - runCount)..<count).lazy.map { self[$0] })
  }

  /// The indices of the frames with numbers in a range; empty without any.
  private func indices(of numbers: ClosedRange<Int>) -> Range<Int> {
    // Numbers count up, so that the range is one of indices.
    let first = (0..<count).first { self[$0].index >= numbers.lowerBound } ?? count
    let end = (first..<count).first { self[$0].index > numbers.upperBound } ?? count
    return first..<end
  }

  /// The figures of the frames with numbers in a range.
  package func figures(of numbers: ClosedRange<Int>) -> FrameFigures {
    let chosen = indices(of: numbers)
    // The interval that ends with the first of them is part of the range.
    return FrameFigures((max(0, chosen.lowerBound - 1)..<chosen.upperBound).lazy.map { self[$0] })
  }

  /// The indices of the frames that took longest to appear, the longest first.
  ///
  /// - Parameters:
  ///   - most: The number of frames to return.
  ///   - numbers: The numbers of the frames to choose from. Nil for those since ``beginRun()``.
  package func worst(_ most: Int, of numbers: ClosedRange<Int>? = nil) -> [Int] {
    let chosen = numbers.map(indices) ?? max(0, count - runCount)..<count
    let lengths = chosen.compactMap { index in
      interval(endingAt: index).flatMap { $0.counts ? (index, $0.length) : nil }
    }
    return lengths.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(most).map(\.0)
  }

  /// Begins a run: earlier frames remain in the chart, but no longer count in the figures.
  package mutating func beginRun() { runCount = 0 }
}
