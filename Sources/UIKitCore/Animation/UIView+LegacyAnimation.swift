// UIView+LegacyAnimation.swift
// Animation without blocks: begin, set parameters, change, commit.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// The open block between `beginAnimations` and `commitAnimations`.
final class LegacyBlockContext: BlockAnimationContext {
  init() {
    super.init(
      timing: BlockTiming(duration: 0.2, delay: 0, kind: .curve(.easeInEaseOut)),
      options: [
        .allowUserInteraction, .overrideInheritedDuration, .overrideInheritedCurve,
        .overrideInheritedOptions,
      ], completion: nil)
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
    guard let block = UIAnimationContext.current as? LegacyBlockContext else {
      trap("commitAnimations() without beginAnimations(_:context:)")
    }
    block.end()
  }

  // MARK: Parameters

  /// Sets the duration of the following changes, in seconds. Default 0.2 after
  /// ``beginAnimations(_:context:)``.
  ///
  /// As all parameters it applies to the open block of any kind, also of `UIView.animate` and of a property
  /// animator, and does nothing outside of blocks.
  public class func setAnimationDuration(_ duration: TimeInterval) {
    BlockAnimationContext.innermost?.timing.setDuration(BlockTiming.duration(duration))
  }

  /// Sets the delay of the following changes, in seconds. Default 0.
  public class func setAnimationDelay(_ delay: TimeInterval) {
    BlockAnimationContext.innermost?.timing.delay = BlockTiming.delay(delay)
  }

  /// Sets the curve of the following changes. Default ease in and out. A spring has no other curve.
  public class func setAnimationCurve(_ curve: AnimationCurve) {
    guard let block = BlockAnimationContext.innermost, case .curve = block.timing.kind else {
      return
    }
    block.timing.kind = .curve(curve.functionName)
  }

  /// Sets the repeat count of the following changes, fractional or infinite. Default 0, which plays
  /// once.
  ///
  /// With autoreversal a whole count ends at the old value and a half count at the new one. Then the view
  /// shows the new value.
  public class func setAnimationRepeatCount(_ repeatCount: Float) {
    let repeatCount = nearest(repeatCount, in: 0 ... .infinity, "the repeat count of a block")
    guard let block = BlockAnimationContext.innermost else { return }
    block.repetition = BlockAnimationContext.Repetition(
      count: repeatCount, autoreverses: block.shownRepetition.autoreverses)
  }

  /// Sets whether the following changes also play in reverse. Default false.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    guard let block = BlockAnimationContext.innermost else { return }
    block.repetition = BlockAnimationContext.Repetition(
      count: block.shownRepetition.count, autoreverses: repeatAutoreverses)
  }

  /// Sets whether replacing animations start from the presented value. Default false.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    guard let block = BlockAnimationContext.innermost else { return }
    if fromCurrentState {
      block.options.insert(.beginFromCurrentState)
    } else {
      block.options.remove(.beginFromCurrentState)
    }
  }

  /// Adds a transition from a view's current appearance to its new one, at the end of the block.
  ///
  /// - Parameters:
  ///   - transition: The kind of transition.
  ///   - view: The view, with its subviews.
  ///   - cache: Ignored: the old appearance is always an image.
  public class func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    BlockAnimationContext.innermost?.add(transition, on: view)
  }
}
