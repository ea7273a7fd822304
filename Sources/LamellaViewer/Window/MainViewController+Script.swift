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

  /// Seconds of the stage's time since the sample was opened. Where the stage was moved back, it goes on from the last
  /// step.
  func scriptTime() -> TimeInterval {
    let now = clock.stageTime(at: CACurrentMediaTime())
    if let last = script.steps.last?.time, now - scriptStart < last { scriptStart = now - last }
    return now - scriptStart
  }

  /// Begins the script of a new instance of the sample.
  func beginScript() {
    script = StageScript(sample: type(of: sample).name, size: stage.bounds.size)
    script.edits = edits.edits
    scriptStart = clock.stageTime(at: CACurrentMediaTime())
  }

  /// Records an input event that the stage gets.
  func record(_ event: InputEvent.Kind) {
    if isInspecting {
      // What is pressed in the program's window is chosen, and reaches the program, too.
      if case .pointerDown(let point, button: 1, _) = event { choose(layerAt: point) }
      return
    }
    guard !isReplaying, let window = view.window else { return }
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
    case .keyDown(let key, let modifiers, _):
      // What the window does with a key is not the sample's.
      let held = UIKeyModifierFlags(modifiers)
      let isTyping = view.firstResponderInside is UITextField
      let command = WindowCommand(UIKey(key: key, modifierFlags: held), isTyping: isTyping)
      guard command == nil, let focus = view.firstResponderInside,
        focus.isDescendant(of: stage.content)
      else { return }
    case .text:
      guard let focus = view.firstResponderInside, focus.isDescendant(of: stage.content) else {
        return
      }
    default: return
    }
    let action = StageScript.Action(event) { (point: CGPoint) in stage.convert(point, from: nil) }
    if let action { script.append(action, at: scriptTime()) }
  }

  // MARK: Replaying

  /// Performs a step on the sample, without a record of it. Keys are for what has the focus in the stage.
  ///
  /// - Parameter earlier: Seconds before now at which its input was, by which a drag has its speed.
  private func repeatStep(_ action: StageScript.Action, earlier: TimeInterval) {
    isReplaying = true
    defer { isReplaying = false }
    switch action {
    case .trigger(let name):
      edits.beginRun(named: name)
      triggers.first { $0.name == name }?.action()
    case .settle: stage.content.layer.settle()
    case .text where view.firstResponderInside == nil, .key where view.firstResponderInside == nil:
      return
    default:
      for kind in action.events({ (point: CGPoint) in stage.convert(point, to: nil) }) {
        view.window?.deliver(InputEvent(time: CACurrentMediaTime() - earlier, kind: kind))
      }
    }
  }

  /// Performs a step on the sample, and adds it to the script.
  ///
  /// - Parameters:
  ///   - time: The step's time in the script. Nil for the time after it was done.
  ///   - earlier: Seconds before now at which its input was. Default 0.
  private func redo(
    _ action: StageScript.Action, at time: TimeInterval?, earlier: TimeInterval = 0
  ) {
    repeatStep(action, earlier: earlier)
    script.append(action, at: time ?? scriptTime())
  }

  /// Brings a new instance of the sample to the state before the run of a script, at rest: every step is done at once,
  /// with its input at its time before now.
  func restage(_ old: StageScript) {
    // A layer that was never committed changes without animation.
    CATransaction.flush()
    let steps = old.preparation
    let end = steps.last?.time ?? 0
    for step in steps { redo(step.action, at: step.time, earlier: end - step.time) }
  }

  /// Puts a new instance of the sample on the stage, in the state before the run.
  func restageSample() {
    let old = script
    sample = type(of: sample).init()
    stageSample()
    restage(old)
  }

  /// Plays the run again, from the state in which it was begun.
  func replay() {
    guard let name = lastTrigger?.name else { return }
    restageSample()
    if let index = triggers.firstIndex(where: { $0.name == name }) { press(triggerAt: index) }
  }

  /// Shows a run of a viewer in other colours at the same time, played on or paused as there.
  func takeOver(_ old: MainViewController) {
    transport.show(isWriting: Capture.isAnyRunning)
    if let note = old.status.note { status.show(note: note, about: old.status.subject) }
    take(old.edits.edits)
    restage(old.script)
    replayRun(of: old)
    wantsLoop = old.wantsLoop
    dock.takeOver(old.dock)
    inspector.takeOver(old.inspector)
    (dock.animations.chosen, chosenAnimation) = (old.dock.animations.chosen, old.chosenAnimation)
    stage.outlined = inspector.layers.chosen
    stage.rendering.takeOver(old.stage.rendering)
    if let played = old.played { play(played.script, from: played.next) }
    (reported, lastReport) = (old.reported, old.lastReport)
    showState()
  }

  /// Does again what was done in a run, up to the time that was on show.
  private func replayRun(of old: MainViewController) {
    let (time, isPaused) = (old.shownElapsed(at: CACurrentMediaTime()), old.clock.isPaused)
    guard let first = old.script.run.first, case .trigger(let name) = first.action,
      let index = triggers.firstIndex(where: { $0.name == name })
    else {
      // What the sample's own controls began is done again.
      repeated = old.reported
      let (begin, run) = (script.steps.last?.time ?? 0, old.script.run)
      let (first, last) = (run.first?.time ?? 0, run.last?.time ?? 0)
      for step in run {
        redo(step.action, at: begin + step.time - first, earlier: last - step.time)
      }
      return
    }
    press(triggerAt: index)
    // What was reported at once is not expected again.
    repeated = old.reported
    for animation in reported {
      repeated.firstIndex(of: animation).map { _ = repeated.remove(at: $0) }
    }
    clock.pause()
    // Animations begin with the commit, before the stage's time is moved.
    CATransaction.flush()
    listAnimations()
    for step in old.script.run.dropFirst() {
      // Steps count from what began the run, its time from its first animation.
      clock.scrub(to: min(time, step.time - first.time - old.clock.alignment))
      redo(step.action, at: step.time - first.time)
      CATransaction.flush()
      listAnimations()
    }
    clock.scrub(to: time)
    if !isPaused { clock.play() }
  }

  /// Lists the animations that are in flight, before the stage's time is moved to where they may be over.
  func listAnimations() {
    guard let context = inspectedWindow?.context else { return }
    var record = FrameRecord()
    record.begin = CACurrentMediaTime()
    record.time = record.begin
    _ = tracker.read(context, stage.content.layer, record, clock: clock)
  }

  /// Plays a script in the window, each step at its time.
  func play(_ script: StageScript, from first: Int = 0) {
    guard script.steps.indices.contains(first) else {
      played = nil
      return
    }
    played = (script, first)
    let step = script.steps[first]
    // A paused stage is looked at again.
    let wait = max(clock.isPaused ? 0.1 : 0, (step.time - scriptTime()) / clock.speed)
    DispatchQueue.main.asyncAfter(deadline: .now() + wait) { [weak self] in
      MainActor.assumeIsolated {
        // Another sample, or another script, has been chosen meanwhile.
        guard let self, self.played?.script == script, self.played?.next == first else { return }
        // Paused or slowed meanwhile.
        if self.scriptTime() < step.time - 1e-3 { return self.play(script, from: first) }
        if case .trigger(let name) = step.action {
          self.triggers.firstIndex { $0.name == name }.map(self.press(triggerAt:))
        } else {
          self.redo(step.action, at: nil)
        }
        self.play(script, from: first + 1)
      }
    }
  }

  // MARK: Files

  func record() {
    guard clock.start != nil else { return status.show(note: Wording.noRunToRecord) }
    let (script, begin) = script.ofRun
    let known = clock.length.isFinite ? clock.length : lastTrigger?.duration ?? clock.length
    let length = known.isFinite ? known : shownElapsed(at: CACurrentMediaTime())
    write(capture: .record(script, trigger: lastTrigger?.name, from: begin, length: length))
  }

  /// Writes the stage as it is at the time on show.
  func snapshot() {
    let (script, begin) = script.ofRun
    write(
      capture: .snapshot(
        script, trigger: lastTrigger?.name, from: begin,
        at: clock.start == nil ? 0 : shownElapsed(at: CACurrentMediaTime())))
  }

  /// Writes the frames and the animations of the run as a trace.
  func writeTrace() {
    let kind = type(of: sample)
    let recording = RunRecording(
      sample: kind.name, trigger: lastTrigger?.name ?? "none", driver: WindowHost.description,
      dock.history, rows: tracker.timeline.rows, rate: Double(speedPercent) / 100)
    inspector.logTab = .events
    guard let recording else { return finishCapture(Wording.noRunToTrace) }
    let file = Capture.freeFile(
      named: Capture.name(sample: kind.name, trigger: lastTrigger?.name), suffix: ".json")
    Task { [weak window = view.window] in
      // A long run takes longer than a frame has.
      let result = await Task.detached { () -> String in
        do throws(CommandFailure) {
          try writeFile(Array(PerfettoTrace.text(of: recording).utf8), to: file)
          return "Wrote \(file)"
        } catch {
          return error.message
        }
      }.value
      // Other colours have another controller.
      (window?.rootViewController as? MainViewController)?.finishCapture(result)
    }
  }

  private func write(capture: Capture) {
    if let file = capture.fileBeingWritten {
      return status.show(note: Wording.alreadyWritten(to: file))
    }
    // The place of the file is shown, whichever list was open.
    inspector.logTab = .events
    write("Writing \(capture.file)")
    status.show(note: "Writing \(capture.file)…", about: .progress)
    // Other colours have another controller.
    let viewer = { [weak window = view.window] in window?.rootViewController as? MainViewController
    }
    capture.start(
      progress: { viewer()?.status.show(progress: Wording.recording(frames: $0)) },
      ended: { viewer()?.finishCapture($0) })
    transport.show(isWriting: Capture.isAnyRunning)
  }

  private func finishCapture(_ result: String) {
    transport.show(isWriting: Capture.isAnyRunning)
    write(result)
    status.show(note: result)
  }
}
