// UIView+LegacyAnimation.swift
// Animation without blocks: begin, set parameters, change, commit.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// The open block between `beginAnimations` and `commitAnimations`. Its parameters may change while it
/// is open.
final class LegacyBlockContext: BlockAnimationContext {
  private var transitions: [(view: UIView, options: UIView.AnimationOptions)] = []

  /// The open block; nil inside a block of another kind.
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
    /// No transition.
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

  /// Begins a block of animated changes, which ends with ``commitAnimations()``. Blocks may be nested.
  ///
  /// Parameters apply to the changes after them. Views receive touches during the animation. Apple
  /// recommends blocks instead. Delegate callbacks are not available, as there are no selectors.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    LegacyBlockContext().begin()
  }

  /// Ends the block begun by ``beginAnimations(_:context:)``.
  ///
  /// - Precondition: A block is open.
  public class func commitAnimations() {
    guard let block = LegacyBlockContext.open else {
      trap("commitAnimations() without beginAnimations(_:context:)")
    }
    block.end()
  }

  /// Sets the duration of the following changes, in seconds. Default 0.2.
  ///
  /// - Precondition: Finite.
  public class func setAnimationDuration(_ duration: TimeInterval) {
    BlockTiming.check(duration, 0)
    LegacyBlockContext.open?.timing.duration = duration
  }

  /// Sets the delay of the following changes, in seconds. Default 0.
  ///
  /// - Precondition: Finite.
  public class func setAnimationDelay(_ delay: TimeInterval) {
    BlockTiming.check(0, delay)
    LegacyBlockContext.open?.timing.delay = delay
  }

  /// Sets the curve of the following changes. Default ease in and out.
  public class func setAnimationCurve(_ curve: AnimationCurve) {
    LegacyBlockContext.open?.timing.kind = .curve(curve.functionName)
  }

  /// Sets the repeat count of the following changes, fractional or infinite. Default 0, which plays
  /// once.
  ///
  /// - Precondition: Not negative.
  public class func setAnimationRepeatCount(_ repeatCount: Float) {
    trap(unless: repeatCount >= 0, "an animation cannot play \(repeatCount) times")
    guard let block = LegacyBlockContext.open else { return }
    block.repetition = BlockAnimationContext.Repetition(
      count: repeatCount, autoreverses: block.repetition?.autoreverses ?? false)
  }

  /// Sets whether the following changes also play in reverse. Default false.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    guard let block = LegacyBlockContext.open else { return }
    block.repetition = BlockAnimationContext.Repetition(
      count: block.repetition?.count ?? 0, autoreverses: repeatAutoreverses)
  }

  /// Sets whether replacing animations start from the presented value. Default false.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    guard let block = LegacyBlockContext.open else { return }
    if fromCurrentState {
      block.options.insert(.beginFromCurrentState)
    } else {
      block.options.remove(.beginFromCurrentState)
    }
  }

  /// Adds a transition from a view's current appearance to its new one.
  ///
  /// - Parameters:
  ///   - transition: The kind of transition.
  ///   - view: The view, with its subviews.
  ///   - cache: Ignored: the old appearance is always an image.
  public class func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    LegacyBlockContext.open?.add(transition, on: view)
  }
}
