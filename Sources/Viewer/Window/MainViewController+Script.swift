// MainViewController+Script.swift
// The script of what is done to the sample on show, and its use: to replay the run, in other colours too, and to write
// it to a file.
//
// SPDX-License-Identifier: MIT

import Compositor
import HostInterface
import QuartzCore
import UIKit

extension MainViewController {
  // MARK: Recording

  /// Seconds of the stage's time since the sample was opened.
  var scriptTime: TimeInterval { clock.stageTime(at: CACurrentMediaTime()) - scriptStart }

  /// Begins the script of a new instance of the sample.
  func beginScript() {
    script = StageScript(sample: type(of: sample).name, size: stage.bounds.size)
    scriptStart = clock.stageTime(at: CACurrentMediaTime())
  }

  /// Records an input event that the stage gets.
  func record(_ event: InputEvent.Kind) {
    guard !isReplaying, !stage.picks, let window = view.window else { return }
    func isInStage(_ point: CGPoint) -> Bool {
      window.hitTest(point, with: nil)?.isDescendant(of: stage.content) == true
    }
    switch event {
    case .pointerDown(let point, button: 1, _):
      if isInStage(point) { isPressed = true } else { return }
    case .pointerMoved: if !isPressed { return }
    case .pointerUp(_, button: 1):
      if !isPressed { return }
      isPressed = false
    case .scroll(let point, _, _, _): if !isInStage(point) { return }
    case .text, .keyDown:
      guard let focus = view.firstResponderInside, focus.isDescendant(of: stage.content) else {
        return
      }
    default: return
    }
    script.size = stage.bounds.size
    let action = StageScript.Action(event) { (point: CGPoint) in stage.convert(point, from: nil) }
    if let action { script.append(action, at: scriptTime) }
  }

  // MARK: Replaying

  /// Performs a step on the sample, without a record of it.
  private func repeatStep(_ action: StageScript.Action) {
    isReplaying = true
    defer { isReplaying = false }
    switch action {
    case .trigger(let name): triggers.first { $0.name == name }?.action()
    case .settle: stage.content.layer.settle()
    default:
      for kind in action.events({ (point: CGPoint) in stage.convert(point, to: nil) }) {
        view.window?.deliver(InputEvent(time: CACurrentMediaTime(), kind: kind))
      }
    }
  }

  /// Brings a new instance of the sample to the state before the run of a script, without a motion.
  func restage(_ old: StageScript) {
    view.window?.layoutIfNeeded()
    for step in old.beforeRun {
      repeatStep(step.action)
      script.append(step.action, at: 0)
    }
    if !old.beforeRun.isEmpty { stage.content.layer.settle() }
  }

  /// Plays the run again, from the state in which it was begun.
  func replay() {
    guard let name = lastTrigger?.name else { return }
    let old = script
    sample = type(of: sample).init()
    stageSample()
    restage(old)
    if let index = triggers.firstIndex(where: { $0.name == name }) { press(triggerAt: index) }
  }

  /// Shows a run of a viewer in other colours at the same time, played on or paused as there.
  func takeOver(_ old: MainViewController) {
    let (time, isPaused) = (old.shownElapsed(at: CACurrentMediaTime()), old.clock.isPaused)
    restage(old.script)
    guard let first = old.script.run.first, case .trigger(let name) = first.action,
      let index = triggers.firstIndex(where: { $0.name == name })
    else { return }
    press(triggerAt: index)
    clock.pause()
    // Animations begin with the commit, before the stage's time is moved.
    CATransaction.flush()
    listAnimations()
    for step in old.script.run.dropFirst() {
      clock.scrub(to: min(time, step.time - first.time))
      repeatStep(step.action)
      script.append(step.action, at: step.time - first.time)
      CATransaction.flush()
      listAnimations()
    }
    clock.scrub(to: time)
    wantsLoop = old.wantsLoop
    overlay.takeOver(old.overlay)
    if !isPaused { clock.play() }
    showState()
  }

  /// Lists the animations that are in flight, before the stage's time is moved to where they may be over.
  private func listAnimations() {
    guard let context = view.window?.context else { return }
    var record = FrameRecord()
    record.begin = CACurrentMediaTime()
    record.time = record.begin
    _ = tracker.read(context, stage.content.layer, record, clock: clock)
  }

  /// Plays a script in the window, each step at its time.
  func play(_ script: StageScript, from first: Int = 0) {
    guard script.steps.indices.contains(first) else { return }
    let step = script.steps[first]
    let wait = step.time - (first > 0 ? script.steps[first - 1].time : 0)
    DispatchQueue.main.asyncAfter(deadline: .now() + wait) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, type(of: self.sample).name == script.sample else { return }
        if case .trigger(let name) = step.action {
          self.triggers.firstIndex { $0.name == name }.map(self.press(triggerAt:))
        } else {
          self.repeatStep(step.action)
          self.script.append(step.action, at: self.scriptTime)
        }
        self.play(script, from: first + 1)
      }
    }
  }

  // MARK: Files

  func record() {
    let (script, begin) = script.ofRun
    let known = clock.length.isFinite ? clock.length : lastTrigger?.duration ?? clock.length
    let length = known.isFinite ? known : shownElapsed(at: CACurrentMediaTime())
    write(
      capture: clock.start == nil
        ? .record(sample: script.sample)
        : .record(script, trigger: lastTrigger?.name, from: begin, length: length))
  }

  /// Writes the stage as it is at the time on show.
  func snapshot() {
    let (script, begin) = script.ofRun
    write(
      capture: .snapshot(
        script, trigger: lastTrigger?.name, from: begin,
        at: clock.start == nil ? 0 : shownElapsed(at: CACurrentMediaTime())))
  }

  private func write(capture: Capture) {
    // Where a file is written is seen, whatever list was on show.
    inspector.logTab = .events
    write("Writing \(capture.file)")
    capturesRunning += 1
    status.show(note: "Writing \(capture.file)…")
    capture.start { [weak self] result in
      guard let self else { return }
      capturesRunning -= 1
      write(result)
      status.show(note: result)
    }
  }
}
