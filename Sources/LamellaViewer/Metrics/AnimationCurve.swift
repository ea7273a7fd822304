// AnimationCurve.swift
// The curve of one run of an animation, as numbers to plot.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// A point of a curve: a place in one run, 0...1, and the progress there.
struct CurvePoint: Hashable {
  var place: Double
  /// Outside of 0...1 for overshoot.
  var progress: Double
}

/// The progress of an animation through one run.
enum AnimationCurve {
  /// Number of even steps that are sampled.
  static let steps = 96

  /// Returns the points at the ends of the steps, and on both sides of each key, where the curve may break.
  static func points(of animation: CAAnimation) -> [CurvePoint] {
    points(of: progress(of: animation), also: keys(of: animation).flatMap(sides))
  }

  /// Returns the points of a curve at the ends of even steps, and at other places within the run.
  static func points(of progress: (Double) -> Double, also places: [Double]) -> [CurvePoint] {
    let even = (0...steps).map { Double($0) / Double(steps) }
    return (even + places.filter { $0 > 0 && $0 < 1 }).sorted().map {
      CurvePoint(place: $0, progress: progress($0))
    }
  }

  /// The places on both sides of one at which a curve may break.
  static func sides(of place: Double) -> [Double] { [place - 1e-9, place] }

  /// The places in one run at which an animation reaches its keys.
  static func keys(of animation: CAAnimation) -> [Double] {
    guard let keyframes = animation as? CAKeyframeAnimation else { return [] }
    let easing = keyframes.timingFunction?.curve ?? .linear
    return keyTimes(of: keyframes, count: keyframes.values?.count ?? 0).map { key in
      DrivenSegment.Curve.easing(easing).localProgress(ofValue: key)
    }
  }

  private static func keyTimes(of animation: CAKeyframeAnimation, count: Int) -> [Double] {
    let intervals = animation.calculationMode == .discrete ? count : count - 1
    return animation.keyTimes?.map(\.doubleValue)
      ?? (0..<count).map { Double($0) / Double(max(intervals, 1)) }
  }

  /// Returns the progress at a fraction of one run, from 0 to 1 for most animations.
  ///
  /// For keyframes it is the distance from the first value, as a fraction of the longest one.
  static func progress(of animation: CAAnimation) -> (Double) -> Double {
    let easing = animation.timingFunction?.curve ?? .linear
    switch animation {
    case let spring as CASpringAnimation:
      return { spring.spring.progress(at: easing.value(at: $0) * spring.duration) }
    case let keyframes as CAKeyframeAnimation:
      let progress = progress(ofKeyframes: keyframes)
      return { progress(easing.value(at: $0)) }
    default:
      return { easing.value(at: $0) }
    }
  }

  private static func progress(
    ofKeyframes animation: CAKeyframeAnimation
  ) -> (Double) -> Double {
    let values = (animation.values ?? []).map { AnimatableValue($0) }
    guard let first = values.first, values.count > 1 else { return { $0 } }
    var distances = values.map { distance(from: first, to: $0) }
    let longest = distances.max() ?? 0
    // Values without numbers, such as images: one step for each.
    distances =
      longest > 0
      ? distances.map { $0 / longest }
      : distances.indices.map { Double($0) / Double(distances.count - 1) }
    let isDiscrete = animation.calculationMode == .discrete
    let keys = keyTimes(of: animation, count: values.count)
    return { [distances] time in
      let next = keys.firstIndex { $0 > time } ?? min(keys.count, distances.count)
      let index = min(max(0, next - 1), distances.count - 1)
      guard !isDiscrete, next < min(keys.count, distances.count), next > 0 else {
        return distances[index]
      }
      var part = (time - keys[index]) / max(keys[next] - keys[index], 1e-9)
      if let functions = animation.timingFunctions, functions.indices.contains(index) {
        part = functions[index].curve.value(at: part)
      }
      return distances[index] + (distances[next] - distances[index]) * part
    }
  }

  /// The distance of two values of numbers; of two transforms, that of their matrices' numbers. Other values have none.
  private static func distance(from first: AnimatableValue, to value: AnimatableValue) -> Double {
    guard case .transform(let a) = first, case .transform(let b) = value else {
      return first.distance(to: value)
    }
    let (m, n) = (a.rows, b.rows)
    let rows = [m.0 - n.0, m.1 - n.1, m.2 - n.2, m.3 - n.3]
    return rows.reduce(0) { $0 + ($1 * $1).sum() }.squareRoot()
  }

  /// Returns the curve's name: "easeOut", "spring", or its control points.
  ///
  /// - Parameter driven: The curve of the animator that drives it. Nil for its own.
  static func name(of animation: CAAnimation, driven: DrivenSegment.Curve? = nil) -> String {
    if let driven { return name(ofDriven: driven) }
    if animation is CASpringAnimation { return "spring" }
    if let keyframes = animation as? CAKeyframeAnimation { return name(ofKeyframes: keyframes) }
    guard let function = animation.timingFunction else { return "linear" }
    return name(of: function.curve)
  }

  /// Returns the number of keyframes and how values are found between them: the calculation mode, unless it is linear
  /// and a curve eases the keyframes or the whole.
  private static func name(ofKeyframes animation: CAKeyframeAnimation) -> String {
    let count = animation.values?.count ?? 0
    let whole = animation.timingFunction.flatMap { $0.curve == .linear ? nil : name(of: $0.curve) }
    let each = animation.timingFunctions?.contains { $0.curve != .linear } == true
    var parts = [whole, each ? "each eased" : nil].compactMap(\.self)
    let mode = animation.calculationMode
    if mode != .linear || parts.isEmpty { parts.insert(mode.rawValue, at: 0) }
    return ([count > 1 ? "\(count) keyframes" : "path"] + parts).joined(separator: ", ")
  }

  /// Returns the name of the curve that an animator gives its animations.
  static func name(ofDriven curve: DrivenSegment.Curve) -> String {
    switch curve {
    case .spring: "spring"
    case .easing(let curve): name(of: curve)
    }
  }

  private static func name(of curve: EasingCurve) -> String {
    let names: [CAMediaTimingFunctionName] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .default,
    ]
    for name in names where CAMediaTimingFunction(name: name).curve == curve {
      return name.rawValue
    }
    let (first, second) = (curve.c1, curve.c2)
    return [first.x, first.y, second.x, second.y].map { Wording.fixed($0, 2) }
      .joined(separator: " ")
  }
}

extension [CurvePoint] {
  /// The progress from the bottom to the top of a plot of these points: 0 to 1, and overshoot.
  var plottedRange: ClosedRange<Double> {
    reduce(0...1) {
      Swift.min($0.lowerBound, $1.progress)...Swift.max($0.upperBound, $1.progress)
    }
  }
}
