// FrameFaults.swift
// What goes wrong with the next frames on purpose: the faults that a detector of stutter must find.
// FrameMainPart and RenderServer carry them out.
//
// SPDX-License-Identifier: MIT

package import Foundation
import QuartzCore

/// Faults of the next frames. Without any, a frame costs one comparison more.
package struct FrameFaults: Hashable, Sendable {
  /// Seconds by which the main thread's commit takes longer, once.
  package var commit: TimeInterval = 0
  /// Seconds by which the drawing takes longer, once.
  package var drawing: TimeInterval = 0
  /// Frames that are withheld until their refresh has passed.
  package var withheld = 0
  /// Frames whose times are alternately too late and too early.
  package var uneven = 0
  /// The delay, in seconds.
  package var unevenness: TimeInterval = 0
  /// Frames in which layers draw themselves for the frame before.
  package var late = 0

  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool {
    commit == 0 && drawing == 0 && withheld == 0 && uneven == 0 && late == 0
  }

  /// Adds the faults of another value.
  package mutating func add(_ other: FrameFaults) {
    commit += other.commit
    drawing += other.drawing
    withheld += other.withheld
    late = max(late, other.late)
    guard other.uneven > 0 else { return }
    (uneven, unevenness) = (other.uneven, other.unevenness)
  }

  /// The faults of the main thread's part, which are removed from these.
  mutating func takeMainPart() -> FrameFaults {
    var taken = FrameFaults()
    (taken.commit, taken.late) = (commit, late)
    (commit, late) = (0, 0)
    return taken
  }

  /// The faults of one frame.
  struct Frame {
    var commit: TimeInterval = 0
    var drawing: TimeInterval = 0
    var isWithheld = false
    /// Seconds by which the frame's time is too late; negative for too early.
    var shift: TimeInterval = 0
    /// Whether layers draw themselves for the frame before.
    var isLate = false
    /// Whether there is any.
    var isFaulty = false
  }

  /// Takes the faults of the next frame.
  mutating func takeFrame() -> Frame {
    if isEmpty { return Frame() }
    let frame = Frame(
      commit: commit, drawing: drawing, isWithheld: withheld > 0,
      shift: uneven == 0 ? 0 : uneven.isMultiple(of: 2) ? unevenness : -unevenness,
      isLate: late > 0, isFaulty: true)
    (commit, drawing) = (0, 0)
    withheld = max(0, withheld - 1)
    uneven = max(0, uneven - 1)
    late = max(0, late - 1)
    return frame
  }
}

extension FrameFaults.Frame {
  /// Waits until the refresh at a frame's time has passed.
  static func withhold(until time: TimeInterval) {
    // A millisecond later, as the refresh is a prediction.
    MediaClock.block(for: max(0, time - MediaClock.now) + 0.001)
  }
}
