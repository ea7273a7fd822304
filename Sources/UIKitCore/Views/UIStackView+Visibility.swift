// UIStackView+Visibility.swift
// Stage: layout. Arranged views that are hidden or shown in an animation: squeezed to nothing, or grown from it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A change of an arranged view between hidden and shown, until its block has ended.
@MainActor final class VisibilityChange {
  let hides: Bool
  /// The length along the axis before the change, in points.
  let lengthBefore: CGFloat
  /// Where a view that is shown grows from, along the axis, in points; nil for one that is already in place.
  private(set) var edge: CGFloat?
  /// The length that a view that is shown gets.
  private(set) var lengthAfter: CGFloat = 0
  private let isRow: Bool

  init(hides: Bool, from length: CGFloat, edge: CGFloat?, isRow: Bool) {
    (self.hides, lengthBefore, self.edge, self.isRow) = (hides, length, edge, isRow)
  }

  /// Whether the animation has gone back to its start, as that of a reversed animator does.
  func wentBack(to length: CGFloat) -> Bool {
    hides
      ? lengthBefore > 0 && abs(length - lengthBefore) < 0.01
      : lengthAfter > 0 && lengthBefore == 0 && length < 0.01
  }

  /// Squeezes a view that is shown, before its first layout gives it a frame.
  func willPlace(_ view: UIView, in rect: CGRect) {
    guard !hides else { return }
    lengthAfter = isRow ? rect.width : rect.height
    guard let edge else { return }
    self.edge = nil
    let anchor = view.layer.anchorPoint
    UIView.performWithoutAnimation {
      view.bounds.size =
        isRow ? CGSize(width: 0, height: rect.height) : CGSize(width: rect.width, height: 0)
      view.center =
        isRow
        ? CGPoint(x: edge, y: rect.minY + rect.height * anchor.y)
        : CGPoint(x: rect.minX + rect.width * anchor.x, y: edge)
    }
  }

  /// Squeezes a view that is hidden to nothing at a place along the axis.
  func squeeze(_ view: UIView, at edge: CGFloat) {
    var (size, center) = (view.bounds.size, view.center)
    if isRow { (size.width, center.x) = (0, edge) } else { (size.height, center.y) = (0, edge) }
    if view.bounds.size != size { view.bounds.size = size }
    if view.center != center { view.center = center }
  }
}

extension UIStackView {
  /// Hides or shows an arranged view with the animations of the block that is open.
  ///
  /// - Returns: False if nothing animates, or for another view.
  final func animateArranged(_ view: UIView, hides: Bool) -> Bool {
    guard window != nil, arrangedSubviews.contains(view),
      let block = BlockAnimationContext.animating
    else { return false }
    let grows = !hides && view.layer.isHidden
    let change = VisibilityChange(
      hides: hides, from: grows ? 0 : along(view.bounds.size), edge: grows ? edge(of: view) : nil,
      isRow: isRow)
    view.ownRareState.visibility = change
    view.layer.isHidden = false
    contentDidChange()
    block.layOutAtEnd(self)
    let end: () -> Void = { [weak self, weak view] in
      if let view { self?.settle(change, of: view) }
    }
    // An animator sets the values of the position at which it ends after its animations have ended.
    block.state.notify(atEnd: block.restStartsFromModel ? { CallbackQueue.enqueue(end) } : end)
    return true
  }

  private func settle(_ change: VisibilityChange, of view: UIView) {
    // Hidden or shown again meanwhile.
    guard view.rareState?.visibility === change else { return }
    view.rareState?.visibility = nil
    let wentBack = change.wentBack(to: along(view.bounds.size))
    view.layer.isHidden = change.hides != wentBack
    if wentBack { contentDidChange() }
  }

  /// Squeezes the views that are being hidden, at the edges of their neighbours.
  final func squeezeHidingViews() {
    for view in arrangedSubviews {
      guard let change = view.rareState?.visibility, change.hides else { continue }
      change.squeeze(view, at: edge(of: view))
    }
  }

  /// The place along the axis at which a view has no length: where the next view begins, else where the previous one
  /// ends, else where the content begins.
  private func edge(of view: UIView) -> CGFloat {
    func isInPlace(_ other: UIView) -> Bool {
      other !== view && !other.isHidden && other.rareState?.visibility?.edge == nil
    }
    let views = arrangedSubviews
    let index = views.firstIndex(of: view) ?? 0
    if let next = views[index...].first(where: isInPlace) { return start(of: next) }
    if let last = views[..<index].last(where: isInPlace) {
      return start(of: last) + along(last.bounds.size)
    }
    let box = contentBox
    return isRow ? box.minX : box.minY
  }

  /// Not of the frame, which is undefined under a transform.
  private func start(of view: UIView) -> CGFloat {
    let (anchor, size) = (view.layer.anchorPoint, view.bounds.size)
    return isRow
      ? view.center.x - size.width * anchor.x : view.center.y - size.height * anchor.y
  }
}
