// UIView+Transition.swift
// Transitions of a view's content, and from one view to another.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

extension UIView {
  /// Changes a view's content with a transition from its old appearance to the new one.
  ///
  /// The old appearance is an image of the last frame; the new one is the live view, so later layout
  /// and drawing appear in it. The changes themselves do not animate, unless
  /// ``AnimationOptions/allowAnimatedContent`` is set. Without a transition in the options they show at
  /// once.
  ///
  /// Flips rotate the view about its centre. Curls rotate it as a flat page about its upper edge.
  ///
  /// - Parameters:
  ///   - view: The view, with its subviews.
  ///   - duration: Seconds; 0 or less applies the changes at once.
  ///   - options: The transition and its timing.
  ///   - animations: The changes. Views that are added or removed must be in `view`.
  ///   - completion: Called once when the transition has stopped, with whether it finished.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
    animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    transition(in: view, duration, options, animations ?? {}, completion)
  }

  /// Replaces a view by another, with a transition of their superview.
  ///
  /// - Parameters:
  ///   - fromView: The view to remove, or to hide with ``AnimationOptions/showHideTransitionViews``.
  ///   - toView: The view to insert, or to show.
  ///   - duration: Seconds; 0 or less applies the change at once.
  ///   - options: The transition and its timing.
  ///   - completion: As of ``transition(with:duration:options:animations:completion:)``.
  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval,
    options: AnimationOptions = [], completion: ((Bool) -> Void)? = nil
  ) {
    let container = fromView.superview
    let hides = options.contains(.showHideTransitionViews)
    transition(
      in: container, duration, options,
      {
        if hides {
          fromView.isHidden = true
          toView.isHidden = false
        } else if let container, fromView !== toView {
          container.insertSubview(toView, aboveSubview: fromView)
          fromView.removeFromSuperview()
        }
      }, completion)
  }

  private static func transition(
    in container: UIView?, _ duration: TimeInterval, _ options: AnimationOptions,
    _ changes: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    let block = BlockAnimationContext(
      timing: BlockTiming(duration: duration, delay: 0, kind: .curve(options.curve)),
      options: options, completion: completion)
    block.run {
      if options.contains(.allowAnimatedContent) {
        changes()
      } else {
        performWithoutAnimation(changes)
      }
      if let container, let transition = block.makeTransition(options, in: container.layer) {
        container.layer.add(transition, forKey: kCATransition)
      }
    }
  }
}

extension BlockAnimationContext {
  /// Returns the transition of the options; nil for none, or when nothing animates.
  final func makeTransition(
    _ options: UIView.AnimationOptions, in layer: CALayer
  ) -> CATransition? {
    guard !isImmediate, UIView.areAnimationsEnabled, let (type, subtype) = options.transition else {
      return nil
    }
    let transition = CATransition()
    (transition.type, transition.subtype) = (type, subtype)
    transition.report(to: state)
    setTiming(of: transition, on: layer)
    return transition
  }
}

extension UIView.AnimationOptions {
  /// The layer transition. Its directions are named for a y axis that points up.
  fileprivate var transition: (CATransitionType, CATransitionSubtype?)? {
    switch (rawValue >> 20) & 15 {
    case 1: (.flip, .fromLeft)
    case 2: (.flip, .fromRight)
    case 3: (.pageCurl, nil)
    case 4: (.pageUnCurl, nil)
    case 5: (.fade, nil)
    case 6: (.flip, .fromBottom)
    case 7: (.flip, .fromTop)
    default: nil
    }
  }
}
