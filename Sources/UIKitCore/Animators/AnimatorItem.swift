// AnimatorItem.swift
// One layer animation of a property animator, and the view's touch handling while it is active.
//
// SPDX-License-Identifier: MIT

import QuartzCore

/// One layer animation of an animator.
@MainActor final class AnimatorItem {
  let animation: DrivenAnimation
  /// The part of the animator's timeline in which it moves.
  let range: ProgressRange
  let curve: DrivenSegment.Curve
  /// The animation's fraction when the animator was paused.
  var pausedFraction = 0.0 { didSet { pausedRuns = nil } }
  /// The runs of an animation that repeats when the animator was paused; nil where it has not begun to repeat.
  var pausedRuns: Double?
  /// The repetition; nil for an animation that plays once.
  let repetition: BlockAnimationContext.Repetition?
  /// Whether it moves the y coordinate of a point alone.
  let isVertical: Bool
  /// Whether it moves one coordinate of a point alone.
  var isSplit = false
  /// Whether the property had no value before; its animation starts from a clear colour.
  let startsFromNothing: Bool
  private weak var view: UIView?
  private let (blocksTouches, followsPresentation): (Bool, Bool)
  private var isReleased = false

  init(
    _ animation: DrivenAnimation, _ range: ProgressRange, _ curve: DrivenSegment.Curve,
    of view: UIView?, blocksTouches: Bool, followsPresentation: Bool, isVertical: Bool = false
  ) {
    (self.isVertical, isSplit) = (isVertical, isVertical)
    (self.animation, self.range, self.curve, self.view) = (animation, range, curve, view)
    (self.blocksTouches, self.followsPresentation) = (blocksTouches, followsPresentation)
    repetition = BlockAnimationContext.Repetition(of: animation.animation)
    startsFromNothing =
      animation.propertyKey == "backgroundColor" && animation.layer.backgroundColor == nil
    if blocksTouches { view?.touchBlockCount += 1 }
    if followsPresentation { view?.presentationFollowers += 1 }
  }

  /// Splits the animation of a point by coordinate, as the curve of y differs.
  ///
  /// - Returns: The item of the y coordinate; nil for any other animation.
  func split(_ curve: DrivenSegment.Curve) -> AnimatorItem? {
    guard !isSplit, let second = animation.splitDirections() else { return nil }
    isSplit = true
    let item = AnimatorItem(
      second, range, curve, of: view, blocksTouches: blocksTouches,
      followsPresentation: followsPresentation, isVertical: true)
    item.pausedFraction = pausedFraction
    return item
  }

  /// Restores the view's touch handling.
  func release() {
    if isReleased { return }
    isReleased = true
    if blocksTouches { view?.touchBlockCount -= 1 }
    if followsPresentation { view?.presentationFollowers -= 1 }
  }
}
