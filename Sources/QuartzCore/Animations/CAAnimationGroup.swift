// CAAnimationGroup.swift
// Animations grouped in a common time.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Animations that run together, clipped to the group's duration.
///
/// The members' delegates and their `isRemovedOnCompletion` are ignored.
///
/// Source: Apple's `CAAnimationGroup`.
open class CAAnimationGroup: CAAnimation {
  /// The members. Their begin times are relative to the group's start.
  ///
  /// - Precondition: The group is not a member of itself, directly or through another group. There are at most 64
  ///   levels of groups in groups, and at most a million animations in all of them, where a group that is a member of
  ///   several counts once for each.
  open var animations: [CAAnimation]? {
    willSet {
      willChange("animations")
      check(newValue)
    }
  }

  /// Traps if the group would be a member of itself, or if there would be too many levels to walk through.
  private func check(_ animations: [CAAnimation]?) {
    var (level, depth) = (animations ?? [], 1)
    // A group that is a member of several is walked through once.
    var seen: Set<ObjectIdentifier> = []
    while !level.isEmpty {
      trap(
        unless: !level.contains { $0 === self },
        "an animation group cannot be a member of itself, directly or through another group")
      let groups = level.compactMap { $0 as? CAAnimationGroup }.filter {
        seen.insert(ObjectIdentifier($0)).inserted
      }
      depth += groups.isEmpty ? 0 : 1
      trap(
        unless: depth <= Self.maximumLevels,
        "animation groups have more than \(Self.maximumLevels) levels of groups in groups")
      level = groups.flatMap { $0.animations ?? [] }
    }
    var counts: [ObjectIdentifier: Int] = [:]
    trap(
      unless: Self.count(animations, &counts) <= Self.maximumCount,
      "an animation group has more than \(Self.maximumCount) animations, with those of the groups in it"
    )
  }

  private static let maximumLevels = 64
  private static let maximumCount = 1_000_000

  /// The number of animations with those of groups among them, or a number above the greatest that is allowed.
  ///
  /// - Parameter counts: Of the groups that were counted before.
  private static func count(
    _ animations: [CAAnimation]?, _ counts: inout [ObjectIdentifier: Int]
  ) -> Int {
    var sum = animations?.count ?? 0
    for case let group as CAAnimationGroup in animations ?? [] where sum <= maximumCount {
      let known = counts[ObjectIdentifier(group)]
      let inner = known ?? count(group.animations, &counts)
      counts[ObjectIdentifier(group)] = inner
      sum += inner
    }
    return sum
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
    // A member may have got members of its own after it was added.
    check(animations)
    // Copied too, so that changing a member does not change the animation that a layer runs.
    copy.animations = animations?.map { $0.copied() }
  }

  override func freeze() {
    super.freeze()
    for animation in animations ?? [] { animation.freeze() }
  }

  override func describedProperties() -> [(String, String)] {
    // The members' lines, indented.
    let members = (animations ?? []).map {
      $0.debugDescription.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
    }
    let list = members.isEmpty ? "()" : "(\n" + members.joined(separator: ",\n") + "\n    )"
    return super.describedProperties() + [("animations", list)]
  }

  override var summary: String { "\(super.summary) of \((animations ?? []).count)" }
}
