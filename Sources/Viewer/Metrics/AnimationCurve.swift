// AnimationCurve.swift
// The curve of one run of an animation, as numbers to plot.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The progress of an animation through one run.
enum AnimationCurve {
  /// Number of even steps that are sampled.
  static let steps = 48

  /// Returns the progress at the ends of the steps, from 0 to 1 for most animations.
  ///
  /// For keyframes it is the distance from the first value, as a fraction of the longest one.
  static func samples(of animation: CAAnimation) -> [Double] {
    let easing = animation.timingFunction?.curve ?? .linear
    let times = (0...steps).map { easing.value(at: Double($0) / Double(steps)) }
    switch animation {
    case let spring as CASpringAnimation:
      return times.map { spring.spring.progress(at: $0 * spring.duration) }
    case let keyframes as CAKeyframeAnimation:
      return samples(of: keyframes, at: times)
    default:
      return times
    }
  }

  private static func samples(of animation: CAKeyframeAnimation, at times: [Double]) -> [Double] {
    let values = (animation.values ?? []).map { AnimatableValue($0) }
    guard let first = values.first, values.count > 1 else { return times }
    var distances = values.map { distance(from: first, to: $0) }
    let longest = distances.max() ?? 0
    // Values without numbers, such as images: one step for each.
    distances =
      longest > 0
      ? distances.map { $0 / longest }
      : distances.indices.map { Double($0) / Double(distances.count - 1) }
    let isDiscrete = animation.calculationMode == .discrete
    let keys =
      animation.keyTimes?.map(\.doubleValue)
      ?? values.indices.map { Double($0) / Double(values.count - (isDiscrete ? 0 : 1)) }
    return times.map { time in
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
  static func name(of animation: CAAnimation) -> String {
    if animation is CASpringAnimation { return "spring" }
    if let keyframes = animation as? CAKeyframeAnimation {
      return keyframes.calculationMode.rawValue
    }
    guard let function = animation.timingFunction else { return "linear" }
    let names: [CAMediaTimingFunctionName] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .default,
    ]
    for name in names where CAMediaTimingFunction(name: name).curve == function.curve {
      return name.rawValue
    }
    let (first, second) = (function.curve.c1, function.curve.c2)
    return [first.x, first.y, second.x, second.y].map { Wording.fixed($0, 2) }
      .joined(separator: " ")
  }
}
