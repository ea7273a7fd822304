// FrameChoice.swift
// Which frames the pointer and the keys have chosen in the chart.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// One frame that is marked, or a range that the figures are about. By their numbers, as a history forgets its oldest
/// frames.
struct FrameChoice: Hashable {
  /// The numbers of the frames that the figures are about; nil for all of the run.
  private(set) var range: ClosedRange<Int>?
  /// The number of the frame that is marked; nil for none.
  private(set) var frame: Int?
  /// The number of the frame from which keys choose a range.
  private var anchor: Int?

  init() {}

  /// A range that the pointer chose.
  init(range: ClosedRange<Int>) { self.range = range }

  var isEmpty: Bool { range == nil && frame == nil }

  /// Marks a frame. A range stays.
  mutating func mark(_ number: Int?) { frame = number }

  /// The index of the marked frame; nil without one, or once it is no longer kept.
  func markedIndex(in history: FrameHistory) -> Int? { frame.flatMap(history.index(ofFrame:)) }

  /// The index of the frame from which keys go on: the marked one; without one, the last of the range; without that, of a
  /// paused stage that of the time on show, else the last. Nil without frames.
  func currentIndex(in history: FrameHistory, pausedAt time: TimeInterval?) -> Int? {
    markedIndex(in: history) ?? range.flatMap { history.indices(of: $0).last }
      ?? time.flatMap(history.frameOfRun(at:)) ?? (history.count > 0 ? history.count - 1 : nil)
  }

  /// The index of the frame at a distance from the current one, at most the first or the last. The first key marks the
  /// current one itself.
  func neighbour(
    offset: Int, in history: FrameHistory, pausedAt time: TimeInterval?
  ) -> Int? {
    guard let current = currentIndex(in: history, pausedAt: time) else { return nil }
    return frame == nil ? current : min(max(current + offset, 0), history.count - 1)
  }

  /// The index of the next late frame of the run, or of the one before; without a marked frame, of the first or the last.
  /// Nil beyond the last.
  func lateNeighbour(
    backwards: Bool, in history: FrameHistory, pausedAt time: TimeInterval?
  ) -> Int? {
    let current = frame == nil ? nil : currentIndex(in: history, pausedAt: time)
    let marked = current ?? (backwards ? history.count : -1)
    let late = ((history.firstOfRun ?? history.count)..<history.count).filter {
      history.lateFrame(at: $0) != nil
    }
    return backwards ? late.last { $0 < marked } : late.first { $0 > marked }
  }

  /// Chooses the frames from the current one, or moves the end of those that are chosen.
  mutating func extend(by offset: Int, in history: FrameHistory, pausedAt time: TimeInterval?) {
    guard let current = currentIndex(in: history, pausedAt: time) else { return }
    let chosen = range.map { history.indices(of: $0) } ?? current..<current + 1
    guard !chosen.isEmpty else { return }
    let (first, last) = (chosen.lowerBound, chosen.upperBound - 1)
    // The end of a range that the pointer chose is its last frame.
    let isAtEnd = anchor.flatMap(history.index(ofFrame:)) == last && last > first
    let (start, end) = isAtEnd ? (last, first) : (first, last)
    let moved = min(max(end + offset, 0), history.count - 1)
    (frame, anchor) = (nil, history[start].index)
    range = history[min(start, moved)].index...history[max(start, moved)].index
  }
}
