// SkewFigures.swift
// Skew: how far what two properties draw is apart, in time and in place.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The distance of two properties of one progress in a frame.
struct Skew: Hashable {
  /// Between the times of the two values, in seconds.
  var time: TimeInterval
  /// Between the places where they were drawn, in points.
  var distance: Double

  static let none = Skew(time: 0, distance: 0)

  /// Such as "16.67 ms  22.9 px".
  var text: String {
    "\(Wording.fixed(time * 1000, 2)) ms  \(Wording.fixed(distance, distance < 9.995 ? 2 : 1)) px"
  }
}

/// The skew of the frames of a run.
struct SkewFigures: Hashable {
  /// The most frames that are kept.
  static let capacity = 240
  /// The largest difference of two witnesses that agree, in points.
  static let tolerance = 0.5

  /// The distances of the last frames, in points, the oldest first.
  private(set) var distances: [Double] = []
  private(set) var last = Skew.none
  /// The longest time and the greatest distance, perhaps of two frames.
  private(set) var worst = Skew.none
  private(set) var frames = 0
  /// The frames whose markers were found in the pixels.
  private(set) var framesRead = 0
  /// The distance of what was found in the pixels of the last frame; nil where none were read.
  private(set) var pixels: Double?
  /// The largest difference of a distance in pixels and by the drawn values.
  private(set) var disagreement = 0.0

  /// Adds a frame.
  ///
  /// - Parameter pixels: The distance of the markers in the frame's pixels, in points; nil where they were not
  ///   read.
  mutating func add(_ skew: Skew, pixels: Double? = nil) {
    last = skew
    worst.time = max(worst.time, skew.time)
    worst.distance = max(worst.distance, skew.distance)
    frames += 1
    if distances.count == Self.capacity { distances.removeFirst() }
    distances.append(skew.distance)
    self.pixels = pixels
    guard let pixels else { return }
    framesRead += 1
    disagreement = max(disagreement, abs(pixels - skew.distance))
  }

  /// Whether the pixels agree with the drawn values.
  var witnessesAgree: Bool { disagreement <= Self.tolerance }
}
