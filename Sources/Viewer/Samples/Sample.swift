// Sample.swift
// What a sample is: a technique, a view to show it with, and buttons that set it off.
//
// SPDX-License-Identifier: MIT

import UIKit

/// Something a sample can be told to do, from a button, a key or the command line.
@MainActor struct Trigger {
  /// What the command line calls it: lower case, no spaces.
  let name: String
  /// What the button says.
  let title: String
  /// How long there is something to see, in seconds; contact sheet and transport count with it.
  let duration: TimeInterval
  /// Whether something goes on moving after ``duration``, until another trigger is pressed.
  var isEndless = false
  /// Whether it ends something before its time, whose completion then says so.
  var cutsShort = false
  /// Whether it acts on what another trigger set off, so that by itself it may do nothing.
  var actsOnOthers = false
  /// When the last of its completions comes.
  var completes = Completes.atEnd

  /// When completions come.
  enum Completes: Sendable { case atEnd, atOnce, never }

  let action: () -> Void
}

/// One technique, shown.
@MainActor protocol Sample: AnyObject {
  /// What the command line calls it: one word.
  static var name: String { get }
  /// What the window calls it.
  static var title: String { get }
  /// What it shows, in a sentence or two.
  static var summary: String { get }
  /// The lines of code that the technique comes down to.
  static var essence: String { get }

  init()

  var triggers: [Trigger] { get }

  /// Told when a completion block ran: which animation, whether it finished, and seconds it took.
  var report: (SampleReport) -> Void { get set }

  /// Custom values drawn in the last frame, for traces: name and value.
  var drawnValues: [(name: String, value: Double)] { get }

  /// Makes the view; called once. It lays itself out at any size from 560 x 260 points up; in less, and
  /// before it has a size, parts may lie over one another.
  func makeView() -> UIView
}

extension Sample {
  var drawnValues: [(name: String, value: Double)] { [] }
}

/// What a completion block said.
struct SampleReport: Hashable {
  var animation: String
  /// Nil when the completion was not told.
  var finished: Bool?
  /// From the block's start to its completion, in seconds of media time.
  var elapsed: TimeInterval

  var sentence: String {
    let outcome = finished.map { "finished \($0)" } ?? "completed"
    return "\(animation): \(outcome) after \(Wording.seconds(elapsed))"
  }
}
