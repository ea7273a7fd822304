// UIView+LegacyAnimation.swift
// The way of animating from before blocks: begin, set, change, commit (semantics 16.3).
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

/// What stands between `beginAnimations` and `commitAnimations`: a block that is open, whose parameters may
/// still change.
final class LegacyBlockContext: BlockAnimationContext {
  private var transitions: [(view: UIView, options: UIView.AnimationOptions)] = []

  /// The one that is open; nil within a block of another kind.
  static var open: LegacyBlockContext? { UIAnimationContext.current as? LegacyBlockContext }

  init() {
    super.init(
      timing: BlockTiming(duration: 0.2, delay: 0, kind: .curve(.easeInEaseOut)),
      options: [
        .allowUserInteraction, .overrideInheritedDuration, .overrideInheritedCurve,
        .overrideInheritedOptions,
      ], completion: nil)
  }

  func add(_ transition: UIView.AnimationTransition, on view: UIView) {
    transitions.removeAll { $0.view === view }
    transitions.append((view, transition.option))
  }

  override func willEndBlock() {
    super.willEndBlock()
    for (view, option) in transitions {
      guard let transition = makeTransition(option, in: view.layer) else { continue }
      view.layer.add(transition, forKey: kCATransition)
    }
    transitions = []
  }
}

extension UIView {
  /// A transition of ``setAnimationTransition(_:for:cache:)``.
  public enum AnimationTransition: Int, Sendable {
    /// None.
    case none
    /// As ``AnimationOptions/transitionFlipFromLeft``.
    case flipFromLeft
    /// As ``AnimationOptions/transitionFlipFromRight``.
    case flipFromRight
    /// As ``AnimationOptions/transitionCurlUp``.
    case curlUp
    /// As ``AnimationOptions/transitionCurlDown``.
    case curlDown

    var option: AnimationOptions { AnimationOptions(rawValue: UInt(rawValue) << 20) }
  }

  /// Begins to animate changes, until ``commitAnimations()``; pairs may be nested.
  ///
  /// Parameters are set before the changes that they are for. Views take touches while they animate so.
  /// Apple advises blocks instead. A delegate's methods cannot be named here, as there are no selectors.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    LegacyBlockContext().begin()
  }

  /// Animates what changed since ``beginAnimations(_:context:)``.
  ///
  /// - Precondition: Called as often as that.
  public class func commitAnimations() {
    guard let block = LegacyBlockContext.open else {
      preconditionFailure("commitAnimations() without beginAnimations(_:context:)")
    }
    block.end()
  }

  /// Sets how long what changes next takes, in seconds. Default 0.2.
  ///
  /// - Precondition: Finite.
  public class func setAnimationDuration(_ duration: TimeInterval) {
    BlockTiming.check(duration, 0)
    LegacyBlockContext.open?.timing.duration = duration
  }

  /// Sets the seconds until what changes next begins to move. Default 0.
  ///
  /// - Precondition: Finite.
  public class func setAnimationDelay(_ delay: TimeInterval) {
    BlockTiming.check(0, delay)
    LegacyBlockContext.open?.timing.delay = delay
  }

  /// Sets the curve of what changes next. Default ease in and out.
  public class func setAnimationCurve(_ curve: AnimationCurve) {
    LegacyBlockContext.open?.timing.kind = .curve(curve.functionName)
  }

  /// Sets how often what changes next plays; may be fractional or infinite. Default once.
  ///
  /// - Precondition: Not negative.
  public class func setAnimationRepeatCount(_ repeatCount: Float) {
    precondition(repeatCount >= 0, "an animation cannot play \(repeatCount) times")
    guard let block = LegacyBlockContext.open else { return }
    block.repetition = BlockAnimationContext.Repetition(
      count: repeatCount, autoreverses: block.repetition?.autoreverses ?? false)
  }

  /// Sets whether what changes next plays there and back. Default false.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    guard let block = LegacyBlockContext.open else { return }
    block.repetition = BlockAnimationContext.Repetition(
      count: block.repetition?.count ?? 0, autoreverses: repeatAutoreverses)
  }

  /// Sets whether replacing animations start from what is on the screen. Default false.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    guard let block = LegacyBlockContext.open else { return }
    if fromCurrentState {
      block.options.insert(.beginFromCurrentState)
    } else {
      block.options.remove(.beginFromCurrentState)
    }
  }

  /// Lets a view go over to its new look with a transition.
  ///
  /// - Parameters:
  ///   - transition: How it goes over.
  ///   - view: The view whose look goes over, with all that is in it.
  ///   - cache: Kept for code that says it; the old look always is a picture.
  public class func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    LegacyBlockContext.open?.add(transition, on: view)
  }
}
