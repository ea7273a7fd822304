// FigureComparison.swift
// Figures of two runs, or of two checks, beside each other.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// A figure of both sides. Larger is worse, where it is rated at all.
struct ComparedFigure: Encodable, Hashable {
  enum Verdict: String, Encodable {
    case better, equal, worse
    /// A difference within the tolerance.
    case tolerated
    /// A difference within what the runs of the first side differ by.
    case noise
    /// One side lacks the figure.
    case missing, new
    /// A figure that is neither good nor bad, or of too few runs to judge.
    case unrated
  }

  /// Such as "Pop all: missed refreshes".
  var name: String
  var unit: String
  /// The median of the first side's runs.
  var a: Double?
  /// The median of the second side's runs.
  var b: Double?
  /// The least and the largest of the first side's runs. Nil of one run.
  var noise: [Double]?
  var verdict: Verdict

  /// Compares two values.
  ///
  /// - Parameter isRated: Whether a larger value is worse.
  init(
    _ name: String, _ unit: String, _ a: Double?, _ b: Double?, _ tolerance: ToleranceArgument,
    isRated: Bool = true
  ) {
    self.init(name, unit, [a], [b], tolerance, isRated: isRated)
  }

  /// Compares the values of several runs by their medians: better or worse is what is beyond the tolerance, and beyond what
  /// the first side's runs differ by.
  init(
    _ name: String, _ unit: String, _ a: [Double?], _ b: [Double?], _ tolerance: ToleranceArgument,
    isRated: Bool = true
  ) {
    (self.name, self.unit) = (name, unit)
    let known = a.compactMap(\.self).sorted()
    let other = b.compactMap(\.self)
    self.a = known.isEmpty ? nil : Quartiles(known).median
    self.b = other.isEmpty ? nil : Quartiles(other).median
    if a.count > 1, let least = known.first, let most = known.last { noise = [least, most] }
    // Below a thousandth lies the rounding of the files.
    let grain = 0.0005
    switch (self.a, self.b) {
    case (nil, nil): verdict = .equal
    case (nil, _): verdict = isRated ? .new : .unrated
    case (_, nil): verdict = isRated ? .missing : .unrated
    case (let a?, let b?):
      if abs(a - b) <= grain {
        verdict = .equal
      } else if !isRated {
        verdict = .unrated
      } else {
        // In both directions, as what varies is no improvement either.
        let (best, worst) = (min(a, b), max(a, b))
        let isTolerated = worst <= tolerance.limit(for: best, unit: unit) + grain
        let isNoise = noise.map { $0[0] - grain <= b && b <= $0[1] + grain } ?? false
        verdict = isTolerated ? .tolerated : isNoise ? .noise : b < a ? .better : .worse
      }
    }
  }

  /// Whether the second side fails by this figure.
  var fails: Bool { verdict == .worse || verdict == .missing }

  private static func text(_ value: Double?, _ decimals: Int) -> String {
    value.map { Wording.fixed($0, decimals) } ?? "–"
  }

  /// The columns of its line.
  var columns: [String] {
    let decimals = unit.isEmpty ? 0 : unit == "s" ? 3 : 2
    var difference = ""
    if let a, let b, verdict != .equal {
      difference = (b > a ? "+" : "") + Self.text(b - a, decimals)
    }
    let title = unit.isEmpty ? name : "\(name), \(unit)"
    // Where the runs differ, the least and the largest.
    let band =
      noise.flatMap { $0[1] - $0[0] > 0.0005 ? $0 : nil }
      .map { " (\(Self.text($0[0], decimals))–\(Self.text($0[1], decimals)))" } ?? ""
    return [title, Self.text(a, decimals) + band, Self.text(b, decimals), difference, word()]
  }

  /// The verdict at the end of its line; empty for a figure that is equal or not rated.
  func word(_ style: VerdictStyle = VerdictStyle()) -> String {
    switch verdict {
    case .equal, .unrated: ""
    case .better: style.good(verdict.rawValue)
    case .worse, .missing: style.bad(verdict.rawValue)
    case .tolerated, .noise, .new: verdict.rawValue
    }
  }
}

/// The figures of two files.
struct FigureComparison {
  var figures: [ComparedFigure]

  var failures: Int { figures.count(where: \.fails) }

  /// Compares the runs of both sides, at least one of each.
  init(_ a: [RunFigures], _ b: [RunFigures], _ tolerance: ToleranceArgument) {
    func milliseconds(_ seconds: TimeInterval?) -> Double? { seconds.map { $0 * 1000 } }
    func figure(
      _ name: String, _ unit: String, isRated: Bool = true, _ value: (RunFigures) -> Double?
    ) -> ComparedFigure {
      ComparedFigure(name, unit, a.map(value), b.map(value), tolerance, isRated: isRated)
    }
    figures = [
      figure("frames", "", isRated: false) { Double($0.frames.frames) },
      figure("animated", "s", isRated: false) { $0.frames.animatingTime },
      figure("late frames", "") { Double($0.frames.hitches) },
      figure("missed refreshes", "") { Double($0.frames.missed) },
      figure("longest delay, refreshes", "") { Double($0.frames.longestMiss) },
      figure("hitch time ratio", "ms/s") { $0.frames.hitchTimeRatio },
      figure("frame time p50", "ms") { milliseconds($0.frames.p50) },
      figure("frame time p95", "ms") { milliseconds($0.frames.p95) },
      figure("frame time p99", "ms") { milliseconds($0.frames.p99) },
      figure("animation error, mean", "ms") { milliseconds($0.frames.animationErrorMean) },
      figure("animation error, p99", "ms") { milliseconds($0.frames.animationErrorP99) },
      figure("skew, largest", "ms") { milliseconds($0.skew) },
      figure("work p50", "ms") { milliseconds($0.work?.p50) },
      figure("work p95", "ms") { milliseconds($0.work?.p95) },
    ]
  }

  /// Compares the results of two checks, in the order of the first.
  init(_ a: Baseline, _ b: Baseline, _ tolerance: ToleranceArgument) {
    let keys = a.keys + b.keys.filter { a.entries[$0] == nil }
    figures = keys.map { key in
      let (first, second) = (a.entries[key], b.entries[key])
      return ComparedFigure(
        Wording.limited("\(key.sample) \(key.trigger): \(key.figure)"),
        first?.unit ?? second?.unit ?? "",
        first?.value, second?.value, tolerance)
    }
  }

  /// A table with a line for each figure.
  func text(_ style: VerdictStyle = VerdictStyle()) -> String {
    let rows = [["", "A", "B", "B - A", ""]] + figures.map(\.columns)
    let words = [""] + figures.map { $0.word(style) }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return zip(rows, words).map { row, word in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }
      let line = (cells + [word]).joined(separator: "  ")
      let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
      return String(line[..<end])
    }.joined(separator: "\n")
  }
}
