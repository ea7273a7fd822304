// UIStackView+Constraints.swift
// Stage: layout. The constraints by which a stack view arranges views that take part in layout by constraints.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UIStackView {
  /// Priorities of what only counts where constraints leave a choice, below `fittingSizeLevel`.
  private enum Weak {
    static let size = UILayoutPriority(49)
    static let compact = UILayoutPriority(48)
    static let baseline = UILayoutPriority(47)
    /// Of equal distances between centres: views rather keep their sizes.
    static let centering = UILayoutPriority(149)
  }

  /// The attributes along an axis.
  private struct AxisAttributes {
    let start, end, center, length: NSLayoutConstraint.Attribute

    init(_ axis: NSLayoutConstraint.Axis) {
      (start, end, center, length) =
        axis == .horizontal
        ? (.leading, .trailing, .centerX, .width) : (.top, .bottom, .centerY, .height)
    }
  }

  /// Replaces the constraints of the arrangement.
  final func arrangeByConstraints(in engine: LayoutEngine) {
    guard arrangesByConstraints else { return }
    for constraint in layoutState?.ownConstraints ?? [] { release(constraint) }
    let views = visible
    for view in arrangedSubviews { engine.contentDidChange(of: view) }
    guard !views.isEmpty else { return }
    let box: AnyObject = isLayoutMarginsRelativeArrangement ? layoutMarginsGuide : self
    let constraints =
      distribute(views, in: box) + align(views, in: box) + keepAddedSizes(of: views)
    for constraint in constraints {
      constraint.isInternal = true
      hold(constraint)
    }
  }

  /// The place of an arranged view among those that share the space along an axis; nil along the other.
  final func fillOrder(of view: UIView, _ axis: NSLayoutConstraint.Axis) -> Int? {
    arrangesByConstraints && axis == self.axis ? arrangedSubviews.firstIndex(of: view) : nil
  }

  private func make(
    _ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute,
    _ relation: NSLayoutConstraint.Relation = .equal, _ other: AnyObject? = nil,
    _ otherAttribute: NSLayoutConstraint.Attribute = .notAnAttribute, times multiplier: CGFloat = 1,
    plus constant: CGFloat = 0, at priority: UILayoutPriority = .required
  ) -> NSLayoutConstraint {
    let constraint = NSLayoutConstraint(
      NSLayoutConstraint.Side(item, attribute), relation,
      NSLayoutConstraint.Side(other, otherAttribute), multiplier: multiplier, constant: constant)
    constraint.priority = priority
    return constraint
  }

  // MARK: Along the axis

  private func distribute(_ views: [UIView], in box: AnyObject) -> [NSLayoutConstraint] {
    let names = AxisAttributes(axis)
    guard let first = views.first, let last = views.last else { return [] }
    var made = [
      make(first, names.start, .equal, box, names.start),
      make(last, names.end, .equal, box, names.end),
    ]
    let pairs = Array(zip(views, views.dropFirst()))
    let keepsSpacing = distribution != .equalSpacing && distribution != .equalCentering
    for (view, next) in pairs {
      let gap = spacing(after: view)
      made.append(
        make(
          next, names.start, keepsSpacing ? .equal : .greaterThanOrEqual, view, names.end, plus: gap
        ))
      if !keepsSpacing {
        made.append(make(next, names.start, .equal, view, names.end, plus: gap, at: Weak.compact))
      }
    }
    switch distribution {
    case .fill: break
    case .fillEqually:
      made += views.dropFirst().map { make($0, names.length, .equal, first, names.length) }
    case .fillProportionally:
      let lengths = views.map { max(0, naturalLength(of: $0)) }
      made += zip(views, lengths).dropFirst().map { view, length in
        let ratio = lengths[0] > 0 && length > 0 ? length / lengths[0] : 1
        return make(view, names.length, .equal, first, names.length, times: ratio)
      }
    case .equalSpacing:
      made += equalDistances(pairs, from: names.end, to: names.start, at: UILayoutPriority(999))
    case .equalCentering:
      made += equalDistances(pairs, from: names.center, to: names.center, at: Weak.centering)
    }
    return made
  }

  private func equalDistances(
    _ pairs: [(UIView, UIView)], from start: NSLayoutConstraint.Attribute,
    to end: NSLayoutConstraint.Attribute, at priority: UILayoutPriority
  ) -> [NSLayoutConstraint] {
    func distance(_ pair: (UIView, UIView)) -> NSLayoutConstraint.Side {
      var side = NSLayoutConstraint.Side(pair.1, end)
      side.startItem = pair.0
      side.startAttribute = start
      return side
    }
    guard let first = pairs.first else { return [] }
    return pairs.dropFirst().map {
      let constraint = NSLayoutConstraint(
        distance($0), .equal, distance(first), multiplier: 1, constant: 0)
      constraint.priority = priority
      return constraint
    }
  }

  // MARK: Across the axis

  private func align(_ views: [UIView], in box: AnyObject) -> [NSLayoutConstraint] {
    let isRow = axis == .horizontal
    let names = AxisAttributes(isRow ? .vertical : .horizontal)
    var made: [NSLayoutConstraint] = []
    func atStart(_ view: UIView, _ relation: NSLayoutConstraint.Relation) {
      made.append(make(view, names.start, relation, box, names.start))
    }
    func atEnd(_ view: UIView, _ relation: NSLayoutConstraint.Relation) {
      made.append(make(view, names.end, relation, box, names.end))
    }
    for view in views {
      switch alignment {
      case .fill:
        atStart(view, .equal)
        atEnd(view, .equal)
        continue
      case .leading:
        atStart(view, .equal)
        atEnd(view, .lessThanOrEqual)
      case .trailing:
        atStart(view, .greaterThanOrEqual)
        atEnd(view, .equal)
      case .center:
        made.append(make(view, names.center, .equal, box, names.center))
        atStart(view, .greaterThanOrEqual)
        atEnd(view, .lessThanOrEqual)
      case .firstBaseline, .lastBaseline:
        guard isRow else {
          atStart(view, .equal)
          atEnd(view, .lessThanOrEqual)
          break
        }
        atStart(view, .greaterThanOrEqual)
        atEnd(view, .lessThanOrEqual)
        made += alignBaseline(of: view, to: views[0], in: box)
      }
    }
    // No higher than the highest view.
    if alignment != .fill { made.append(make(box, names.length, at: Weak.compact)) }
    return made
  }

  private func alignBaseline(
    of view: UIView, to first: UIView, in box: AnyObject
  ) -> [NSLayoutConstraint] {
    let isFirst = alignment == .firstBaseline
    let baseline: NSLayoutConstraint.Attribute = isFirst ? .firstBaseline : .lastBaseline
    let edge: NSLayoutConstraint.Attribute = isFirst ? .top : .bottom
    let near = make(view, edge, .equal, box, edge, at: Weak.baseline)
    return view === first ? [near] : [near, make(view, baseline, .equal, first, baseline)]
  }

  /// A view without an intrinsic size has the size with which it was added, where nothing else counts.
  private func keepAddedSizes(of views: [UIView]) -> [NSLayoutConstraint] {
    views.flatMap { view -> [NSLayoutConstraint] in
      let (natural, added) = (view.layoutContentSize, addedSize(of: view))
      var made: [NSLayoutConstraint] = []
      if natural.width < 0, added.width > 0 {
        made.append(make(view, .width, plus: added.width, at: Weak.size))
      }
      if natural.height < 0, added.height > 0 {
        made.append(make(view, .height, plus: added.height, at: Weak.size))
      }
      return made
    }
  }
}
