// RecentMaximum.swift
// How long a part of a frame may take, estimated from the last frames.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The maximum of recent durations. It decays slowly, so that one quick frame does not make the next one late.
package struct RecentMaximum: Sendable {
  /// Seconds.
  package private(set) var value: TimeInterval

  /// Creates a maximum that begins with an estimate, in seconds.
  package init(_ estimate: TimeInterval) { value = estimate }

  /// Adds a duration, in seconds: a longer one is the new maximum, a shorter one lowers it by a tenth at most.
  package mutating func add(_ duration: TimeInterval) { value = max(duration, value * 0.9) }
}
