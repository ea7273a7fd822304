// UITableViewCell.swift
// A row of a table: content, labels, accessory, separator, and the look of selection.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// The view of a row. A table reuses cells that are no longer visible.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
  /// The arrangement of the labels.
  public enum CellStyle: Int, Sendable {
    /// An image and a label.
    case `default`
    /// An image, a label, and a grey label at the right.
    case value1
    /// A blue label, and a label beside it.
    case value2
    /// An image, a label, and a smaller grey label below it.
    case subtitle
  }

  /// The look of a selected row.
  public enum SelectionStyle: Int, Sendable {
    /// As rows that are not selected.
    case none
    /// Grey.
    case blue
    /// Grey.
    case gray
    /// Grey.
    case `default`
  }

  /// The sign at the right.
  public enum AccessoryType: Int, Sendable {
    /// None.
    case none
    /// A chevron.
    case disclosureIndicator
    /// A detail button and a chevron.
    case detailDisclosureButton
    /// A check mark.
    case checkmark
    /// A detail button.
    case detailButton
  }

  /// The identifier under which the cell is reused; nil for none.
  open private(set) var reuseIdentifier: String?
  let cellStyle: CellStyle
  private let content = UIView()
  private let line = UIView()
  private var label: UILabel?
  private var detail: UILabel?
  private var picture: UIImageView?
  private var accessory: UIView?
  /// Whether the separator is shown, with its colour and insets.
  final var separator: (color: UIColor?, inset: UIEdgeInsets)? { didSet { setNeedsLayout() } }

  /// Whether the row ends a field of rows, which needs no separator.
  final var isLastOfGroup = false { didSet { if isLastOfGroup != oldValue { setNeedsLayout() } } }

  /// A cell with texts is one element; the views of another cell are elements by themselves.
  override var accessibilityDefaults: AccessibilityDefaults {
    let texts = [label?.text, detail?.text].compactMap(\.self).filter { !$0.isEmpty }
    return AccessibilityDefaults(
      isElement: !texts.isEmpty, label: texts.isEmpty ? nil : texts.joined(separator: ", "),
      traits: isSelected ? .selected : [], frame: shownFrame)
  }

  /// Called when the detail button is pressed.
  final var accessoryPressed: (() -> Void)?

  // MARK: Creating

  /// Creates a cell of a style. A table creates registered cells in this way.
  public init(style: CellStyle, reuseIdentifier: String?) {
    cellStyle = style
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: UITableView.standardRowHeight))
  }

  /// Creates a cell of the default style that is not reused.
  public override convenience init(frame: CGRect) {
    self.init(style: .default, reuseIdentifier: nil)
    self.frame = frame
  }

  /// Creates a cell of the default style. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    cellStyle = .default
    reuseIdentifier = nil
    super.init(coder: coder)
  }

  override func setUp() {
    clipsToBounds = true
    backgroundColor = .systemBackground
    line.isUserInteractionEnabled = false
    line.isHidden = true
    content.frame = bounds
    // Before the cell's own layout its content is already as high as the row.
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    // In line with the separator.
    content.layoutMargins.left = UITableView.standardMargin
    content.layoutMargins.right = UITableView.standardMargin
    addSubview(content)
    addSubview(line)
  }

  // MARK: Content

  /// The view for the content of subclasses, at the left of the accessory.
  open var contentView: UIView { content }

  /// The main label. Created on first use.
  open var textLabel: UILabel? {
    if let label { return label }
    let new = UILabel()
    new.font = .systemFont(ofSize: cellStyle == .value2 ? 12 : 17)
    new.textColor = cellStyle == .value2 ? .systemBlue : .label
    if cellStyle == .value2 { new.textAlignment = .right }
    label = new
    new.semanticContentAttribute = semanticContentAttribute
    content.addSubview(new)
    setNeedsLayout()
    return new
  }

  /// The second label. Created on first use; nil in the default style.
  open var detailTextLabel: UILabel? {
    if let detail { return detail }
    guard cellStyle != .default else { return nil }
    let new = UILabel()
    new.font = .systemFont(ofSize: cellStyle == .subtitle ? 12 : cellStyle == .value2 ? 15 : 17)
    new.textColor = cellStyle == .value2 ? .label : .secondaryLabel
    detail = new
    new.semanticContentAttribute = semanticContentAttribute
    content.addSubview(new)
    setNeedsLayout()
    return new
  }

  /// The image at the left. Created on first use; nil in the style `value2`.
  open var imageView: UIImageView? {
    if let picture { return picture }
    guard cellStyle != .value2 else { return nil }
    let new = UIImageView()
    new.contentMode = .scaleAspectFit
    picture = new
    content.addSubview(new)
    setNeedsLayout()
    return new
  }

  /// The sign at the right. Default none.
  open var accessoryType = AccessoryType.none {
    didSet { if accessoryType != oldValue { showAccessory() } }
  }

  /// A view in place of the sign at the right, of its own size. Default nil.
  open var accessoryView: UIView? { didSet { showAccessory() } }

  private func showAccessory() {
    accessory?.removeFromSuperview()
    accessory =
      accessoryView
      ?? CellAccessory.make(accessoryType) { [weak self] in
        self?.accessoryPressed?()
      }
    if let accessory { addSubview(accessory) }
    setNeedsLayout()
  }

  /// A view behind the content. Default nil.
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// A view behind the content while the row is selected or highlighted. Default nil, for grey.
  open var selectedBackgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      showSelection()
    }
  }

  private var standardSelection: UIView?

  /// The number of steps that the content is indented. Default 0.
  open var indentationLevel = 0 { didSet { setNeedsLayout() } }

  /// The width of a step in points. Default 10.
  open var indentationWidth: CGFloat = 10 { didSet { setNeedsLayout() } }

  /// The distances of the separator from the sides; zero, the default, takes those of the table. Where the cell runs
  /// from right to left, `left` is the one at the right.
  open var separatorInset = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

  // MARK: Selection

  /// The look of a selected row. Default grey.
  open var selectionStyle = SelectionStyle.default { didSet { showSelection() } }

  private var selected = false
  private var highlighted = false

  /// Whether the row is selected. Setting it does not animate.
  open var isSelected: Bool {
    get { selected }
    set { setSelected(newValue, animated: false) }
  }

  /// Whether the row is pressed. Setting it does not animate.
  open var isHighlighted: Bool {
    get { highlighted }
    set { setHighlighted(newValue, animated: false) }
  }

  /// Selects or deselects the row's view; a table calls it.
  open func setSelected(_ selected: Bool, animated: Bool) {
    self.selected = selected
    animated ? UIView.animate(withDuration: 0.3, animations: showSelection) : showSelection()
  }

  /// Highlights the row's view; a table calls it.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) {
    self.highlighted = highlighted
    animated ? UIView.animate(withDuration: 0.3, animations: showSelection) : showSelection()
  }

  private func showSelection() {
    let isShown = (selected || highlighted) && selectionStyle != .none
    label?.isHighlighted = isShown
    detail?.isHighlighted = isShown
    picture?.isHighlighted = isShown
    guard isShown || selectedBackgroundView?.superview != nil || standardSelection != nil else {
      return
    }
    let ground: UIView
    if let selectedBackgroundView {
      ground = selectedBackgroundView
      standardSelection?.removeFromSuperview()
      standardSelection = nil
    } else {
      ground = standardSelection ?? UIView()
      ground.backgroundColor = .systemGray4
      standardSelection = ground
    }
    if ground.superview !== self {
      UIView.performWithoutAnimation {
        insertSubview(ground, belowSubview: content)
        ground.frame = bounds
        ground.alpha = 0
      }
    }
    ground.alpha = isShown ? 1 : 0
  }

  // MARK: Reuse

  /// Prepares the cell for another row: removes the animations of the cell and of all its views. Overrides
  /// call super.
  open func prepareForReuse() { removeAnimationsInTree() }

  // MARK: Layout

  /// The part of the width that the accessory takes, in points.
  private var accessoryWidth: CGFloat { accessory.map { $0.bounds.width + 16 } ?? 0 }

  /// Returns the height that shows the labels and the image within a width, at least 44 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let metrics = CellMetrics(
      style: cellStyle, indentation: CGFloat(indentationLevel) * indentationWidth,
      width: size.width - accessoryWidth)
    let height = metrics.height(image: picture, label: label, detail: detail)
    return CGSize(width: size.width, height: max(UITableView.standardRowHeight, height))
  }

  /// Returns the size by the constraints of ``contentView``; without any, ``UIView/sizeThatFits(_:)``.
  open override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    fittingSize(
      targetSize, horizontal: .fittingSizeLevel, vertical: .fittingSizeLevel, of: content,
      beside: accessoryWidth)
  }

  /// Returns the size by the constraints of ``contentView`` that is nearest to a target; without any,
  /// ``UIView/sizeThatFits(_:)``. A table gives its rows of automatic
  /// height this height.
  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    fittingSize(
      targetSize, horizontal: horizontalFittingPriority, vertical: verticalFittingPriority,
      of: content, beside: accessoryWidth)
  }

  /// Lays out content, labels, accessory and separator.
  open override func layoutSubviews() {
    super.layoutSubviews()
    backgroundView?.frame = bounds
    selectedBackgroundView?.frame = bounds
    standardSelection?.frame = bounds
    var width = bounds.width
    if let accessory {
      let size = accessory.bounds.size
      width -= size.width + 16
      accessory.frame = directed(
        CGRect(
          x: width, y: ((bounds.height - size.height) / 2).rounded(), width: size.width,
          height: size.height))
      if let sign = accessory as? CellSign, sign.pointsForward {
        sign.transform = isMirrored ? CGAffineTransform(scaleX: -1, y: 1) : .identity
      }
    }
    content.frame = directed(CGRect(x: 0, y: 0, width: max(0, width), height: bounds.height))
    CellMetrics(
      style: cellStyle, indentation: CGFloat(indentationLevel) * indentationWidth,
      width: content.bounds.width, isMirrored: isMirrored
    ).layOut(image: picture, label: label, detail: detail, height: bounds.height)
    layOutLine()
  }

  private func layOutLine() {
    line.isHidden = separator == nil || isLastOfGroup
    guard let separator else { return }
    line.backgroundColor = separator.color
    let thickness = 1 / max(contentScaleFactor, 1)
    let inset = separatorInset == .zero ? separator.inset : separatorInset
    line.frame = directed(
      CGRect(
        x: inset.left, y: bounds.height - thickness,
        width: max(0, bounds.width - inset.left - inset.right), height: thickness))
  }

  /// The labels' natural alignment is that of the cell.
  override func followDirection() {
    for label in [label, detail] { label?.semanticContentAttribute = semanticContentAttribute }
  }
}
