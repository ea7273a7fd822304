// CALayer+Animations.swift
// Adding, replacing and removing animations; the presentation copy (semantics 1.8, 1.9, 13).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Keeps a frozen copy of an animation and replaces one of the same key.
  func attach(_ animation: CAAnimation, forKey givenKey: String?) {
    refuseOnPresentation("animations")
    if context != nil { CATransaction.ensureOpen() } else if isDeinitializing { return }
    if animation.additiveKeyPath != nil,
      (animation as? CAPropertyAnimation)?.keyPath == animation.additiveKeyPath
    {
      staged.append(animation)
      return
    }
    let copy = animation.copied()
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    attachOwn(copy, forKey: givenKey)
  }

  /// Keeps an animation that nobody else has, so that it need not be copied.
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
    if let path { tellWhatCannotAnimate(path) }
    let propertyKey = path?.key
    let attached = AttachedAnimation(
      key: key, animation: animation, observers: observers,
      redraws: redraws(for: animation, propertyKey), propertyKey: propertyKey)
    attachments.append(attached)
    if DebugSwitches.on.contains(.animations) { log("gets", attached) }
    for observer in observers { observer.animationWasAttached(to: self) }
    CATransaction.didAttach(to: self)
    context?.mark(self, .animations)
  }

  /// Says once of a path that it names nothing that can be animated, which would else look like a fault.
  private func tellWhatCannotAnimate(_ path: PropertyPath) {
    // What has no second part is a property, or a key that the caller may yet set.
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

  /// Turns a view's animations into additive ones, now that the new value is known: from the old
  /// distance to none, on top of the new value (semantics 16.2).
  func resolveStaged(forKey key: String) {
    let ready = staged
    staged = []
    for animation in ready {
      guard let basic = animation as? CABasicAnimation,
        let keyPath = basic.keyPath, PropertyPath(keyPath).key == key
      else { continue }
      let (old, new) = (basic.ends.from.value, currentEnd(forKey: keyPath).value)
      if keyPath == "bounds" {
        // A rectangle's halves run apart, as a sum of sizes would be standardized.
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
    copy.additiveKeyPath = nil
    copy.keyPath = path
    copy.setEnds(
      from: AnimationEndpoint(from.subtracting(to)), to: AnimationEndpoint(from.additiveIdentity))
    copy.isAdditive = true
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    attach(resolved: copy, forKey: freeKey(path))
  }

  /// A key's value in the model, as an end of an animation; not as an object where that can be helped.
  package func currentEnd(forKey key: String) -> AnimationEndpoint {
    guard type(of: self) == CALayer.self, let property = LayerProperty(key: key, for: values.kind),
      property != .contents
    else { return AnimationEndpoint(value(forKey: key) ?? storedValue(forKey: key)) }
    return AnimationEndpoint(values, property)
  }

  /// A key that is not in use: the path itself, else with -2, -3 and so on behind it.
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
    // Callbacks may add and remove; the list is changed before any of them runs.
    // A key is used by one alone, as it replaces.
    guard let index = attachments.firstIndex(where: { $0.key == key }) else { return }
    let removed = attachments.remove(at: index)
    context?.mark(self, .animations)
    if removed.redraws { markNeedsQuietDisplay() }
    end(removed, finished: false)
  }

  func detachAllAnimations() {
    refuseOnPresentation("animations")
    guard !attachments.isEmpty else { return }
    let removed = attachments
    attachments = []
    context?.mark(self, .animations)
    for attached in removed {
      if attached.redraws { markNeedsQuietDisplay() }
      end(attached, finished: false)
    }
  }

  /// Says once that an animation is over: to those who count it, then to its delegate.
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
      // What never came to run is told to its delegate first, else those who wait come first, and of
      // these the inner ones (semantics 10.1).
      if !attached.wasCommitted { delegate?.animationDidStop(animation, finished: finished) }
      for observer in attached.observers {
        observer.animationDidEnd(on: self, finished: finished)
      }
      if attached.wasCommitted { delegate?.animationDidStop(animation, finished: finished) }
    }
  }

  /// Writes what happens to an animation, for the debug switch `animations`.
  func log(_ verb: String, _ attached: AttachedAnimation) {
    let key = attached.key.map { " under \"\($0)\"" } ?? ""
    DebugSwitches.animations.log("\(label) \(verb) \(attached.animation.summary)\(key)")
  }

  // MARK: Presentation

  /// Returns a read-only copy of the layer as it looks at this moment: the values last committed,
  /// and the animations that run. An ``Animatable`` property that no animation runs on is as it is set
  /// now, so that one set back and animated again starts from where it was set.
  ///
  /// Nil until the layer has been committed. In a frame the moment is the frame's time.
  public func presentation() -> Self? {
    if presentedModel != nil { return self }
    guard slot >= 0, let context else { return nil }
    let copy = CALayer.makeCopy(of: self)
    copy.values = context.presentedValues(of: slot, at: MediaClock.presentationTime)
    copy.customValues = committedCustom.values
    // A declared property that nothing animates has the value that `init(layer:)` finds, which on
    // Apple's systems copies it from the model; one that is animated starts from what was committed.
    let animatedKeys = committedCustom.tracks.map(\.key)
    for key in animatableKeys where !animatedKeys.contains(key) {
      copy.customValues[key] = customValues[key]
    }
    let time = context.tree.localTime(of: slot, at: MediaClock.presentationTime)
    for custom in committedCustom.tracks {
      copy.customValues[custom.key] = value(
        of: custom, onto: copy.customValues[custom.key], in: context, atLayerTime: time)
    }
    copy.timing = timing
    copy.name = name
    copy.delegate = delegate
    copy.needsLayoutFlag = false
    copy.needsDisplayFlag = false
    copy.presentedModel = self
    return unsafeDowncast(copy, to: Self.self)
  }

  /// What an animation of a custom property makes of what it finds.
  private func value(
    of custom: CustomTrack, onto underneath: Any?, in context: LayerContext,
    atLayerTime time: TimeInterval
  ) -> Any? {
    let whole = AnimatableValue(underneath ?? defaultStoredValue(custom.key))
    guard let underlying = custom.track.member.read(whole),
      let value = context.withEasings({
        custom.track.value(atLayerTime: time, underlying: underlying, curves: $0)
      }),
      let written = custom.track.member.write(value, into: whole), written.canStand(for: whole)
    else { return underneath }
    return written.any
  }

  /// The value of a key declared with ``Animatable`` as it looks at this moment, without a copy of the
  /// layer; the model's when nothing was committed.
  func presentedCustomValue(forKey key: String) -> Any? {
    guard slot >= 0, let context, committedCustom.tracks.contains(where: { $0.key == key }) else {
      return storedValue(forKey: key)
    }
    let time = context.tree.localTime(of: slot, at: MediaClock.presentationTime)
    var shown = committedCustom.values[key]
    for custom in committedCustom.tracks where custom.key == key {
      shown = value(of: custom, onto: shown, in: context, atLayerTime: time)
    }
    return shown ?? defaultStoredValue(key)
  }

  /// Returns the layer that this is a presentation copy of; itself for any other.
  public func model() -> Self {
    presentedModel.map { unsafeDowncast($0, to: Self.self) } ?? self
  }

  /// The value of a key as it looks at this moment; the model's when nothing was committed.
  func presentedValue(forKey key: String) -> Any? {
    presentation()?.storedValue(forKey: key) ?? storedValue(forKey: key)
  }

  /// Whether a running animation changes a property that is drawn by the layer itself.
  var animatesDisplay: Bool {
    attachments.contains { !$0.didEnd && $0.redraws }
  }

  /// Whether an animation changes a property that is drawn by the layer itself.
  private func redraws(for animation: CAAnimation, _ propertyKey: String?) -> Bool {
    if context != nil && traits.contains(.neverRedraws) { return false }
    if let propertyKey { return redraws(forKey: propertyKey) }
    return animatedKeys(of: animation).contains { redraws(forKey: $0) }
  }

  private func animatedKeys(of animation: CAAnimation) -> [String] {
    if let group = animation as? CAAnimationGroup {
      return (group.animations ?? []).flatMap { animatedKeys(of: $0) }
    }
    return (animation as? CAPropertyAnimation)?.keyPath.map { [PropertyPath($0).key] } ?? []
  }

  /// Whether a change of a key makes the layer draw itself again.
  func redraws(forKey key: String) -> Bool {
    type(of: self).needsDisplay(forKey: key) || isAnimatableKey(key)
  }
}
