// KeyTimes.swift
// Stage: sample. The times of compiled keyframes: a progress in, two keys and the fraction between them out.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Two keys of an animation, and the fraction of the way from one to the other. Without keyframes the keys are the
/// start, 0, and the end, 1.
package struct KeyPosition: Equatable, Sendable, BitwiseCopyable {
  var from = 0
  var to = 1
  /// Outside of 0...1 where a curve overshoots.
  var fraction = 0.0

  static func at(_ key: Int) -> KeyPosition { KeyPosition(from: key, to: key) }
}

/// The times at which an animation meets its keys, and the curves between them.
package struct KeyTimes: Sendable {
  /// How values follow each other.
  enum Course { case linear, discrete, cubic }

  /// The time of each key; for discrete ones, the start of its interval.
  private(set) var times: [Double]
  private(set) var course: Course
  private var isAscending: Bool
  private var easings: [EasingCurve]
  /// The numbers of the easings, -1 for one that is solved; empty where none has a number.
  private var numbers: [Int32] = []
  /// The pieces of the progresses 0...1, in order, where the curves between the keys have numbers; else empty.
  private var pieces: [Piece] = []

  /// What the keys are between two progresses.
  struct Piece: Equatable {
    var from: Int
    var to: Int
    /// The progresses between which it counts, infinite without a key there: from the first one on, up to the first
    /// one of the next piece.
    var low = -Double.infinity
    var high = Double.infinity
    /// The number of the curve from one key to the other; nil for a key that is held.
    var curve: Int32?
  }

  init(_ times: [Double], easings: [EasingCurve], course: Course) {
    (self.times, self.easings, self.course) = (times, easings, course)
    isAscending = Self.areAscending(times)
  }

  /// Whether times ascend; they may lie outside 0...1.
  static func areAscending(_ times: [Double]) -> Bool {
    !times.isEmpty && times.allSatisfy(\.isFinite)
      && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Gives numbers to the curves between the keys.
  ///
  /// - Parameter index: Nil for keys that are evaluated without numbers.
  mutating func number(in index: inout EasingIndex?) {
    guard index != nil else { return }
    numbers = easings.map { curve in index?.number(of: curve).map { Int32($0) } ?? -1 }
    if course != .cubic, isAscending, numbers.allSatisfy({ $0 >= 0 }),
      !areOnLines || times.count < Self.denseCount
    {
      pieces = allPieces
    }
  }

  /// Whether straight lines run from key to key, from 0 to 1, so that a position needs no curve of its own.
  var areOnLines: Bool {
    course == .linear && isAscending && times.first == 0 && times.last == 1
      && easings.allSatisfy(\.isLinear)
  }

  /// The number of keys from which on nearly every frame lies between two others.
  static let denseCount = 33

  /// Whether every progress has a ``piece(at:)``.
  var hasPieces: Bool { !pieces.isEmpty }

  /// The last key but one that is at or before a progress; the first before all of them.
  private func segment(at progress: Double) -> Int {
    // Times are honoured as given: of descending ones, the last at or before the progress counts.
    guard isAscending else {
      return min(times.lastIndex { $0 <= progress } ?? 0, times.count - 2)
    }
    var (low, high) = (0, times.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= progress { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the position at a progress; before the first time the first key, after the last the last.
  ///
  /// - Parameter curves: The easing curves by number.
  func position(at progress: Double, curves: some EasingCurves) -> KeyPosition {
    if course == .discrete {
      // A value counts from its own instant, whatever the rounding.
      return .at(times.lastIndex { $0 <= progress + ActiveTiming.resolution } ?? 0)
    }
    // Of descending times, the last may be past already.
    if !isAscending, progress <= 1, let last = times.last, last <= progress {
      return .at(times.count - 1)
    }
    let segment = segment(at: progress)
    let (start, end) = (times[segment], times[segment + 1])
    if end <= start { return .at(progress < start ? segment : segment + 1) }
    var fraction = (progress - start) / (end - start)
    // An overshooting whole-animation curve leaves the first and last segments at their ends; there
    // the segment goes on without its own easing. Gaps before the first and after the last key time
    // hold the outer values.
    if fraction < 0 && (start > 0 || progress >= 0) { return .at(segment) }
    if fraction > 1 && (end < 1 || progress <= 1) { return .at(segment + 1) }
    if fraction >= 0 && fraction <= 1 && easings.indices.contains(segment) {
      let number = numbers.indices.contains(segment) ? numbers[segment] : -1
      fraction =
        number < 0
        ? easings[segment].value(at: fraction) : curves.value(of: Int(number), at: fraction)
    }
    return KeyPosition(from: segment, to: segment + 1, fraction: fraction)
  }

  /// Returns the piece at a progress, 0...1.
  func piece(at progress: Double) -> Piece {
    pieces.withUnsafeBufferPointer { pieces in
      var (low, high) = (0, pieces.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if pieces[middle].low <= progress { low = middle } else { high = middle - 1 }
      }
      return pieces[low]
    }
  }

  private func makePiece(at progress: Double) -> Piece {
    func held(_ key: Int) -> Piece { Piece(from: key, to: key) }
    if course == .discrete {
      let key = times.lastIndex { $0 <= progress + ActiveTiming.resolution } ?? 0
      var piece = held(key)
      if key > 0 { piece.low = times[key] - ActiveTiming.resolution }
      if key + 1 < times.count { piece.high = times[key + 1] - ActiveTiming.resolution }
      return piece
    }
    let segment = segment(at: progress)
    let (start, end) = (times[segment], times[segment + 1])
    if progress < start {
      var piece = held(segment)
      piece.high = start
      return piece
    }
    if end <= start || progress > end {
      var piece = held(segment + 1)
      // The last key is the end of the piece before it.
      piece.low = end <= start ? start : end.nextUp
      return piece
    }
    return Piece(
      from: segment, to: segment + 1, low: start, high: end,
      curve: numbers.indices.contains(segment) ? numbers[segment] : Int32(EasingIndex.linear))
  }

  private var allPieces: [Piece] {
    var last = makePiece(at: 0)
    var pieces = [last]
    var progress = last.high
    while progress <= 1 {
      let next = makePiece(at: progress)
      if next.low > last.low {
        last = next
        pieces.append(next)
      }
      progress = max(progress.nextUp, last.high)
    }
    return pieces
  }
}
