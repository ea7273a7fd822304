// MainViewController+Editing.swift
// What is edited in the animations of a run: it is played again with it at once, kept in the script, and copied as code.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

extension MainViewController {
  /// Edits the animations of the stage, or of the program's window, from now on.
  func installEdits() {
    edits.install(in: inspectedWindow?.context, beneath: stage.content.layer)
  }

  /// Takes over edits of another viewer of the sample, or of a file.
  func take(_ new: [AnimationKey: AnimationEdit]) {
    edits = RunEdits(new)
    inspector.curve.edits = edits
    script.edits = new
    installEdits()
  }

  /// Plays the run again with what was edited. One that is paused stays at its time.
  func playEdited() {
    script.edits = edits.edits
    guard lastTrigger != nil, !isInspecting else {
      return status.show(note: Wording.editsNextRun)
    }
    let isChosen = dock.animations.chosen != nil
    let key = key(ofRow: inspector.curve.chosen)
    let time = clock.isPaused ? shownElapsed(at: CACurrentMediaTime()) : nil
    replay()
    // Its animations are listed before its first frame.
    CATransaction.flush()
    listAnimations()
    if let time, time > 0 { scrub(to: time) }
    let rows = tracker.timeline.rows.indices
    if let key, let row = rows.first(where: { self.key(ofRow: $0) == key }) {
      if isChosen { light(row) } else { inspector.curve.show(row: row) }
    }
    showState()
  }

  /// The place in its run of a row's animation; nil for one that cannot be edited.
  private func key(ofRow row: Int) -> AnimationKey? {
    tracker.timeline.recorded(ofRow: row).flatMap { edits.key(of: $0.id) }
  }

  /// Moves the begin or the end of the chosen row's run to a time, in seconds since the start of the run.
  func moveRunEdge(isStart: Bool, to time: TimeInterval, isFinal: Bool) {
    let timeline = tracker.timeline
    guard let row = dock.animations.chosen, let id = timeline.recorded(ofRow: row)?.id,
      let motion = edits.motion(of: id)
    else { return }
    let shown = timeline.rows[row]
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    var new = motion
    // What was set in this drag counts from what is on show, not from what was set.
    let begun = edits.begun(id) ?? motion
    if isStart {
      new.delay = max(0, hundredths(begun.delay + time - max(0, shown.begin)))
    } else if shown.run > 0, motion.hasDuration {
      // A spring's run may be longer than the duration that it is given.
      let share = (time - max(0, shown.begin)) / shown.run
      new.duration = max(0.01, hundredths(begun.duration * share))
    }
    if new != motion { edits.setMotion(new, of: id) }
    inspector.curve.showMotion()
    if isFinal { playEdited() }
  }

  /// Copies the code of the chosen animation, and of those that share its motion.
  func copyCode() {
    let timeline = tracker.timeline
    guard let chosen = timeline.recorded(ofRow: inspector.curve.chosen)?.id else { return }
    let together = Set(edits.together(with: chosen))
    let coded = timeline.rows.indices.compactMap { row -> CodedAnimation? in
      guard let recorded = timeline.recorded(ofRow: row), together.contains(recorded.id) else {
        return nil
      }
      return edits.coded(recorded)
    }
    UIPasteboard.general.string = SwiftCode.text(for: coded)
    write("Copied \(Wording.count(coded.count, "animation")) as Swift")
    status.show(note: Wording.copiedCode)
  }
}

extension RunEdits {
  /// The code of an animation, edits included.
  fileprivate func coded(_ recorded: RecordedAnimation) -> CodedAnimation? {
    let id = recorded.id
    guard let motion = motion(of: id), let old = original(of: id), let origin = origin(of: id),
      let animation = animation(of: id)?.copied()
    else { return nil }
    if origin != .animator {
      AnimationEdit(from: old, to: motion).change(animation, that: old)
      if motion.delay > 0 { animation.showStartWhileWaiting() }
    }
    return CodedAnimation(
      layer: recorded.layer, key: recorded.key, animation: animation, origin: origin,
      motion: motion, end: end(of: id))
  }
}
