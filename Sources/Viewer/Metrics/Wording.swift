// Wording.swift
// Text of numbers and states in the window and the log: always with units, milliseconds with one decimal.
//
// SPDX-License-Identifier: MIT

import Foundation

enum Wording {
  /// A number with a fixed number of decimals, independent of locale: "0.212".
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return "–" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = (abs(value) * scale).rounded()
    guard rounded < 1e15 else { return String(value) }
    let whole = Int(rounded)
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let unit = Int(scale)
    let fraction = String(whole % unit)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(whole / unit).\(zeros)\(fraction)"
  }

  /// Seconds as milliseconds: "16.7 ms".
  static func milliseconds(_ seconds: TimeInterval) -> String { fixed(seconds * 1000, 1) + " ms" }

  /// Seconds as seconds: "0.212 s".
  static func seconds(_ seconds: TimeInterval) -> String { fixed(seconds, 3) + " s" }

  /// A whole number with its noun: "1 animation", "3 animations".
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The hint on a still stage.
  static let nothingMoves = "Nothing is moving. Press a button below to run an animation block."

  /// The number of running animations.
  static func running(_ animations: Int) -> String {
    animations == 0 ? "Nothing is moving." : "\(count(animations, "animation")) running"
  }

  /// The state of a paused stage.
  static func paused(at time: TimeInterval, frame: Int, of total: Int) -> String {
    "Paused at \(seconds(time)), frame \(frame) of \(total)."
  }

  /// The log entry after frames in which custom properties were behind built-in ones.
  static func skew(frames: Int, most: TimeInterval) -> String {
    let plural = frames == 1 ? "frame" : "frames"
    return "Custom properties were behind in \(frames) \(plural), by at most \(milliseconds(most))."
  }

  /// The log entry for an injected hitch.
  static func injected(expected: Int, found: Int) -> String {
    "Injected: expected \(expected) late, found \(found)."
  }
}
