// RunTimeline.swift
// The animations of a run, each with its place in time and its curve, as they were seen frame by frame.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// One animation of a run. Times are seconds since the start of the run.
struct TimelineRow: Hashable {
  /// What became of the animation.
  enum Outcome: Hashable {
    case inFlight
    /// It ran to its end.
    case ended
    /// It was removed or replaced, at a time.
    case cutShort(at: TimeInterval)

    fileprivate var isCut: Bool { if case .cutShort = self { true } else { false } }
  }

  fileprivate(set) var id: ObjectIdentifier
  /// The key path, or what a group or a transition does.
  let title: String
  /// The layer's class, or its view's.
  let layer: String
  /// Identifies what began it together with others: a block, an animator, a transaction. Nil where nothing did.
  let group: ObjectIdentifier?
  /// The kind of animation, its duration and its curve.
  let detail: String
  var begin: TimeInterval
  /// Infinite without an end.
  var end: TimeInterval
  /// Seconds of one run, of which a repeated animation has several.
  var run: TimeInterval
  let autoreverses: Bool
  /// The progress at even steps through one run, 0...1; outside of it for overshoot.
  let curve: [Double]
  var outcome = Outcome.inFlight
}

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
  /// The animations in the order in which they were seen, and what identifies them.
  private var recorded: [(id: ObjectIdentifier, animation: RecordedAnimation)] = []
  private var recordedIDs: Set<ObjectIdentifier> = []
  /// A run with more animations than these is not recorded.
  private static let mostRecorded = 1000

  /// Begins a run.
  func reset() {
    (rows, unlisted, length) = ([], 0, 0)
    (recorded, recordedIDs) = ([], [])
    version += 1
  }

  /// Attaches the animations of the run that have ended again, so that every time of it can be shown.
  ///
  /// - Returns: False if that is not possible, as there are none or too many, or as some of
  ///   the layers have left the window.
  func showEnded() -> Bool {
    guard !recorded.isEmpty, recorded.count < Self.mostRecorded,
      recorded.allSatisfy(\.animation.canBeShown)
    else { return false }
    recordedIDs = []
    for index in recorded.indices {
      let row = rows.firstIndex { $0.id == recorded[index].id }
      var length: TimeInterval?
      if let row, case .cutShort(let end) = rows[row].outcome { length = end - rows[row].begin }
      let id = recorded[index].animation.show(endingAfter: length)
      recorded[index].id = id
      recordedIDs.insert(id)
      guard let row else { continue }
      rows[row].id = id
      if rows[row].outcome == .ended { rows[row].outcome = .inFlight }
    }
    version += 1
    return true
  }

  /// A row's animation; nil where there is no such row, or it was not recorded.
  func recorded(ofRow index: Int) -> RecordedAnimation? {
    guard rows.indices.contains(index) else { return nil }
    return recorded.first { $0.id == rows[index].id }?.animation
  }

  /// Updates the rows from the animations of a frame.
  ///
  /// - Parameters:
  ///   - reports: The animations that are attached.
  ///   - start: The run's start, in the stage's time.
  ///   - now: The time up to which animations may have ended, in the stage's time.
  func update(_ reports: [AnimationReport], start: TimeInterval, now: TimeInterval) {
    let old = (rows, length, unlisted)
    unlisted = 0
    for report in reports where report.state != .ended {
      if recorded.count < Self.mostRecorded, recordedIDs.insert(report.id).inserted {
        let isFirst = !recorded.contains { $0.animation.isCovered(by: report) }
        recorded.append((report.id, RecordedAnimation(report, isFirst: isFirst)))
      }
      let begin = report.begin - start
      let end = report.isEndless ? .infinity : report.end - start
      if let index = rows.firstIndex(where: { $0.id == report.id }) {
        // One that was cut short is shown again up to there. One that ended may run again, on a stage that is
        // moved back.
        if rows[index].outcome.isCut { continue }
        rows[index].outcome = .inFlight
        (rows[index].begin, rows[index].end, rows[index].run) = (begin, end, report.run)
      } else if rows.count < Self.mostRows {
        let row = TimelineRow(report, begin: begin, end: end)
        // With those that the same block began.
        let last = row.group.flatMap { group in rows.lastIndex { $0.group == group } }
        rows.insert(row, at: last.map { $0 + 1 } ?? rows.count)
      } else {
        unlisted += 1
        if end.isFinite { length = max(length, end) }
      }
    }
    for index in rows.indices where rows[index].outcome == .inFlight {
      let row = rows[index]
      if reports.contains(where: { $0.id == row.id && $0.state != .ended }) { continue }
      let elapsed = now - start
      rows[index].outcome =
        elapsed < row.end - 0.001 ? .cutShort(at: max(row.begin, elapsed)) : .ended
    }
    length = rows.reduce(length) { longest, row in
      max(longest, row.end.isFinite ? row.end : row.begin + 2 * min(row.run, 5))
    }
    if rows != old.0 || length != old.1 || unlisted != old.2 { version += 1 }
  }
}

extension TimelineRow {
  @MainActor fileprivate init(_ report: AnimationReport, begin: TimeInterval, end: TimeInterval) {
    let animation = report.animation
    id = report.id
    layer = report.layer.titleInRows
    group = report.group
    title = (animation as? CAPropertyAnimation)?.keyPath ?? report.key ?? "\(type(of: animation))"
    (self.begin, self.end, run) = (begin, end, report.run)
    autoreverses = animation.autoreverses
    curve = AnimationCurve.samples(of: animation, driven: report.drivenCurve)
    let kind = "\(type(of: animation))"
    let repeats = animation.repeatCount > 1 ? ", ×\(Self.count(animation.repeatCount))" : ""
    detail =
      "\(Wording.origin(report.origin)), \(kind), \(Wording.fixed(report.run, 2)) s\(repeats), \(AnimationCurve.name(of: animation, driven: report.drivenCurve))"
  }

  private static func count(_ count: Float) -> String {
    count == .infinity || count >= 1e6 ? "∞" : Wording.fixed(Double(count), 0)
  }
}
