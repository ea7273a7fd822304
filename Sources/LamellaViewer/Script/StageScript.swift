// StageScript.swift
// What a user did to a sample: the triggers pressed, and what pointer and keys did in its stage, with times.
//
// This folder: what was done to a sample, as text (`ScriptText`), and played off screen (`ScriptPlayer`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface

/// The steps that bring a new instance of a sample to where another one is.
struct StageScript: Equatable {
  /// One step and its time.
  struct Step: Equatable {
    /// Seconds of the stage's time since the sample was opened.
    var time: TimeInterval
    var action: Action
  }

  enum Action: Equatable {
    /// The trigger of a name.
    case trigger(String)
    /// Places are in points of the stage.
    case pointerDown(CGPoint, clicks: Int)
    case pointerMoved(CGPoint)
    case pointerUp(CGPoint)
    case scroll(CGPoint, by: CGVector)
    case text(String)
    case key(Key, KeyModifiers)
    /// Ends all animations.
    case settle
  }

  /// More steps are not kept: hours of dragging.
  static let mostSteps = 100_000

  /// The sample's name.
  var sample: String
  /// The stage's size in points.
  var size: CGSize
  /// What was edited in the animations of the sample's runs.
  var edits: [AnimationKey: AnimationEdit] = [:]
  /// In order of time.
  private(set) var steps: [Step] = []
  /// The first step of the run on show. Nil before a run.
  private var runStart: Int?
  /// The time at which the run began, which may be after its first step.
  private var runTime: TimeInterval = 0

  init(sample: String, size: CGSize) { (self.sample, self.size) = (sample, size) }

  /// Adds a step. One before the last, as after scrubbing, has the time of the last.
  mutating func append(_ action: Action, at time: TimeInterval) {
    guard steps.count < Self.mostSteps, time.isFinite else { return }
    steps.append(Step(time: max(0, time, steps.last?.time ?? 0), action: action))
  }

  /// Notes that the next step begins a run.
  mutating func beginRun(at time: TimeInterval) {
    runStart = steps.count
    runTime = max(0, time, steps.last?.time ?? 0)
  }

  /// Notes that the sample's own controls have begun a run: with the last press or the last key before it.
  mutating func noteRun(at time: TimeInterval) {
    runStart = steps.lastIndex { $0.time <= time && $0.action.beginsInput } ?? steps.count
    runTime = max(time, steps.last?.time ?? 0)
  }

  /// The steps before the run; all of them before a run.
  var beforeRun: ArraySlice<Step> { steps[..<(runStart ?? steps.count)] }

  /// The steps of the run.
  var run: ArraySlice<Step> { steps[(runStart ?? steps.count)...] }

  /// Seconds after which nearly every scroll view that was let go is at rest.
  private static let longestDeceleration: TimeInterval = 3

  /// The steps before the run, and then rest, in the least time that keeps what they do: a pointer that is down takes
  /// its time, as a slow drag is no flick, and what it sent on its way comes to rest.
  var preparation: [Step] {
    var preparation: [Step] = []
    var (time, last, rest) = (0.0, 0.0, 0.0)
    func pass(to next: TimeInterval) {
      let passed = min(next - last, rest)
      (time, last, rest) = (time + passed, next, rest - passed)
    }
    for step in beforeRun {
      pass(to: step.time)
      switch step.action {
      case .pointerDown: rest = .infinity
      case .pointerUp: rest = Self.longestDeceleration
      case .settle: rest = 0
      default: break
      }
      preparation.append(Step(time: time, action: step.action))
    }
    if let end = preparation.last, end.action != .settle {
      pass(to: max(last, run.first?.time ?? runTime))
      preparation.append(Step(time: time, action: .settle))
    }
    return preparation
  }
  /// The script of ``preparation``.
  var prepared: StageScript {
    var script = StageScript(sample: sample, size: size)
    script.edits = edits
    for step in preparation { script.append(step.action, at: step.time) }
    return script
  }

  /// The script of the run alone, after what prepares it, and the time in it at which the run begins.
  var ofRun: (script: StageScript, begin: TimeInterval) {
    var script = prepared
    if runStart == nil { return (script, 0) }
    let begin = script.steps.last?.time ?? 0
    let first = run.first?.time ?? runTime
    for step in run { script.append(step.action, at: begin + step.time - first) }
    return (script, begin + max(0, runTime - first))
  }
}

extension StageScript.Action {
  /// Whether it begins what a user does: a press or a key, not its end.
  fileprivate var beginsInput: Bool {
    switch self {
    case .trigger, .pointerDown, .scroll, .text, .key: true
    case .pointerMoved, .pointerUp, .settle: false
    }
  }

  /// The action of an input event.
  ///
  /// - Parameter convert: From points of the window to points of the stage.
  /// - Returns: Nil for an event that no script keeps.
  init?(_ event: InputEvent.Kind, _ convert: (CGPoint) -> CGPoint) {
    switch event {
    case .pointerDown(let point, button: 1, let clicks):
      self = .pointerDown(convert(point), clicks: clicks)
    case .pointerMoved(let point): self = .pointerMoved(convert(point))
    case .pointerUp(let point, button: 1): self = .pointerUp(convert(point))
    case .scroll(let point, let x, let y, _):
      self = .scroll(convert(point), by: CGVector(dx: x, dy: y))
    case .text(let text): self = .text(text)
    case .keyDown(let key, let modifiers, _): self = .key(key, modifiers)
    default: return nil
    }
  }

  /// The input events of the action. Empty for triggers and what no input does.
  ///
  /// - Parameter convert: From points of the stage to points of the window.
  func events(_ convert: (CGPoint) -> CGPoint) -> [InputEvent.Kind] {
    switch self {
    case .trigger, .settle: []
    case .pointerDown(let point, let clicks):
      [.pointerMoved(convert(point)), .pointerDown(convert(point), button: 1, clicks: clicks)]
    case .pointerMoved(let point): [.pointerMoved(convert(point))]
    case .pointerUp(let point): [.pointerUp(convert(point), button: 1)]
    case .scroll(let point, let by):
      [.scroll(convert(point), deltaX: by.dx, deltaY: by.dy, modifiers: [])]
    case .text(let text): [.text(text)]
    case .key(let key, let modifiers):
      [
        .keyDown(key, modifiers: modifiers, isRepeat: false), .keyUp(key, modifiers: modifiers),
      ]
    }
  }
}
