// ActionSearch.swift
// Stage: action search. Who answers action(forKey:), in order, and why (semantics 11).
//
// SPDX-License-Identifier: MIT

import Foundation

/// How the searches since the last frame ended, for the frame's record.
///
/// Only live layers count, which belong to the main thread; so what is static here needs no lock.
package struct ActionCounts: Hashable, Sendable {
  /// An action ran.
  package var answered = 0
  /// Nobody had one, or somebody said none.
  package var refused = 0

  nonisolated(unsafe) package private(set) static var sinceFrame = ActionCounts()

  /// The layer beneath which searches count; nil counts those of all live layers. A viewer sets it, so
  /// that what its own controls ask is left out.
  nonisolated(unsafe) package static weak var scope: CALayer?

  static func note(_ layer: CALayer, answered: Bool) {
    if let scope, !layer.isWithin(scope) { return }
    if answered { sinceFrame.answered += 1 } else { sinceFrame.refused += 1 }
  }

  /// Returns the counts and starts again from zero.
  package static func take() -> ActionCounts {
    defer { sinceFrame = ActionCounts() }
    return sinceFrame
  }
}

extension CALayer {
  /// The five steps of the search.
  func searchAction(forKey event: String) -> (any CAAction)? {
    if let answer = delegate?.action(for: self, forKey: event) { return told(answer, "delegate") }
    if let answer = actions?[event] { return told(answer, "actions") }
    if let answer = Self.action(in: style, forKey: event) { return told(answer, "style") }
    if let answer = type(of: self).defaultAction(forKey: event) {
      return told(answer, "defaultAction(forKey:)")
    }
    return implicitAction(forKey: event)
  }

  /// Remembers who gave an answer while that is asked for; `NSNull` becomes nil.
  private func told(_ answer: any CAAction, _ who: String) -> (any CAAction)? {
    if DebugSwitches.on.contains(.actions) { ActionLog.answerer = who }
    return answer.unlessNull
  }

  /// The `actions` of a style dictionary, then those of the style within it.
  private static func action(in style: [AnyHashable: Any]?, forKey event: String)
    -> (any CAAction)?
  {
    var current = style
    // A style that holds itself is impossible with values; the loop ends with the nesting.
    while let style = current {
      if let actions = style["actions"] as? [String: any CAAction], let answer = actions[event] {
        return answer
      }
      current = style["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// The built-in answer: nothing for a layer that is not live (semantics 11.2, 11.3).
  private func implicitAction(forKey event: String) -> CAAnimation? {
    guard slot >= 0, let context, context.isVisible else { return nil }
    if let property = LayerProperty(key: event, for: values.kind) {
      return implicitAction(for: property)
    }
    if event == "sublayers" || event == "mask"
      || StoredOnlyProperty(rawValue: event)?.isFilter == true
    {
      return implicitTransition()
    }
    return isAnimatableKey(event) ? implicitAnimation(forKey: event) : nil
  }

  private func implicitAction(for property: LayerProperty) -> CAAnimation? {
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

  /// Gives a built-in animation the transaction's timing, or that of a block that takes layers along.
  private func setImplicitTiming(of animation: CAAnimation) {
    animation.timing.duration = CATransaction.animationDuration()
    animation.timingFunction = CATransaction.animationTimingFunction() ?? .implicit
    CATransaction.timesImplicitAction?(animation, self)
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

  /// Whether an animation of a property or of a part of it is attached.
  package func isAnimating(_ key: String) -> Bool { attachments.contains { $0.propertyKey == key } }

  /// Searches and runs an event's action, unless actions are off.
  func runAction(forKey event: String) {
    guard presentedModel == nil, !CATransaction.disableActions() else { return }
    if isSearchedPlainly {
      runImplicit(implicitAction(forKey: event), forKey: event)
      return
    }
    // Nobody may keep a layer that goes, so nobody is asked.
    if context == nil && isDeinitializing { return }
    if DebugSwitches.on.contains(.actions) { ActionLog.answerer = nil }
    let answer = action(forKey: event)?.unlessNull
    if context != nil { ActionCounts.note(self, answered: answer != nil) }
    if DebugSwitches.on.contains(.actions) { ActionLog.write(answer, to: event, of: self) }
    answer?.run(forKey: event, object: self, arguments: nil)
  }

  /// As ``runAction(forKey:)`` for a stock property's change.
  private func runAction(for property: LayerProperty) {
    guard isSearchedPlainly else {
      runAction(forKey: property.key)
      return
    }
    let isShown = slot >= 0 && context?.isVisible == true
    runImplicit(isShown ? implicitAction(for: property) : nil, forKey: property.key)
  }

  /// Whether the built-in answer is the only one that a live layer can get, and nobody sees it before
  /// the layer has it.
  private var isSearchedPlainly: Bool {
    context != nil && overrideCache.contains(.usesDefaultActionSearch) && delegate == nil
      && actions == nil
      && style == nil
  }

  private func runImplicit(_ animation: CAAnimation?, forKey event: String) {
    ActionCounts.note(self, answered: animation != nil)
    if DebugSwitches.on.contains(.actions) {
      ActionLog.answerer = nil
      ActionLog.write(animation, to: event, of: self)
    }
    if let animation { attachOwn(animation, forKey: event) }
  }

  /// Whether a layer is this one or one of its superlayers.
  fileprivate func isWithin(_ ancestor: CALayer) -> Bool {
    var current: CALayer? = self
    while let layer = current, layer !== ancestor { current = layer.parent }
    return current != nil
  }

  // MARK: A property's change

  /// Everything that precedes storing a new value: the model still holds the old one.
  func willChange(_ property: LayerProperty) {
    if presentedModel != nil {
      // Display fills a presentation copy's contents; nothing else of it may change.
      if property != .contents { refuseOnPresentation(property.key) }
      return
    }
    if context != nil { CATransaction.ensureOpen() }
    if displaysWithoutAction && property == .contents { return }
    if !CATransaction.disableActions() { runAction(for: property) }
  }

  /// Everything that follows it.
  func didChange(_ property: LayerProperty) {
    guard presentedModel == nil else { return }
    if let context {
      context.mark(self, .values)
      if !staged.isEmpty { resolveStaged(forKey: property.key) }
      if overrideCache.contains(.neverRedraws) { return }
    } else if !staged.isEmpty {
      resolveStaged(forKey: property.key)
    }
    if type(of: self).needsDisplay(forKey: property.key) { setNeedsDisplay() }
  }

  /// Traps when a presentation copy is about to be changed.
  func refuseOnPresentation(_ what: @autoclosure () -> String) {
    precondition(
      presentedModel == nil, "a presentation layer is read-only: \(what()) cannot change")
  }
}

/// The lines of the debug switch `actions`.
private enum ActionLog {
  /// Which of the four places spoke last; nil for the built-in answer. Only live layers' searches are
  /// told, which belong to the main thread.
  nonisolated(unsafe) static var answerer: String?

  static func write(_ answer: (any CAAction)?, to event: String, of layer: CALayer) {
    guard layer.context != nil else { return }
    let who = answerer.map { "by \($0)" } ?? (answer is CAAnimation ? "built in" : "nobody has one")
    let what = answer.map { "\(type(of: $0))" } ?? "none"
    DebugSwitches.actions.log("\(layer.label) \(event): \(what), \(who)")
  }
}

extension CAAction {
  /// The action; nil for `NSNull`, which means none.
  var unlessNull: (any CAAction)? {
    if type(of: self) == NSNull.self { return nil }
    return self is CAAnimation || !(self is NSNull) ? self : nil
  }
}
