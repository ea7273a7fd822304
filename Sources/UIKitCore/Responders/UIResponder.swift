// UIResponder.swift
// Stage: events. The base class of event handlers, and the responder chain.
//
// SPDX-License-Identifier: MIT

import Foundation
public import QuartzCore

/// An object that handles events.
///
/// An event that a responder does not handle is passed to ``next``: from a view to its controller or
/// superview, from the window to the application.
@preconcurrency @MainActor
open class UIResponder: AccessibleObject, AssociationOwner {
  /// Creates a responder.
  public override init() {}

  deinit { AssociatedObjects.release(valuesOf: self) }

  /// Called after a change of a value that the responder observes by `addObserver(_:forKeyPath:options:context:)`.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  // MARK: Chain

  /// The next responder in the chain; nil at its end.
  open var next: UIResponder? { nil }

  /// The window whose first responder this can be.
  var responderWindow: UIWindow? { next?.responderWindow }

  /// Shows or hides the keyboard focus ring; only controls have one.
  func setFocusRingVisible(_ isVisible: Bool) {}

  /// The window has gained or lost the user's keyboard.
  func windowFocusDidChange() {}

  /// Whether the responder may become first responder. Default false.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether the responder may stop being first responder. Default true.
  open var canResignFirstResponder: Bool { true }

  /// Whether the responder receives keys and text first.
  open var isFirstResponder: Bool { responderWindow?.currentFirstResponder === self }

  /// Makes the responder the first receiver of keys and text. Returns false when it or the current
  /// first responder refuses, or without a window.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = responderWindow else { return false }
    if window.currentFirstResponder === self { return true }
    guard canBecomeFirstResponder else { return false }
    if let current = window.currentFirstResponder, !current.resignFirstResponder() {
      return false
    }
    window.currentFirstResponder = self
    return true
  }

  /// Gives up being first responder. Returns false when the responder refuses.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    responderWindow?.currentFirstResponder = nil
    return true
  }

  // MARK: Actions

  /// Whether the responder can perform an action now. By default: whether it has the method.
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    responds(to: action)
  }

  /// The nearest of this and the next responders that can perform an action; nil if none can.
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
    canPerformAction(action, withSender: sender)
      ? self : next?.target(forAction: action, withSender: sender)
  }

  // MARK: Touches

  /// The pointer's button went down.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesBegan(touches, with: event)
  }

  /// The pointer moved with its button down.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesMoved(touches, with: event)
  }

  /// The pointer's button was released.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesEnded(touches, with: event)
  }

  /// The touches were cancelled.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: Keys

  /// The commands of keys that this responder handles, or that go on from it. Default nil.
  open var keyCommands: [UIKeyCommand]? { nil }

  /// A key went down.
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }

  /// A key was released.
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesEnded(presses, with: event)
  }

  /// The presses were cancelled.
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesCancelled(presses, with: event)
  }

  // MARK: Motion

  /// A motion began. Passed on to the next responder; no device sends it.
  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionBegan(motion, with: event)
  }

  /// A motion ended. Passed on to the next responder; no device sends it.
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionEnded(motion, with: event)
  }

  /// A motion was cancelled. Passed on to the next responder; no device sends it.
  open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionCancelled(motion, with: event)
  }
}
