// InjectArgument.swift
// The option of a fault to inject into a run.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Compositor
import Foundation

/// A fault to inject, and when; see ``examples``.
struct InjectArgument: ExpressibleByArgument, Hashable {
  /// What goes wrong with the next frames.
  var faults = FrameFaults()
  /// Seconds after the trigger.
  var at: TimeInterval

  init?(argument: String) {
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let at = SecondsArgument(argument: String(parts[1])) else { return nil }
    self.at = at.seconds
    let words = parts[0].split(separator: "=", omittingEmptySubsequences: false)
    if words.count == 2, let duration = SecondsArgument(argument: String(words[1])) {
      switch words[0] {
      case "block": faults.commit = duration.seconds
      case "render": faults.drawing = duration.seconds
      default: return nil
      }
      return
    }
    switch parts[0] {
    case "drop": faults = Injection.dropFrame.faults
    case "uneven": faults = Injection.unevenClock.faults
    case "late": faults = Injection.lateCallback.faults
    default: return nil
    }
  }

  /// The most seconds of a fault.
  private static let longest: TimeInterval = 5

  static let examples = "block=50ms@0.2s, render=20ms@0.2s, drop@0.2s, uneven@0.2s or late@0.2s"
  static let help = ArgumentHelp(
    "A fault to inject: \(examples), at seconds after the trigger.")

  /// Fails where the fault comes when no run is left that it could disturb.
  ///
  /// - Parameter end: The end of the longest run, in seconds after its trigger.
  func require(before end: TimeInterval) throws(CommandFailure) {
    if let long = [faults.commit, faults.drawing].first(where: { $0 > Self.longest }) {
      throw CommandFailure(
        status: .usage,
        message:
          "A fault of \(Wording.fixed(long, 0)) s is longer than any hitch; \(Wording.fixed(long, 0)) ms is "
          + "written as \(Wording.fixed(long, 0))ms.")
    }
    guard at >= end else { return }
    throw CommandFailure(
      status: .usage,
      message: "The fault at \(at) s comes after the run, which ends at \(end) s; give an earlier "
        + "time after the @.")
  }
}
