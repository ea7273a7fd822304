// Autoplay.swift
// A run that the program starts and ends by itself, and its frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// Fires a trigger after the first frames, and ends the program when the run is over.
@MainActor final class Autoplay {
  private let trigger: String
  private let seconds: TimeInterval
  private var records: [FrameRecord] = []
  private var rows: [TimelineRow] = []
  private var driver = ""
  private var start: TimeInterval?
  private weak var controller: MainViewController?
  /// Why nothing was recorded.
  private(set) var failure: CommandFailure?
  /// Seconds without a frame after which the window is one that nothing shows, as on another desktop.
  private static let longestWait = 60.0

  init(trigger: String, seconds: TimeInterval) {
    (self.trigger, self.seconds) = (trigger, seconds)
  }

  /// Ends the program at the next ``Interruption``, with what was recorded until then, and if the window shows no
  /// frame.
  func watch() {
    later(0.05) { $0.endWhenInterrupted() }
    later(Self.longestWait) { $0.endWithoutFrames() }
  }

  private func endWhenInterrupted() {
    if Interruption.hasCome { return end() }
    later(0.05) { $0.endWhenInterrupted() }
  }

  private func endWithoutFrames() {
    guard controller == nil else { return }
    failure = CommandFailure(
      status: .noDisplay,
      message: "The window showed no frame in \(Int(Self.longestWait)) seconds. It may be "
        + "minimized, or on another desktop: let it be visible, or use --clock virtual.")
    end()
  }

  /// Notes a frame.
  func note(_ record: FrameRecord, in controller: MainViewController) {
    if self.controller == nil {
      self.controller = controller
      // A still window draws no frames.
      later(0.4) { $0.begin() }
    }
    if start != nil { records.append(record) }
  }

  private func later(_ seconds: TimeInterval, _ body: @escaping @MainActor (Autoplay) -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      MainActor.assumeIsolated { if let self { body(self) } }
    }
  }

  private func begin() {
    start = CACurrentMediaTime()
    driver = WindowHost.description
    if let controller, let index = controller.triggers.firstIndex(where: { $0.name == trigger }) {
      controller.press(triggerAt: index)
    }
    later(seconds) { $0.end() }
  }

  private func end() {
    rows = controller?.tracker.timeline.rows ?? []
    WindowHost.terminate()
  }

  /// What was recorded.
  func recording(_ kind: any Sample.Type) -> RunRecording {
    RunRecording(
      sample: kind.name, trigger: trigger, driver: driver, start: start ?? 0, records: records,
      rows: rows)
  }
}
