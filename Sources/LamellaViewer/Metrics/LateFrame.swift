// LateFrame.swift
// Stage: after the record. The late frames of a history with their causes, as entries of a log.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

extension FrameHistory {
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
