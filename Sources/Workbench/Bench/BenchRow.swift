// BenchRow.swift
// One figure of one work with one renderer: medians and quartiles, the floor and the goal; and the
// document of all rows.
//
// SPDX-License-Identifier: MIT

import LamellaViewer

/// One line of the result.
struct BenchRow: Codable, Hashable {
  var work: BenchWork
  var n: Int
  var figure: BenchFigure
  /// The renderer; empty for works without drawing.
  var renderer: String
  var unit: String
  var ours: Quartiles
  var floor: Quartiles?
  /// Quotient of ours and the floor of the same round.
  var ratio: Quartiles?
  /// Text of the goal; nil without one.
  var goal: String?
  /// Whether the goal is met; nil without one.
  var passes: Bool?
  /// Frames per second in the best round.
  var framesPerSecond: Double?
  /// Of the last frame.
  var drawCalls: Int?
  var vertices: Int?

  /// Computes a figure from rounds.
  ///
  /// - Parameters:
  ///   - ours: At least one run of ours.
  ///   - floors: The floor's runs of the same rounds; empty for works without a floor.
  ///   - isShown: Whether frames are shown by a display server. Default true.
  ///   - hasGPU: Whether a GPU draws the floor. Default false.
  init(
    _ figure: BenchFigure, of what: BenchCase, ours: [BenchRun], floors: [BenchRun],
    isShown: Bool = true, hasGPU: Bool = false
  ) {
    work = what.work
    n = what.count
    self.figure = figure
    unit = figure.unit
    let last = ours.last?.report
    renderer = last?.renderer ?? ""
    self.ours = Quartiles(ours.map(figure.value(of:)))
    let beneath = ours.enumerated().compactMap { index, run in
      figure.floor(ours: run, floor: floors.indices.contains(index) ? floors[index] : nil)
    }
    // No ratio to zero: idling costs the floor nothing.
    if beneath.count == ours.count {
      floor = Quartiles(beneath)
      if beneath.allSatisfy({ $0 > 0 }), figure != .idleCPU {
        ratio = Quartiles(zip(ours.map(figure.value(of:)), beneath).map { $0 / $1 })
      }
    }
    if let last, last.frames > 0, figure == .cpuPerFrame {
      framesPerSecond = ours.map { Double($0.report.frames) / max($0.report.wall, 1e-9) }.max()
      (drawCalls, vertices) = (last.drawCalls, last.vertices)
    }
    let goal = BenchGoal.of(figure, what, renderer: renderer, isShown: isShown, hasGPU: hasGPU)
    self.goal = goal?.text(unit: unit)
    passes = goal?.isKept(by: self)
  }
}

/// All measurements, and the machine they were made on.
struct BenchDocument: Codable {
  var schema = 1
  var version = Viewer.version
  /// SDL's video driver.
  var driver: String
  /// Whether the X server's processor time counts.
  var countsServer: Bool
  var cores: Int
  var runs: Int
  /// The window's size in points.
  var width: Int
  var height: Int
  var rows: [BenchRow]

  /// Throws unless all goals are met.
  func requireGoals() throws(CommandFailure) {
    guard rows.contains(where: { $0.passes == false }) else { return }
    throw CommandFailure(
      status: .checkFailed,
      message: "Some goals are missed; see the last column of the table.")
  }

  /// A row for each figure, without a line's end after the last; NA where there is no value.
  var csv: String {
    let head = "work,n,renderer,figure,unit,median,q1,q3,floor,ratio,ratio_q1,ratio_q3,goal,passes"
    let lines = rows.map { row -> String in
      let numbers = [
        row.ours.median, row.ours.lowerQuartile, row.ours.upperQuartile, row.floor?.median,
        row.ratio?.median, row.ratio?.lowerQuartile, row.ratio?.upperQuartile,
      ].map { $0.map { Wording.fixed($0, 4) } }
      let cells: [String?] =
        [row.work.rawValue, "\(row.n)", row.renderer.isEmpty ? nil : row.renderer]
        + [row.figure.rawValue, row.unit] + numbers
        + [row.goal, row.passes.map { $0 ? "true" : "false" }]
      return cells.map { $0 ?? "NA" }.joined(separator: ",")
    }
    return ([head] + lines).joined(separator: "\n")
  }
}
