// Playback.swift
// How the stage's time runs, for the header, the corner of the stage and the name of a run.
//
// SPDX-License-Identifier: MIT

/// How the stage's time runs while it plays.
struct Playback: Hashable {
  /// Stage seconds per second, in percent.
  var percent = 100
  var isReversed = false
  var isLooped = false

  /// The words of the dock's header; empty as usual.
  var badge: String {
    let words = [
      percent == 100 ? nil : "\(percent) % speed", isReversed ? "Backwards" : nil,
      isLooped ? "Loop" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }
}
