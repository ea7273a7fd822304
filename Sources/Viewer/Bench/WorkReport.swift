// WorkReport.swift
// The line of JSON that a run ends with, ours or a floor's.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What one run of one work cost. Seconds, unless said otherwise.
struct WorkReport: Codable, Hashable {
  var work: String
  /// What drew: the name that the host gives, such as "memory" or "opengl".
  var renderer: String
  /// Rectangles, labels, properties or layers.
  var n: Int
  /// Frames that were measured, or passes over all properties.
  var frames: Int
  /// Processor time of the measured part: user and system, all threads.
  var cpu: Double
  var wall: Double
  /// Processor time of the process up to the report.
  var processCPU: Double
  /// From the caller's clock to the return of the first present; 0 when no clock was given.
  var firstFrame: Double
  var residentKiB: Int
  var peakKiB: Int
  /// A number that the work arrived at, so that the caller can see that it was done.
  var result: Double
  /// Draw calls and vertices of the last frame, where there was one.
  var drawCalls: Int?
  var vertices: Int?
  /// Blocks of memory asked for in the measured part, where somebody counts them.
  var allocations: UInt64?
  /// Nanoseconds for each of some named operations.
  var nanoseconds: [String: Double]?
}
