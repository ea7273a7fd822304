// LayoutEngine+Expressions.swift
// Stage: layout. From a constraint's attributes to a linear expression of the variables of its items, of which the
// solver makes a row (LinearSolver+Rows.swift).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import LayoutSolver

extension LayoutEngine {
  /// A constraint without its constant: an expression in relation to zero, and the items it uses.
  struct Lowered {
    var expression = LinearExpression()
    var items: [LayoutItem] = []

    mutating func add(_ variable: LayoutVariable, of item: LayoutItem, times factor: Double) {
      expression.add(variable, times: factor)
      if !items.contains(where: { $0 === item }) { items.append(item) }
    }
  }

  /// Returns the first side minus the multiplied second one; nil if an item is gone, or the
  /// constraint has no effect.
  func lower(_ constraint: NSLayoutConstraint) -> Lowered? {
    guard !constraint.isInert, let container = constraint.commonView else { return nil }
    var lowered = Lowered()
    let (first, second) = mirrored(constraint, in: container)
    // In a layout from right to left, distances from the leading edge count from the right.
    let isMirrored =
      container.isMirrored && constraint.first.startItem == nil
      && (constraint.first.attribute.isDirectional || constraint.second.attribute.isDirectional)
    let sign: Double = isMirrored ? -1 : 1
    add(first, in: container, times: sign, to: &lowered, for: constraint)
    if second.hasItem {
      add(
        second, in: container, times: -sign * Double(constraint.multiplier), to: &lowered,
        for: constraint)
    }
    return lowered
  }

  /// The sides of a constraint, with the attributes of a layout from right to left where the container has one.
  private func mirrored(
    _ constraint: NSLayoutConstraint, in container: UIView
  ) -> (NSLayoutConstraint.Side, NSLayoutConstraint.Side) {
    var (first, second) = (constraint.first, constraint.second)
    guard container.isMirrored else { return (first, second) }
    mirror(&first)
    mirror(&second)
    return (first, second)
  }

  private func mirror(_ side: inout NSLayoutConstraint.Side) {
    let isDirectional = side.attribute.isDirectional || side.startAttribute.isDirectional
    side.attribute = side.attribute.mirrored
    side.startAttribute = side.startAttribute.mirrored
    // A distance runs the other way.
    guard isDirectional, side.startItem != nil else { return }
    (side.item, side.startItem) = (side.startItem, side.item)
    (side.attribute, side.startAttribute) = (side.startAttribute, side.attribute)
  }

  private func add(
    _ side: NSLayoutConstraint.Side, in container: UIView, times factor: Double,
    to lowered: inout Lowered, for constraint: NSLayoutConstraint?
  ) {
    guard let item = side.item else { return }
    add(side.attribute, of: item, in: container, times: factor, to: &lowered, for: constraint)
    if let start = side.startItem {
      add(
        side.startAttribute, of: start, in: container, times: -factor, to: &lowered, for: constraint
      )
    }
  }

  /// Adds a multiple of an attribute, in the coordinates of a view that contains the item.
  private func add(
    _ attribute: NSLayoutConstraint.Attribute, of target: AnyObject, in container: UIView,
    times factor: Double, to lowered: inout Lowered, for constraint: NSLayoutConstraint?
  ) {
    if let guide = target as? UILayoutGuide {
      addGuide(attribute, guide, in: container, times: factor, to: &lowered)
      return
    }
    guard let view = target as? UIView else { return }
    if let inner = attribute.insideMargins {
      addGuide(inner, view.layoutMarginsGuide, in: container, times: factor, to: &lowered)
      return
    }
    if attribute == .firstBaseline || attribute == .lastBaseline {
      addBaseline(attribute, of: view, in: container, times: factor, to: &lowered, for: constraint)
      return
    }
    let insets = view.alignmentRectInsets
    let isHorizontal = attribute.isHorizontal
    let (start, end) =
      isHorizontal ? (insets.left, insets.right) : (insets.top, insets.bottom)
    if view === container, let scrollView = view as? UIScrollView, attribute.group != .size {
      addScrollEdge(attribute, of: scrollView, times: factor, to: &lowered)
      return
    }
    // Only where it is used: an item without a use is never released.
    let item = item(for: view)
    let length = isHorizontal ? item.width : item.height
    let (part, offset) = attribute.placement
    lowered.add(length, of: item, times: factor * part)
    // The edges of the alignment rectangle, from those of the frame.
    lowered.expression.constant += factor * (start * (1 - part) - end * part)
    if attribute.group == .size {
      lowered.expression.constant += -factor * start
      return
    }
    if offset, view !== container {
      addOrigin(of: view, isHorizontal, in: container, times: factor, to: &lowered)
    }
  }

  /// Adds the position of a view's frame in a superview's coordinates.
  private func addOrigin(
    of view: UIView, _ isHorizontal: Bool, in container: UIView, times factor: Double,
    to lowered: inout Lowered
  ) {
    var current = view
    while current !== container {
      let item = item(for: current)
      lowered.add(isHorizontal ? item.minX : item.minY, of: item, times: factor)
      guard let above = current.storedSuperview else { return }
      if above !== container { addOffset(of: above, isHorizontal, times: -factor, to: &lowered) }
      current = above
    }
  }

  /// Adds the scroll offset of a scroll view; nothing for other views.
  private func addOffset(
    of view: UIView, _ isHorizontal: Bool, times factor: Double, to lowered: inout Lowered
  ) {
    guard let scrollView = view as? UIScrollView else { return }
    let frame = item(for: scrollView.frameLayoutGuide)
    lowered.add(isHorizontal ? frame.minX : frame.minY, of: frame, times: factor)
  }

  /// Adds an edge of a scroll view as its subviews use it: of its content; centres are those of its frame.
  private func addScrollEdge(
    _ attribute: NSLayoutConstraint.Attribute, of scrollView: UIScrollView, times factor: Double,
    to lowered: inout Lowered
  ) {
    let isCenter = attribute == .centerX || attribute == .centerY
    let guide = isCenter ? scrollView.frameLayoutGuide : scrollView.contentLayoutGuide
    addGuide(attribute, guide, in: scrollView, times: factor, to: &lowered)
  }

  private func addGuide(
    _ attribute: NSLayoutConstraint.Attribute, _ guide: UILayoutGuide, in container: UIView,
    times factor: Double, to lowered: inout Lowered
  ) {
    guard let owner = guide.owningView else { return }
    let item = item(for: guide)
    let inner = attribute.insideMargins ?? attribute
    let isHorizontal = inner.isHorizontal
    let (part, offset) = inner.placement
    lowered.add(isHorizontal ? item.width : item.height, of: item, times: factor * part)
    guard offset else { return }
    lowered.add(isHorizontal ? item.minX : item.minY, of: item, times: factor)
    guard owner !== container else { return }
    addOffset(of: owner, isHorizontal, times: -factor, to: &lowered)
    addOrigin(of: owner, isHorizontal, in: container, times: factor, to: &lowered)
  }

  /// Adds a baseline: text is centred in its view's height.
  private func addBaseline(
    _ attribute: NSLayoutConstraint.Attribute, of view: UIView, in container: UIView,
    times factor: Double, to lowered: inout Lowered, for constraint: NSLayoutConstraint?
  ) {
    let isFirst = attribute == .firstBaseline
    let item = item(for: view)
    let below = view.baselineBelowMiddle(
      isFirst: isFirst, textHeight: item.content[1].map { CGFloat($0.length) })
    guard let below else {
      let target = isFirst ? view.forFirstBaselineLayout : view.forLastBaselineLayout
      let next = target === view ? NSLayoutConstraint.Attribute.bottom : attribute
      add(next, of: target, in: container, times: factor, to: &lowered, for: constraint)
      return
    }
    if let constraint { item.baselineUsers.append(constraint) }
    lowered.add(item.height, of: item, times: factor / 2)
    lowered.expression.constant += factor * Double(below)
    if view !== container {
      addOrigin(of: view, false, in: container, times: factor, to: &lowered)
    }
  }

  // MARK: Ambiguity

  /// Whether an attribute could have another value.
  func isAmbiguous(_ side: NSLayoutConstraint.Side) -> Bool {
    guard let target = side.item, let item = items[ObjectIdentifier(target)] else { return false }
    let isHorizontal = side.attribute.isHorizontal
    let length = isHorizontal ? item.width : item.height
    let origin = isHorizontal ? item.minX : item.minY
    if side.attribute.group == .size { return solver.isAmbiguous(length) }
    let (part, _) = side.attribute.placement
    return solver.isAmbiguous(origin) || part != 0 && solver.isAmbiguous(length)
  }
}

extension NSLayoutConstraint.Attribute {
  var isHorizontal: Bool { group == .horizontal || self == .width }

  /// The part of the length that an attribute is away from the start, and whether it is a position.
  fileprivate var placement: (part: Double, isPosition: Bool) {
    switch self {
    case .left, .leading, .top: (0, true)
    case .right, .trailing, .bottom, .lastBaseline, .firstBaseline: (1, true)
    case .centerX, .centerY: (0.5, true)
    case .width, .height: (1, false)
    case .leftMargin, .leadingMargin, .topMargin, .rightMargin, .trailingMargin, .bottomMargin,
      .centerXWithinMargins, .centerYWithinMargins, .notAnAttribute:
      (0, true)
    }
  }

  /// The attribute of the layout margins' guide that a margin attribute is; nil for others.
  var insideMargins: Self? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }
}
