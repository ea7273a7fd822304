// NSLayoutAnchor.swift
// Anchors: attributes of an item with a type for their axis, which make constraints.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// An attribute of a view or layout guide, typed by its axis.
///
///     box.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 16).isActive = true
///
/// Anchors of different axes cannot be paired, which the compiler checks.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  // Never changes; anchors are compared and hashed on any thread.
  nonisolated(unsafe) let side: NSLayoutConstraint.Side

  init(_ side: NSLayoutConstraint.Side) {
    self.side = side
    super.init()
  }

  /// Creates an anchor of an attribute.
  convenience init(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
    self.init(NSLayoutConstraint.Side(item, attribute))
  }

  /// The view or layout guide.
  open var item: AnyObject? { side.item }

  /// The attribute's name.
  open var name: String { side.attribute.name }

  /// Whether the position or size could have another value with the same constraints.
  open var hasAmbiguousLayout: Bool {
    guard let view = UIView.layoutView(of: side.item) else { return false }
    LayoutPass.update(for: view)
    return LayoutEngine.of(view)?.isAmbiguous(side) ?? false
  }

  /// The active constraints that mention the attribute.
  open var constraintsAffectingLayout: [NSLayoutConstraint] {
    var found: [NSLayoutConstraint] = []
    var view = UIView.layoutView(of: side.item)
    while let some = view {
      found += some.constraints.filter {
        ($0.firstItem === side.item && $0.firstAttribute == side.attribute)
          || ($0.secondItem === side.item && $0.secondAttribute == side.attribute)
      }
      view = some.superview
    }
    return found
  }

  /// Returns a constraint to be equal to an anchor, plus points.
  open func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
  ) -> NSLayoutConstraint {
    constraint(.equal, anchor, constant: c)
  }

  /// Returns a constraint to be at least an anchor, plus points.
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
  ) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, constant: c)
  }

  /// Returns a constraint to be at most an anchor, plus points.
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
  ) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, anchor, constant: c)
  }

  final func constraint(
    _ relation: NSLayoutConstraint.Relation, _ anchor: NSLayoutAnchor<AnchorType>?,
    multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      side, relation, anchor?.side ?? NSLayoutConstraint.Side(nil, .notAnAttribute),
      multiplier: multiplier, constant: constant)
  }

  /// Returns the distance from this anchor to another.
  final func distance(to other: NSLayoutAnchor<AnchorType>) -> NSLayoutDimension {
    var side = other.side
    side.startItem = self.side.item
    side.startAttribute = self.side.attribute
    return NSLayoutDimension(side)
  }

  /// Whether another anchor is the same attribute of the same item.
  open override nonisolated func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSLayoutAnchor<AnchorType> else { return false }
    return side.isSame(as: other.side)
  }

  /// Hashes the attribute.
  open override nonisolated var hash: Int {
    side.attribute.rawValue.hashValue
  }
}

extension NSLayoutConstraint.Side {
  fileprivate func isSame(as other: Self) -> Bool {
    item === other.item && attribute == other.attribute && startItem === other.startItem
      && startAttribute == other.startAttribute
  }
}

/// A position along the horizontal axis.
@preconcurrency @MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  /// Returns the distance from this anchor to another, as a dimension.
  open func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
    distance(to: otherAnchor)
  }

  /// Returns a constraint to be multiples of the system's spacing, 8 points, after an anchor.
  open func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.equal, anchor, constant: UIView.systemSpacing * multiplier)
  }

  /// Returns a constraint to be at least multiples of the system's spacing, 8 points, after an anchor.
  open func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, constant: UIView.systemSpacing * multiplier)
  }

  /// Returns a constraint to be at most multiples of the system's spacing, 8 points, after an anchor.
  open func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, anchor, constant: UIView.systemSpacing * multiplier)
  }
}

/// A position along the vertical axis.
@preconcurrency @MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  /// Returns the distance from this anchor to another, as a dimension.
  open func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
    distance(to: otherAnchor)
  }

  /// Returns a constraint to be multiples of the system's spacing, 8 points, below an anchor.
  open func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.equal, anchor, constant: UIView.systemSpacing * multiplier)
  }

  /// Returns a constraint to be at least multiples of the system's spacing, 8 points, below an anchor.
  open func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, constant: UIView.systemSpacing * multiplier)
  }

  /// Returns a constraint to be at most multiples of the system's spacing, 8 points, below an anchor.
  open func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, anchor, constant: UIView.systemSpacing * multiplier)
  }
}

/// A width, a height, or the distance of two anchors.
@preconcurrency @MainActor
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  /// Returns a constraint to be equal to points.
  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
    constraint(.equal, nil, constant: c)
  }

  /// Returns a constraint to be at least points.
  open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, nil, constant: c)
  }

  /// Returns a constraint to be at most points.
  open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, nil, constant: c)
  }

  /// Returns a constraint to be equal to a multiple of a dimension, plus points.
  open func constraint(
    equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint {
    constraint(.equal, anchor, multiplier: m, constant: c)
  }

  /// Returns a constraint to be at least a multiple of a dimension, plus points.
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier: m, constant: c)
  }

  /// Returns a constraint to be at most a multiple of a dimension, plus points.
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier: m, constant: c)
  }
}
