// FrameHistory+Run.swift
// The frame that showed a time of a run, which is played slowly, backwards and in a loop.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

extension FrameHistory {
  /// The index of the frame of the run that showed a time, in seconds of the stage's time since its start: of several
  /// passes, that of the last. Of a time that none showed, the nearest one. Nil without frames.
  func frameOfRun(at time: TimeInterval) -> Int? {
    guard let first = firstOfRun else { return nil }
    func distance(_ index: Int) -> TimeInterval { abs(runTime(at: index) - time) }
    let crossing = (first + 1..<max(first + 1, count)).last { index in
      let (before, after) = (runTime(at: index - 1) - time, runTime(at: index) - time)
      return after == 0 || (before <= 0) != (after <= 0) && !isJump(endingAt: index)
    }
    if let crossing { return distance(crossing - 1) < distance(crossing) ? crossing - 1 : crossing }
    return (first..<count).reversed().min { distance($0) < distance($1) }
  }

  /// Whether the time jumps to a frame, as at the edge of a loop and where the stage was scrubbed: after a frame at rest,
  /// or by more than the greatest speed explains.
  func isJump(endingAt index: Int) -> Bool {
    guard let interval = interval(endingAt: index), interval.counts else { return true }
    let (fastest, length) = (Double(SpeedArgument.range.upperBound) / 100, interval.length)
    return abs(runTime(at: index) - runTime(at: index - 1)) > length * fastest * 1.05
  }
}
