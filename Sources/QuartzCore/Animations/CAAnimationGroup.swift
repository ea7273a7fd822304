// CAAnimationGroup.swift
// Several animations that run in one time (semantics 8).
//
// SPDX-License-Identifier: MIT

/// Animations that run together, clipped to the group's duration.
///
/// The delegates of its members and their `isRemovedOnCompletion` do not count.
///
/// Source: Apple's `CAAnimationGroup`.
open class CAAnimationGroup: CAAnimation {
  /// The members; their begin times count from the group's start.
  open var animations: [CAAnimation]?

  /// Creates an empty group.
  public override init() { super.init() }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CAAnimationGroup else { return }
    copy.animations = animations?.map { $0.frozenCopy() }
  }

  override func describedProperties() -> [(String, String)] {
    super.describedProperties() + [("animations", "\((animations ?? []).count)")]
  }
}
