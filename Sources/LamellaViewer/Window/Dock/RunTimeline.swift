// RunTimeline.swift
// The animations of a run, each with its place in time and its curve, as they were seen frame by frame.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The rows of a run.
@MainActor final class RunTimeline {
  /// More rows than these have no room on any screen.
  static let mostRows = 48

  private(set) var rows: [TimelineRow] = []
  /// Animations beyond ``mostRows``.
  private(set) var unlisted = 0
  /// The seconds to show.
  private(set) var length: TimeInterval = 0
  /// Incremented with each change.
  private(set) var version = 0
  /// The animations in the order in which they were seen.
  private var recorded: [RecordedAnimation] = []
  /// The place of each among them, by what identifies it in reports.
  private var places: [ObjectIdentifier: Int] = [:]
  /// A run with more animations than these is not recorded.
  private static let mostRecorded = 1000

  /// Begins a run.
  func reset() {
    // What was shown again is not of the next run.
    hidePast()
    (rows, unlisted, length) = ([], 0, 0)
    (recorded, places) = ([], [:])
    version += 1
  }

  /// Whether an animation of the run has not ended.
  var hasLive: Bool { recorded.contains { !$0.isOver } }

  /// Removes what ``showEnded()`` has attached.
  func hidePast() {
    places = [:]
    for place in recorded.indices {
      recorded[place].hide()
      places[recorded[place].id] = place
    }
    for index in rows.indices
    where rows[index].outcome == .inFlight && recorded[rows[index].id].isOver {
      rows[index].outcome = .ended
    }
    version += 1
  }

  /// Whether an earlier time of the run shows what is no longer attached: animations that ended, or what an animator
  /// did before.
  var hasPast: Bool { rows.contains { $0.outcome != .inFlight || $0.segments.count > 1 } }

  /// Whether an animator did something else since the past was attached.
  var lacksPast: Bool { recorded.contains { $0.lacksPast } }

  /// Attaches the animations of the run that have ended again, so that every time of it can be shown.
  ///
  /// - Returns: False if that is not possible, as there are none or too many, or as some of
  ///   the layers have left the window.
  func showEnded() -> Bool {
    guard !recorded.isEmpty, recorded.count < Self.mostRecorded,
      recorded.allSatisfy(\.canBeShown)
    else { return false }
    let old = (rows, places)
    places = [:]
    for place in recorded.indices {
      let row = rows.firstIndex { $0.id == place }
      var length: TimeInterval?
      if let row, case .cutShort(let end) = rows[row].outcome { length = end - rows[row].begin }
      for id in recorded[place].show(endingAfter: length) { places[id] = place }
      if let row, rows[row].outcome == .ended { rows[row].outcome = .inFlight }
    }
    if rows != old.0 || places != old.1 { version += 1 }
    return true
  }

  /// A row's animation; nil where there is no such row.
  func recorded(ofRow index: Int) -> RecordedAnimation? {
    rows.indices.contains(index) ? recorded[rows[index].id] : nil
  }

  /// Updates the rows from the animations of a frame.
  ///
  /// - Parameters:
  ///   - reports: The animations that are attached.
  ///   - start: The run's start, in the stage's time.
  ///   - now: The time up to which animations may have ended, in the stage's time.
  func update(_ reports: [AnimationReport], start: TimeInterval, now: TimeInterval) {
    let old = (rows, length, unlisted)
    var unrecorded = 0
    var seen: Set<Int> = []
    var indices = indicesOfRows
    for report in reports where report.state != .ended {
      guard let place = place(of: report) else {
        unrecorded += 1
        lengthen(by: report, start: start)
        continue
      }
      seen.insert(place)
      let isOther = recorded[place].follow(report)
      if let index = indices[place] {
        // One that was cut short is shown again up to there. One that ended may run again, on a stage that is
        // moved back.
        if rows[index].outcome.isCut { continue }
        rows[index].outcome = .inFlight
        if isOther { rows[index].add(report, start: start) }
        if !rows[index].isDriven { rows[index].place(report, start: start) }
        if isOther { rows[index].curve = recorded[place].curve(of: rows[index]) }
      } else if rows.count < Self.mostRows {
        var row = TimelineRow(report, id: place, start: start)
        row.curve = recorded[place].curve(of: row)
        // With those that the same block began.
        let last = row.group.flatMap { group in rows.lastIndex { $0.group == group } }
        rows.insert(row, at: last.map { $0 + 1 } ?? rows.count)
        indices = indicesOfRows
      } else {
        lengthen(by: report, start: start)
      }
    }
    unlisted = recorded.count - rows.count + unrecorded
    for place in recorded.indices where !seen.contains(place) { recorded[place].noteEnd() }
    for index in rows.indices where rows[index].outcome == .inFlight {
      let row = rows[index]
      if seen.contains(row.id) || recorded[row.id].isChanging { continue }
      let elapsed = now - start
      rows[index].outcome =
        elapsed < row.end - 0.001 ? .cutShort(at: max(row.begin, elapsed)) : .ended
    }
    length = rows.reduce(length) { longest, row in
      if row.isDriven { return max(longest, row.begin + row.run) }
      return max(longest, row.end.isFinite ? row.end : row.begin + 2 * min(row.run, 5))
    }
    if rows != old.0 || length != old.1 || unlisted != old.2 { version += 1 }
  }

  /// Whether an animation that is shown again has a report for each of its parts.
  var showsParts: Bool { places.contains { recorded[$1].id != $0 } }

  /// Whether an animation was not seen before.
  func isNew(_ report: AnimationReport) -> Bool { places[report.id] == nil }

  /// Whether what is recorded depends on models, as animators and additive animations do.
  var followsModels: Bool { recorded.contains { $0.followsModel } }

  /// Identifies the animation that a report is about: one that is shown again in parts has several reports.
  func animation(of report: AnimationReport) -> ObjectIdentifier {
    places[report.id].map { recorded[$0].id } ?? report.id
  }

  /// The index of the row of each place that has one.
  private var indicesOfRows: [Int: Int] {
    Dictionary(uniqueKeysWithValues: rows.indices.map { (rows[$0].id, $0) })
  }

  /// The place of an animation among those of the run, which it joins; nil beyond ``mostRecorded``.
  private func place(of report: AnimationReport) -> Int? {
    if let place = places[report.id] { return place }
    guard recorded.count < Self.mostRecorded else { return nil }
    let isFirst = !recorded.contains { $0.isCovered(by: report) }
    places[report.id] = recorded.count
    recorded.append(RecordedAnimation(report, isFirst: isFirst))
    return recorded.count - 1
  }

  private func lengthen(by report: AnimationReport, start: TimeInterval) {
    if !report.isEndless { length = max(length, report.end - start) }
  }
}
