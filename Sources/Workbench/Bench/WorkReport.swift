// WorkReport.swift
// The report of a run, ours or a floor's: one line of JSON.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer

/// The cost of one run of one work. Times are in seconds unless noted.
struct WorkReport: Codable, Hashable {
  var work: String
  /// The renderer, such as "memory" or "gl".
  var renderer: String
  /// Number of rectangles, labels, properties or layers.
  var n: Int
  /// Number of measured frames, or of passes over all properties.
  var frames: Int
  /// Processor time of the measurement: user and system, all threads.
  var cpu: Double
  var wall: Double
  /// Processor time of the process up to the report.
  var processCPU: Double
  /// From the caller's start to the return of the first present; 0 without a caller's time.
  var firstFrame: Double
  var residentKiB: Int
  var peakKiB: Int
  /// A result of the work, for the caller to check.
  var result: Double
  /// Draw calls and vertices of the last frame; nil without frames.
  var drawCalls: Int?
  var vertices: Int?
  /// Number of allocations in the measurement; nil when they are not counted.
  var allocations: UInt64?
  /// Nanoseconds of named operations.
  var nanoseconds: [String: Double]?
}
