// UIResponder.swift
// Stage: events. The root of everything that events are sent to, and the chain they travel up.
//
// SPDX-License-Identifier: MIT

/// Something that can handle events.
///
/// An event that a responder does not handle goes on to ``next``: from a view to its controller or
/// its superview, from the window to the application.
@preconcurrency @MainActor
open class UIResponder: Hashable {
  /// Creates a responder.
  public init() {}

  // MARK: Chain

  /// Who is asked next; nil at the chain's end.
  open var next: UIResponder? { nil }

  /// The window whose first responder this can be.
  var responderWindow: UIWindow? { next?.responderWindow }

  /// Whether this may become first responder; false unless overridden.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether this may stop being first responder; true unless overridden.
  open var canResignFirstResponder: Bool { true }

  /// Whether keys and text come here first.
  open var isFirstResponder: Bool { responderWindow?.currentFirstResponder === self }

  /// Asks to receive keys and text first; false when this or the present first responder refuses,
  /// or when there is no window.
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

  /// Stops receiving keys and text first; false when this refuses.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    responderWindow?.currentFirstResponder = nil
    return true
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

  /// The pointer's button was let go.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Somebody else took the touches.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: Keys

  /// A key went down.
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }

  /// A key was let go.
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesEnded(presses, with: event)
  }

  /// Somebody else took the keys.
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesCancelled(presses, with: event)
  }

  // MARK: Identity

  /// Responders are equal when they are the same object.
  public nonisolated static func == (a: UIResponder, b: UIResponder) -> Bool { a === b }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
