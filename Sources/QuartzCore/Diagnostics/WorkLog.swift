// WorkLog.swift
// What the main thread's time goes to, by name: which action, layout, drawing or callback took longest in a frame.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The longest piece of user code since a frame took it.
///
/// Pieces may run inside each other: the time of what is inside counts there alone.
package final class WorkLog {
  /// A piece of user code: its name, and the seconds that it took without what ran inside it.
  package struct Piece: Hashable, Sendable {
    package var name: String
    package var seconds: TimeInterval
  }

  // Set and read on the main thread, where all user code runs.
  /// The log of the program. Nil, the default, while nobody looks at frames: pieces then have no name and no time.
  nonisolated(unsafe) package static var current: WorkLog?

  /// Shorter pieces explain no late frame.
  private static let least: TimeInterval = 0.001

  /// Seconds inside each piece that is running, the innermost last.
  private var inside: [TimeInterval] = []
  private var longest: Piece?

  package init() {}

  /// Runs a piece of user code.
  ///
  /// - Parameter name: Its name, such as "layoutSubviews of Card". Called only for one that took long.
  @inline(__always)
  package static func run<Result>(
    _ name: @autoclosure () -> String, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let current else { return try body() }
    return try current.time(name(), body)
  }

  private func time<Result>(
    _ name: @autoclosure () -> String, _ body: () throws -> Result
  ) rethrows -> Result {
    let began = MediaClock.now
    inside.append(0)
    defer {
      let took = MediaClock.now - began
      let own = took - inside.removeLast()
      if let last = inside.indices.last { inside[last] += took }
      if own >= max(Self.least, longest?.seconds ?? 0) {
        longest = Piece(name: name(), seconds: own)
      }
    }
    return try body()
  }

  /// Returns the longest piece since the last call; nil if none took a millisecond.
  package func take() -> Piece? {
    defer { longest = nil }
    return longest
  }
}
