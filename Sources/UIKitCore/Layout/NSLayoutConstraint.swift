// NSLayoutConstraint.swift
// One linear relation between attributes of views and layout guides.
//
// This folder: constraints, anchors, guides, the visual format, and insets.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A relation between attributes: first == multiplier * second + constant, or an inequality.
///
///     let width = box.widthAnchor.constraint(equalToConstant: 100)
///     width.isActive = true
///     …
///     width.constant = 200
///     UIView.animate(withDuration: 0.5) { container.layoutIfNeeded() }
///
/// Active constraints position the views in the next layout: that of the views' superviews. Inside an
/// animation block, `layoutIfNeeded()` animates the change.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
  /// A part of an item, or the distance of two.
  struct Side {
    weak var item: AnyObject?
    var attribute: Attribute
    /// Of a distance, where it starts.
    weak var startItem: AnyObject?
    var startAttribute = Attribute.notAnAttribute
    /// Whether there was an item. The reference is nil after the item's end.
    var hasItem: Bool

    init(_ item: AnyObject?, _ attribute: Attribute) {
      self.item = item
      self.attribute = attribute
      hasItem = item != nil
    }
  }

  private(set) final var first = Side(nil, .notAnAttribute)
  private(set) final var second = Side(nil, .notAnAttribute)

  /// The view in whose ``UIView/constraints`` the constraint is; nil while it is not active.
  final weak var holder: UIView?
  /// Whether a view made it for its own layout.
  final var isInternal = false
  /// Whether its attributes cannot be related, so that it has no effect.
  private(set) final var isInert = false
  /// Whether its contradiction to others was reported.
  final var wasReported = false

  /// Creates a constraint; use it with both items, or with a size and a constant.
  ///
  /// - Parameters:
  ///   - view1: A view or layout guide.
  ///   - attr1: An attribute of the first item.
  ///   - relation: How the first attribute is related to the second.
  ///   - view2: A view or layout guide; nil with the attribute `notAnAttribute`.
  ///   - attr2: An attribute of the second item.
  ///   - multiplier: The factor of the second attribute; finite.
  ///   - c: Points; finite.
  ///
  /// The attributes are both positions along one axis, or sizes, and leading and trailing are not paired with left
  /// and right. A constraint of others is reported and has no effect.
  public convenience init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    self.init(
      Side(Self.layoutItem(view1), attr1), relation,
      Side(view2.map(Self.layoutItem), view2 == nil ? .notAnAttribute : attr2),
      multiplier: multiplier, constant: c)
  }

  convenience init(
    _ first: Side, _ relation: Relation, _ second: Side, multiplier: CGFloat, constant: CGFloat
  ) {
    self.init()
    self.first = first
    self.second = second
    self.relation = relation
    self.multiplier = multiplier
    storedConstant = constant
    checkParts()
  }

  /// Creates a constraint without items, to be replaced by another before it is used.
  public override init() {}

  private static func layoutItem(_ item: Any) -> AnyObject {
    if let view = item as? UIView { return view }
    if let guide = item as? UILayoutGuide { return guide }
    trap("a constraint needs views or layout guides, not \(item)")
  }

  private func checkParts() {
    trap(
      unless: storedConstant.isFinite && multiplier.isFinite,
      "the constant and the multiplier of a constraint must be finite, unlike \(self)")
    guard let mistake else { return }
    isInert = true
    Diagnostics.reportOnce("constraint \(self)", "\(mistake): \(self) is ignored")
  }

  /// Why the attributes cannot be related; nil if they can.
  private var mistake: String? {
    let (one, two) = (first.attribute, second.attribute)
    if one == .notAnAttribute { return "the first attribute of a constraint must be an attribute" }
    let group = first.startAttribute != .notAnAttribute ? .size : one.group
    guard second.hasItem, two != .notAnAttribute, multiplier != 0 else {
      return group == .size
        ? nil
        : "a position cannot be equal to a constant: it needs a second attribute and a multiplier other than 0"
    }
    let other = second.startAttribute != .notAnAttribute ? .size : two.group
    if group != other { return "\(one.name) and \(two.name) cannot be in one constraint" }
    let isMixed = one.isDirectional && two.isAbsolute || one.isAbsolute && two.isDirectional
    return isMixed ? "a constraint cannot mix leading or trailing with left or right" : nil
  }

  // MARK: Parts

  /// The first item: a view or a layout guide.
  open var firstItem: AnyObject? { first.item }
  /// The second item; nil for a constant.
  open var secondItem: AnyObject? { second.item }
  /// The attribute of the first item.
  open var firstAttribute: Attribute { first.attribute }
  /// The attribute of the second item.
  open var secondAttribute: Attribute { second.attribute }
  /// The relation.
  open private(set) var relation = Relation.equal
  /// The factor of the second attribute.
  open private(set) var multiplier: CGFloat = 1

  /// The anchor of the first attribute.
  open var firstAnchor: NSLayoutAnchor<AnyObject> { NSLayoutAnchor(first) }
  /// The anchor of the second attribute; nil for a constant.
  open var secondAnchor: NSLayoutAnchor<AnyObject>? {
    second.item == nil ? nil : NSLayoutAnchor(second)
  }

  /// Points that are added to the second attribute. A change takes effect in the next layout.
  ///
  /// - Precondition: Finite.
  open var constant: CGFloat {
    get { storedConstant }
    set {
      trap(
        unless: newValue.isFinite,
        "a constraint's constant must be finite, unlike \(newValue) for \(self)")
      guard newValue != storedConstant else { return }
      storedConstant = newValue
      if let holder { LayoutEngine.of(holder)?.constantDidChange(of: self) }
    }
  }
  private var storedConstant: CGFloat = 0

  /// The priority, above 0 and up to 1000. Default required, 1000.
  ///
  /// A higher priority is satisfied first; no number of lower ones outweighs it.
  open var priority = UILayoutPriority.required {
    willSet {
      trap(
        unless: newValue.rawValue > 0 && newValue.rawValue <= 1000,
        "a constraint's priority lies above 0 and up to 1000, unlike \(newValue.rawValue) for \(self)"
      )
    }
    didSet {
      guard priority != oldValue, let holder else { return }
      LayoutEngine.of(holder)?.reinstall(self)
    }
  }

  /// A name for reports. Default nil.
  open var identifier: String?

  /// Stored for source compatibility: there are no archives.
  open var shouldBeArchived = false

  // MARK: Activation

  /// Whether the constraint takes part in layout.
  ///
  /// Setting it to true adds the constraint to the nearest common superview of its items. They must have
  /// one: setting it earlier traps, as it throws in UIKit. When an item leaves this superview, the
  /// constraint becomes inactive.
  open var isActive: Bool {
    get { holder != nil }
    set {
      guard newValue != isActive else { return }
      newValue ? activate() : holder?.release(self)
    }
  }

  /// Activates constraints.
  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Deactivates constraints.
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func activate() {
    guard let view = commonView else {
      trap(
        "\(self) cannot be activated: its items have no common superview. Add both to a view tree first"
      )
    }
    view.hold(self)
  }

  /// The views of the items, nil for those that are gone.
  final var views: [UIView?] {
    let items =
      [(first.hasItem, first.item), (first.startItem != nil, first.startItem)]
      + [(second.hasItem, second.item), (second.startItem != nil, second.startItem)]
    return items.filter(\.0).map { UIView.layoutView(of: $0.1) }
  }

  /// The nearest view that is or contains all items; nil for none.
  final var commonView: UIView? {
    var common: UIView?
    for view in views {
      guard let view else { return nil }
      guard let known = common else {
        common = view
        continue
      }
      common = known.commonAncestor(with: view)
      if common == nil { return nil }
    }
    return common
  }

  // MARK: Description

  /// The constraint as a formula, such as "box.width == 2 * card.width + 8 (priority 750)".
  ///
  /// Views are called by their accessibility identifier or class. Off the main thread, to which the views belong, the
  /// class and the address.
  open override nonisolated var description: String {
    MainThread.isCurrent ? MainActor.assumeIsolated { formula } : super.description
  }

  private var formula: String {
    var text = identifier.map { "\"\($0)\": " } ?? ""
    text += "\(Self.words(first)) \(relation.sign) "
    if second.hasItem && multiplier != 0 {
      if multiplier != 1 { text += "\(LayoutWords.number(multiplier)) * " }
      text += Self.words(second)
      if storedConstant != 0 {
        text += storedConstant < 0 ? " - " : " + "
        text += LayoutWords.number(abs(storedConstant))
      }
    } else {
      text += LayoutWords.number(storedConstant)
    }
    if priority != .required {
      text += " (priority \(LayoutWords.number(CGFloat(priority.rawValue))))"
    }
    return text
  }

  private static func words(_ side: Side) -> String {
    let end = "\(LayoutWords.name(of: side.item)).\(side.attribute.name)"
    if side.startAttribute == .notAnAttribute { return end }
    return "(\(end) - \(LayoutWords.name(of: side.startItem)).\(side.startAttribute.name))"
  }

  // MARK: Visual format

  /// Returns the constraints that a visual format describes.
  ///
  ///     NSLayoutConstraint.constraints(
  ///       withVisualFormat: "H:|-[icon(24)]-gap-[title]-|", options: .alignAllCenterY,
  ///       metrics: ["gap": 12], views: ["icon": icon, "title": title])
  ///
  /// A plain hyphen is 8 points between views, and the layout margin at the superview's edge.
  ///
  /// - Parameters:
  ///   - format: The layout in letters, along one axis.
  ///   - opts: What the views are aligned by, across that axis.
  ///   - metrics: Numbers by their names.
  ///   - views: Views or layout guides by their names.
  /// - Precondition: The format can be read; a mistake traps with its place, where UIKit throws.
  open class func constraints(
    withVisualFormat format: String, options opts: FormatOptions = [],
    metrics: [String: Any]? = nil,
    views: [String: Any]
  ) -> [NSLayoutConstraint] {
    formatted(format, opts, metrics ?? [:], views)
  }
}

/// Names and numbers in the descriptions of constraints.
@MainActor enum LayoutWords {
  static func name(of item: AnyObject?) -> String {
    switch item {
    case let view as UIView: view.layoutName
    case let guide as UILayoutGuide:
      (guide.owningView.map { $0.layoutName + "." } ?? "")
        + (guide.identifier.isEmpty ? "guide" : guide.identifier)
    default: "nothing"
    }
  }

  static func number(_ value: CGFloat) -> String {
    guard value != value.rounded() || abs(value) >= 1e15 else { return "\(Int(value))" }
    guard abs(value) < 1e15 else { return "\(Double(value))" }
    return "\(Double((value * 1000).rounded() / 1000))"
  }
}

extension UIView {
  /// The view in the descriptions of constraints: its identifier, or its class and tag.
  final var layoutName: String {
    if let name = accessibilityIdentifier, !name.isEmpty { return name }
    return tag == 0 ? "\(type(of: self))" : "\(type(of: self)) \(tag)"
  }

  /// The view of a constraint's item: the view itself, or the owner of a layout guide.
  static func layoutView(of item: AnyObject?) -> UIView? {
    (item as? UIView) ?? (item as? UILayoutGuide)?.owningView
  }

  /// Returns the nearest view that is or contains both views; nil for none.
  final func commonAncestor(with other: UIView) -> UIView? {
    var view: UIView? = other
    while let some = view {
      if isDescendant(of: some) { return some }
      view = some.storedSuperview
    }
    return nil
  }
}
