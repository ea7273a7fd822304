// HitchCause.swift
// Stage: after the record. Why a frame was late: the stage that explains the delay, or an honest "unknown".
//
// This folder: causes of hitches, animated curves, and the words for figures. The figures are in
// `Compositor/Frame`.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore

/// Why a frame was late.
enum HitchCause: Hashable {
  /// A stage took longer than usual, by at least half of the delay. Its duration in seconds, and the piece of user code
  /// that took at least half of that.
  case stage(FrameStage, TimeInterval, WorkLog.Piece? = nil)
  /// Nothing ran between the last frame and this one, for a number of seconds.
  case processDidNotRun(TimeInterval)
  case unknown

  /// Returns the cause of a late frame.
  ///
  /// - Parameters:
  ///   - record: The late frame.
  ///   - previous: The frame before.
  ///   - earlier: Frames before the late one, for the usual duration of each stage.
  init(of record: FrameRecord, after previous: FrameRecord, earlier: some Collection<FrameRecord>) {
    let late = record.display - previous.display - record.period
    // Less than half of the delay does not explain it; below a millisecond a difference is noise.
    let least = max(late / 2, 0.001)
    var worst: (stage: FrameStage, excess: TimeInterval)?
    for stage in FrameStage.allCases {
      let usual = earlier.map { $0[stage] }.sorted()
      let excess = record[stage] - (usual.isEmpty ? 0 : usual[usual.count / 2])
      if excess >= max(worst?.excess ?? 0, least) { worst = (stage, excess) }
    }
    let gap = record.begin - previous.display
    if let worst {
      let seconds = record[worst.stage]
      let isOfUser = [.events, .commit, .animate].contains(worst.stage)
      let work =
        isOfUser ? record.longestWork.flatMap { $0.seconds >= seconds / 2 ? $0 : nil } : nil
      self = .stage(worst.stage, seconds, work)
    } else if record.begin > 0, gap >= least {
      self = .processDidNotRun(gap)
    } else {
      self = .unknown
    }
  }

  /// The cause as a sentence.
  var sentence: String {
    switch self {
    case .stage(let stage, let seconds, let work):
      "\(stage.title) took \(Wording.milliseconds(seconds))"
        + (work.map { ", of which \(Wording.milliseconds($0.seconds)) in \($0.name)." } ?? ".")
    case .processDidNotRun(let seconds):
      "The process did not run for \(Wording.milliseconds(seconds))."
    case .unknown: "The cause is unknown."
    }
  }

  /// The cause in a word or two, for a line of the log.
  var name: String {
    switch self {
    case .stage(let stage, _, _): stage.title.lowercased()
    case .processDidNotRun: "the process did not run"
    case .unknown: "cause unknown"
    }
  }

  /// The piece of user code if one is the cause, else ``name``.
  var detail: String {
    if case .stage(_, _, let work?) = self { work.name } else { name }
  }

  /// The duration of what caused it, in seconds; nil when unknown.
  var seconds: TimeInterval? {
    switch self {
    case .stage(_, let seconds, _), .processDidNotRun(let seconds): seconds
    case .unknown: nil
    }
  }
}
