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
  /// What began the run; empty before any.
  private var name = ""
  /// How the stage's time ran in frames of the run, in the order in which that changed.
  private var playbacks: [Playback] = []
  /// The faults that were injected into the run, each once.
  private var faults: [String] = []
  /// The run before the one on show; nil without one.
  private var previous: ComparedRun?
  /// The run on show as it was before it was begun again to be scrubbed; nil if it was not.
  private var current: ComparedRun?
  /// The run that all others are compared with; nil without one.
  var pinned: ComparedRun?

  /// The run that the one on show is compared with; nil without one.
  var before: ComparedRun? { pinned ?? previous }

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - last: The run that was on show; nil if nothing was measured of it.
  ///   - isAgain: Whether it is the run on show, which is begun again to be scrubbed.
  mutating func beginRun(named name: String, after last: ComparedRun?, isAgain: Bool) {
    if isAgain {
      current = last ?? current
    } else {
      previous = last ?? current ?? previous
      current = nil
    }
    (self.name, playbacks, faults) = (name, [], [])
  }

  /// Notes a fault that is injected into the run.
  mutating func note(_ fault: Injection) {
    if !faults.contains(fault.title) { faults.append(fault.title) }
  }

  /// Notes how the stage's time runs in a frame.
  mutating func note(_ playback: Playback) {
    if playbacks.last != playback { playbacks.append(playback) }
  }

  /// The run on show with its figures; nil before anything was measured. Begun again, it has those of before until others
  /// are measured.
  ///
  /// - Parameter skew: The longest time that custom properties were behind, in seconds.
  func run(with figures: FrameFigures, skew: TimeInterval) -> ComparedRun? {
    guard figures.p50 != nil, !name.isEmpty else { return current }
    return ComparedRun(name: fullName, figures: RunFigures(figures, skew: skew))
  }

  /// The name of the run with all its speeds, and whether it ran backwards and in a loop.
  private var fullName: String {
    var percents: [Int] = []
    for playback in playbacks where !percents.contains(playback.percent) {
      percents.append(playback.percent)
    }
    let last = percents.last.map(String.init) ?? ""
    let speeds =
      percents.count < 2
      ? last : percents.dropLast().map(String.init).joined(separator: ", ") + " and " + last
    let words = [
      name, percents == [100] || percents.isEmpty ? nil : "\(speeds) % speed",
      playbacks.contains(where: \.isReversed) ? "backwards" : nil,
      playbacks.contains(where: \.isLooped) ? "in a loop" : nil,
    ]
    return (words.compactMap(\.self) + faults.map { "with \($0)" }).joined(separator: ", ")
  }
}
