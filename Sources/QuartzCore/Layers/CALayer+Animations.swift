// CALayer+Animations.swift
// Adding, replacing and removing animations; how a block's animation becomes additive (`attachAdditive`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Attaches a frozen copy of an animation, replacing one of the same key.
  func attach(_ animation: CAAnimation, forKey givenKey: String?) {
    refuseOnPresentation("animations")
    if context != nil { CATransaction.ensureOpen() } else if isDeinitializing { return }
    if (animation as? CAPropertyAnimation)?.becomesAdditive == true {
      stage(animation)
      return
    }
    let copy = animation.copied()
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    attachOwn(copy, forKey: givenKey)
  }

  /// Keeps a view's additive animation until the new value is stored; see ``resolveStaged(forKey:)``.
  func stage(_ animation: CAAnimation) {
    if context == nil && isDeinitializing { return }
    staged.append(animation)
  }

  /// Attaches an animation to which there is no other reference, without copying it.
  func attachOwn(_ animation: CAAnimation, forKey key: String?) {
    if let function = CATransaction.animationTimingFunction() {
      animation.timingFunction = function
    }
    attach(resolved: animation, forKey: animation is CATransition ? kCATransition : key)
  }

  private func attach(resolved animation: CAAnimation, forKey key: String?) {
    animation.freeze()
    if let key { detachAnimation(forKey: key) }
    var observers = CATransaction.observersForNewAnimations()
    if let observer = animation.observer, !observers.contains(where: { $0 === observer }) {
      observers.append(observer)
    }
    if let delegate = animation.delegate, delegate !== animation.observer,
      let observer = delegate as? any AnimationObserver,
      !observers.contains(where: { $0 === observer })
    {
      observers.append(observer)
    }
    let path = (animation as? CAPropertyAnimation)?.keyPath.map { PropertyPath($0) }
    if let path { reportUnanimatable(path) }
    let attached = AttachedAnimation(
      key: key, animation: animation, observers: observers,
      redraws: redraws(for: animation, path?.key))
    attachments.append(attached)
    if DebugSwitches.on.contains(.animations) { log("gets", attached) }
    for observer in observers { observer.animationWasAttached(to: self) }
    CATransaction.didAttach(to: self)
    context?.mark(self, .animations)
  }

  /// Reports once that a key path names nothing that can be animated.
  private func reportUnanimatable(_ path: PropertyPath) {
    // A path without a member is a property, or a custom key that may still be set.
    guard !path.rest.isEmpty || path.key == "frame" else { return }
    if path.key == "frame" {
      Diagnostics.reportOnce(
        "\(label) animation of frame",
        "\(label): frame follows from other properties and cannot be animated; position and bounds can"
      )
    } else if let property = LayerProperty(key: path.key, for: values.kind),
      path.member.map({ property.has($0) }) != true
    {
      Diagnostics.reportOnce(
        "\(label) animation of \(path.key).\(path.rest)",
        "\(label): \(path.key) has no \(path.rest), so nothing animates")
    }
  }

  /// Adds a view's staged animations as additive ones, now that the new value is stored: from the
  /// difference of the old value to zero, on top of the new value. An override of `add(_:forKey:)` receives each as it
  /// will be attached.
  func resolveStaged(forKey key: String) {
    let ready = staged
    staged = []
    for animation in ready {
      guard let basic = animation as? CABasicAnimation,
        let keyPath = basic.keyPath, PropertyPath(keyPath).key == key
      else { continue }
      let (old, new) = (basic.ends.from.value, currentEnd(forKey: keyPath).value)
      if keyPath == "bounds" {
        // Origin and size are animated separately, as a sum of rectangles would be standardized.
        attachAdditive(basic, "bounds.origin", .origin, from: old, to: new)
        attachAdditive(basic, "bounds.size", .size, from: old, to: new)
      } else {
        attachAdditive(basic, keyPath, .whole, from: old, to: new)
      }
    }
  }

  private func attachAdditive(
    _ animation: CABasicAnimation, _ path: String, _ member: ValueMember,
    from old: AnimatableValue, to new: AnimatableValue
  ) {
    guard let from = member.read(old), let to = member.read(new), from.isLike(to),
      !from.isEqual(to: to), let copy = animation.copied() as? CABasicAnimation
    else { return }
    copy.keyPath = path
    copy.becomesAdditive = false
    copy.setEnds(
      from: AnimationEndpoint(from.subtracting(to)), to: AnimationEndpoint(from.additiveIdentity))
    copy.isAdditive = true
    if hasOwnAdd {
      add(copy, forKey: freeKey(path))
    } else {
      if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
      attachOwn(copy, forKey: freeKey(path))
    }
  }

  /// A key's value in the model, as an endpoint of an animation; boxed only for custom classes.
  package func currentEnd(forKey key: String) -> AnimationEndpoint {
    guard type(of: self) == CALayer.self, let property = LayerProperty(key: key, for: values.kind),
      property != .contents
    else { return AnimationEndpoint(value(forKey: key) ?? storedValue(forKey: key)) }
    return AnimationEndpoint(values, property)
  }

  /// A key that is not in use: the path itself, else with the suffix -2, -3 and so on.
  package func freeKey(_ path: String) -> String {
    if !attachments.contains(where: { $0.key == path }) { return path }
    var isUsed = [Bool](repeating: false, count: attachments.count + 3)
    for attached in attachments {
      guard let key = attached.key, key.utf8.starts(with: path.utf8) else { continue }
      let suffix = key.utf8.dropFirst(path.utf8.count)
      guard suffix.first == UInt8(ascii: "-"), let number = Int(Substring(suffix.dropFirst())),
        isUsed.indices.contains(number)
      else { continue }
      isUsed[number] = true
    }
    var number = 2
    while isUsed[number] { number += 1 }
    return "\(path)-\(number)"
  }

  func detachAnimation(forKey key: String) {
    refuseOnPresentation("animations")
    // Callbacks may add and remove animations, so the list is changed before any of them runs.
    guard let index = attachments.firstIndex(where: { $0.key == key }) else { return }
    ensureTransaction()
    let removed = attachments.remove(at: index)
    context?.mark(self, .animations)
    if removed.redraws { markNeedsDisplayWithoutAction() }
    end(removed, finished: false)
  }

  func detachAllAnimations() {
    refuseOnPresentation("animations")
    guard !attachments.isEmpty else { return }
    ensureTransaction()
    let removed = attachments
    attachments = []
    context?.mark(self, .animations)
    for attached in removed {
      if attached.redraws { markNeedsDisplayWithoutAction() }
      end(attached, finished: false)
    }
  }

  /// Resolves the begin of the animations that an observer was notified of to the layer's current time,
  /// instead of its time at the commit.
  package func beginAnimations(observedBy observer: any AnimationObserver, at time: CFTimeInterval)
  {
    for attached in attachments
    where !attached.hasBegin && attached.observers.contains(where: { $0 === observer }) {
      attached.resolveBegin(atLayerTime: localTime(at: time))
    }
  }

  /// Removes the animations that an observer was notified of.
  package func removeAnimations(observedBy observer: any AnimationObserver) {
    let removed = attachments.filter { $0.observers.contains { $0 === observer } }
    guard !removed.isEmpty else { return }
    attachments.removeAll { removed.contains($0) }
    context?.mark(self, .animations)
    for attached in removed {
      if attached.redraws { markNeedsDisplayWithoutAction() }
      end(attached, finished: false)
    }
  }

  /// Notifies observers and delegate, once, that an animation has ended.
  func end(_ attached: AttachedAnimation, finished: Bool) {
    guard !attached.didEnd else { return }
    attached.didEnd = true
    let didStart = attached.didStart
    attached.didStart = true
    if DebugSwitches.on.contains(.animations) { log(finished ? "ends" : "loses", attached) }
    if attached.observers.isEmpty && attached.animation.delegate == nil { return }
    CallbackQueue.enqueue { [self] in
      let (animation, delegate) = (attached.animation, attached.animation.delegate)
      if !didStart { delegate?.animationDidStart(animation) }
      // Order of completion: the delegate is notified first of an animation that was never committed, and
      // after the observers, innermost first, of any other.
      if !attached.wasCommitted { delegate?.animationDidStop(animation, finished: finished) }
      for observer in attached.observers {
        observer.animationDidEnd(on: self, finished: finished)
      }
      if attached.wasCommitted { delegate?.animationDidStop(animation, finished: finished) }
    }
  }

  /// Logs an event of an animation, for the debug switch `animations`.
  func log(_ verb: String, _ attached: AttachedAnimation) {
    let key = attached.key.map { " under \"\($0)\"" } ?? ""
    DebugSwitches.animations.log("\(label) \(verb) \(attached.animation.summary)\(key)")
  }

  // MARK: Display

  /// Whether a running animation redraws the layer.
  var animatesDisplay: Bool {
    attachments.contains { !$0.didEnd && $0.redraws }
  }

  /// Whether an animation redraws the layer.
  private func redraws(for animation: CAAnimation, _ propertyKey: String?) -> Bool {
    if context != nil && overrideCache.contains(.neverRedraws) { return false }
    if let propertyKey { return redraws(forKey: propertyKey) }
    return animatedKeys(of: animation).contains { redraws(forKey: $0) }
  }

  /// The keys of the properties that an animation changes.
  func animatedKeys(of animation: CAAnimation) -> [String] {
    if let group = animation as? CAAnimationGroup {
      return (group.animations ?? []).flatMap { animatedKeys(of: $0) }
    }
    return (animation as? CAPropertyAnimation)?.keyPath.map { [PropertyPath($0).key] } ?? []
  }

  /// Whether a change of a key redraws the layer.
  func redraws(forKey key: String) -> Bool {
    type(of: self).needsDisplay(forKey: key) || isAnimatableKey(key)
  }
}
