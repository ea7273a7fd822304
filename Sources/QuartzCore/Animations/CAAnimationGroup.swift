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
    // Its members' own lines, further in.
    let members = (animations ?? []).map {
      $0.debugDescription.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
    }
    let list = members.isEmpty ? "()" : "(\n" + members.joined(separator: ",\n") + "\n    )"
    return super.describedProperties() + [("animations", list)]
  }

  override var summary: String { "\(super.summary) of \((animations ?? []).count)" }
}
