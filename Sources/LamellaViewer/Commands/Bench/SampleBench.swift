// SampleBench.swift
// Runs of samples in a window, in real time: which are played, and what of them is summarised.
//
// SPDX-License-Identifier: MIT

import Foundation
import SDLRenderer
import UIKit

/// The triggers of samples, each played several times.
@MainActor struct SampleBench {
  /// One trigger of a sample.
  @MainActor struct Subject {
    var kind: any Sample.Type
    var trigger: Trigger

    var name: String { "\(kind.name) \(trigger.name)" }
  }

  /// A run that is played.
  struct Step {
    /// The place in ``subjects``.
    var subject: Int
    /// The number of the run, from 1; 0 for the time before the first run, which does not count.
    var number: Int
    var run: PlannedRun
  }

  /// What was played.
  struct Outcome {
    var document: SampleDocument
    /// What has no figures, in sentences.
    var notes: [String]
    /// The samples that could not be shown, each once.
    var broken: [BrokenSample]
    /// The number of runs that were played to their end, and of those that were to be played.
    var completed: Int
    var planned: Int

    /// Why the summary is not complete; nil if it is.
    var failure: CommandFailure? {
      if completed < planned {
        let reason = Interruption.hasCome ? "Interrupted" : "The window was closed"
        return CommandFailure(
          status: .interrupted,
          message: "\(reason) after \(completed) of \(Wording.count(planned, "run"))"
            + (document.rows.isEmpty ? "." : ", which are summarised."))
      }
      if !broken.isEmpty {
        return CommandFailure(
          status: .internalError,
          message: broken.map(\.sentence).joined(separator: " "))
      }
      guard document.rows.isEmpty else { return nil }
      return CommandFailure(
        status: .skipped, message: "Skipped: there was no frame to measure in any run.")
    }
  }

  var subjects: [Subject]
  /// The number of runs of each trigger.
  var runs: Int
  /// Seconds of playing before the first run of each trigger.
  var warmUp: TimeInterval
  /// Seconds of each run, in which the trigger is fired whenever what it began has ended. Nil fires it once, for as
  /// long as it takes.
  var duration: TimeInterval?

  /// Seconds that are played after a trigger's own duration, as a frame may be late.
  private static let rest: TimeInterval = 0.5

  /// - Parameter name: The name of a trigger. Nil for every one that moves something by itself.
  /// - Throws: When a sample has no such trigger, or when it moves nothing by itself.
  init(
    _ kinds: [any Sample.Type], trigger name: String?, runs: Int, warmUp: TimeInterval,
    duration: TimeInterval?
  ) throws(CommandFailure) {
    (self.runs, self.warmUp, self.duration) = (runs, warmUp, duration)
    subjects = []
    for kind in kinds {
      let sample = kind.init()
      guard let name else {
        subjects += sample.triggers.filter(Self.moves).map { Subject(kind: kind, trigger: $0) }
        continue
      }
      let trigger = try SampleCatalogue.trigger(named: name, of: sample)
      guard Self.moves(trigger) else { throw Self.nothingToMeasure(trigger, of: sample) }
      subjects.append(Subject(kind: kind, trigger: trigger))
    }
  }

  /// Whether a trigger begins what takes some time, without another one before it.
  private static func moves(_ trigger: Trigger) -> Bool {
    !trigger.actsOnOthers && (trigger.duration > 0 || trigger.isEndless)
  }

  private static func nothingToMeasure(
    _ trigger: Trigger, of sample: any Sample
  ) -> CommandFailure {
    let others = sample.triggers.filter(moves).map(\.name).joined(separator: ", ")
    return CommandFailure(
      status: .usage,
      message:
        "\"\(trigger.name)\" of \(type(of: sample).name) begins nothing that moves, and so has no frames to "
        + "measure: choose \(others).")
  }

  /// All runs, in the order in which they are played.
  var steps: [Step] {
    subjects.enumerated().flatMap { index, subject in
      func step(_ number: Int, _ seconds: TimeInterval, again: Bool) -> Step {
        Step(
          subject: index, number: number,
          run: PlannedRun(
            kind: subject.kind, trigger: subject.trigger.name, seconds: seconds, firesAgain: again))
      }
      let length = duration ?? subject.trigger.duration + Self.rest
      return (warmUp > 0 ? [step(0, warmUp, again: true)] : [])
        + (1...runs).map { step($0, length, again: duration != nil) }
    }
  }

  /// The words of the progress bar.
  func words(_ step: Step) -> String {
    let name = subjects[step.subject].name
    return step.number == 0 ? "\(name), warm-up" : "\(name), run \(step.number) of \(runs)"
  }

  /// Plays all runs in a window, one after the other.
  func play() throws -> [PlayedRun] {
    let steps = steps
    var progress = ProgressBar(total: steps.count)
    defer { progress.finish() }
    return try ViewerApplication.play(
      steps.map(\.run), willPlay: { progress.step(words(steps[$0])) })
  }

  /// Summarises the runs that were played to their end.
  ///
  /// - Parameter played: As many as were begun, in the order of ``steps``.
  func summary(of played: [PlayedRun]) -> Outcome {
    var groups = subjects.map { SampleRuns(sample: $0.kind.name, trigger: $0.trigger.name) }
    var (broken, completed): ([BrokenSample], Int) = ([], 0)
    for (step, run) in zip(steps, played) where run.isComplete && step.number > 0 {
      completed += 1
      if let failure = run.failure {
        let sample = BrokenSample(sample: step.run.kind.name, message: failure)
        if !broken.contains(sample) { broken.append(sample) }
      } else {
        groups[step.subject].add(run.counted)
      }
    }
    return Outcome(
      document: SampleDocument(
        groups, driver: played.first?.recording.driver ?? WindowHost.description, runs: runs,
        warmUp: warmUp, duration: duration),
      notes: groups.compactMap(\.note), broken: broken, completed: completed,
      planned: runs * subjects.count)
  }
}
