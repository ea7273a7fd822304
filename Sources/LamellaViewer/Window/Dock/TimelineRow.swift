// TimelineRow.swift
// One animation of a run: its place in time, its curve, and what became of it.
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

    var isCut: Bool { if case .cutShort = self { true } else { false } }
  }

  /// What an animator did with the animation from a time on.
  struct Segment: Hashable {
    let begin: TimeInterval
    /// The end that was planned, which another segment may precede. Infinite while it is paused.
    let end: TimeInterval
    let motion: DrivenSegment

    /// When the animator began it, its delay included.
    var commit: TimeInterval { begin - motion.delay }

    /// The fraction of the animation at a time; before and after the segment that of its ends.
    func fraction(at time: TimeInterval) -> Double {
      guard end.isFinite, end > begin else { return motion.fraction(at: motion.to) }
      let part = min(max((time - begin) / (end - begin), 0), 1)
      return motion.fraction(atPart: part)
    }
  }

  /// The place among the animations of the run, in the order in which they were seen.
  let id: Int
  /// The key path, or what a group or a transition does.
  let title: String
  /// The layer's class, or its view's.
  let layer: String
  /// Identifies what began it together with others: a block, an animator, a transaction. Nil where nothing did.
  let group: ObjectIdentifier?
  /// What began it, in one word.
  private let origin: String
  /// The class of the animation.
  private let className: String
  /// Its duration, its repeats and its curve.
  private let motion: String
  var begin: TimeInterval
  /// Infinite without an end.
  var end: TimeInterval
  /// Seconds of one run, of which a repeated animation has several. For one that an animator plays, those from its begin
  /// to its last end that is known.
  var run: TimeInterval
  let autoreverses: Bool
  /// The progress through one run.
  var curve: [CurvePoint] = []
  /// What an animator did, in order; empty for an animation without one.
  private(set) var segments: [Segment] = []
  var outcome = Outcome.inFlight

  /// Whether an animator plays it.
  var isDriven: Bool { !segments.isEmpty }

  /// What an animator changed while it ran, what began the animation, its class, its duration and its curve.
  var detail: String { (changes + [origin, className, motion]).joined(separator: ", ") }

  /// The detail without the class of the animation.
  var briefDetail: String { (changes + [origin, motion]).joined(separator: ", ") }

  @MainActor init(_ report: AnimationReport, id: Int, start: TimeInterval) {
    let animation = report.animation
    self.id = id
    layer = report.layer.titleInRows
    group = report.group
    let className = "\(type(of: animation))"
    title = (animation as? CAPropertyAnimation)?.keyPath ?? report.key ?? className
    autoreverses = animation.autoreverses
    let repeats = animation.repeatCount > 1 ? ", ×\(Self.count(animation.repeatCount))" : ""
    // One that is paused from the start has no length yet.
    let length = report.run.isFinite ? "\(Wording.fixed(report.run, 2)) s\(repeats), " : ""
    (origin, self.className) = (Wording.origin(report.origin), className)
    motion = length + AnimationCurve.name(of: animation, driven: report.drivenCurve)
    (begin, end, run) = (0, 0, 0)
    place(report, start: start)
    if report.segment != nil { add(report, start: start) }
  }

  private static func count(_ count: Float) -> String {
    count == .infinity || count >= 1e6 ? "∞" : Wording.fixed(Double(count), 0)
  }

  /// Takes the times of an animation without an animator.
  ///
  /// - Parameter start: The run's start, in the stage's time.
  mutating func place(_ report: AnimationReport, start: TimeInterval) {
    begin = report.begin - start
    end = report.isEndless ? .infinity : report.end - start
    run = report.run
  }

  /// Takes the segment that an animator plays now.
  mutating func add(_ report: AnimationReport, start: TimeInterval) {
    guard let motion = report.segment else { return }
    let segment = Segment(
      begin: report.begin - start, end: report.isPaused ? .infinity : report.end - start,
      motion: motion)
    segments.removeAll { $0.commit >= segment.commit }
    segments.append(segment)
    (begin, end) = (segments[0].begin, segment.end)
    run = max(0, (segment.end.isFinite ? segment.end : segment.begin) - begin)
  }

  /// What an animator made of the animation at a time of the run; nil for one without an animator.
  func drivenFraction(at time: TimeInterval) -> Double? {
    // A drag of a slider leaves thousands of them.
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].commit <= time { low = middle + 1 } else { high = middle }
    }
    return segments.isEmpty ? nil : segments[max(0, low - 1)].fraction(at: time)
  }

  /// What an animator changed, in words: the first changes, or the last of many.
  private var changes: [String] {
    let words = zip(segments, segments.dropFirst()).compactMap { before, after -> String? in
      let time = "at \(Wording.fixed(after.commit, 2)) s"
      if after.motion.isPaused { return before.motion.isPaused ? nil : "paused \(time)" }
      let isTurned = after.motion.isBackwards != isBackwards(before: after)
      if isTurned { return "reversed \(time)" }
      let curve = AnimationCurve.name(ofDriven: after.motion.curve)
      if after.motion.curve != segments[0].motion.curve { return "\(curve) \(time)" }
      return "\(before.motion.isPaused ? "continued" : "changed") \(time)"
    }
    return words.count <= 2 ? words : ["\(words.count) changes", words[words.count - 1]]
  }

  /// The direction of the last segment before another that was not paused.
  private func isBackwards(before segment: Segment) -> Bool {
    segments.prefix { $0 != segment }.last { !$0.motion.isPaused }?.motion.isBackwards ?? false
  }
}

extension DrivenSegment {
  fileprivate var isPaused: Bool { duration == nil }
  fileprivate var isBackwards: Bool { fraction(at: to) < fraction(at: from) }
}
