// CAPropertyAnimation+FiniteValues.swift
// Stage: commit. Animations whose values are NaN or infinite.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

extension CAPropertyAnimation {
  /// The animation with values that are finite: itself, if they are.
  ///
  /// Numbers of other properties take the nearest that can be used, as in a layer, and are reported once. An animation
  /// of geometry with such a number has no effect, which is reported: unlike the layer's own geometry it is over after a
  /// while, so that it does not stop the program.
  ///
  /// - Parameter property: The property of the animation's layer; nil for a custom key.
  /// - Returns: Nil for an animation without effect.
  func withFiniteValues(of property: LayerProperty?, on label: String) -> CAPropertyAnimation? {
    if hasFiniteValues { return self }
    let what = "\(label): a value of an animation of \(keyPath ?? "nothing")"
    guard property?.isGeometry != true, valueFunction == nil, hasNoTransforms,
      let copy = copied() as? CAPropertyAnimation
    else {
      Diagnostics.reportOnce(what, "\(what) is not finite; it has no effect")
      return nil
    }
    if let basic = copy as? CABasicAnimation {
      let ends = basic.ends
      basic.setEnds(from: ends.from.nearestFinite(what), to: ends.to.nearestFinite(what))
      if !ends.by.isNone { basic.byValue = ends.by.nearestFinite(what).any }
    } else if let keyframes = copy as? CAKeyframeAnimation {
      keyframes.values = keyframes.values?.map { value in
        let number = AnimatableValue(value)
        return number.isFinite ? value : number.usable(what).any ?? value
      }
    }
    return copy
  }

  /// Whether none of the values is NaN or infinite.
  private var hasFiniteValues: Bool {
    if let basic = self as? CABasicAnimation {
      let ends = basic.ends
      return ends.from.isFinite && ends.to.isFinite && ends.by.isFinite
    }
    guard let keyframes = self as? CAKeyframeAnimation else { return true }
    return keyframes.values?.allSatisfy { AnimatableValue($0).isFinite } ?? true
  }

  /// Whether no value is a transform that is not finite, for which there is no nearest one.
  private var hasNoTransforms: Bool {
    func isTransform(_ value: AnimatableValue) -> Bool {
      if case .transform(let transform) = value { !transform.isFinite } else { false }
    }
    if let basic = self as? CABasicAnimation {
      let ends = basic.ends
      return ![ends.from, ends.to, ends.by].contains { isTransform($0.value) }
    }
    let values = (self as? CAKeyframeAnimation)?.values ?? []
    return !values.contains { isTransform(AnimatableValue($0)) }
  }
}

extension AnimationEndpoint {
  fileprivate var isFinite: Bool {
    switch self {
    case .none: true
    case .given(let any): AnimatableValue(any).isFinite
    case .numbers(let x, let y, let z, let w, _): SIMD4(x, y, z, w).zeroIfFinite == .zero
    }
  }

  fileprivate func nearestFinite(_ what: String) -> AnimationEndpoint {
    isFinite ? self : AnimationEndpoint(value.usable(what))
  }
}

extension AnimatableValue {
  /// The nearest numbers whose differences are finite too.
  fileprivate func usable(_ what: String) -> AnimatableValue {
    nearestFinite(what, limit: Double(Float.greatestFiniteMagnitude))
  }
}
