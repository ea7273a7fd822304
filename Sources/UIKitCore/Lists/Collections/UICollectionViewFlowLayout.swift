// UICollectionViewFlowLayout.swift
// Items in lines, sections one after the other.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Places items in lines that are filled one after the other, with a header and a footer for each section.
///
/// A line is filled from side to side; the last one of items of several sizes is not.
@preconcurrency @MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  private struct Place {
    var header: CGFloat
    var footer: CGFloat
    var inset: UIEdgeInsets
    var items: FlowSection
    /// The start of the header along the scrolling direction.
    var start: CGFloat
    /// The length along the scrolling direction.
    var length: CGFloat
  }

  private var places: [Place] = []
  private var contentLength: CGFloat = 0

  /// The size of items without another one, in points. Default 50 x 50.
  open var itemSize = CGSize(width: 50, height: 50) { didSet { changed(itemSize != oldValue) } }

  /// An estimated size for items of no known size: ``itemSize``.
  public nonisolated static let automaticSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)

  /// The size of items that have not been visible yet, in points. Default zero, for items of the given size.
  ///
  /// Other than zero, items have the sizes that their cells prefer, once these are visible: see
  /// ``UICollectionReusableView/preferredLayoutAttributesFitting(_:)``.
  open var estimatedItemSize = CGSize.zero {
    didSet {
      guard estimatedItemSize != oldValue else { return }
      preferredSizes = [:]
      invalidateLayout()
    }
  }

  /// The sizes that cells prefer.
  private var preferredSizes: [IndexPath: CGSize] = [:]

  /// The least distance between lines, in points. Default 10.
  open var minimumLineSpacing: CGFloat = 10 { didSet { changed(minimumLineSpacing != oldValue) } }

  /// The least distance between the items in a line, in points. Default 10.
  open var minimumInteritemSpacing: CGFloat = 10 {
    didSet { changed(minimumInteritemSpacing != oldValue) }
  }

  /// The margins of the items of a section. Default zero.
  open var sectionInset = UIEdgeInsets.zero { didSet { changed(sectionInset != oldValue) } }

  /// The direction in which sections and lines follow. Default vertical.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { changed(scrollDirection != oldValue) }
  }

  /// The size of headers along the scrolling direction; zero, the default, for none.
  open var headerReferenceSize = CGSize.zero { didSet { changed(headerReferenceSize != oldValue) } }

  /// The size of footers along the scrolling direction; zero, the default, for none.
  open var footerReferenceSize = CGSize.zero { didSet { changed(footerReferenceSize != oldValue) } }

  private func changed(_ isOther: Bool) { if isOther { invalidateLayout() } }

  private var isVertical: Bool { scrollDirection == .vertical }

  // MARK: Computing

  /// Reads the sizes and places the sections.
  open override func prepare() {
    super.prepare()
    places = []
    contentLength = 0
    guard let collectionView else { return }
    for section in 0..<collectionView.numberOfSections {
      let place = makePlace(section, in: collectionView)
      places.append(place)
      contentLength += place.length
    }
  }

  private func makePlace(_ section: Int, in view: UICollectionView) -> Place {
    let delegate = view.collectionDelegate as? any UICollectionViewDelegateFlowLayout
    let inset =
      delegate?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
    let spacing = FlowSection.Size(
      main: delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
        ?? minimumLineSpacing,
      cross: delegate?.collectionView(
        view, layout: self, minimumInteritemSpacingForSectionAt: section) ?? minimumInteritemSpacing
    )
    let header =
      delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section)
      ?? headerReferenceSize
    let footer =
      delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section)
      ?? footerReferenceSize
    let numbers = [
      inset.top, inset.left, inset.bottom, inset.right, spacing.main, spacing.cross, header.width,
      header.height, footer.width, footer.height,
    ]
    trap(
      unless: numbers.allSatisfy(\.isFinite),
      "insets, spacings and reference sizes of section \(section) must be finite, not \(numbers)")
    let width =
      isVertical
      ? view.bounds.width - inset.left - inset.right
      : view.bounds.height - inset.top - inset.bottom
    let items = makeItems(section, in: view, delegate, spacing, max(0, width))
    let margins = isVertical ? inset.top + inset.bottom : inset.left + inset.right
    let (head, foot) =
      isVertical ? (header.height, footer.height) : (header.width, footer.width)
    return Place(
      header: head, footer: foot, inset: inset, items: items, start: contentLength,
      length: head + margins + items.length + foot)
  }

  private func makeItems(
    _ section: Int, in view: UICollectionView,
    _ delegate: (any UICollectionViewDelegateFlowLayout)?, _ spacing: FlowSection.Size,
    _ width: CGFloat
  ) -> FlowSection {
    let count = view.numberOfItems(inSection: section)
    func size(_ size: CGSize) -> FlowSection.Size {
      trap(
        unless: size.width.isFinite && size.height.isFinite,
        "the size of an item of section \(section) must be finite, not \(size)")
      return isVertical
        ? FlowSection.Size(main: size.height, cross: size.width)
        : FlowSection.Size(main: size.width, cross: size.height)
    }
    let isEstimated = estimatedItemSize != .zero
    let hasOwnEstimate = isEstimated && estimatedItemSize != Self.automaticSize
    if delegate == nil || hasOwnEstimate, preferredSizes.isEmpty {
      let each = hasOwnEstimate ? estimatedItemSize : itemSize
      return FlowSection(count: count, size: size(each), spacing: spacing, width: width)
    }
    let sizes = (0..<count).map { item in
      let path = IndexPath(item: item, section: section)
      if isEstimated, let preferred = preferredSizes[path] { return size(preferred) }
      if hasOwnEstimate { return size(estimatedItemSize) }
      return size(delegate?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize)
    }
    if let first = sizes.first, sizes.allSatisfy({ $0 == first }) {
      return FlowSection(count: count, size: first, spacing: spacing, width: width)
    }
    return FlowSection(sizes, spacing: spacing, width: width)
  }

  // MARK: Sizes by content

  override var asksForPreferredAttributes: Bool { estimatedItemSize != .zero }

  /// Whether items have the sizes that cells prefer, and a cell prefers another.
  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    estimatedItemSize != .zero && preferredAttributes.representedElementKind == nil
      && preferredAttributes.size != originalAttributes.size
  }

  /// Keeps the size that a cell prefers for the invalidation.
  open override func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    if preferredAttributes.representedElementKind == nil {
      preferredSizes[originalAttributes.indexPath] = preferredAttributes.size
    }
    return super.invalidationContext(
      forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
  }

  override func itemsDidMove(_ newPath: ((IndexPath) -> IndexPath?)?) {
    guard !preferredSizes.isEmpty else { return }
    preferredSizes = Dictionary(
      preferredSizes.compactMap { path, size in newPath?(path).map { ($0, size) } },
      uniquingKeysWith: { $1 })
  }

  // MARK: Attributes

  /// The size of all sections.
  open override var collectionViewContentSize: CGSize {
    guard let collectionView else { return .zero }
    return isVertical
      ? CGSize(width: collectionView.bounds.width, height: contentLength)
      : CGSize(width: contentLength, height: collectionView.bounds.height)
  }

  /// Returns the attributes of the items and headers in a rectangle.
  open override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    let (low, high) = isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
    var result: [UICollectionViewLayoutAttributes] = []
    let first = RowHeights.firstIndex(in: places) { $0.start + $0.length > low }
    for section in places.indices.dropFirst(first) {
      let place = places[section]
      if place.start >= high { break }
      let path = IndexPath(item: 0, section: section)
      for kind in [
        UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter,
      ] {
        if let attributes = layoutAttributesForSupplementaryView(ofKind: kind, at: path),
          attributes.frame.intersects(rect)
        {
          result.append(attributes)
        }
      }
      let start = itemsStart(place)
      for item in place.items.items(from: low - start, to: high - start) {
        if let attributes = layoutAttributesForItem(at: IndexPath(item: item, section: section)),
          attributes.frame.intersects(rect)
        {
          result.append(attributes)
        }
      }
    }
    return result
  }

  private func itemsStart(_ place: Place) -> CGFloat {
    place.start + place.header + (isVertical ? place.inset.top : place.inset.left)
  }

  /// Returns the attributes of an item.
  open override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard places.indices.contains(indexPath.section),
      (0..<places[indexPath.section].items.count).contains(indexPath.item)
    else { return nil }
    let place = places[indexPath.section]
    let item = place.items.place(indexPath.item)
    let main = itemsStart(place) + item.main
    let attributes = makeAttributes()
    attributes.indexPath = indexPath
    attributes.frame =
      isVertical
      ? CGRect(
        x: place.inset.left + item.cross, y: main, width: item.size.cross, height: item.size.main)
      : CGRect(
        x: main, y: place.inset.top + item.cross, width: item.size.main, height: item.size.cross)
    return attributes
  }

  private func makeAttributes() -> UICollectionViewLayoutAttributes {
    let type =
      type(of: self).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
      ?? UICollectionViewLayoutAttributes.self
    return type.init()
  }

  /// Returns the attributes of a section's header or footer; nil without one.
  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard let collectionView, places.indices.contains(indexPath.section) else { return nil }
    let place = places[indexPath.section]
    let isHeader = elementKind == UICollectionView.elementKindSectionHeader
    let length = isHeader ? place.header : place.footer
    guard length > 0 else { return nil }
    let start = isHeader ? place.start : place.start + place.length - length
    let attributes = makeAttributes()
    attributes.indexPath = indexPath
    attributes.representedElementCategory = .supplementaryView
    attributes.representedElementKind = elementKind
    attributes.frame =
      isVertical
      ? CGRect(x: 0, y: start, width: collectionView.bounds.width, height: length)
      : CGRect(x: start, y: 0, width: length, height: collectionView.bounds.height)
    return attributes
  }
}
