// ActionSearch.swift
// Stage: action search. The five places searched by action(forKey:), in order, and running the
// action of a changed property.
//
// This folder: the search for an action in five places, and the built-in answers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// The five steps of the search.
  func searchAction(forKey event: String) -> (any CAAction)? {
    if let answer = delegate?.action(for: self, forKey: event) { return noted(answer, .delegate) }
    if let answer = actions?[event] { return noted(answer, .actions) }
    if let answer = Self.action(in: style, forKey: event) { return noted(answer, .style) }
    if let answer = type(of: self).defaultAction(forKey: event) {
      return noted(answer, .defaultAction)
    }
    let answer = implicitAction(forKey: event)
    if ActionLog.isOn { ActionLog.answerer = answer == nil ? nil : .implicit }
    return answer
  }

  /// Notes the step that returned an action, for logs and inspectors; `NSNull` becomes nil.
  private func noted(_ answer: any CAAction, _ step: ActionStep) -> (any CAAction)? {
    if ActionLog.isOn { ActionLog.answerer = step }
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

  /// Whether an animation of a property or of a part of it is attached.
  package func isAnimating(_ key: String) -> Bool { attachments.contains { $0.propertyKey == key } }

  /// Searches and runs an event's action, unless actions are disabled.
  func runAction(forKey event: String) {
    guard presentedModel == nil, !layerState[.isPresentationInTheMaking], !isChangedByDisplay else {
      return
    }
    if CATransaction.disableActions() {
      if ActionLog.isOn { ActionLog.writeDisabled(event, of: self) }
      return
    }
    if usesBuiltInActionsOnly {
      runImplicit(implicitAction(forKey: event), forKey: event)
      return
    }
    // A layer in deinit must not be passed on, as it could be retained.
    if context == nil && isDeinitializing { return }
    if ActionLog.isOn { ActionLog.answerer = nil }
    let answer = action(forKey: event)?.unlessNull
    context?.noteActionSearch(of: self, answered: answer != nil)
    if ActionLog.isOn { ActionLog.write(answer, to: event, of: self) }
    answer?.run(forKey: event, object: self, arguments: nil)
  }

  /// Searches and runs the action of a built-in property's change.
  private func runAction(for property: LayerProperty) {
    guard usesBuiltInActionsOnly else {
      runAction(forKey: property.key)
      return
    }
    let isShown = slot >= 0 && context?.isVisible == true
    runImplicit(isShown ? implicitAction(for: property) : nil, forKey: property.key)
  }

  /// Whether only the built-in action is possible, so that the search can be skipped.
  private var usesBuiltInActionsOnly: Bool {
    context != nil && overrideCache.contains(.usesDefaultActionSearch) && delegate == nil
      && actions == nil
      && style == nil
  }

  private func runImplicit(_ animation: CAAnimation?, forKey event: String) {
    context?.noteActionSearch(of: self, answered: animation != nil)
    if ActionLog.isOn {
      ActionLog.answerer = animation == nil ? nil : .implicit
      ActionLog.write(animation, to: event, of: self)
    }
    if let animation { attachOwn(animation, forKey: event) }
  }

  // MARK: A property's change

  /// Opens the implicit transaction, if none is open: any change of a layer does on the main thread.
  ///
  /// A layer that is not live may belong to another thread, where no run loop would commit it.
  @inline(__always)
  func ensureTransaction(for property: LayerProperty? = nil) {
    if context != nil {
      CATransaction.ensureOpen(
        property.map { "\($0.key) of the live layer \(label)" } ?? "the live layer \(label)")
    } else if MainThread.isCurrent {
      TransactionStack.main.open()
    }
  }

  /// Precedes storing a new value: the model still holds the old one.
  func willChange(_ property: LayerProperty) {
    refuseOnPresentation(property.key)
    ensureTransaction(for: property)
    if layerState[.displaysWithoutAction] && property == .contents || isChangedByDisplay { return }
    if !CATransaction.disableActions() {
      runAction(for: property)
    } else if ActionLog.isOn {
      ActionLog.writeDisabled(property.key, of: self)
    }
  }

  /// Follows storing a new value.
  func didChange(_ property: LayerProperty) {
    guard presentedModel == nil else { return }
    markChanged(property)
    notifyObservers()
  }

  /// Marks the layer for the commit, and to be drawn again.
  @inline(__always)
  private func markChanged(_ property: LayerProperty) {
    if let context {
      context.mark(self, .values)
      if !staged.isEmpty { resolveStaged(forKey: property.key) }
      if overrideCache.contains(.neverRedraws) { return }
    } else if !staged.isEmpty {
      resolveStaged(forKey: property.key)
    }
    if !isChangedByDisplay, type(of: self).needsDisplay(forKey: property.key) { setNeedsDisplay() }
  }

  /// Traps when a presentation copy is about to be changed.
  func refuseOnPresentation(_ what: @autoclosure () -> String) {
    trap(
      unless: presentedModel == nil, "a presentation layer is read-only: \(what()) cannot change")
  }
}
