// TrackFunction.swift
// Stage: sample. The values of an animation at its keys, and from them the value at any position. Generic, so that
// numbers are not boxed and all other values follow the same rules.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The values of a compiled animation. Indirect, as copying the payload costs more than following a reference.
package indirect enum TrackFunction<Value: Interpolatable> {
  case ends(FromToBy<Value>)
  case keyframes(KeyframeTimeline<Value>)

  /// Returns the value at a position.
  ///
  /// - Parameter underlying: The property's value without this animation.
  func value(at position: KeyPosition, underlying: Value) -> Value {
    switch self {
    case .ends(let ends): ends.value(at: position.fraction, underlying: underlying)
    case .keyframes(let timeline): timeline.value(at: position)
    }
  }

  /// The times of the keys; nil without keyframes.
  var keyTimes: KeyTimes? {
    if case .keyframes(let timeline) = self { timeline.times } else { nil }
  }
}

extension TrackFunction {
  /// Whether an end is missing and is taken from the value underneath.
  package var needsUnderlying: Bool {
    switch self {
    case .ends(let ends): ends.needsUnderlying
    case .keyframes: false
    }
  }
}

extension TrackFunction: Sendable where Value: Sendable {}

/// The ends of a basic animation: Apple's table of `fromValue`, `toValue` and `byValue`.
///
/// A `by` between transforms is applied before the transform that it is added to, as the matrix of an
/// additive animation is: a rotation by an angle rotates a layer about its own anchor point.
package struct FromToBy<Value: Interpolatable> {
  package var from: Value?
  package var to: Value?
  package var by: Value?
  /// The fraction from start to end at progress 0, and the fraction added up to progress 1; see
  /// ``DrivenSegment``.
  package var start = 0.0
  package var scale = 1.0

  package init(from: Value? = nil, to: Value? = nil, by: Value? = nil) {
    (self.from, self.to, self.by) = (from, to, by)
  }

  /// Whether an end is missing and is taken from the value underneath.
  package var needsUnderlying: Bool {
    (from == nil ? 0 : 1) + (to == nil ? 0 : 1) + (by == nil ? 0 : 1) < 2
  }

  /// The value at the start and at the end, in full.
  ///
  /// - Parameter underlying: The property's value without this animation.
  package func resolved(underlying: Value) -> (from: Value, to: Value) {
    switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, by.adding(from))
    case (nil, let to?, let by?): (by.additiveIdentity.subtracting(by).adding(to), to)
    case (let from?, nil, nil): (from, underlying)
    case (nil, let to?, nil): (underlying, to)
    case (nil, nil, let by?): (underlying, by.adding(underlying))
    case (nil, nil, nil): (underlying, underlying)
    }
  }

  package func value(at part: Double, underlying: Value) -> Value {
    if from == nil && to == nil && by == nil { return underlying }
    let ends = resolved(underlying: underlying)
    return ends.from.blended(to: ends.to, by: start + scale * part)
  }
}

extension FromToBy: Sendable where Value: Sendable {}
