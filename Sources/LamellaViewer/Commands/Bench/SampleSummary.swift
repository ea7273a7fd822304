// SampleSummary.swift
// The runs of samples, summarised: medians and quartiles of each figure, as a table, JSON and CSV.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The runs of one trigger of a sample.
struct SampleRuns {
  var sample: String
  var trigger: String
  /// The figures of the runs in which something moved.
  var readings: [SampleReadings] = []
  /// The number of runs in which nothing moved.
  var still = 0

  /// Adds a run's frames.
  mutating func add(_ frames: [FrameRecord]) {
    if let run = SampleReadings(frames) { readings.append(run) } else { still += 1 }
  }

  /// The least trustworthy source of all runs; nil without any.
  var source: TimeSource? {
    readings.first.map { first in
      readings.map(\.source).reduce(first.source, SampleReadings.lessTrustworthy)
    }
  }

  /// A row for each figure. The pace has none unless a screen set it in all runs: the others would be the quicker ones.
  var rows: [SampleFigureRow] {
    guard let source else { return [] }
    let isPaced = SampleReadings.isPaced(by: source)
    return SampleFigure.allCases.filter { isPaced || !$0.isOfPace }.compactMap { figure in
      let values = readings.compactMap { $0.values[figure] }
      return values.isEmpty
        ? nil : SampleFigureRow(figure, sample: sample, trigger: trigger, source: source, values)
    }
  }

  /// What has no figures; nil if all runs have them.
  var note: String? {
    guard still > 0 else { return nil }
    let runs = readings.isEmpty ? "any run" : "\(still) of \(still + readings.count) runs"
    return "Nothing moved in \(runs) of \(sample) \(trigger), or the window was not on the screen."
  }
}

/// One figure of one trigger of a sample, over its runs.
struct SampleFigureRow: Encodable, Hashable {
  var sample: String
  var trigger: String
  var figure: String
  var unit: String
  var source: String
  /// The number of runs.
  var runs: Int
  var median: Double
  var lowerQuartile: Double
  var upperQuartile: Double
  var minimum: Double
  var maximum: Double

  /// Summarises a figure's values, at least one.
  init(
    _ figure: SampleFigure, sample: String, trigger: String, source: TimeSource, _ values: [Double]
  ) {
    let quartiles = Quartiles(values)
    (self.sample, self.trigger, self.figure) = (sample, trigger, figure.rawValue)
    (unit, self.source, runs) = (figure.unit, source.rawValue, values.count)
    median = quartiles.median
    (lowerQuartile, upperQuartile) = (quartiles.lowerQuartile, quartiles.upperQuartile)
    (minimum, maximum) = (values.min() ?? 0, values.max() ?? 0)
  }
}

/// The summary of all runs, and how they were played.
struct SampleDocument: Encodable {
  var schema = 1
  var version = Viewer.version
  /// Driver and renderer.
  var driver: String
  /// The least trustworthy source of all rows.
  var source: String
  /// The measured refresh period in milliseconds. Nil, which JSON does not have, where no screen sets one.
  var periodMilliseconds: Double?
  var cores: Int
  /// Seconds before the first run of each trigger.
  var warmUpSeconds: TimeInterval
  /// Seconds of each run. Nil, which JSON does not have, for each trigger's own.
  var durationSeconds: TimeInterval?
  /// The number of runs of each trigger, all of which were completed unless rows have fewer.
  var runs: Int
  var rows: [SampleFigureRow]

  init(
    _ played: [SampleRuns], driver: String, runs: Int, warmUp: TimeInterval, duration: TimeInterval?
  ) {
    let readings = played.flatMap(\.readings)
    let sources = readings.map(\.source)
    source =
      sources.dropFirst()
      .reduce(sources.first ?? .simulated, SampleReadings.lessTrustworthy).rawValue
    let periods = readings.filter(\.isPaced).map { $0.period * 1000 }
    periodMilliseconds = periods.isEmpty ? nil : Quartiles(periods).median
    cores = ProcessInfo.processInfo.activeProcessorCount
    rows = played.flatMap(\.rows)
    (self.driver, self.runs) = (driver, runs)
    (warmUpSeconds, durationSeconds) = (warmUp, duration)
  }

  /// A row for each figure, without a line's end after the last.
  var csv: String {
    let head = "sample,trigger,figure,unit,source,runs,median,q1,q3,min,max"
    let lines = rows.map { row -> String in
      let numbers = [row.median, row.lowerQuartile, row.upperQuartile, row.minimum, row.maximum]
      let cells =
        [row.sample, row.trigger, row.figure, row.unit, row.source, "\(row.runs)"]
        + numbers.map { Wording.fixed($0, 4) }
      return cells.joined(separator: ",")
    }
    return ([head] + lines).joined(separator: "\n")
  }

  /// The table beneath a line about the driver.
  var text: String {
    var heading = "\(driver), "
    heading +=
      periodMilliseconds.map { "\(Wording.fixed($0, 2)) ms from refresh to refresh." }
      ?? "no refresh of a screen was measured."
    if rows.contains(where: { $0.source == TimeSource.simulated.rawValue }) {
      heading +=
        "\nWhere the source is simulated, presenting does not wait for the screen: "
        + "the work of frames is measured, not their pace."
    }
    let head = [
      "sample", "trigger", "figure", "median", "quartiles", "least–greatest", "runs", "source",
    ]
    let table = TextTable.text([head] + rows.map(cells), rightAligned: [3, 4, 5, 6])
    return "\(heading)\n\n\(table)"
  }

  private func cells(_ row: SampleFigureRow) -> [String] {
    let number = TextTable.number
    return [
      row.sample, row.trigger, SampleFigure(rawValue: row.figure)?.name ?? row.figure,
      number(row.median) + (row.unit.isEmpty ? "" : " \(row.unit)"),
      "\(number(row.lowerQuartile))–\(number(row.upperQuartile))",
      "\(number(row.minimum))–\(number(row.maximum))", "\(row.runs)", row.source,
    ]
  }
}
