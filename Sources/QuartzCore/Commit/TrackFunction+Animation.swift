// TrackFunction+Animation.swift
// Stage: commit. An animation's function from its ends or its keyframes.
//
// SPDX-License-Identifier: MIT

import Foundation

extension TrackFunction {
  /// Compiles an animation's function; nil for unusable values, which have no effect.
  ///
  /// - Parameters:
  ///   - playback: The playback of a driven animation; nil for one that is timed.
  ///   - convert: Makes a value of the type; nil for one that cannot be.
  init?(
    _ animation: CAPropertyAnimation, playback: PlaybackControl?,
    convert: (AnimatableValue) -> Value?
  ) {
    if let basic = animation as? CABasicAnimation {
      guard var ends = basic.fromToBy(convert) else { return nil }
      if let playback {
        (ends.start, ends.scale) = (playback.segment.start, playback.segment.scale)
      }
      self = .ends(ends)
      return
    }
    guard let keyframes = animation as? CAKeyframeAnimation else { return nil }
    var (given, times, mode) = (
      keyframes.values ?? [], keyframes.keyTimes?.map(\.doubleValue), keyframes.calculationMode
    )
    var easings = (keyframes.timingFunctions ?? []).map(\.curve)
    if let along = keyframes.alongPath() {
      (given, times, easings) = (along.points, along.times, [])
      mode = mode == .discrete ? .discrete : .linear
    }
    var values: [Value] = []
    for value in given {
      guard let value = convert(AnimatableValue(value)) else { return nil }
      values.append(value)
    }
    func numbers(_ list: [NSNumber]?) -> [Double] { (list ?? []).map(\.doubleValue) }
    let timeline = KeyframeTimeline(
      values: values, keyTimes: times, easings: easings, mode: mode,
      shape: (
        numbers(keyframes.tensionValues), numbers(keyframes.continuityValues),
        numbers(keyframes.biasValues)
      ))
    guard let timeline else { return nil }
    self = .keyframes(timeline)
  }
}

extension CAKeyframeAnimation {
  /// The path, if there is one, as keyframes.
  ///
  /// - Parameter turns: Whether its directions are read, too.
  func alongPath(turns: Bool = false) -> PathKeyframes? {
    path.map {
      PathKeyframes(
        $0, mode: calculationMode, keyTimes: keyTimes?.map(\.doubleValue),
        easings: (timingFunctions ?? []).map(\.curve), turns: turns)
    }
  }

  var turnsAlongPath: Bool {
    path != nil && (rotationMode == .rotateAuto || rotationMode == .rotateAutoReverse)
  }
}

extension CABasicAnimation {
  /// The spring from one end to the other; nil for an animation that is eased.
  func springMotion(duration: TimeInterval, playback: PlaybackControl?) -> SpringMotion? {
    if let playback {
      guard case .spring(let spring, let duration) = playback.segment.curve else { return nil }
      return SpringMotion(spring, duration: duration)
    }
    return (self as? CASpringAnimation).map { SpringMotion($0.spring, duration: duration) }
  }

  /// Returns the given ends as values of a type; nil when one of them cannot be converted.
  func fromToBy<Value: Interpolatable>(_ convert: (AnimatableValue) -> Value?) -> FromToBy<Value>? {
    let given = ends
    func converted(_ end: AnimationEndpoint) -> Value? { end.isNone ? nil : convert(end.value) }
    let result = FromToBy(
      from: converted(given.from), to: converted(given.to), by: converted(given.by))
    let isComplete =
      (result.from == nil) == given.from.isNone && (result.to == nil) == given.to.isNone
      && (result.by == nil) == given.by.isNone
    return isComplete ? result : nil
  }
}

extension CAAnimation {
  /// The curve of the whole animation; without a function, linear.
  var easing: EasingCurve { timingFunction?.curve ?? .linear }
}
