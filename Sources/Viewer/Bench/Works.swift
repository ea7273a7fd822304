// Works.swift
// What can be measured, and the goals.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// One kind of work.
enum BenchWork: String, CaseIterable, Codable, ExpressibleByArgument {
  /// Rounded rectangles that move, fade and turn for ever.
  case movers
  /// Labels whose text changes with every frame.
  case text
  /// One value of each of many eased properties.
  case tick
  /// Properties set and committed.
  case commit
  /// From the start of the process to the first frame.
  case start
  /// Doing nothing.
  case idle

  /// Whether it draws, so that it differs from renderer to renderer.
  var draws: Bool { ![.tick, .commit].contains(self) }

  /// Whether there is a floor in C for it.
  var hasFloor: Bool { self != .commit }

  /// How many elements it is measured with when nobody says.
  var defaultCounts: [Int] {
    switch self {
    case .movers: [1000, 10_000]
    case .text: [200]
    case .tick: [30_000]
    case .commit: [10, 100, 1000, 10_000]
    case .start, .idle: [100]
    }
  }

  /// Frames or passes of one run: enough to be read well, few enough to wait for.
  func defaultFrames(count: Int) -> Int {
    switch self {
    case .movers, .text: max(10, min(200, 200_000 / max(1, count)))
    case .tick: max(20, min(2000, 6_000_000 / max(1, count)))
    case .commit: 2000
    case .start, .idle: 0
    }
  }
}
