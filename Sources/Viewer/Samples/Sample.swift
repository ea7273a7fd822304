// Sample.swift
// The protocol of samples: a technique, a view that shows it, and the triggers that start it.
//
// SPDX-License-Identifier: MIT

import UIKit

/// An action of a sample, started by a button, a key or the command line.
@MainActor struct Trigger {
  /// The name on the command line: lower case, no spaces.
  let name: String
  /// The button's title.
  let title: String
  /// Duration of the visible change, in seconds, for the contact sheet and the transport.
  let duration: TimeInterval
  /// Whether something moves after ``duration``, until another trigger is fired.
  var isEndless = false
  /// Whether it interrupts an animation, whose completion then reports false.
  var cutsShort = false
  /// Whether it acts on what another trigger started, and may have no effect alone.
  var actsOnOthers = false
  /// The time of its last completion.
  var completes = Completes.atEnd

  /// Times of completions.
  enum Completes: Sendable { case atEnd, atOnce, never }

  let action: () -> Void
}

/// The time of the stage on which samples play.
enum SampleTime {
  // Set and read on the main thread, where completions run.
  /// The stage's layer; nil for a sample without a window around it, whose time is media time.
  nonisolated(unsafe) static weak var stage: CALayer?

  /// Seconds of the stage's time, which neither pauses nor slow motion change.
  static var now: TimeInterval {
    let time = CACurrentMediaTime()
    return stage?.localTime(at: time) ?? time
  }
}

/// The seed of the random numbers of samples: the same seed, script and virtual clock give the same pictures.
@MainActor enum SampleSeed {
  /// The seed without `--seed`.
  nonisolated static let usual: UInt32 = 1
  /// Set before samples are made.
  static var value = usual
}

/// A demonstration of one technique.
@MainActor protocol Sample: AnyObject, Sendable {
  /// The name on the command line: one word.
  static var name: String { get }
  /// The title in the window.
  static var title: String { get }
  /// A description in one or two sentences.
  static var summary: String { get }
  /// The essential lines of code.
  static var essence: String { get }

  init()

  var triggers: [Trigger] { get }

  /// Called after each completion; samples call it through ``report(_:finished:since:)``.
  var onCompletion: (SampleReport) -> Void { get set }

  /// Names and values of custom properties drawn in the last frame, for traces.
  var drawnValues: [(name: String, value: Double)] { get }

  /// The sample's own controls, by the names that a trace gives them.
  var controls: [(name: String, view: UIView)] { get }

  /// Makes the view; called once.
  ///
  /// The view lays itself out at any size from 560 x 260 points up. In less, and before it has a size, its
  /// parts may overlap.
  ///
  /// - Throws: What the sample lacks, in a sentence. The stage then shows it in the sample's place.
  func makeView() throws -> UIView
}

extension Sample {
  var drawnValues: [(name: String, value: Double)] { [] }
  var controls: [(name: String, view: UIView)] { [] }

  /// Reports a completion that has just run.
  ///
  /// Times are the stage's, so that pauses and slow motion do not count.
  ///
  /// - Parameters:
  ///   - animation: The name shown in the log.
  ///   - finished: The completion's flag. Default nil, for completions without one.
  ///   - start: The ``SampleTime/now`` at which the animation was started, in seconds.
  nonisolated func report(
    _ animation: String, finished: Bool? = nil, since start: TimeInterval
  ) {
    let elapsed = SampleTime.now - start
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
  /// From the animation's start to its completion, in seconds of the stage's time.
  var elapsed: TimeInterval

  var sentence: String {
    let outcome = finished.map { "finished \($0)" } ?? "completed"
    return "\(animation): \(outcome) after \(Wording.seconds(elapsed))"
  }
}
