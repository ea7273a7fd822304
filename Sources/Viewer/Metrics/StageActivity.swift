// StageActivity.swift
// What the animations of the sample do at a time: those of the window around it are not counted.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The sample's animations by what they do. Times are those of the stage, in seconds.
struct StageActivity: Hashable {
  /// Animations that change all the time.
  var running = 0
  /// Animations that change in steps.
  var stepping = 0
  /// Animations that have yet to begin.
  var waiting = 0
  /// Animations whose own time is paused.
  var holding = 0
  /// Whether particles fly.
  var hasParticles = false
  /// The begin of the first animation that waits; infinite without one.
  var nextBegin = TimeInterval.infinity
  /// The begin of the first animation; infinite without one.
  var firstBegin = TimeInterval.infinity
  /// The end of the last animation that has an end; -infinity without one.
  var lastEnd = -TimeInterval.infinity
  /// The end of the last animation that changes all the time; infinite for one without an end.
  var movesUntil = -TimeInterval.infinity
  /// Whether an animation has no end.
  var isEndless = false

  /// Animations of any kind that have not ended.
  var inFlight: Int { running + stepping + waiting + holding }

  /// Whether the picture changes.
  var moves: Bool { running > 0 || stepping > 0 || hasParticles }

  /// Whether nothing changes, and nothing will by itself.
  var isIdle: Bool { inFlight == 0 && !hasParticles }

  mutating func add(_ report: AnimationReport) {
    switch report.state {
    case .running:
      running += 1
      movesUntil = max(movesUntil, report.end)
    case .stepping: stepping += 1
    case .waiting:
      waiting += 1
      nextBegin = min(nextBegin, report.begin)
    case .holding: holding += 1
    case .ended: return
    }
    firstBegin = min(firstBegin, report.begin)
    // What an animator has paused may go on at any time, and ends then.
    if report.isPaused {
      lastEnd = max(lastEnd, report.begin)
    } else if report.isEndless {
      isEndless = true
    } else {
      lastEnd = max(lastEnd, report.end)
    }
  }
}

extension AnimationReport {
  /// Whether the animation has no end, or none that is worth waiting for: a repeat count of the largest number is
  /// the usual way to repeat for ever.
  var isEndless: Bool { !(end - begin < 3600) }

  /// Whether the animation is the blinking caret of a text field, which is part of a control's look.
  @MainActor var isCaret: Bool {
    guard state == .stepping || state == .waiting else { return false }
    var current: CALayer? = layer
    while let some = current {
      if some.delegate is UITextField { return true }
      current = some.superlayer
    }
    return false
  }
}

extension CALayer {
  /// Whether there is an emitter layer beneath this one.
  var hasEmitters: Bool {
    self is CAEmitterLayer || (sublayers ?? []).contains { $0.hasEmitters }
  }
}
