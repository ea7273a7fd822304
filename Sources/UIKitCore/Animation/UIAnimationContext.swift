// UIAnimationContext.swift
// Stage: action search. Decides what a view answers as its layer's delegate: the stack of animation blocks provides the
// actions of views' layers.
//
// This folder: animation blocks: their answers to the action search (`BlockAnimationContext`), and their
// completion (`BlockAnimationState`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
public import QuartzCore

/// The source of layer actions while a block of changes runs.
///
/// When a property of a view's layer changes, the layer requests an action from the view, and the view
/// from the innermost context. `UIView.animate` creates one kind of context; subclass to build another
/// animation API:
///
///     final class LoggingContext: UIAnimationContext {
///       override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
///         print("\(key) changes from \(layer.value(forKey: key) ?? "nothing")")
///         return nil
///       }
///     }
///     LoggingContext().perform { view.center.x += 10 }
///
/// Contexts nest, and only the innermost provides actions. A context ends with its block. Outside of
/// all contexts a view's layer does not animate.
///
/// An extension of this library; on Apple's systems the same is done by exchanging the implementation
/// of `action(for:forKey:)`.
@preconcurrency @MainActor
open class UIAnimationContext {
  @exclusivity(unchecked) private static var stack: [UIAnimationContext] = []
  /// The action of a view that does not animate; shared, as every change needs it.
  private static let nothing = NSNull()

  /// The innermost context; nil outside of all blocks.
  public static var current: UIAnimationContext? { stack.last }

  /// The enclosing context while this one runs; nil for an outermost one.
  public private(set) final var outer: UIAnimationContext?

  /// Creates a context. It provides no actions until ``perform(_:)``.
  public init() {}

  /// Returns the action for a layer property that is about to change. The model still has the old
  /// value.
  ///
  /// - Returns: The action to run; nil, the default, shows the change at once.
  open func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? { nil }

  /// Gives an animation this context's timing. The context also waits for its end and blocks touches
  /// meanwhile, independently of the animation's delegate.
  ///
  /// A view can use it to animate keys that blocks do not:
  ///
  ///     override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
  ///       guard event == "borderColor", let context = UIAnimationContext.current else {
  ///         return super.action(for: layer, forKey: event)
  ///       }
  ///       let animation = CABasicAnimation(keyPath: event)
  ///       animation.fromValue = layer.borderColor
  ///       return context.adopt(animation, for: layer) ? animation : NSNull()
  ///     }
  ///
  /// - Returns: Whether the context currently animates. False, the default, leaves the animation
  ///   unchanged.
  ///
  /// An extension of this library.
  open func adopt(_ animation: CAAnimation, for layer: CALayer) -> Bool { false }

  /// Called when the block has ended and this context no longer provides actions.
  open func didEndBlock() {}

  /// Runs changes with this context as the innermost.
  ///
  /// - Precondition: The context is not running already.
  public final func perform(_ changes: () -> Void) {
    begin()
    changes()
    end()
  }

  /// Makes this context the innermost.
  final func begin() {
    trap(
      unless: !Self.stack.contains { $0 === self },
      "\(type(of: self)) is already running; create one for each block")
    outer = Self.current
    Self.stack.append(self)
  }

  /// Ends the context begun by ``begin()``.
  final func end() {
    willEndBlock()
    trap(
      unless: Self.current === self,
      "beginAnimations(_:context:) was called in a block that ends without commitAnimations()")
    Self.stack.removeLast()
    didEndBlock()
    outer = nil
  }

  /// Called after the changes, while the context still provides actions.
  func willEndBlock() {}

  /// Returns a view's action for its layer: that of the innermost context if animations are enabled,
  /// else `NSNull`, which ends the search without an action.
  static func action(for view: UIView, layer: CALayer, forKey key: String) -> any CAAction {
    guard UIView.areAnimationsEnabled, let current = stack.last else { return nothing }
    guard let action = current.action(for: view, layer: layer, forKey: key) else { return nothing }
    TransitionRecorder.willAnimate(layer, key)
    return action
  }
}
