// UIStackView.swift
// Stage: layout. A row or a column of views that places them by its rules.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A view that arranges others along an axis.
///
/// Without constraints, a view's size is its intrinsic one; along an axis without one, that with
/// which it was added. Its places are set in ``layoutSubviews()``: in an animation block with
/// `layoutIfNeeded()` they animate.
@preconcurrency @MainActor
open class UIStackView: UIView {
  /// How the room along the axis is shared.
  public enum Distribution: Int, Sendable {
    /// All of it, by one view that is made larger or smaller.
    case fill
    /// All of it, alike.
    case fillEqually
    /// All of it, in proportion to what views ask for.
    case fillProportionally
    /// Views keep their sizes, what lies between them is alike.
    case equalSpacing
    /// Views keep their sizes, their centres are alike apart.
    case equalCentering
  }

  /// Where views lie across the axis.
  public enum Alignment: Int, Sendable {
    /// Over the whole room.
    case fill
    /// At the left edge, of a column.
    case leading
    /// At the first line of text, of a row.
    case firstBaseline
    /// In the middle.
    case center
    /// At the right edge, of a column.
    case trailing
    /// At the last line of text, of a row.
    case lastBaseline
    /// At the top, of a row.
    public static let top = Alignment.leading
    /// At the bottom, of a row.
    public static let bottom = Alignment.trailing
  }

  /// The distance that stands for ``spacing``.
  public nonisolated static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  /// The distance that the system thinks fit: 8 points.
  public nonisolated static let spacingUseSystem: CGFloat = -1
  private static let systemSpacing: CGFloat = 8

  private var arranged: [UIView] = []
  /// Distances behind single views.
  private var customSpacings: [ObjectIdentifier: CGFloat] = [:]
  /// The sizes with which views were added.
  private var addedSizes: [ObjectIdentifier: CGSize] = [:]

  /// Creates an empty row with a frame in its superview's coordinates.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates an empty row.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a row of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
    bounds.size = intrinsicContentSize
  }

  // MARK: Views

  /// The views that are arranged, in their order; hidden ones are among them and take no room.
  open var arrangedSubviews: [UIView] { arranged }

  /// Adds a view at the end, and as a subview.
  open func addArrangedSubview(_ view: UIView) {
    let isLast = arranged.last === view
    if !isLast {
      insertArrangedSubview(view, at: arranged.count - (arranged.contains(view) ? 1 : 0))
    }
  }

  /// Adds a view at a place, and as a subview; one that is there already moves.
  ///
  /// - Precondition: The place is one of the row's, or its end.
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arranged.removeAll { $0 === view }
    precondition(
      (0...arranged.count).contains(stackIndex),
      "there is no place \(stackIndex) in a row of \(arranged.count)")
    let id = ObjectIdentifier(view)
    if addedSizes[id] == nil { addedSizes[id] = view.bounds.size }
    arranged.insert(view, at: stackIndex)
    if view.superview !== self { addSubview(view) }
    contentDidChange()
  }

  /// Takes a view out of the row; it stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    guard arranged.contains(view) else { return }
    arranged.removeAll { $0 === view }
    forget(view)
    contentDidChange()
  }

  /// Takes a view that leaves out of the row.
  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  private func forget(_ view: UIView) {
    customSpacings[ObjectIdentifier(view)] = nil
    addedSizes[ObjectIdentifier(view)] = nil
  }

  override func subviewVisibilityDidChange(_ view: UIView) {
    if arranged.contains(view) { contentDidChange() }
  }

  // MARK: Rules

  /// The direction; a row unless set.
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { contentDidChange() } }

  /// How the room along the axis is shared; all of it unless set.
  open var distribution = Distribution.fill { didSet { contentDidChange() } }

  /// Where views lie across the axis; over the whole room unless set.
  open var alignment = Alignment.fill { didSet { contentDidChange() } }

  /// Points between views, the least where they are shared; 0 unless set.
  open var spacing: CGFloat = 0 {
    willSet { precondition(newValue.isFinite, "a spacing has to be finite, not \(newValue)") }
    didSet { contentDidChange() }
  }

  /// Sets the points behind a view, in place of ``spacing``.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] =
      spacing == Self.spacingUseDefault ? nil : spacing
    contentDidChange()
  }

  /// Returns the points that were set behind a view; ``spacingUseDefault`` for none.
  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
  }

  /// Whether views keep ``UIView/layoutMargins`` from the edges; false unless set.
  open var isLayoutMarginsRelativeArrangement = false { didSet { contentDidChange() } }

  /// Kept for code that sets it: lines are placed by the frames of their views.
  open var isBaselineRelativeArrangement = false

  private func contentDidChange() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  /// The margins are others.
  open override func layoutMarginsDidChange() {
    super.layoutMarginsDidChange()
    contentDidChange()
  }

  /// Asks for layout, and a row around this one too, as the size of this one may be another.
  open override func setNeedsLayout() {
    super.setNeedsLayout()
    (superview as? UIStackView)?.setNeedsLayout()
  }

  // MARK: Sizes

  private var margins: UIEdgeInsets {
    isLayoutMarginsRelativeArrangement ? layoutMargins : .zero
  }

  private var isRow: Bool { axis == .horizontal }
  private func along(_ size: CGSize) -> CGFloat { isRow ? size.width : size.height }
  private func across(_ size: CGSize) -> CGFloat { isRow ? size.height : size.width }

  /// The size that a view asks for; text is as high as it is within the row's width.
  private func size(of view: UIView, within room: CGSize?) -> CGSize {
    var size = view.intrinsicContentSize
    let added = addedSizes[ObjectIdentifier(view)] ?? view.bounds.size
    if size.width < 0 { size.width = added.width }
    if size.height < 0 { size.height = added.height }
    if !isRow, let room, room.width > 0, view.contentDependsOnWidth {
      size = view.sizeThatFits(CGSize(width: room.width, height: 0))
    }
    return size
  }

  private var shown: [UIView] { arranged.filter { !$0.isHidden } }

  private func items(_ views: [UIView], _ sizes: [CGSize]) -> [StackArrangement.Item] {
    zip(views, sizes).map { view, size in
      let custom = customSpacings[ObjectIdentifier(view)]
      let isFree =
        along(view.intrinsicContentSize) < 0
        && along(addedSizes[ObjectIdentifier(view)] ?? .zero) == 0
      let hugging = view.contentHuggingPriority(for: axis).rawValue
      return StackArrangement.Item(
        length: along(size),
        spacing: custom == Self.spacingUseSystem ? Self.systemSpacing : custom ?? spacing,
        // A view without any size of its own is there to take the room.
        hugging: isFree ? min(hugging, UILayoutPriority.fittingSizeLevel.rawValue) : hugging,
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

  private func fittingSize(within room: CGSize?) -> CGSize {
    let margins = margins
    let views = shown
    let inner = room.map {
      CGSize(width: $0.width - margins.left - margins.right, height: $0.height)
    }
    let sizes = views.map { size(of: $0, within: inner) }
    let length = StackArrangement.length(of: items(views, sizes), arrangement)
    let breadth = sizes.map(across).max() ?? 0
    return CGSize(
      width: (isRow ? length : breadth) + margins.left + margins.right,
      height: (isRow ? breadth : length) + margins.top + margins.bottom)
  }

  /// The size at which every view has what it asks for.
  open override var intrinsicContentSize: CGSize { fittingSize(within: nil) }

  /// Returns the size at which every view has what it asks for within a width.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize(within: size) }

  // MARK: Layout

  /// Places the views.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let views = shown
    guard !views.isEmpty else { return }
    let room = bounds.inset(by: margins)
    let sizes = views.map { size(of: $0, within: room.size) }
    let places = StackArrangement.places(
      of: items(views, sizes), arrangement, in: along(room.size))
    let breadth = across(room.size)
    let baseline = zip(views, sizes).map { $0.firstBaseline(height: $1.height) }.max() ?? 0
    for (index, view) in views.enumerated() {
      let own = min(across(sizes[index]), breadth)
      let (start, length): (CGFloat, CGFloat) =
        switch alignment {
        case .fill: (0, breadth)
        case .leading: (0, own)
        case .center: ((breadth - own) / 2, own)
        case .trailing: (breadth - own, own)
        case .firstBaseline, .lastBaseline:
          isRow ? (baseline - view.firstBaseline(height: own), own) : (0, own)
        }
      let along = places[index]
      place(
        view,
        isRow
          ? CGRect(
            x: room.minX + along.start, y: room.minY + start, width: along.length, height: length)
          : CGRect(
            x: room.minX + start, y: room.minY + along.start, width: length, height: along.length)
      )
    }
  }

  /// Sets size and centre: a frame would say nothing under a transform.
  private func place(_ view: UIView, _ rect: CGRect) {
    let anchor = view.layer.anchorPoint
    view.bounds = CGRect(origin: view.bounds.origin, size: rect.size)
    view.center = CGPoint(
      x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y)
  }
}
