// UICollectionViewCell.swift
// The views of a collection: cells, and supplementary views such as headers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A view of a collection that is reused.
@preconcurrency @MainActor
open class UICollectionReusableView: UIView {
  /// The identifier under which the view is reused; nil for none.
  open internal(set) var reuseIdentifier: String?

  /// Prepares the view for another element: removes the animations of the view and of all its views.
  /// Overrides call super.
  open func prepareForReuse() { removeAnimationsInTree() }

  /// Takes the values of attributes that a layout's own class adds. The collection sets the others.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// Returns the attributes that the view prefers to those of the layout, which uses their size if it sizes views by
  /// their content, as a flow layout with an estimated size does. Overrides call super, or measure themselves.
  ///
  /// Default: the size by the view's constraints; without any, by `sizeThatFits(_:)`.
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    layoutAttributes.size = systemLayoutSizeFitting(
      layoutAttributes.size, withHorizontalFittingPriority: .fittingSizeLevel,
      verticalFittingPriority: .fittingSizeLevel)
    return layoutAttributes
  }

  /// A change between two layouts begins.
  open func willTransition(
    from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout
  ) {}

  /// A change between two layouts has ended.
  open func didTransition(
    from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout
  ) {}

  /// Sets the place and the look.
  final func take(_ attributes: UICollectionViewLayoutAttributes) {
    let resizes = bounds.size != attributes.size
    bounds.size = attributes.size
    center = attributes.center
    if !CATransform3DEqualToTransform(transform3D, attributes.transform3D) {
      transform3D = attributes.transform3D
    }
    alpha = attributes.alpha
    isHidden = attributes.isHidden
    if layer.zPosition != CGFloat(attributes.zIndex) {
      layer.zPosition = CGFloat(attributes.zIndex)
    }
    apply(attributes)
    if resizes { layoutIfNeeded() }
  }
}

/// The view of an item.
@preconcurrency @MainActor
open class UICollectionViewCell: UICollectionReusableView {
  private let content = UIView()

  override func setUp() {
    content.frame = bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(content)
  }

  /// The view for the content.
  open var contentView: UIView { content }

  /// Whether the item is selected. A collection sets it.
  open var isSelected = false { didSet { if isSelected != oldValue { showSelection() } } }

  /// Whether the item is pressed. A collection sets it.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { showSelection() } } }

  /// A view behind the content. Default nil.
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insert(backgroundView, at: .index(0)) }
      placeBackgrounds()
    }
  }

  /// A view behind the content while the item is selected or highlighted. Default nil.
  open var selectedBackgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let selectedBackgroundView { insertSubview(selectedBackgroundView, belowSubview: content) }
      placeBackgrounds()
      showSelection()
    }
  }

  // MARK: Sizes

  /// Returns the size by the constraints of ``contentView``; without any, ``UIView/sizeThatFits(_:)``.
  open override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    fittingSize(
      targetSize, horizontal: .fittingSizeLevel, vertical: .fittingSizeLevel, of: content)
  }

  /// Returns the size by the constraints of ``contentView`` that is nearest to a target; without any,
  /// ``UIView/sizeThatFits(_:)``.
  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    fittingSize(
      targetSize, horizontal: horizontalFittingPriority, vertical: verticalFittingPriority,
      of: content)
  }

  private func showSelection() { selectedBackgroundView?.isHidden = !isSelected && !isHighlighted }

  private func placeBackgrounds() {
    for view in [backgroundView, selectedBackgroundView] {
      view?.frame = bounds
      view?.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }
  }
}
