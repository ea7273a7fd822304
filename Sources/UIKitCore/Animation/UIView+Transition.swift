// UIView+Transition.swift
// From a view's old look to its new one, and from one view to another (semantics 16.7).
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

extension UIView {
  /// Changes what is in a view, and goes from its old look to the new one as the options' transition says.
  ///
  /// The old look is a picture of what was last shown; the new one is the view itself, so that what lays
  /// itself out or draws itself later is in it. The changes themselves do not animate, unless
  /// ``AnimationOptions/allowAnimatedContent`` is given. Without a transition among the options they show
  /// at once.
  ///
  /// Flips turn the view about its middle. A curl is a leaf that turns about the view's upper edge: the
  /// nearest to a curling page that flat pictures can do.
  ///
  /// - Parameters:
  ///   - view: The view whose look goes over, with all that is in it.
  ///   - duration: Seconds; 0 and less make the changes at once.
  ///   - options: Which transition, and how it animates.
  ///   - animations: The changes; views that come and go must be in `view`.
  ///   - completion: Called once, when the transition has stopped, with whether it reached its end.
  /// - Precondition: The duration is finite.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
    animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    transition(in: view, duration, options, animations ?? {}, completion)
  }

  /// Puts a view in another's place, with a transition of the view that both are in.
  ///
  /// - Parameters:
  ///   - fromView: The view to take out of its superview, or to hide with
  ///     ``AnimationOptions/showHideTransitionViews``.
  ///   - toView: The view to put in, or to show.
  ///   - duration: Seconds; 0 and less make the change at once.
  ///   - options: Which transition, and how it animates.
  ///   - completion: As of ``transition(with:duration:options:animations:completion:)``.
  /// - Precondition: The duration is finite.
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
    BlockTiming.check(duration, 0)
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
  /// The transition that the options ask for; nil for none, or when nothing animates.
  final func makeTransition(
    _ options: UIView.AnimationOptions, in layer: CALayer
  ) -> CATransition? {
    guard !isImmediate, UIView.areAnimationsEnabled, let (type, subtype) = options.transition else {
      return nil
    }
    let transition = CATransition()
    (transition.type, transition.subtype) = (type, subtype)
    transition.delegate = state
    transition.observer = state
    setTiming(of: transition, on: layer)
    return transition
  }
}

extension UIView.AnimationOptions {
  /// The transition of a layer; its directions are named in a world whose y points up.
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
