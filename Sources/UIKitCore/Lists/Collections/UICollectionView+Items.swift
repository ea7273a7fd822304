// UICollectionView+Items.swift
// Registered classes and reuse of views, and selection by presses.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UICollectionView {
  // MARK: Registering

  final func register(_ type: AnyClass?, _ base: AnyClass, _ key: String) {
    guard let type else {
      classes[key] = nil
      return
    }
    guard let view = type as? UICollectionReusableView.Type,
      base != UICollectionViewCell.self || type is UICollectionViewCell.Type
    else { trap("the class must be a class of \(base), not \(type)") }
    classes[key] = view
  }

  final func dequeue(
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
    // A view's initialiser may lay out its content.
    let view = UIView.withoutAnimation { ListClasses.make(type, frame: loadedFrame) }
    view.reuseIdentifier = identifier
    return view
  }

  // MARK: Views and paths

  final func contains(_ path: IndexPath) -> Bool {
    counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  // MARK: Scrolling

  final func clampedToContent(_ offset: CGPoint) -> CGPoint {
    let inset = adjustedContentInset
    return CGPoint(
      x: max(-inset.left, min(offset.x, contentSize.width + inset.right - bounds.width)),
      y: max(-inset.top, min(offset.y, contentSize.height + inset.bottom - bounds.height)))
  }

  // MARK: Selection

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
