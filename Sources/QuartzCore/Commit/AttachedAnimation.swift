// AttachedAnimation.swift
// Stage: commit. An animation on a layer, from its attachment to its end. Commit.swift resolves its begin time
// (prepareAnimations).
//
// SPDX-License-Identifier: MIT

import Foundation

/// An animation on a layer: the copy that the layer runs, and the events that have been reported.
///
/// There may be thousands of layers with several animations each, so the copy itself stores the fields, and this is a
/// view of them.
struct AttachedAnimation: Equatable {
  /// The attachment's own copy.
  let animation: CAAnimation

  init(
    key: String?, animation: CAAnimation, observers: [any AnimationObserver], redraws: Bool
  ) {
    self.animation = animation
    animation.attachedKey = key
    animation.flags.remove(.ofAttachment)
    animation.flags.set(.redraws, redraws)
    animation.flags.set(.isObserved, !observers.isEmpty)
    hasBegin = animation.beginTime != 0
    if !observers.isEmpty && !(observers.count == 1 && observers[0] === animation.observer) {
      animation.rare.fields.attachment.observers = observers
    }
    if let steps = animation.discreteSteps { animation.rare.fields.attachment.steps = steps }
  }

  /// Whether both are the same attachment.
  static func == (a: Self, b: Self) -> Bool { a.animation === b.animation }

  /// Identifies it while it exists.
  var id: ObjectIdentifier { ObjectIdentifier(animation) }

  var key: String? { animation.attachedKey }

  /// Whether it changes a property that the layer draws itself, so that each frame, and its end, draw the
  /// layer again.
  var redraws: Bool { animation.flags.contains(.redraws) }

  /// Whether the begin is known: from the start, or since the commit.
  var hasBegin: Bool {
    get { animation.flags.contains(.hasBegin) }
    nonmutating set { animation.flags.set(.hasBegin, newValue) }
  }

  var wasCommitted: Bool {
    get { animation.flags.contains(.wasCommitted) }
    nonmutating set { animation.flags.set(.wasCommitted, newValue) }
  }

  var didStart: Bool {
    get { animation.flags.contains(.didStart) }
    nonmutating set { animation.flags.set(.didStart, newValue) }
  }

  var didEnd: Bool {
    get { animation.flags.contains(.didEnd) }
    nonmutating set { animation.flags.set(.didEnd, newValue) }
  }

  /// Its observers, besides its delegate.
  var observers: [any AnimationObserver] {
    guard animation.flags.contains(.isObserved) else { return [] }
    return animation.rare[\.attachment.observers] ?? animation.observer.map { [$0] } ?? []
  }

  /// Its timing; the begin is a delay until ``hasBegin``.
  var timing: ActiveTiming {
    get { animation.rare[\.attachment.timing] ?? animation.timing.active }
    nonmutating set { animation.rare.fields.attachment.timing = newValue }
  }

  /// The before image of a transition; nil for any other animation.
  var snapshot: LayerSnapshot? {
    get { animation.rare[\.attachment.snapshot] }
    nonmutating set { animation.rare.fields.attachment.snapshot = newValue }
  }

  /// The playback of a driven animation; nil for one that is timed.
  var playback: PlaybackControl? {
    get { animation.rare[\.attachment.playback] }
    nonmutating set { animation.rare.fields.attachment.playback = newValue }
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
    guard let steps = animation.rare[\.attachment.steps], playback == nil, timing.duration > 0
    else {
      return nil
    }
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

/// The fields that few attached animations have, among the ``RareAnimationFields``.
struct RareAttachmentFields {
  /// Nil where it is the animation's own.
  var timing: ActiveTiming?
  /// Nil where the animation's own observer is the only one.
  var observers: [any AnimationObserver]?
  /// The before image of a transition.
  var snapshot: LayerSnapshot?
  /// The playback of a driven animation.
  var playback: PlaybackControl?
  /// Fractions of the duration at which a discrete animation changes.
  var steps: [Double]?
}

/// A layer's custom properties as last committed.
struct CommittedCustom {
  var values: [String: Any] = [:]
  var tracks: [CustomTrack] = []

  var isEmpty: Bool { values.isEmpty && tracks.isEmpty }
}
