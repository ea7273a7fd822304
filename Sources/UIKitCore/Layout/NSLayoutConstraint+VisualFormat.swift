// NSLayoutConstraint+VisualFormat.swift
// Constraints from a visual format.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension NSLayoutConstraint {
  /// Returns the constraints of ``constraints(withVisualFormat:options:metrics:views:)``.
  static func formatted(
    _ format: String, _ opts: FormatOptions, _ metrics: [String: Any], _ views: [String: Any]
  ) -> [NSLayoutConstraint] {
    do {
      let parsed = try VisualFormat(
        format, metrics: metrics.mapValues { Self.number($0) }, views: Set(views.keys))
      return Builder(parsed, options: opts, views: views, format: format).constraints()
    } catch {
      trap("the visual format of constraints cannot be read: \(error)")
    }
  }

  private static func number(_ value: Any) -> CGFloat {
    switch value {
    case let number as CGFloat: number
    case let number as Double: CGFloat(number)
    case let number as Int: CGFloat(number)
    case let number as Float: CGFloat(number)
    case let number as NSNumber: CGFloat(number.doubleValue)
    default: trap("a metric of a visual format must be a number, not \(value)")
    }
  }
}

/// Makes the constraints of a parsed format.
@MainActor private struct Builder {
  typealias Attribute = NSLayoutConstraint.Attribute

  private let parsed: VisualFormat
  private let options: NSLayoutConstraint.FormatOptions
  private let items: [AnyObject?]
  private let named: [String: AnyObject]
  private let format: String
  private let (start, end): (Attribute, Attribute)

  init(
    _ parsed: VisualFormat, options: NSLayoutConstraint.FormatOptions, views: [String: Any],
    format: String
  ) {
    self.parsed = parsed
    self.options = options
    self.format = format
    let named = views.mapValues { $0 as AnyObject }
    self.named = named
    items = parsed.elements.map { element in element.name.flatMap { named[$0] } }
    if parsed.isVertical {
      (start, end) = (.top, .bottom)
    } else if options.contains(.directionRightToLeft) {
      (start, end) = (.right, .left)
    } else if options.contains(.directionLeftToRight) {
      (start, end) = (.left, .right)
    } else {
      (start, end) = (.leading, .trailing)
    }
  }

  func constraints() -> [NSLayoutConstraint] {
    var made: [NSLayoutConstraint] = []
    for (index, element) in parsed.elements.enumerated() {
      if index > 0 { made += spaces(before: index) }
      if let item = items[index] { made += lengths(of: item, element.predicates) }
    }
    return made + alignments()
  }

  private func make(
    _ item: AnyObject, _ attribute: Attribute, _ relation: Int, _ other: AnyObject?,
    _ otherAttribute: Attribute, _ constant: CGFloat, _ priority: Float = 1000
  ) -> NSLayoutConstraint {
    let constraint = NSLayoutConstraint(
      item: item, attribute: attribute,
      relatedBy: NSLayoutConstraint.Relation(rawValue: relation) ?? .equal, toItem: other,
      attribute: otherAttribute, multiplier: 1, constant: constant)
    constraint.priority = UILayoutPriority(priority)
    return constraint
  }

  // MARK: Spaces

  private func spaces(before index: Int) -> [NSLayoutConstraint] {
    let (first, second) = (items[index - 1], items[index])
    let isAtEdge = first == nil || second == nil
    // The later item in the direction of the format, and the edges that the space is between.
    let later = second ?? superview(of: first)
    let earlier = first ?? superview(of: second)
    let laterEdge = second == nil ? end : start
    let earlierEdge = first == nil ? start : end
    let sign: CGFloat = start == .right ? -1 : 1
    switch parsed.spaces[index - 1] {
    case .flush: return [make(later, laterEdge, 0, earlier, earlierEdge, 0)]
    case .standard where isAtEdge:
      let (inner, outer) = first == nil ? (later, earlier) : (earlier, later)
      let edge = first == nil ? start : end
      guard let margin = margin(of: edge) else { return [] }
      return [
        first == nil
          ? make(inner, edge, 0, outer, margin, 0) : make(outer, margin, 0, inner, edge, 0)
      ]
    case .standard:
      return [make(later, laterEdge, 0, earlier, earlierEdge, sign * UIView.systemSpacing)]
    case .limits(let predicates):
      return predicates.map {
        make(
          later, laterEdge, Int(sign) * $0.relation, earlier, earlierEdge, sign * $0.constant,
          $0.priority)
      }
    }
  }

  private func superview(of item: AnyObject?) -> UIView {
    let superview = (item as? UILayoutGuide)?.owningView ?? (item as? UIView)?.superview
    guard let superview else {
      trap(
        "the visual format \"\(format)\" refers to a superview, but \(LayoutWords.name(of: item)) has none"
      )
    }
    return superview
  }

  private func margin(of edge: Attribute) -> Attribute? {
    switch edge {
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    case .left: .leftMargin
    case .right: .rightMargin
    case .top: .topMargin
    case .bottom: .bottomMargin
    default: nil
    }
  }

  // MARK: Lengths and alignments

  private func lengths(
    of item: AnyObject, _ predicates: [VisualFormat.Predicate]
  ) -> [NSLayoutConstraint] {
    let length: Attribute = parsed.isVertical ? .height : .width
    return predicates.map { predicate in
      let other = predicate.view.flatMap { named[$0] }
      return make(
        item, length, predicate.relation, other, other == nil ? .notAnAttribute : length,
        predicate.constant, predicate.priority)
    }
  }

  private static let alignmentNames: [(NSLayoutConstraint.FormatOptions, Attribute)] = [
    (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top),
    (.alignAllBottom, .bottom), (.alignAllLeading, .leading), (.alignAllTrailing, .trailing),
    (.alignAllCenterX, .centerX), (.alignAllCenterY, .centerY),
    (.alignAllLastBaseline, .lastBaseline), (.alignAllFirstBaseline, .firstBaseline),
  ]

  private func alignments() -> [NSLayoutConstraint] {
    var made: [NSLayoutConstraint] = []
    let views = items.compactMap { $0 }
    for (option, attribute) in Self.alignmentNames where options.contains(option) {
      trap(
        unless: attribute.isHorizontal == parsed.isVertical,
        "views of the visual format \"\(format)\" cannot all have the same \(attribute.name): it places "
          + "them along that axis")
      for (view, next) in zip(views, views.dropFirst()) {
        made.append(make(view, attribute, 0, next, attribute, 0))
      }
    }
    return made
  }
}
