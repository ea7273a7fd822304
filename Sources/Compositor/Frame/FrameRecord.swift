// FrameRecord.swift
// Stage: record. A frame's stages, times and counts.
//
// SPDX-License-Identifier: MIT

package import Foundation
package import QuartzCore

/// One frame's stages, in the order they run.
package enum FrameStage: Int, CaseIterable, Sendable {
  /// Events delivered and user code run.
  case events
  /// Layout, display and commit.
  case commit
  /// Sampling, and the display of layers an animation made dirty.
  case animate
  /// Painting into the draw list, and the canvas's work.
  case render
  /// Waiting for the screen.
  case present
}

/// The source of a display time.
package enum TimeSource: String, Sendable {
  /// Reported by the display.
  case feedback
  /// The return of a present call that waits for the screen.
  case presentReturn = "present-return"
  /// The engine's own pacing, where present calls do not wait.
  case simulated
  /// The virtual clock.
  case virtual
}

/// A frame's times and counts. All times are seconds of media time.
package struct FrameRecord: Hashable, Sendable {
  /// Counts up from 1 for each window.
  package var index = 0
  /// The start of work on the frame.
  package var begin: TimeInterval = 0
  /// The one time at which everything in the frame was evaluated: `t_i` of the figures.
  package var time: TimeInterval = 0
  /// The time for which layers drew themselves in it: ``time``, unless their drawing is behind.
  package var drawn: TimeInterval = 0
  /// The media time at which it was on the screen, as far as known: `d_i`.
  package var display: TimeInterval = 0
  package var source = TimeSource.virtual
  /// The refresh period it was measured against, in seconds: `T`.
  package var period: TimeInterval = 1.0 / 60
  /// Seconds spent in each stage, by ``FrameStage/rawValue``; the rest is 0. Lanes of a vector, as
  /// a record must not allocate.
  private var stages = SIMD8<TimeInterval>.zero
  /// Seconds of the stage ``FrameStage/animate`` that the main thread spent on the drawings of layers, in a frame of a
  /// render server.
  package var animatedOnMain: TimeInterval = 0
  /// Whether animations need the next refresh too, so that a frame that misses it is late.
  package var isAnimating = false
  /// Whether the window was visible all the time since the frame before.
  package var isVisible = true
  /// Animations attached to live layers.
  package var animations = 0
  /// Results of the action search in the tree since the previous frame.
  package var actions = ActionCounts()
  /// Layers whose display ran at this frame's time because an animation made them dirty.
  package var displayed = 0
  /// Whether it contains a hitch that was caused on purpose, by a button.
  package var isInjected = false
  package var canvas = CanvasCounts()
  /// Seconds by which what the main thread draws for frames (custom properties, display links) is behind what
  /// everything else shows; 0 in a frame that has both, and where only one of them moves.
  package var skew: TimeInterval = 0
  /// The device pixels that the fastest layer moved, within its superlayer, in the time of ``skew``. Nil where that is
  /// unknown, as layers came or went meanwhile.
  package var skewDistance: Double? = 0
  /// Whether it shows particles that move, which are no animations.
  package var hasParticles = false
  /// Whether a render server drew it: events and commit ran on the main thread meanwhile, or before.
  package var isServed = false

  /// The longest piece of user code in it. Nil while nobody looks; see ``WorkLog``.
  package var longestWork: WorkLog.Piece?

  package init() {}

  /// Seconds spent in all stages but the wait for the screen.
  package var work: TimeInterval { stages.sum() - self[.present] }

  /// Adds the main thread's part of a commit before this one, which belongs to the same frame.
  mutating func addMainPart(_ earlier: FrameRecord) {
    begin = min(begin, earlier.begin)
    for stage in [FrameStage.events, .commit, .animate] { self[stage] += earlier[stage] }
    animatedOnMain += earlier.animatedOnMain
    displayed += earlier.displayed
    isInjected = isInjected || earlier.isInjected
    if let work = earlier.longestWork, work.seconds > longestWork?.seconds ?? 0 {
      longestWork = work
    }
    actions.answered += earlier.actions.answered
    actions.refused += earlier.actions.refused
  }

  package subscript(stage: FrameStage) -> TimeInterval {
    get { stages[stage.rawValue] }
    set { stages[stage.rawValue] = newValue }
  }

  /// Seconds of a stage on one of the two threads of a render server's frame.
  package func seconds(of stage: FrameStage, onMainThread: Bool) -> TimeInterval {
    let main =
      switch stage {
      case .events, .commit: self[stage]
      case .animate: animatedOnMain
      case .render, .present: 0.0
      }
    return onMainThread ? main : self[stage] - main
  }
}

extension FrameRecord {
  /// Logs the frame, for the debug switches of frames.
  func log(damage: @autoclosure () -> String) {
    guard DebugSwitches.writesFrames else { return }
    let took = FrameStage.allCases.map {
      "\($0) \(String(format: "%.2f", self[$0] * 1000))"
    }
    let line =
      "\(index) at \(String(format: "%.3f", time)) s: "
      + took.joined(separator: ", ") + " ms"
    if DebugSwitches.on.contains(.frames) { DebugSwitches.frames.log(line) }
    if DebugSwitches.on.contains(.slow) && work > period { DebugSwitches.slow.log(line) }
    if DebugSwitches.on.contains(.damage) { DebugSwitches.damage.log("\(index): " + damage()) }
  }
}
