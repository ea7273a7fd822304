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
  /// Those of them that an animator has paused.
  var paused = 0
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

  /// Adds an animation.
  ///
  /// - Parameter counts: Whether it is one more in flight. Its times are noted anyway. Default true.
  mutating func add(_ report: AnimationReport, counts: Bool = true) {
    let one = counts ? 1 : 0
    switch report.state {
    case .running:
      running += one
      movesUntil = max(movesUntil, report.end)
    case .stepping: stepping += one
    case .waiting:
      waiting += one
      if counts { nextBegin = min(nextBegin, report.begin) }
    case .holding: holding += one
    case .ended: return
    }
    firstBegin = min(firstBegin, report.begin)
    // What an animator has paused may go on at any time, and ends then.
    if report.isPaused {
      if report.state == .holding { paused += one }
      lastEnd = max(lastEnd, report.begin)
    } else if report.isEndless {
      isEndless = true
    } else {
      lastEnd = max(lastEnd, report.end)
    }
  }
}

extension AnimationReport.State {
  /// What is seen has a lower one.
  var rank: Int {
    switch self {
    case .running: 0
    case .stepping: 1
    case .holding: 2
    case .waiting: 3
    case .ended: 4
    }
  }
}

extension AnimationReport {
  /// Whether the animation has no end, or none that is worth waiting for: a repeat count of the largest number is
  /// the usual way to repeat for ever.
  var isEndless: Bool { !(end - begin < CAAnimation.longest) }

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

extension CAAnimation {
  /// The duration, in seconds, from which an animation counts as endless.
  fileprivate static let longest: TimeInterval = 3600

  /// Whether it has no end that is worth waiting for: it repeats for ever, or is paused.
  var isEndless: Bool {
    let active = timing.active
    return !(active.endInParentTime - active.map.beginTime < Self.longest)
  }
}

extension CALayer {
  /// Whether there is an animation on this layer or beneath it, but for the caret of a text field.
  var hasAnimations: Bool {
    if delegate is UITextField { return false }
    return animationKeys() != nil || (sublayers ?? []).contains { $0.hasAnimations }
  }

  /// Whether there is an emitter layer beneath this one.
  var hasEmitters: Bool {
    self is CAEmitterLayer || (sublayers ?? []).contains { $0.hasEmitters }
  }
}
