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

  /// Returns the progress at the ends of the steps.
  static func samples(of animation: CAAnimation) -> [Double] {
    samples(of: progress(of: animation))
  }

  /// Returns the values of a curve at the ends of the steps.
  ///
  /// - Parameter segments: The parts of which the curve consists, each of which has as many steps, up to ten. Default 1.
  static func samples(of progress: (Double) -> Double, segments: Int = 1) -> [Double] {
    let steps = steps * min(max(segments, 1), 10)
    return (0...steps).map { progress(Double($0) / Double(steps)) }
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
    let keys =
      animation.keyTimes?.map(\.doubleValue)
      ?? values.indices.map { Double($0) / Double(values.count - (isDiscrete ? 0 : 1)) }
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
    switch driven {
    case .spring: return "spring"
    case .easing(let curve): return name(of: curve)
    case nil: break
    }
    if animation is CASpringAnimation { return "spring" }
    if let keyframes = animation as? CAKeyframeAnimation {
      let count = keyframes.values?.count ?? 0
      let mode = keyframes.calculationMode.rawValue
      return count > 1 ? "\(count) keyframes, \(mode)" : "path, \(mode)"
    }
    guard let function = animation.timingFunction else { return "linear" }
    return name(of: function.curve)
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

extension [Double] {
  /// The progress from the bottom to the top of a plot of these samples: 0 to 1, and overshoot.
  var plottedRange: ClosedRange<Double> {
    Swift.min(0, self.min() ?? 0)...Swift.max(1, self.max() ?? 1)
  }
}
