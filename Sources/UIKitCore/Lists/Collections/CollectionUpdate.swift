// CollectionUpdate.swift
// Animates one batch of changes of a collection, or a change of its layout.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// One animated change of a collection.
@MainActor
struct CollectionUpdate {
  private typealias Attributes = UICollectionViewLayoutAttributes

  /// A view that leaves, and the attributes to which it does.
  private struct Leaver {
    let view: UICollectionReusableView
    let element: CollectionElement
    let end: UICollectionViewLayoutAttributes
  }

  private static let duration: TimeInterval = 0.3
  private let view: UICollectionView

  init(_ view: UICollectionView) { self.view = view }

  // MARK: Changes of items

  /// Checks a batch against the data source, and animates it.
  func run(_ batch: UICollectionView.Batch) {
    let new = view.currentCounts()
    let map = ListMap(
      batch.list, old: view.counts, new: new, noun: "item", list: "collection view")
    let layout = view.arrangement
    // What is near the visible part can enter it from its old place.
    let old = view.attributes(
      in: view.bounds.insetBy(dx: -view.bounds.width, dy: -view.bounds.height))
    view.counts = new
    view.selection = view.selection.compactMap(map.new)
    view.pressed = view.pressed.flatMap(map.new)
    let reloaded = batch.list.reloadedItems
    layout.itemsDidMove { reloaded.contains($0) ? nil : map.new($0) }
    layout.isPrepared = false
    layout.prepareIfNeeded()
    layout.prepare(forCollectionViewUpdates: Self.items(of: batch.list))
    let starts = SortedDictionary(
      old.values.compactMap { attributes -> (key: CollectionElement, value: Attributes)? in
        guard let element = Self.moved(attributes.element, map),
          attributes.representedElementKind != nil || !reloaded.contains(attributes.indexPath)
        else { return nil }
        return (element, attributes)
      })
    animate(
      starts: starts, isKept: { $0.kind != nil || !reloaded.contains($0.path) },
      target: { Self.moved($0, map) },
      appear: { element in
        element.kind.map {
          layout.initialLayoutAttributesForAppearingSupplementaryElement(
            ofKind: $0, at: element.path)
        } ?? layout.initialLayoutAttributesForAppearingItem(at: element.path)
      },
      disappear: { element in
        element.kind.map {
          layout.finalLayoutAttributesForDisappearingSupplementaryElement(
            ofKind: $0, at: element.path)
        } ?? layout.finalLayoutAttributesForDisappearingItem(at: element.path)
      },
      animated: view.window != nil && UIView.areAnimationsEnabled,
      finish: { layout.finalizeCollectionViewUpdates() },
      completion: { finished in
        for completion in batch.completions { completion(finished) }
      })
  }

  private static func moved(_ element: CollectionElement, _ map: ListMap) -> CollectionElement? {
    guard element.kind != nil else {
      return map.new(element.path).map { CollectionElement(kind: nil, path: $0) }
    }
    return map.newSection(element.path.section).map {
      CollectionElement(
        kind: element.kind, path: IndexPath(item: element.path.item, section: $0))
    }
  }

  private static func items(of list: ListUpdate) -> [UICollectionViewUpdateItem] {
    func section(_ index: Int) -> IndexPath { IndexPath(item: NSNotFound, section: index) }
    var result: [UICollectionViewUpdateItem] = []
    for index in list.deletedSections.sorted() {
      result.append(UICollectionViewUpdateItem(.delete, before: section(index), after: nil))
    }
    for path in list.deletedItems.sorted() {
      result.append(UICollectionViewUpdateItem(.delete, before: path, after: nil))
    }
    for index in list.reloadedSections.sorted() {
      result.append(
        UICollectionViewUpdateItem(.reload, before: section(index), after: section(index)))
    }
    for path in list.reloadedItems.sorted() {
      result.append(UICollectionViewUpdateItem(.reload, before: path, after: path))
    }
    for (from, to) in list.movedSections {
      result.append(UICollectionViewUpdateItem(.move, before: section(from), after: section(to)))
    }
    for (from, to) in list.movedItems {
      result.append(UICollectionViewUpdateItem(.move, before: from, after: to))
    }
    for index in list.insertedSections.sorted() {
      result.append(UICollectionViewUpdateItem(.insert, before: nil, after: section(index)))
    }
    for path in list.insertedItems.sorted() {
      result.append(UICollectionViewUpdateItem(.insert, before: nil, after: path))
    }
    return result
  }

  // MARK: Changes of layouts

  /// Changes to another layout.
  func change(
    to new: UICollectionViewLayout, animated: Bool, _ completion: ((Bool) -> Void)?
  ) {
    let old = view.arrangement
    old.prepareForTransition(to: new)
    new.prepareForTransition(from: old)
    let near = view.attributes(
      in: view.bounds.insetBy(dx: -view.bounds.width, dy: -view.bounds.height))
    new.collectionView?.arrangement = UICollectionViewLayout()
    new.collectionView = view
    view.arrangement = new
    new.isPrepared = false
    new.prepareIfNeeded()
    let views = view.visible.values
    for visible in views { visible.willTransition(from: old, to: new) }
    animate(
      starts: near, isKept: { _ in true }, target: { $0 }, appear: { _ in nil },
      disappear: { _ in nil },
      animated: animated && view.window != nil && UIView.areAnimationsEnabled,
      finish: {
        old.finalizeLayoutTransition()
        new.finalizeLayoutTransition()
      },
      completion: { finished in
        for visible in views { visible.didTransition(from: old, to: new) }
        if old.collectionView === view, view.arrangement !== old { old.collectionView = nil }
        completion?(finished)
      })
  }

  // MARK: Animating

  /// Moves from the attributes before to those of the layout.
  ///
  /// - Parameters:
  ///   - starts: The earlier attributes of visible and near elements, by new element.
  ///   - isKept: Whether an old element keeps its view.
  ///   - target: Returns the new element of an old one; nil for one that is gone.
  ///   - appear: Returns the first attributes of a new item or supplementary view.
  ///   - disappear: Returns the last attributes of one that is gone.
  private func animate(
    starts: SortedDictionary<CollectionElement, Attributes>,
    isKept: (CollectionElement) -> Bool, target: (CollectionElement) -> CollectionElement?,
    appear: (CollectionElement) -> UICollectionViewLayoutAttributes?,
    disappear: (CollectionElement) -> UICollectionViewLayoutAttributes?, animated: Bool,
    finish: @escaping () -> Void, completion: @escaping (Bool) -> Void
  ) {
    let view = view
    defer { view.setNeedsLayout() }
    var size = view.arrangement.collectionViewContentSize
    var offset = finalOffset(size)
    var wanted = view.attributes(in: CGRect(origin: offset, size: view.bounds.size))
    let leavers = sort(wanted, isKept: isKept, target: target, disappear: disappear)
    UIView.performWithoutAnimation {
      // The size of a new cell may move others in or out.
      for _ in 0..<8 {
        var sizesChanged = false
        for (element, attributes) in wanted {
          let start =
            starts[element] ?? appear(element) ?? Self.faded(attributes)
          guard let visible = view.visible[element] ?? view.load(element, start) else { continue }
          sizesChanged = view.fit(visible, attributes) || sizesChanged
        }
        guard sizesChanged else { break }
        view.arrangement.prepareIfNeeded()
        size = view.arrangement.collectionViewContentSize
        offset = finalOffset(size)
        wanted = view.attributes(in: CGRect(origin: offset, size: view.bounds.size))
      }
      view.orderVisible()
      for leaver in leavers { view.sendSubviewToBack(leaver.view) }
      if let backgroundView = view.backgroundView { view.sendSubviewToBack(backgroundView) }
    }
    let changes = {
      view.contentSize = size
      if view.contentOffset != offset { view.contentOffset = offset }
      for (element, attributes) in wanted { view.visible[element]?.take(attributes) }
      for leaver in leavers { leaver.view.take(leaver.end) }
      finish()
    }
    let end = { (finished: Bool) in
      for leaver in leavers {
        leaver.view.alpha = 1
        view.recycle(leaver.view, leaver.element)
      }
      // The animation of a cell ends early when the update moves it out of the visible part.
      completion(finished || view.window != nil)
    }
    if animated {
      UIView.animate(
        withDuration: Self.duration, delay: 0, options: .allowUserInteraction, animations: changes,
        completion: end)
    } else {
      UIView.performWithoutAnimation(changes)
      end(true)
    }
  }

  /// Gives the views that stay their new elements; returns those that leave.
  private func sort(
    _ wanted: SortedDictionary<CollectionElement, Attributes>,
    isKept: (CollectionElement) -> Bool, target: (CollectionElement) -> CollectionElement?,
    disappear: (CollectionElement) -> UICollectionViewLayoutAttributes?
  ) -> [Leaver] {
    var staying: SortedDictionary<CollectionElement, UICollectionReusableView> = [:]
    var leavers: [Leaver] = []
    for (element, visible) in view.visible {
      let current = Attributes()
      current.indexPath = element.path
      (current.center, current.size) = (visible.center, visible.bounds.size)
      (current.transform3D, current.alpha) = (visible.transform3D, visible.alpha)
      current.zIndex = Int(visible.layer.zPosition)
      guard let new = target(element), isKept(element) else {
        let end = disappear(element) ?? Self.faded(current)
        leavers.append(Leaver(view: visible, element: element, end: end))
        continue
      }
      if wanted[new] != nil {
        staying[new] = visible
      } else {
        let end =
          new.kind == nil ? view.arrangement.layoutAttributesForItem(at: new.path) : nil
        leavers.append(
          Leaver(view: visible, element: element, end: end ?? Self.faded(current)))
      }
    }
    view.visible = staying
    return leavers
  }

  private static func faded(
    _ attributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    guard let copy = attributes.copy(with: nil) as? UICollectionViewLayoutAttributes else {
      return attributes
    }
    copy.alpha = 0
    return copy
  }

  /// The offset after the change, within the new content.
  private func finalOffset(_ size: CGSize) -> CGPoint {
    let inset = view.adjustedContentInset
    let proposed = view.arrangement.targetContentOffset(
      forProposedContentOffset: view.contentOffset)
    guard !view.isTracking else { return proposed }
    return CGPoint(
      x: max(-inset.left, min(proposed.x, size.width + inset.right - view.bounds.width)),
      y: max(-inset.top, min(proposed.y, size.height + inset.bottom - view.bounds.height)))
  }
}
