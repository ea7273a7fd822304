// Autoplay.swift
// Runs that the program starts and ends by itself, and their frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import QuartzCore
import SDLRenderer
import UIKit

/// A run to be played.
struct PlannedRun {
  var kind: any Sample.Type
  /// The name of its trigger.
  var trigger: String
  var seconds: TimeInterval
  /// A fault to inject. Default nil.
  var fault: InjectArgument?
  /// Whether the trigger is fired again whenever all that it began has ended. Default false.
  var firesAgain = false
}

/// A run that was played.
struct PlayedRun {
  var recording: RunRecording
  /// The figures since the trigger was fired last.
  var figures: FrameFigures
  /// All frames as the figures count them: one animates only if the sample does, not the window around it. What moved
  /// on into the run has a frame of before.
  var counted: [FrameRecord]
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
  /// Called with the index of a run when it begins.
  private let willPlay: (Int) -> Void
  /// What was recorded of the run that goes on. A lost display server ends the program on any thread.
  private let recording = Locked<RunRecording?>(nil)
  private var counted: [FrameRecord] = []
  private var start: TimeInterval?
  /// The window's controller, which changes with the colours.
  private var controller: MainViewController?
  /// The runs that were played, the last one perhaps in part.
  private(set) var played: [PlayedRun] = []
  /// Why nothing was recorded.
  private(set) var failure: CommandFailure?
  /// Seconds without a frame after which the window is one that nothing shows, as on another desktop.
  private static let longestWait = 60.0
  /// Seconds after which it is looked again whether what a trigger began has ended.
  private static let interval = 0.02

  init(
    _ runs: [PlannedRun], isEnough: @escaping (PlayedRun) -> Bool = { _ in false },
    willPlay: @escaping (Int) -> Void = { _ in }
  ) {
    (self.runs, self.isEnough, self.willPlay) = (runs, isEnough, willPlay)
  }

  /// Ends the program at the next ``Interruption``, with what was recorded until then, and if the window shows no
  /// frame.
  func watch() {
    later(0.05) { $0.endWhenInterrupted() }
    later(Self.longestWait) { $0.endWithoutFrames() }
  }

  /// Has what was recorded of the run saved if the display server is lost meanwhile.
  ///
  /// - Parameter save: Called on any thread; see ``LostServer/beforeEnd(_:)``.
  func whenLost(_ save: @escaping @Sendable (RunRecording) -> Void) {
    LostServer.beforeEnd { [recording] in recording.withLock({ $0 }).map(save) }
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
        + "minimized, or on another desktop: let it be visible. `check` and `trace` have --clock virtual, too."
    )
    WindowHost.terminate()
  }

  /// Notes a frame.
  func note(_ record: FrameRecord, in controller: MainViewController) {
    if self.controller == nil { beginSoon() }
    self.controller = controller
    let frame = controller.dock.last ?? record
    guard start != nil else {
      counted = frame.isAnimating ? [frame] : []
      return
    }
    recording.withLock {
      $0?.records.append(record)
      $0?.rows = controller.tracker.timeline.rows
      // The rows count from the first animation; the stage has the speed of media time.
      if let start { $0?.start = start + controller.clock.alignment }
    }
    counted.append(frame)
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
    willPlay(played.count)
    let now = CACurrentMediaTime()
    let new = RunRecording(
      sample: run.kind.name, trigger: run.trigger, driver: WindowHost.description, start: now,
      records: [], rows: [])
    recording.withLock { $0 = new }
    start = now
    fire(run, in: controller)
    if let fault = run.fault { later(fault.at) { _ in WindowHost.inject(fault.faults) } }
    later(run.seconds) { $0.end() }
  }

  private func fire(_ run: PlannedRun, in controller: MainViewController) {
    guard let index = controller.triggers.firstIndex(where: { $0.name == run.trigger }) else {
      return
    }
    controller.press(triggerAt: index)
    guard run.firesAgain else { return }
    let number = played.count
    later(max(controller.triggers[index].duration, Self.interval)) { $0.fireAgain(run: number) }
  }

  /// Fires the trigger of a run again, or checks again soon if its animations still run.
  private func fireAgain(run number: Int) {
    guard let controller, start != nil, played.count == number else { return }
    guard controller.tracker.isOver else {
      return later(Self.interval) { $0.fireAgain(run: number) }
    }
    fire(runs[number], in: controller)
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
    guard let controller, var recorded = recording.withLock({ $0.take() }) else { return }
    let figures = controller.dock.history.figures
    recorded.figures = figures
    played.append(
      PlayedRun(
        recording: recorded, figures: figures, counted: counted,
        failure: controller.stage.failure, isComplete: isComplete))
    (start, counted) = (nil, [])
  }
}
