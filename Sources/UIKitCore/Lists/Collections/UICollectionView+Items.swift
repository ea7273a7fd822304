// UICollectionView+Items.swift
// The views and places of items, scrolling to one, registering classes, and selection.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension UICollectionView {
  // MARK: Registering

  /// Makes a class the one of the cells with an identifier; nil removes it.
  public final func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String)
  {
    register(cellClass, UICollectionViewCell.self, Self.poolKey(nil, identifier))
  }

  /// Makes a class the one of the supplementary views of a kind with an identifier; nil removes it.
  public final func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    register(viewClass, UICollectionReusableView.self, Self.poolKey(elementKind, identifier))
  }

  private func register(_ type: AnyClass?, _ base: AnyClass, _ key: String) {
    guard let type else {
      classes[key] = nil
      return
    }
    guard let view = type as? UICollectionReusableView.Type,
      base != UICollectionViewCell.self || type is UICollectionViewCell.Type
    else { trap("the class must be a class of \(base), not \(type)") }
    classes[key] = view
  }

  /// Returns a reused cell, else a new one of the registered class.
  ///
  /// - Precondition: A class is registered for the identifier.
  public final func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    let view = dequeue(nil, identifier, "cell")
    guard let cell = view as? UICollectionViewCell else { trap("\(view) is no cell") }
    return cell
  }

  /// Returns a reused supplementary view, else a new one of the registered class.
  ///
  /// - Precondition: A class is registered for the kind and the identifier.
  public final func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView { dequeue(elementKind, identifier, elementKind) }

  private func dequeue(
    _ kind: String?, _ identifier: String, _ name: String
  ) -> UICollectionReusableView {
    let key = Self.poolKey(kind, identifier)
    if let view = pool[key]?.popLast() {
      UIView.performWithoutAnimation { view.prepareForReuse() }
      return view
    }
    guard let type = classes[key] else {
      trap(
        "could not dequeue a view of kind: \(name) with identifier \(identifier) - must register a nib "
          + "or a class for the identifier or connect a prototype cell in a storyboard")
    }
    let view = UIView.withoutAnimation { ListClasses.make(type, frame: .zero) }
    view.reuseIdentifier = identifier
    return view
  }

  // MARK: Views and paths

  /// Returns the cell of an item; nil for one that is not visible.
  public final func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    visible[CollectionElement(kind: nil, path: indexPath)] as? UICollectionViewCell
  }

  /// Returns a visible supplementary view; nil for one that is not visible.
  public final func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    visible[CollectionElement(kind: elementKind, path: indexPath)]
  }

  /// Returns the item of a visible cell; nil for any other cell.
  public final func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    visible.first { $0.value === cell }?.key.path
  }

  /// Returns the item at a point of the collection's coordinates, the front one of several; nil for none.
  public final func indexPathForItem(at point: CGPoint) -> IndexPath? {
    prepareLayout()
    let hits = attributes(in: CGRect(x: point.x, y: point.y, width: 0.5, height: 0.5))
    return hits.values.filter { $0.representedElementKind == nil && $0.frame.contains(point) }
      .max { ($0.zIndex, $0.indexPath) < ($1.zIndex, $1.indexPath) }?.indexPath
  }

  /// The visible items, in the order of their paths.
  public final var indexPathsForVisibleItems: [IndexPath] {
    visible.keys.filter { $0.kind == nil }.map(\.path)
  }

  /// The cells of the visible items, in the order of their paths.
  public final var visibleCells: [UICollectionViewCell] {
    visible.values.compactMap { $0 as? UICollectionViewCell }
  }

  /// Returns the visible supplementary views of a kind.
  public final func visibleSupplementaryViews(
    ofKind elementKind: String
  ) -> [UICollectionReusableView] {
    visible.filter { $0.key.kind == elementKind }.map(\.value)
  }

  /// Returns the attributes of an item; nil for none.
  public final func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    prepareLayout()
    return contains(indexPath) ? arrangement.layoutAttributesForItem(at: indexPath) : nil
  }

  final func contains(_ path: IndexPath) -> Bool {
    counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  // MARK: Scrolling

  /// Scrolls to an item.
  ///
  /// - Precondition: There is such an item.
  public final func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    prepareLayout()
    trap(
      unless: contains(indexPath),
      "Attempted to scroll the collection view to an out-of-bounds item (\(indexPath.item)) in "
        + "section \(indexPath.section); the sections have \(counts) items")
    guard let frame = arrangement.layoutAttributesForItem(at: indexPath)?.frame else { return }
    let inset = adjustedContentInset
    let visible = bounds.inset(by: inset)
    func start(
      _ low: CGFloat, _ length: CGFloat, _ shown: ClosedRange<CGFloat>, _ size: CGFloat,
      _ position: (Bool, Bool, Bool)
    ) -> CGFloat {
      if position.0 { return low }
      if position.1 { return low + length / 2 - size / 2 }
      if position.2 { return low + length - size }
      if low < shown.lowerBound { return low }
      return low + length > shown.upperBound ? low + length - size : shown.lowerBound
    }
    let x = start(
      frame.minX, frame.width, visible.minX...visible.maxX, visible.width,
      (
        scrollPosition.contains(.left), scrollPosition.contains(.centeredHorizontally),
        scrollPosition.contains(.right)
      ))
    let y = start(
      frame.minY, frame.height, visible.minY...visible.maxY, visible.height,
      (
        scrollPosition.contains(.top), scrollPosition.contains(.centeredVertically),
        scrollPosition.contains(.bottom)
      ))
    setContentOffset(
      clampedToContent(CGPoint(x: x - inset.left, y: y - inset.top)), animated: animated)
  }

  final func clampedToContent(_ offset: CGPoint) -> CGPoint {
    let inset = adjustedContentInset
    return CGPoint(
      x: max(-inset.left, min(offset.x, contentSize.width + inset.right - bounds.width)),
      y: max(-inset.top, min(offset.y, contentSize.height + inset.bottom - bounds.height)))
  }

  // MARK: Selection

  /// The selected items, in the order of their selection; nil for none.
  public final var indexPathsForSelectedItems: [IndexPath]? { selection.isEmpty ? nil : selection }

  /// Selects an item and scrolls to it, without calling the delegate. Nil deselects all items.
  public final func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    loadIfNeeded()
    guard let indexPath else {
      for path in selection { deselectItem(at: path, animated: animated) }
      return
    }
    guard contains(indexPath), !selection.contains(indexPath) else { return }
    if !allowsMultipleSelection {
      for path in selection { deselectItem(at: path, animated: animated) }
    }
    selection.append(indexPath)
    cellForItem(at: indexPath)?.isSelected = true
    if !scrollPosition.isEmpty {
      scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Deselects an item, without calling the delegate.
  public final func deselectItem(at indexPath: IndexPath, animated: Bool) {
    guard let index = selection.firstIndex(of: indexPath) else { return }
    selection.remove(at: index)
    cellForItem(at: indexPath)?.isSelected = false
  }

  final func press(at point: CGPoint) {
    guard allowsSelection, !didCatchMotion, let path = indexPathForItem(at: point),
      let cell = cellForItem(at: path),
      collectionDelegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
    else { return }
    pressed = path
    cell.isHighlighted = true
    collectionDelegate?.collectionView(self, didHighlightItemAt: path)
  }

  /// Ends a press; `isTap` when it was released on the item.
  final func endPress(isTap: Bool) {
    guard let path = pressed else { return }
    pressed = nil
    cellForItem(at: path)?.isHighlighted = false
    collectionDelegate?.collectionView(self, didUnhighlightItemAt: path)
    guard isTap else { return }
    if allowsMultipleSelection, selection.contains(path) {
      guard collectionDelegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else {
        return
      }
      deselectItem(at: path, animated: false)
      collectionDelegate?.collectionView(self, didDeselectItemAt: path)
      return
    }
    guard collectionDelegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    if !allowsMultipleSelection {
      for other in selection where other != path {
        deselectItem(at: other, animated: false)
        collectionDelegate?.collectionView(self, didDeselectItemAt: other)
      }
    }
    if !selection.contains(path) { selection.append(path) }
    cellForItem(at: path)?.isSelected = true
    collectionDelegate?.collectionView(self, didSelectItemAt: path)
  }
}
