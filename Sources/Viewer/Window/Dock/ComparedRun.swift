// ComparedRun.swift
// A run beside an earlier one: what is compared, and with which run.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// A run as it is compared.
struct ComparedRun {
  /// What began it, and how it ran: "All, 50 % speed".
  var name: String
  var figures: RunFigures

  /// The figures of a run beside those of an earlier one that have room in the dock.
  static func figures(_ before: ComparedRun, _ now: ComparedRun) -> [ComparedFigure] {
    let left: Set = ["frames", "longest delay, refreshes", "animation error, p99"]
    // Times vary by less than half a millisecond from run to run.
    let tolerance = ToleranceArgument(milliseconds: 0.5)
    return FigureComparison(before.figures, now.figures, tolerance).figures
      .filter { !left.contains($0.name) && ($0.a ?? $0.b) != nil }
  }
}

/// The run on show and the one that it is compared with.
struct RunComparison {
  /// What began the run, and its speed; empty before any.
  private var name = ""
  /// How the main thread moved the stage's time in frames of the run, if it did.
  private var drives: [String] = []
  /// The run before, or one that was pinned. Nil without one.
  var before: ComparedRun?

  /// Begins a run.
  mutating func beginRun(named name: String) { (self.name, drives) = (name, []) }

  /// Notes how the main thread moves the time of a frame.
  mutating func note(drive: String) { if !drives.contains(drive) { drives.append(drive) } }

  /// The run on show with its figures; nil before anything was measured.
  ///
  /// - Parameter skew: The longest time that custom properties were behind, in seconds.
  func run(with figures: FrameFigures, skew: TimeInterval) -> ComparedRun? {
    guard figures.p50 != nil, !name.isEmpty else { return nil }
    return ComparedRun(
      name: ([name] + drives).joined(separator: ", "), figures: RunFigures(figures, skew: skew))
  }
}
