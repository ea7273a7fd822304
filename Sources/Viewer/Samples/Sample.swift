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
@MainActor protocol Sample: AnyObject, Sendable {
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

  /// Called after each completion; samples call it through ``report(_:finished:since:)``.
  var onCompletion: (SampleReport) -> Void { get set }

  /// Custom values drawn in the last frame, for traces: name and value.
  var drawnValues: [(name: String, value: Double)] { get }

  /// The sample's own controls, by the names that a trace gives them.
  var controls: [(name: String, view: UIView)] { get }

  /// Makes the view; called once.
  ///
  /// The view lays itself out at any size from 560 x 260 points up. In less, and before it has a size, its
  /// parts may overlap.
  func makeView() -> UIView
}

extension Sample {
  var drawnValues: [(name: String, value: Double)] { [] }
  var controls: [(name: String, view: UIView)] { [] }

  /// Reports a completion that has just run.
  ///
  /// - Parameters:
  ///   - animation: The name shown in the log.
  ///   - finished: The completion's flag. Default nil, for completions without one.
  ///   - start: Media time at which the animation was started, in seconds.
  nonisolated func report(
    _ animation: String, finished: Bool? = nil, since start: TimeInterval
  ) {
    let elapsed = CACurrentMediaTime() - start
    // Every completion runs on the main thread; a transaction's is not declared so.
    MainActor.assumeIsolated {
      onCompletion(SampleReport(animation: animation, finished: finished, elapsed: elapsed))
    }
  }
}

/// One completion of a sample's animation.
struct SampleReport: Hashable {
  var animation: String
  /// The completion's flag; nil when it has none.
  var finished: Bool?
  /// From the animation's start to its completion, in seconds of media time.
  var elapsed: TimeInterval

  var sentence: String {
    let outcome = finished.map { "finished \($0)" } ?? "completed"
    return "\(animation): \(outcome) after \(Wording.seconds(elapsed))"
  }
}
