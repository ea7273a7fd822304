// UIStackView.swift
// Stage: layout. A row or column that arranges its subviews.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A view that arranges its subviews along an axis.
///
/// A view's size is its intrinsic one, or along an axis without one, the size with which it was added.
/// Positions are set in ``layoutSubviews()``; they animate with `layoutIfNeeded()` in an animation block. A view whose
/// `isHidden` is set in a block is squeezed to nothing and hidden at the end, or grows from nothing.
///
/// Once an active constraint mentions the stack or an arranged view, the stack arranges by constraints of its
/// own, and its size follows from its views wherever its own constraints leave a choice.
@preconcurrency @MainActor
open class UIStackView: UIView {
  /// The distribution of space along the axis.
  public enum Distribution: Int, Sendable {
    /// Fills the space by resizing the view of the lowest priority.
    case fill
    /// Fills the space with equal sizes.
    case fillEqually
    /// Fills the space in proportion to the views' sizes.
    case fillProportionally
    /// Keeps sizes; gaps are equal.
    case equalSpacing
    /// Keeps sizes; distances of centres are equal.
    case equalCentering
  }

  /// The alignment across the axis.
  public enum Alignment: Int, Sendable {
    /// Fills the breadth.
    case fill
    /// At the left edge of a column; at the right one in a layout from right to left.
    case leading
    /// At the first baseline of a row.
    case firstBaseline
    /// In the middle.
    case center
    /// At the right edge of a column; at the left one in a layout from right to left.
    case trailing
    /// At the last baseline of a row.
    case lastBaseline
    /// At the top of a row.
    public static let top = Alignment.leading
    /// At the bottom of a row.
    public static let bottom = Alignment.trailing
  }

  /// The custom spacing that selects ``spacing``.
  public nonisolated static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  /// The custom spacing that selects the system's spacing: 8 points.
  public nonisolated static let spacingUseSystem: CGFloat = -1

  private var arranged: [UIView] = []
  /// Spacings after single views.
  private var customSpacings: [ObjectIdentifier: CGFloat] = [:]
  /// The sizes with which views were added.
  private var addedSizes: [ObjectIdentifier: CGSize] = [:]
  /// Whether constraints arrange the views, instead of ``layoutSubviews()``.
  private(set) final var arrangesByConstraints = false

  /// Creates a row of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
    bounds.size = intrinsicContentSize
  }

  // MARK: Views

  /// The arranged views in order. Hidden ones are included and take no space.
  open var arrangedSubviews: [UIView] { arranged }

  /// Adds a view at the end, as a subview too. The view's `translatesAutoresizingMaskIntoConstraints` becomes false.
  open func addArrangedSubview(_ view: UIView) {
    let isLast = arranged.last === view
    if !isLast {
      insertArrangedSubview(view, at: arranged.count - (arranged.contains(view) ? 1 : 0))
    }
  }

  /// Inserts a view at an index, as a subview too, which follows the stack from now on:
  /// `translatesAutoresizingMaskIntoConstraints` becomes false. A view that is already arranged moves.
  ///
  /// - Precondition: The index is in range, or the end.
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arranged.removeAll { $0 === view }
    trap(
      unless: (0...arranged.count).contains(stackIndex),
      "there is no index \(stackIndex) in a stack of \(arranged.count)")
    let id = ObjectIdentifier(view)
    if addedSizes[id] == nil { addedSizes[id] = view.bounds.size }
    view.translatesAutoresizingMaskIntoConstraints = false
    arranged.insert(view, at: stackIndex)
    if view.superview !== self { addSubview(view) }
    contentDidChange()
    let isInConstraints = view.layoutState.map { $0.references > 0 } ?? false
    let nested = view as? UIStackView
    if isInConstraints || nested?.arrangesByConstraints ?? false { arrangeByConstraints() }
    if arrangesByConstraints { nested?.arrangeByConstraints() }
  }

  /// A constraint began or ceased to mention the stack or an arranged view.
  final func constraintUseDidChange() {
    let isUsed = ([self] + arranged).contains { ($0.layoutState?.references ?? 0) > 0 }
    if isUsed { arrangeByConstraints() }
  }

  /// Whether ``layoutSubviews()`` places a view, without constraints.
  final func setsFrame(of view: UIView) -> Bool {
    !arrangesByConstraints && arranged.contains(view)
  }

  /// Arranges by constraints from now on, as do the stacks in this one and the one that this is in.
  private func arrangeByConstraints() {
    guard !arrangesByConstraints else { return }
    arrangesByConstraints = true
    for view in arranged { LayoutEngine.of(view)?.translationDidChange(of: view) }
    contentDidChange()
    for case let stack as UIStackView in arranged { stack.arrangeByConstraints() }
    if let outer = superview as? UIStackView, outer.arranged.contains(self) {
      outer.arrangeByConstraints()
    }
  }

  /// Removes a view from the arrangement. It stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    guard arranged.contains(view) else { return }
    arranged.removeAll { $0 === view }
    view.endVisibilityChange()
    forget(view)
    for constraint in layoutState?.ownConstraints ?? [] where constraint.uses(view) {
      release(constraint)
    }
    contentDidChange()
  }

  /// Removes the subview from the arrangement too.
  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  private func forget(_ view: UIView) {
    customSpacings[ObjectIdentifier(view)] = nil
    addedSizes[ObjectIdentifier(view)] = nil
  }

  override func animateVisibility(of view: UIView, hides: Bool) -> Bool {
    animateArranged(view, hides: hides)
  }

  override func subviewVisibilityDidChange(_ view: UIView) {
    if arranged.contains(view) { contentDidChange() }
  }

  // MARK: Properties

  /// The axis. Default horizontal.
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { contentDidChange() } }

  /// The distribution of space along the axis. Default fill.
  open var distribution = Distribution.fill { didSet { contentDidChange() } }

  /// The alignment across the axis. Default fill.
  open var alignment = Alignment.fill { didSet { contentDidChange() } }

  /// The spacing between views in points; with equal spacing, the minimum. Default 0.
  open var spacing: CGFloat = 0 {
    didSet {
      spacing = nearest(spacing, "the spacing of a stack view")
      contentDidChange()
    }
  }

  /// Sets the spacing after a view, in place of ``spacing``.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] =
      spacing == Self.spacingUseDefault ? nil : spacing
    contentDidChange()
  }

  /// Returns the custom spacing after a view; ``spacingUseDefault`` for none.
  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
  }

  /// Whether the arrangement respects ``UIView/layoutMargins``. Default false.
  open var isLayoutMarginsRelativeArrangement = false { didSet { contentDidChange() } }

  /// Stored for source compatibility: spacing is measured between frames.
  open var isBaselineRelativeArrangement = false

  final func contentDidChange() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
    if arrangesByConstraints { LayoutEngine.make(for: self).stackDidChange(self) }
  }

  /// The margins have changed.
  open override func layoutMarginsDidChange() {
    super.layoutMarginsDidChange()
    contentDidChange()
  }

  /// Requests layout, for an enclosing stack view too, as the size may change.
  open override func setNeedsLayout() {
    super.setNeedsLayout()
    (superview as? UIStackView)?.setNeedsLayout()
  }

  // MARK: Sizes

  private var margins: UIEdgeInsets {
    isLayoutMarginsRelativeArrangement ? layoutMargins : .zero
  }

  /// The part in which the views are arranged.
  final var contentBox: CGRect { bounds.inset(by: margins) }

  final var isRow: Bool { axis == .horizontal }
  final func along(_ size: CGSize) -> CGFloat { isRow ? size.width : size.height }
  private func across(_ size: CGSize) -> CGFloat { isRow ? size.height : size.width }

  /// The values of a view that the arrangement needs.
  private struct Measure {
    var size: CGSize
    /// Whether the view has no size of its own along the axis.
    var isFree: Bool
  }

  /// Measures a view, with wrapped text within the stack's width. Asks it once: it may be a stack of stacks.
  private func measure(_ view: UIView, within space: CGSize?) -> Measure {
    let width = !isRow && view.contentDependsOnWidth ? space?.width ?? 0 : 0
    let fitting = width > 0 ? view.sizeThatFits(CGSize(width: width, height: 0)) : nil
    if let fitting, let stack = view as? UIStackView, !stack.arrangesByConstraints {
      return Measure(size: fitting, isFree: false)
    }
    var size = view.intrinsicContentSize
    let isFree =
      along(size) < 0 && along(addedSizes[ObjectIdentifier(view)] ?? .zero) == 0
    let added = addedSize(of: view)
    if size.width < 0 { size.width = added.width }
    if size.height < 0 { size.height = added.height }
    return Measure(size: fitting ?? size, isFree: isFree)
  }

  /// The size with which a view was added.
  final func addedSize(of view: UIView) -> CGSize {
    addedSizes[ObjectIdentifier(view)] ?? view.bounds.size
  }

  /// A view's own length along the axis, in points.
  final func naturalLength(of view: UIView) -> CGFloat {
    along(measure(view, within: nil).size)
  }

  /// The spacing after a view, in points.
  final func spacing(after view: UIView) -> CGFloat {
    let custom = customSpacings[ObjectIdentifier(view)]
    return custom == Self.spacingUseSystem ? Self.systemSpacing : custom ?? spacing
  }

  final var visible: [UIView] { arranged.filter { !$0.isHidden } }

  private func items(_ views: [UIView], _ measures: [Measure]) -> [StackArrangement.Item] {
    zip(views, measures).map { view, measure in
      let hugging = view.contentHuggingPriority(for: axis).rawValue
      return StackArrangement.Item(
        length: along(measure.size),
        spacing: spacing(after: view),
        // A view without any size is a spacer.
        hugging: measure.isFree
          ? min(hugging, UILayoutPriority.fittingSizeLevel.rawValue) : hugging,
        resistance: view.contentCompressionResistancePriority(for: axis).rawValue)
    }
  }

  private var arrangement: StackArrangement.Distribution {
    switch distribution {
    case .fill: .fill
    case .fillEqually: .fillEqually
    case .fillProportionally: .fillProportionally
    case .equalSpacing: .equalSpacing
    case .equalCentering: .equalCentering
    }
  }

  private func fittingSize(within space: CGSize?) -> CGSize {
    let margins = margins
    let views = visible
    let inner = space.map {
      CGSize(width: $0.width - margins.left - margins.right, height: $0.height)
    }
    let measures = views.map { measure($0, within: inner) }
    let sizes = measures.map(\.size)
    let length = StackArrangement.length(of: items(views, measures), arrangement)
    let breadth = breadth(of: sizes, baselines(of: views, sizes))
    return CGSize(
      width: (isRow ? length : breadth) + margins.left + margins.right,
      height: (isRow ? breadth : length) + margins.top + margins.bottom)
  }

  /// The baselines by which the views of a row are aligned, from the top of each, in points; a view without text has
  /// its bottom. Nil for other alignments.
  private func baselines(of views: [UIView], _ sizes: [CGSize]) -> [CGFloat]? {
    guard isRow, alignment == .firstBaseline || alignment == .lastBaseline else { return nil }
    let isFirst = alignment == .firstBaseline
    return zip(views, sizes).map { view, size in
      let target = isFirst ? view.forFirstBaselineLayout : view.forLastBaselineLayout
      let isOwn = target === view
      let height = isOwn ? size.height : target.bounds.height
      let below = target.baselineBelowMiddle(isFirst: isFirst, textHeight: height)
      let baseline = below.map { height / 2 + $0 } ?? height
      return isOwn ? baseline : target.convert(CGPoint(x: 0, y: baseline), to: view).y
    }
  }

  /// The breadth that fits all views: of those that hang from one baseline, what is above it and what is below.
  private func breadth(of sizes: [CGSize], _ baselines: [CGFloat]?) -> CGFloat {
    guard let baselines else { return sizes.map(across).max() ?? 0 }
    let below = zip(sizes, baselines).map { $0.height - $1 }
    return (baselines.max() ?? 0) + (below.max() ?? 0)
  }

  override var contentDependsOnWidth: Bool { axis == .vertical }

  /// The size that fits every view; none while constraints arrange them.
  open override var intrinsicContentSize: CGSize {
    arrangesByConstraints ? super.intrinsicContentSize : fittingSize(within: nil)
  }

  /// Returns the size that fits every view within a width.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    guard arrangesByConstraints, let engine = LayoutEngine.measuring(self) else {
      return fittingSize(within: size)
    }
    let level = UILayoutPriority.fittingSizeLevel.rawValue
    return engine.fittingSize(size, horizontal: level, vertical: level)
  }

  // MARK: Layout

  /// Lays out the arranged views.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let views = visible
    defer { squeezeHidingViews() }
    guard !views.isEmpty, !arrangesByConstraints else { return }
    let space = contentBox
    let measures = views.map { measure($0, within: space.size) }
    let sizes = measures.map(\.size)
    let segments = StackArrangement.segments(
      of: items(views, measures), arrangement, in: along(space.size))
    let breadth = across(space.size)
    // Where there is no room, views are lower.
    let shown = sizes.map {
      CGSize(width: $0.width, height: isRow ? min($0.height, breadth) : $0.height)
    }
    let baselines = baselines(of: views, shown)
    let lowest = baselines?.max() ?? 0
    for (index, view) in views.enumerated() {
      let own = min(across(sizes[index]), breadth)
      let (start, length): (CGFloat, CGFloat) =
        switch alignment {
        case .fill: (0, breadth)
        case .leading: (0, own)
        case .center: ((breadth - own) / 2, own)
        case .trailing: (breadth - own, own)
        case .firstBaseline, .lastBaseline:
          (baselines.map { lowest - $0[index] } ?? 0, own)
        }
      let along = segments[index]
      setFrame(
        view,
        isRow
          ? CGRect(
            x: space.minX + along.start, y: space.minY + start, width: along.length, height: length)
          : CGRect(
            x: space.minX + start, y: space.minY + along.start, width: length, height: along.length)
      )
    }
  }

  /// Sets size and centre, as the frame is undefined under a transform.
  private func setFrame(_ view: UIView, _ leftToRight: CGRect) {
    var rect = leftToRight
    if isMirrored {
      let space = contentBox
      rect.origin.x = space.minX + space.maxX - rect.maxX
    }
    view.rareState?.visibility?.willPlace(view, in: rect)
    let anchor = view.layer.anchorPoint
    view.bounds = CGRect(origin: view.bounds.origin, size: rect.size)
    view.center = CGPoint(
      x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y)
  }
}
