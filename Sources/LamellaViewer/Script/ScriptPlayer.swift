// ScriptPlayer.swift
// Plays a script on a stage off screen, on the virtual clock.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore
import UIKit

/// A stage off screen whose sample is used by a script.
@MainActor struct ScriptPlayer {
  private let stage: OffscreenStage
  private var rest: ArraySlice<StageScript.Step>
  private var time: TimeInterval = 0

  /// - Parameter script: Nil for a sample that is left to itself.
  init(_ script: StageScript?, on stage: OffscreenStage) {
    self.stage = stage
    rest = script?.steps[...] ?? []
    if let edits = script?.edits, !edits.isEmpty { stage.edit(edits) }
  }

  /// The end of a script: of the last trigger's change, or the last step.
  static func end(of script: StageScript) -> TimeInterval {
    let triggers = (try? SampleCatalogue.sample(named: script.sample))?.init().triggers ?? []
    return script.steps.reduce(0) { end, step in
      guard case .trigger(let name) = step.action,
        let trigger = triggers.first(where: { $0.name == name })
      else { return max(end, step.time) }
      return max(end, step.time + trigger.duration)
    }
  }

  /// Advances the stage to the time of a fault, and injects it; nil for none.
  mutating func inject(_ fault: InjectArgument?) {
    guard let fault else { return }
    advance(to: fault.at)
    stage.host.inject(fault.faults)
  }

  /// Advances the stage to a time, in seconds, with every step until then.
  mutating func advance(to end: TimeInterval) {
    while let step = rest.first, step.time <= end {
      if step.time > time { stage.host.advance(to: step.time) }
      time = max(time, step.time)
      stage.perform(step.action)
      rest.removeFirst()
    }
    stage.host.advance(to: end)
    time = end
  }
}

extension OffscreenStage {
  /// Performs a step and commits, so that its animations begin at the current time.
  func perform(_ action: StageScript.Action) {
    switch action {
    case .trigger(let name):
      if let trigger = sample.triggers.first(where: { $0.name == name }) { run(trigger) }
    case .settle:
      stageView.content.layer.settle()
    default:
      for kind in action.events({ (point: CGPoint) in stageView.convert(point, to: nil) }) {
        window.deliver(InputEvent(time: MediaClock.now, kind: kind))
      }
      CATransaction.flush()
    }
  }
}

extension CALayer {
  /// Ends the animations of the layer and everything in it, but those without an end, and calls back what waits for them.
  @MainActor func settle() {
    CATransaction.flush()
    var rest = [self]
    while let layer = rest.popLast() {
      layer.removeAnimationsWithAnEnd()
      rest += (layer.sublayers ?? []) + (layer.mask.map { [$0] } ?? [])
    }
    CATransaction.flush()
    CallbackQueue.drain()
    CATransaction.flush()
  }

  /// Beside an animation without an end, what has no key stays too.
  private func removeAnimationsWithAnEnd() {
    let endless = (animationKeys() ?? []).filter { animation(forKey: $0)?.isEndless == true }
    if endless.isEmpty { return removeAllAnimations() }
    for key in animationKeys() ?? [] where !endless.contains(key) { removeAnimation(forKey: key) }
  }
}
