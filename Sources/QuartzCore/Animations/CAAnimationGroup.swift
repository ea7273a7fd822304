// CAAnimationGroup.swift
// Animations that run in a time of their own.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Animations that run together, clipped to the group's duration.
///
/// The delegates of its members and their `isRemovedOnCompletion` do not count.
///
/// Source: Apple's `CAAnimationGroup`.
open class CAAnimationGroup: CAAnimation {
  /// The members; their begin times count from the group's start.
  open var animations: [CAAnimation]? {
    willSet { willChange("animations") }
  }

  /// Creates an empty group.
  public override init() { super.init() }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func value(forKey key: String) -> Any? {
    key == "animations" ? animations : super.value(forKey: key)
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    guard type(of: self).canBe(value, forKey: key) else { return refuse(value, forKey: key) }
    if key == "animations" {
      animations = value as? [CAAnimation]
    } else {
      super.setValue(value, forKey: key)
    }
  }

  override class func accepts(_ value: Any, forKey key: String) -> Bool {
    key == "animations" ? value is [CAAnimation] : super.accepts(value, forKey: key)
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CAAnimationGroup else { return }
    // The members too, so that a change of one does not reach what a layer runs.
    copy.animations = animations?.map { $0.copied() }
  }

  override func freeze() {
    super.freeze()
    for animation in animations ?? [] { animation.freeze() }
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
