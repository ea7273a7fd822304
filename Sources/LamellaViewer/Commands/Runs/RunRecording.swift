// RunRecording.swift
// A run to be written to a file: its frames and its animations.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The frames and the animations of a run.
struct RunRecording {
  var sample: String
  var trigger: String
  /// Driver and renderer.
  var driver: String
  /// The media time of the run's start, in seconds.
  var start: TimeInterval
  /// Oldest first. What moved on into the run has a frame of before.
  var records: [FrameRecord]
  /// Their times are seconds of media time since ``start``.
  var rows: [TimelineRow]
  /// The figures of the window in which the run was played. Nil for those of ``records``.
  var figures: FrameFigures?
}

extension RunRecording {
  /// Explains how a run in a window came about, if that is requested.
  func explain() {
    let last = records.last
    Notices.explain(
      "Played \(sample) \(trigger) in a window of \(driver): \(Wording.count(records.count, "frame"))"
        + (last.map {
          ", refreshes of \(Wording.fixed($0.period * 1000, 3)) ms, times from \($0.source.rawValue)"
        } ?? "") + ".")
  }

  /// Records the run at the end of a history; nil without a frame of it.
  ///
  /// - Parameters:
  ///   - rows: The animations, in seconds of the stage's time since the start of the run.
  ///   - rate: Stage seconds per second after the last frame.
  init?(
    sample: String, trigger: String, driver: String, _ history: FrameHistory,
    rows: [TimelineRow], rate: Double
  ) {
    guard let first = history.firstOfRun, let measured = history.firstMeasured else { return nil }
    let pass = FirstPass(history, from: first, rate: rate)
    let start = pass.mediaTime(ofRun: 0)
    func time(_ runTime: TimeInterval) -> TimeInterval {
      runTime.isFinite ? pass.mediaTime(ofRun: runTime) - start : runTime
    }
    self.init(
      sample: sample, trigger: trigger, driver: driver, start: start,
      records: (measured..<history.count).map { history[$0] },
      rows: rows.map { row in
        var row = row
        if case .cutShort(let cut) = row.outcome { row.outcome = .cutShort(at: time(cut)) }
        let firstEnd = row.begin + row.run
        (row.begin, row.end) = (time(row.begin), time(row.end))
        row.run = time(firstEnd) - row.begin
        return row
      })
  }
}

/// When the frames of a run first showed its times: slowly, with pauses, and backwards from some time on.
private struct FirstPass {
  private let history: FrameHistory
  /// The frames until the time first went back.
  private let frames: Range<Int>
  private let rate: Double

  init(_ history: FrameHistory, from first: Int, rate: Double) {
    var end = first + 1
    while end < history.count, history.runTime(at: end) >= history.runTime(at: end - 1) { end += 1 }
    (self.history, frames, self.rate) = (history, first..<end, rate)
  }

  /// The rate between the first frames that show different times.
  private var firstRate: Double {
    let first = frames.lowerBound
    guard let other = frames.first(where: { history.runTime(at: $0) > history.runTime(at: first) }),
      history[other].time > history[first].time
    else { return rate }
    return (history.runTime(at: other) - history.runTime(at: first))
      / (history[other].time - history[first].time)
  }

  /// The media time at which a time of the run was shown first, or would have been.
  func mediaTime(ofRun time: TimeInterval) -> TimeInterval {
    var (low, high) = (frames.lowerBound, frames.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if history.runTime(at: middle) < time { low = middle + 1 } else { high = middle }
    }
    guard low < frames.upperBound else {
      return history[low - 1].time + (time - history.runTime(at: low - 1)) / rate
    }
    guard low > frames.lowerBound else {
      return history[low].time + (time - history.runTime(at: low)) / firstRate
    }
    let (before, after) = (history.runTime(at: low - 1), history.runTime(at: low))
    let part = after > before ? (time - before) / (after - before) : 1
    return history[low - 1].time + part * (history[low].time - history[low - 1].time)
  }
}
