// AttachedAnimation.swift
// Stage: commit. An animation on a layer, from its attachment to its end. Commit.swift resolves its begin time
// (prepareAnimations).
//
// SPDX-License-Identifier: MIT

import Foundation

/// An animation on a layer, and the events that have been reported.
final class AttachedAnimation {
  let key: String?
  let animation: CAAnimation
  /// Its observers, besides its delegate.
  let observers: [any AnimationObserver]
  /// Whether it changes a property that the layer draws itself, so that each frame, and its end, draw the
  /// layer again.
  let redraws: Bool
  /// Whether the begin is known: from the start, or since the commit.
  var hasBegin: Bool
  var wasCommitted = false
  var didStart = false
  var didEnd = false
  private var rare: Rare?

  /// The fields that few have, apart from the object, so that thousands of others have no room for them.
  private final class Rare {
    /// Nil where it is the animation's own.
    var timing: ActiveTiming?
    /// The before image of a transition.
    var snapshot: LayerSnapshot?
    /// The playback of a driven animation.
    var playback: PlaybackControl?
    /// Fractions of the duration at which a discrete animation changes.
    var steps: [Double]?
  }

  init(
    key: String?, animation: CAAnimation, observers: [any AnimationObserver], redraws: Bool
  ) {
    self.key = key
    self.animation = animation
    self.observers = observers
    self.redraws = redraws
    hasBegin = animation.beginTime != 0
    if let steps = animation.discreteSteps { changeRare { $0.steps = steps } }
  }

  private func changeRare(_ change: (Rare) -> Void) {
    let rare = rare ?? Rare()
    change(rare)
    self.rare = rare
  }

  /// Its timing; the begin is a delay until ``hasBegin``.
  var timing: ActiveTiming {
    get { rare?.timing ?? animation.timing.active }
    set { changeRare { $0.timing = newValue } }
  }

  /// The before image of a transition; nil for any other animation.
  var snapshot: LayerSnapshot? {
    get { rare?.snapshot }
    set { changeRare { $0.snapshot = newValue } }
  }

  /// The playback of a driven animation; nil for one that is timed.
  var playback: PlaybackControl? {
    get { rare?.playback }
    set { changeRare { $0.playback = newValue } }
  }

  /// The key of the property that it changes, or changes a part of; nil for a group or a transition.
  var propertyKey: String? {
    (animation as? CAPropertyAnimation)?.keyPath.map { PropertyPath($0).key }
  }

  /// Resolves the begin to a time of the layer.
  func resolveBegin(atLayerTime time: TimeInterval) {
    hasBegin = true
    // An unresolved begin time is a delay, which only driven animations have. For the others, the copy that the
    // layer returns has the begin, so that it continues when it is added again.
    if playback == nil {
      animation.timing.beginTime += time
    } else {
      timing.map.beginTime += time
    }
  }
}

extension AttachedAnimation {
  /// The first time of the layer after another at which the value changes, or the animation ends;
  /// nil when it changes all the time.
  func nextStep(after time: TimeInterval) -> TimeInterval? {
    let timing = timing
    guard let steps = rare?.steps, playback == nil, timing.duration > 0 else { return nil }
    let speed = abs(timing.map.speed)
    let elapsed = timing.elapsed(atParentTime: time)
    let cycle = (elapsed / timing.duration + ActiveTiming.resolution).rounded(.down)
    let position = elapsed / timing.duration - cycle
    let next = steps.first { $0 > position + ActiveTiming.resolution } ?? 1
    return timing.map.beginTime
      + min((cycle + min(next, 1)) * timing.duration, timing.activeDuration) / speed
  }
}

extension CAAnimation {
  /// The fractions of the duration at which the value jumps, for an animation that does nothing but
  /// jump, forwards and at an even pace; nil for any other.
  fileprivate var discreteSteps: [Double]? {
    guard let keyframes = self as? CAKeyframeAnimation, keyframes.calculationMode == .discrete,
      keyframes.path == nil, let count = keyframes.values?.count, count > 1,
      speed > 0, timeOffset == 0, !autoreverses, timingFunction == nil
    else { return nil }
    return keyframes.keyTimes?.map(\.doubleValue).sorted()
      ?? (0..<count).map { Double($0) / Double(count) }
  }
}

/// A layer's custom properties as last committed.
struct CommittedCustom {
  var values: [String: Any] = [:]
  var tracks: [CustomTrack] = []

  var isEmpty: Bool { values.isEmpty && tracks.isEmpty }
}
