// CAPropertyAnimation+FiniteValues.swift
// Stage: commit. Rejects animations whose values are NaN or infinite.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

extension CAPropertyAnimation {
  /// Whether none of the values is NaN or infinite; an animation with such a value does nothing.
  var hasFiniteValues: Bool {
    if let basic = self as? CABasicAnimation {
      let ends = basic.ends
      return ends.from.isFinite && ends.to.isFinite && ends.by.isFinite
    }
    guard let keyframes = self as? CAKeyframeAnimation else { return true }
    return keyframes.values?.allSatisfy { AnimatableValue($0).isFinite } ?? true
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
}
