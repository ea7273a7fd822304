// ComparedRun.swift
// A run beside an earlier one: what is compared, and with which run.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// A run as it is compared, or several that were played alike.
struct ComparedRun {
  /// What began it, and how it ran: "All, 50 % speed".
  var name: String
  /// The figures of each run, at least one.
  var runs: [RunFigures]

  init(name: String, figures: RunFigures) { (self.name, runs) = (name, [figures]) }

  /// The name, and how many runs there are of it.
  var title: String { runs.count == 1 ? name : "\(name), \(runs.count) runs" }

  /// The fewest runs of each side that are judged: one may have met anything.
  static let leastRuns = 3

  /// Whether there are enough runs of both to be judged.
  static func judges(_ before: ComparedRun, _ now: ComparedRun) -> Bool {
    min(before.runs.count, now.runs.count) >= leastRuns
  }

  /// The figures of runs beside those of earlier ones that have room in the dock; better or worse where there are enough.
  static func figures(_ before: ComparedRun, _ now: ComparedRun) -> [ComparedFigure] {
    let left: Set = ["frames", "longest delay, refreshes", "animation error, p99"]
    // Times vary by less than half a millisecond from run to run.
    let tolerance = ToleranceArgument(milliseconds: 0.5)
    let isJudged = judges(before, now)
    return FigureComparison(before.runs, now.runs, tolerance).figures
      .filter { !left.contains($0.name) && ($0.a ?? $0.b) != nil }
      .map { figure in
        var figure = figure
        if !isJudged, figure.verdict != .equal { figure.verdict = .unrated }
        return figure
      }
  }
}

/// The run on show and those that it is compared with.
struct RunComparison {
  /// More runs of one kind say no more.
  private static let mostRuns = 20

  /// What began the run; empty before any.
  private var name = ""
  /// How the stage's time ran in frames of the run, in the order in which that changed.
  private var playbacks: [Playback] = []
  /// The faults that were injected into the run, each once.
  private var faults: [String] = []
  /// Whether its motion was edited.
  private var isEdited = false
  /// The runs before the one on show: one after the other, those that were played alike together.
  private var series: [ComparedRun] = []
  /// The run on show as it was before it was begun again to be scrubbed; nil if it was not.
  private var current: ComparedRun?
  /// The runs that all others are compared with; nil without any.
  private(set) var pinned: ComparedRun?

  /// The runs that the one on show, and those like it, are compared with: what is pinned, else what was played last
  /// otherwise, else those before that are like it. Nil without any.
  func before(_ now: ComparedRun?) -> ComparedRun? {
    if let pinned { return pinned }
    guard let last = series.last else { return nil }
    guard last.name == now?.name else { return last }
    return series.count > 1 ? series[series.count - 2] : last
  }

  /// A run with the earlier runs that were played alike, except the one it is compared with.
  func alike(_ run: ComparedRun) -> ComparedRun {
    guard let last = series.last, last.name == run.name, pinned != nil || series.count > 1 else {
      return run
    }
    var all = last
    all.runs += run.runs
    return all
  }

  /// Compares all others with a run and those before it that were played alike; nil with each what was before it.
  mutating func pin(_ run: ComparedRun?) {
    pinned = run.map(alike)
    // Those to come are another series, whatever they are named.
    if pinned != nil { (series, current) = ([], nil) }
    isPinnedRun = pinned != nil
  }

  /// Whether the run on show is among those that are pinned.
  private var isPinnedRun = false

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - last: The run that was on show; nil if nothing was measured of it.
  ///   - isEdited: Whether its motion was edited.
  ///   - isAgain: Whether it is the run on show, which is begun again to be scrubbed.
  mutating func beginRun(
    named name: String, after last: ComparedRun?, isEdited: Bool, isAgain: Bool
  ) {
    if isAgain {
      current = last ?? current
    } else {
      if !isPinnedRun, let done = last ?? current { note(done) }
      (current, isPinnedRun) = (nil, false)
    }
    (self.name, self.isEdited, playbacks, faults) = (name, isEdited, [], [])
  }

  /// Adds a run to those that were played alike, or begins others.
  private mutating func note(_ run: ComparedRun) {
    if let last = series.last, last.name == run.name {
      series[series.count - 1].runs = (last.runs + run.runs).suffix(Self.mostRuns)
    } else {
      series = series.suffix(1) + [run]
    }
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
      name, isEdited ? "edited" : nil,
      percents == [100] || percents.isEmpty ? nil : "\(speeds) % speed",
      playbacks.contains(where: \.isReversed) ? "backwards" : nil,
      playbacks.contains(where: \.isLooped) ? "in a loop" : nil,
    ]
    return (words.compactMap(\.self) + faults.map { "with \($0)" }).joined(separator: ", ")
  }
}
