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
  /// The key of the property that it changes, or changes a part of; nil for a group or a transition.
  let propertyKey: String?
  /// Its timing; the begin is a delay until ``hasBegin``.
  var timing: ActiveTiming
  /// Whether the begin is known: from the start, or since the commit.
  var hasBegin: Bool
  var wasCommitted = false
  var didStart = false
  var didEnd = false
  /// The before image of a transition.
  var snapshot: LayerSnapshot?
  /// The playback of a driven animation; nil for one that is timed.
  var playback: PlaybackControl?

  /// Fractions of the duration at which a discrete animation changes; nil for any other.
  private let steps: [Double]?

  init(
    key: String?, animation: CAAnimation, observers: [any AnimationObserver], redraws: Bool,
    propertyKey: String? = nil
  ) {
    self.key = key
    self.animation = animation
    self.observers = observers
    self.redraws = redraws
    self.propertyKey = propertyKey
    steps = animation.discreteSteps
    timing = animation.timing.active
    hasBegin = animation.beginTime != 0
  }
}

extension AttachedAnimation {
  /// The first time of the layer after another at which the value changes, or the animation ends;
  /// nil when it changes all the time.
  func nextStep(after time: TimeInterval) -> TimeInterval? {
    guard let steps, playback == nil, timing.duration > 0 else { return nil }
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
}
