// UITableViewHeaderFooterView.swift
// The view above or below a section of a table.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The view above or below a section, with a label.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UIView {
  /// The identifier under which the view is reused; nil for none.
  open private(set) var reuseIdentifier: String?
  private let content = UIView()
  private var label: UILabel?

  /// Creates a view. A table creates registered views in this way.
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: UITableView.standardHeaderHeight))
  }

  /// Creates a view that is not reused.
  public override convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }

  /// Creates a view. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
  }

  override func setUp() {
    backgroundColor = .secondarySystemBackground
    content.frame = bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    content.layoutMargins.left = UITableView.standardMargin
    content.layoutMargins.right = UITableView.standardMargin
    addSubview(content)
  }

  /// The view for the content of subclasses.
  open var contentView: UIView { content }

  /// The label. Created on first use.
  open var textLabel: UILabel? {
    if let label { return label }
    let new = UILabel()
    new.font = .systemFont(ofSize: 15, weight: .semibold)
    new.textColor = .secondaryLabel
    label = new
    new.semanticContentAttribute = semanticContentAttribute
    content.addSubview(new)
    return new
  }

  override func followDirection() {
    label?.semanticContentAttribute = semanticContentAttribute
  }

  /// A view behind the content. Default nil.
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// Prepares the view for another section: removes the animations of the view and of all its views.
  /// Overrides call super.
  open func prepareForReuse() { removeAnimationsInTree() }

  /// Returns the height of the label's text within a width, at least 28 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let text = label?.sizeThatFits(CGSize(width: size.width - 32, height: 0)).height ?? 0
    return CGSize(width: size.width, height: max(UITableView.standardHeaderHeight, text + 8))
  }

  /// Returns the size by the constraints of ``contentView``; without any, ``UIView/sizeThatFits(_:)``.
  open override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    fittingSize(
      targetSize, horizontal: .fittingSizeLevel, vertical: .fittingSizeLevel, of: content)
  }

  /// Returns the size by the constraints of ``contentView`` that is nearest to a target; without any,
  /// ``UIView/sizeThatFits(_:)``. A table gives headers of
  /// automatic height this height.
  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    fittingSize(
      targetSize, horizontal: horizontalFittingPriority, vertical: verticalFittingPriority,
      of: content)
  }

  /// Lays out content and label.
  open override func layoutSubviews() {
    super.layoutSubviews()
    backgroundView?.frame = bounds
    content.frame = bounds
    label?.frame = bounds.inset(by: UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16))
  }
}
