// UIAnimationContext.swift
// Stage: action search. The stack of animation blocks that views ask for their layers' actions.
//
// SPDX-License-Identifier: MIT

import Foundation
public import QuartzCore

/// What views answer while a block of changes runs.
///
/// Whenever a property of a view's layer changes, the layer asks the view for an action, and the view
/// asks the innermost context. `UIView.animate` is one kind of context; make a subclass for an
/// animation API of your own:
///
///     final class LoggingContext: UIAnimationContext {
///       override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
///         print("\(key) changes from \(layer.value(forKey: key) ?? "nothing")")
///         return nil
///       }
///     }
///     LoggingContext().perform { view.center.x += 10 }
///
/// Contexts nest: the innermost alone is asked. A context ends when its block does, however it ends.
/// Outside of all contexts a view's layer does not animate.
///
/// Source: ours; on Apple's systems the same is done by exchanging the implementation of
/// `action(for:forKey:)`.
@preconcurrency @MainActor
open class UIAnimationContext {
  private static var stack: [UIAnimationContext] = []
  /// The answer of a view that does not animate, asked for at every change.
  private static let nothing = NSNull()

  /// The innermost context; nil outside of all blocks.
  public static var current: UIAnimationContext? { stack.last }

  /// The context around this one while it runs; nil for an outermost one.
  public private(set) final var outer: UIAnimationContext?

  /// Creates a context; it answers nothing until ``perform(_:)``.
  public init() {}

  /// Answers a view's layer, whose property is about to change: its model still has the old value.
  ///
  /// - Returns: The action to run; nil, as here, for none: the change shows at once.
  open func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? { nil }

  /// Gives an animation this context's timing, and lets the context wait for it and keep touches away
  /// meanwhile, whatever the animation's delegate is.
  ///
  /// With it a view animates keys that blocks leave alone:
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
  /// - Returns: Whether the context animates at this moment; false, as here, leaves the animation as it is.
  ///
  /// Source: ours; semantics 18.4.
  open func adopt(_ animation: CAAnimation, for layer: CALayer) -> Bool { false }

  /// Called when the block has ended, after which this context is no longer asked.
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
    precondition(
      !Self.stack.contains { $0 === self },
      "\(type(of: self)) runs already; make one for each block")
    outer = Self.current
    Self.stack.append(self)
  }

  /// Ends what ``begin()`` began.
  final func end() {
    willEndBlock()
    precondition(
      Self.current === self,
      "beginAnimations(_:context:) was called in a block that ends without commitAnimations()")
    Self.stack.removeLast()
    didEndBlock()
    outer = nil
  }

  /// Called while the context still answers, after the changes.
  func willEndBlock() {}

  /// What a view answers its layer: `NSNull`, which ends the search with no action, unless the
  /// innermost context has an action and animations are on.
  static func action(for view: UIView, layer: CALayer, forKey key: String) -> any CAAction {
    guard UIView.areAnimationsEnabled, let current = stack.last else { return nothing }
    return current.action(for: view, layer: layer, forKey: key) ?? nothing
  }
}
