// FrameHistory.swift
// Stage: after the record. The last frames, for charts and figures.
//
// SPDX-License-Identifier: MIT

package import Foundation
import QuartzCore

/// The last frames, oldest first, in a ring buffer: appending neither moves elements nor allocates.
package struct FrameHistory {
  /// Number of frames stored: one minute at 60 Hz.
  package static let capacity = 3600

  /// A frame, with its place in its run.
  private struct Entry {
    var record: FrameRecord
    var refresh: Int
    var runTime: TimeInterval
  }

  private var ring: [Entry] = []
  private var oldest = 0
  /// Number of frames in the run.
  private var runCount = 0

  package init() { ring.reserveCapacity(Self.capacity) }

  package var count: Int { ring.count }
  package var last: FrameRecord? { ring.isEmpty ? nil : self[count - 1] }

  /// The frame at an index; 0 is the oldest.
  package subscript(index: Int) -> FrameRecord { entry(at: index).record }

  private func entry(at index: Int) -> Entry {
    trap(unless: ring.indices.contains(index), "no frame at \(index) of \(ring.count)")
    return ring[(oldest + index) % ring.count]
  }

  /// Appends a frame. Beyond ``capacity``, the oldest frame is removed.
  ///
  /// - Parameter runTime: The stage's time of the frame, in seconds since the start of its run. It cannot be found
  ///   later, as the stage is paused, slowed and scrubbed. Default 0.
  package mutating func append(_ record: FrameRecord, runTime: TimeInterval = 0) {
    var new = Entry(record: record, refresh: 1, runTime: runTime)
    if runCount > 0, count > 0 {
      let last = entry(at: count - 1)
      new.refresh = last.refresh + FrameInterval(from: last.record, to: record).held
    }
    runCount += 1
    if ring.count < Self.capacity {
      ring.append(new)
    } else {
      ring[oldest] = new
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// The refresh at which the frame at an index was shown, counted from 1 at the begin of its run: the number that a
  /// frame has in sentences.
  package func refresh(at index: Int) -> Int { entry(at: index).refresh }

  /// The stage's time of the frame at an index, in seconds since the start of its run.
  package func runTime(at index: Int) -> TimeInterval { entry(at: index).runTime }

  /// The index of the first frame since ``beginRun()`` that is stored; nil without one.
  package var firstOfRun: Int? { runCount > 0 ? max(0, count - runCount) : nil }

  /// The index of the frame with a number; nil where it is not stored.
  package func index(ofFrame number: Int) -> Int? {
    let index = firstIndex(from: number)
    return index < count && self[index].index == number ? index : nil
  }

  /// The index of the first frame whose number is not below another; ``count`` without one.
  private func firstIndex(from number: Int) -> Int {
    // Numbers count up.
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].index < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The interval that ends with the frame at an index; nil for the first.
  package func interval(endingAt index: Int) -> FrameInterval? {
    index > 0 ? FrameInterval(from: self[index - 1], to: self[index]) : nil
  }

  /// The figures of the frames since ``beginRun()``. What moved on into the run made its first frame due, whose delay
  /// counts as well.
  package var figures: FrameFigures {
    guard let first = firstOfRun, let measured = firstMeasured else { return FrameFigures() }
    var figures = FrameFigures((measured..<count).lazy.map { self[$0] })
    figures.frames -= first - measured
    return figures
  }

  /// The index of the frame from which the run is measured: its first, or the one before if something moved in it. Nil
  /// without frames of the run.
  package var firstMeasured: Int? {
    firstOfRun.map { $0 > 0 && self[$0 - 1].isAnimating ? $0 - 1 : $0 }
  }

  /// Whether the frame at an index is the first of its run.
  package func beginsRun(at index: Int) -> Bool { refresh(at: index) == 1 }

  /// The indices of the frames with numbers in a range; empty without any.
  package func indices(of numbers: ClosedRange<Int>) -> Range<Int> {
    firstIndex(from: numbers.lowerBound)..<firstIndex(from: numbers.upperBound + 1)
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
