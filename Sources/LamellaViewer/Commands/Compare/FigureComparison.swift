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
    /// One side lacks the figure.
    case missing, new
    /// A figure that is neither good nor bad.
    case unrated
  }

  /// Such as "Pop all: missed refreshes".
  var name: String
  var unit: String
  var a: Double?
  var b: Double?
  var verdict: Verdict

  /// Compares two values.
  ///
  /// - Parameter isRated: Whether a larger value is worse.
  init(
    _ name: String, _ unit: String, _ a: Double?, _ b: Double?, _ tolerance: ToleranceArgument,
    isRated: Bool = true
  ) {
    (self.name, self.unit, self.a, self.b) = (name, unit, a, b)
    // Below a thousandth lies the rounding of the files.
    let grain = 0.0005
    switch (a, b) {
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
        verdict = isTolerated ? .tolerated : b < a ? .better : .worse
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
    return [title, Self.text(a, decimals), Self.text(b, decimals), difference, word()]
  }

  /// The verdict at the end of its line; empty for a figure that is equal or not rated.
  func word(_ style: VerdictStyle = VerdictStyle()) -> String {
    switch verdict {
    case .equal, .unrated: ""
    case .better: style.good(verdict.rawValue)
    case .worse, .missing: style.bad(verdict.rawValue)
    case .tolerated, .new: verdict.rawValue
    }
  }
}

/// The figures of two files.
struct FigureComparison {
  var figures: [ComparedFigure]

  var failures: Int { figures.count(where: \.fails) }

  init(_ a: RunFigures, _ b: RunFigures, _ tolerance: ToleranceArgument) {
    func milliseconds(_ seconds: TimeInterval?) -> Double? { seconds.map { $0 * 1000 } }
    func figure(
      _ name: String, _ unit: String, isRated: Bool = true, _ value: (RunFigures) -> Double?
    ) -> ComparedFigure {
      ComparedFigure(name, unit, value(a), value(b), tolerance, isRated: isRated)
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
