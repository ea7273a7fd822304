// SampleFigure.swift
// The figures of a sample that is played in a window: of its pace, where a screen sets one, and of the work of its
// frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// One figure of a run.
enum SampleFigure: String, CaseIterable {
  /// Percentiles of the time from frame to frame, in milliseconds.
  case frameTimeP50, frameTimeP95, frameTimeP99
  /// Milliseconds of hitch per second of animation.
  case hitchTimeRatio
  /// Number of missed refreshes.
  case missedRefreshes
  /// Mean magnitude of the animation error, in milliseconds.
  case animationError
  /// The longest time by which custom properties are behind built-in ones, in milliseconds.
  case skew
  /// Mean of all stages of a frame but the wait for the screen, in milliseconds.
  case work
  /// Mean of one stage of a frame, in milliseconds.
  case events, commit, animate, render

  /// The stage whose mean it is; nil for other figures.
  private var stage: FrameStage? {
    switch self {
    case .events: .events
    case .commit: .commit
    case .animate: .animate
    case .render: .render
    default: nil
    }
  }

  /// Whether it is a figure of the pace of frames, which means nothing where no screen sets it.
  var isOfPace: Bool { self != .work && stage == nil }

  var unit: String {
    switch self {
    case .hitchTimeRatio: "ms/s"
    case .missedRefreshes: ""
    default: "ms"
    }
  }

  /// The name in the table; those that `check` has too are the same.
  var name: String {
    switch self {
    case .frameTimeP50: "frame time p50"
    case .frameTimeP95: "frame time p95"
    case .frameTimeP99: "frame time p99"
    case .hitchTimeRatio: "hitch time ratio"
    case .missedRefreshes: "missed refreshes"
    case .animationError: "animation error"
    case .work: "work of a frame"
    case .skew, .events, .commit, .animate, .render: rawValue
    }
  }

  /// The value of a run.
  ///
  /// - Parameters:
  ///   - figures: Those of all its frames.
  ///   - moving: The frames in which the sample moved, at least one.
  fileprivate func value(of figures: FrameFigures, _ moving: [FrameRecord]) -> Double? {
    func mean(_ seconds: (FrameRecord) -> TimeInterval) -> Double {
      moving.reduce(0) { $0 + seconds($1) } / Double(moving.count) * 1000
    }
    if let stage { return mean { $0[stage] } }
    switch self {
    case .frameTimeP50: return figures.p50.map { $0 * 1000 }
    case .frameTimeP95: return figures.p95.map { $0 * 1000 }
    case .frameTimeP99: return figures.p99.map { $0 * 1000 }
    case .hitchTimeRatio: return figures.p50.map { _ in figures.hitchTimeRatio }
    case .missedRefreshes: return figures.p50.map { _ in Double(figures.missed) }
    case .animationError: return figures.p50.map { _ in figures.animationErrorMean * 1000 }
    case .skew: return (moving.map(\.skew).max() ?? 0) * 1000
    default: return mean(\.work)
    }
  }
}

/// The figures of one run.
struct SampleReadings: Hashable {
  /// The least trustworthy source of its frames' times.
  var source: TimeSource
  /// The refresh period of the last frame, in seconds.
  var period: TimeInterval
  /// In the units of the figures. Without those of the pace where no screen sets it.
  var values: [SampleFigure: Double] = [:]

  /// Computes the figures of a run's frames, oldest first; nil where nothing moved.
  init?(_ frames: [FrameRecord]) {
    let moving = frames.filter { $0.isAnimating && $0.isVisible }
    guard let last = moving.last else { return nil }
    source = frames.map(\.source).reduce(last.source, Self.lessTrustworthy)
    period = last.period
    let figures = FrameFigures(frames)
    for figure in SampleFigure.allCases where isPaced || !figure.isOfPace {
      values[figure] = figure.value(of: figures, moving)
    }
  }

  /// Whether a screen sets the pace of the frames.
  var isPaced: Bool { Self.isPaced(by: source) }

  static func isPaced(by source: TimeSource) -> Bool {
    source == .feedback || source == .presentReturn
  }

  /// The one of two sources whose times are further from those of a screen.
  static func lessTrustworthy(_ first: TimeSource, _ second: TimeSource) -> TimeSource {
    let order: [TimeSource] = [.virtual, .simulated, .presentReturn, .feedback]
    return order.first { $0 == first || $0 == second } ?? first
  }
}
