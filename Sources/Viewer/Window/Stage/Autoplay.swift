// Autoplay.swift
// Runs that the program starts and ends by itself, and their frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// A run to be played.
struct PlannedRun {
  var kind: any Sample.Type
  /// The name of its trigger.
  var trigger: String
  var seconds: TimeInterval
  /// A fault to inject. Default nil.
  var fault: InjectArgument?
}

/// A run that was played.
struct PlayedRun {
  var recording: RunRecording
  var figures: FrameFigures
  /// Why the sample cannot be shown; nil for one that is.
  var failure: String?
  /// Whether it was played to its end.
  var isComplete: Bool

  /// Whether its times are those of a screen.
  var isPaced: Bool { recording.records.allSatisfy { $0.source != .simulated } }
}

/// Fires the trigger of each run after the first frames, and ends the program when the last run is over.
@MainActor final class Autoplay {
  private let runs: [PlannedRun]
  /// Whether no other run follows the last one that was played.
  private let isEnough: (PlayedRun) -> Bool
  private var records: [FrameRecord] = []
  private var start: TimeInterval?
  /// The window's controller, which changes with the colours.
  private var controller: MainViewController?
  /// The runs that were played, the last one perhaps in part.
  private(set) var played: [PlayedRun] = []
  /// Why nothing was recorded.
  private(set) var failure: CommandFailure?
  /// Seconds without a frame after which the window is one that nothing shows, as on another desktop.
  private static let longestWait = 60.0

  init(_ runs: [PlannedRun], isEnough: @escaping (PlayedRun) -> Bool = { _ in false }) {
    (self.runs, self.isEnough) = (runs, isEnough)
  }

  /// Ends the program at the next ``Interruption``, with what was recorded until then, and if the window shows no
  /// frame.
  func watch() {
    later(0.05) { $0.endWhenInterrupted() }
    later(Self.longestWait) { $0.endWithoutFrames() }
  }

  private func endWhenInterrupted() {
    guard Interruption.hasCome else { return later(0.05) { $0.endWhenInterrupted() } }
    WindowHost.terminate()
  }

  private func endWithoutFrames() {
    guard controller == nil else { return }
    failure = CommandFailure(
      status: .noDisplay,
      message: "The window showed no frame in \(Int(Self.longestWait)) seconds. It may be "
        + "minimized, or on another desktop: let it be visible, or use --clock virtual.")
    WindowHost.terminate()
  }

  /// Notes a frame.
  func note(_ record: FrameRecord, in controller: MainViewController) {
    if self.controller == nil { beginSoon() }
    self.controller = controller
    if start != nil { records.append(record) }
  }

  private func later(_ seconds: TimeInterval, _ body: @escaping @MainActor (Autoplay) -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      MainActor.assumeIsolated { if let self { body(self) } }
    }
  }

  /// Begins the next run once its sample rests: a still window draws no frames.
  private func beginSoon() { later(0.4) { $0.begin() } }

  private func begin() {
    guard let controller, runs.indices.contains(played.count) else { return }
    let run = runs[played.count]
    (records, start) = ([], CACurrentMediaTime())
    if let index = controller.triggers.firstIndex(where: { $0.name == run.trigger }) {
      controller.press(triggerAt: index)
    }
    if let fault = run.fault { later(fault.at) { _ in WindowHost.inject(fault.faults) } }
    later(run.seconds) { $0.end() }
  }

  private func end() {
    collect(isComplete: true)
    guard let controller, played.count < runs.count, played.last.map(isEnough) == false else {
      return WindowHost.terminate()
    }
    controller.open(runs[played.count].kind)
    beginSoon()
  }

  /// Takes over what was recorded of the run, if one goes on.
  func collect(isComplete: Bool = false) {
    guard let start, let controller, runs.indices.contains(played.count) else { return }
    let run = runs[played.count]
    played.append(
      PlayedRun(
        recording: RunRecording(
          sample: run.kind.name, trigger: run.trigger, driver: WindowHost.description,
          // The rows count from the first animation; the stage has the speed of media time.
          start: start + controller.clock.alignment, records: records,
          rows: controller.tracker.timeline.rows),
        figures: controller.dock.history.figures, failure: controller.stage.failure,
        isComplete: isComplete))
    self.start = nil
  }
}
