// ImplicitActions.swift
// Stage: action search. The built-in actions: animations and transitions of a live layer's
// properties.
// Which property has which is in the table of properties, LayerProperty.
//
// SPDX-License-Identifier: MIT

import Foundation

extension CALayer {
  /// The built-in action; nil for a layer that is not live or not committed yet.
  func implicitAction(forKey event: String) -> CAAnimation? {
    guard slot >= 0, let context, context.isVisible else { return nil }
    if let property = LayerProperty(key: event, for: values.kind) {
      return implicitAction(for: property)
    }
    if event == "sublayers" || event == "mask"
      || StoredOnlyProperty(rawValue: event)?.isFilter == true
    {
      return implicitTransition()
    }
    if isAnimatableKey(event) { return implicitAnimation(forKey: event) }
    return implicitAction(forMember: PropertyPath(event), event)
  }

  /// The built-in action of a part of the transform, such as "transform.scale"; parts of other properties have
  /// none.
  private func implicitAction(forMember path: PropertyPath, _ event: String) -> CAAnimation? {
    let property = LayerProperty.transform
    guard path.key == property.key, !path.rest.isEmpty, let member = path.member,
      property.has(member)
    else { return nil }
    let animation = CABasicAnimation(keyPath: event)
    let shown =
      isAnimating(path.key) ? presentedEnd(of: property).value : values[property: property]
    if let from = member.read(shown) { animation.from = AnimationEndpoint(from) }
    animation.timing.fillMode = .backwards
    setImplicitTiming(of: animation)
    return animation
  }

  func implicitAction(for property: LayerProperty) -> CAAnimation? {
    switch property.implicit {
    case .nothing: nil
    case .transition: implicitTransition()
    case .animation:
      property == .backgroundColor && values.backgroundColor == nil
        ? nil : implicitAnimation(for: property)
    }
  }

  private func implicitTransition() -> CATransition {
    let transition = CATransition()
    setImplicitTiming(of: transition)
    return transition
  }

  /// Sets the timing of a built-in animation: the transaction's, or that of an animation block that
  /// includes layers.
  private func setImplicitTiming(of animation: CAAnimation) {
    animation.flags.insert(.isImplicit)
    animation.timing.duration = CATransaction.animationDuration()
    animation.timingFunction = CATransaction.animationTimingFunction() ?? .implicit
    CATransaction.animationScope.setBlockTiming?(animation, self)
  }

  private func implicitAnimation(for property: LayerProperty) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: property.key)
    if property == .contents {
      animation.fromValue =
        isAnimating(property.key) ? presentedValue(forKey: property.key) : contents
    } else {
      animation.from =
        isAnimating(property.key) ? presentedEnd(of: property) : AnimationEndpoint(values, property)
    }
    animation.timing.fillMode = .backwards
    setImplicitTiming(of: animation)
    return animation
  }

  private func presentedEnd(of property: LayerProperty) -> AnimationEndpoint {
    guard slot >= 0, let context else { return AnimationEndpoint(values, property) }
    let shown = context.presentedValues(of: slot, at: MediaClock.presentationTime)
    return AnimationEndpoint(shown, property)
  }

  private func implicitAnimation(forKey event: String) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue =
      isAnimating(event) ? presentedCustomValue(forKey: event) : storedValue(forKey: event)
    animation.timing.fillMode = .backwards
    setImplicitTiming(of: animation)
    return animation
  }
}
