// UIView+Hierarchy.swift
// Inserting, moving and removing subviews, with notifications to all views concerned.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UIView: Sibling {
  /// The subviews, from back to front.
  final var storedSubviews: [UIView] { subviewList.elements }

  /// A position among siblings.
  enum Position {
    case front
    case index(Int)
    case below(UIView)
    case above(UIView)
  }

  /// Inserts a view, removing it from its previous superview.
  final func insert(_ view: UIView, at position: Position) {
    // A view without subviews is above no other, so that building a tree from its root is linear.
    trap(
      unless: view !== self && (view.storedSubviews.isEmpty || !isDescendant(of: view)),
      "a view cannot be added to itself or to one of its descendants")
    view.endMasking()
    if view.storedSuperview == nil { view.willLeaveTop() }
    let wasHere = view.storedSuperview === self
    if LayoutPass.isInUse, !wasHere {
      if view.storedSuperview != nil { view.leaveLayout() }
      view.joinLayout(of: self)
    }
    let (oldWindow, newWindow) = (view.window, window)
    let oldTint = wasHere ? nil : view.inheritedTint
    let oldTraits = wasHere || UITraitCollection.isUniform ? nil : view.currentTraitCollection
    if !wasHere { view.willMove(toSuperview: self) }
    if oldWindow !== newWindow { view.forEachInTree { $0.willMove(toWindow: newWindow) } }
    if wasHere {
      subviewList.remove(view)
    } else if let old = view.storedSuperview {
      old.willRemoveSubview(view)
      view.resignResponder(in: oldWindow, unless: newWindow)
      old.subviewList.remove(view)
    }
    let index = resolve(position)
    // Layers without a view may lie between, so the position is relative to a sibling's layer.
    if index < subviewList.count {
      layer.insertSublayer(view.layer, below: storedSubviews[index].layer)
    } else if case .above(let sibling) = position, sibling.storedSuperview === self {
      layer.insertSublayer(view.layer, above: sibling.layer)
    } else {
      layer.addSublayer(view.layer)
    }
    subviewList.insert(view, at: index)
    let here = window
    if view.window !== here { view.forEachInTree { $0.storedWindow = here } }
    view.storedSuperview = self
    if let oldTraits { view.appearanceMayDiffer(from: oldTraits) }
    if oldWindow !== newWindow { view.windowDidChange(to: newWindow) }
    if !wasHere {
      view.didMoveToSuperview()
      // Not at every level of a tree that is built from its leaves.
      if view.storedTintColor == nil, oldWindow !== newWindow || view.inheritedTint != oldTint {
        view.tintColorTreeDidChange()
      }
      if Self.hasSafeAreas { view.safeAreaMayDiffer() }
    }
    didAddSubview(view)
    setNeedsLayout()
    for view in [self, view] { view.notifyObservers() }
  }

  private func resolve(_ position: Position) -> Int {
    switch position {
    case .front: return subviewList.count
    case .index(let index):
      trap(unless: index >= 0, "a subview cannot be at index \(index)")
      return min(index, subviewList.count)
    case .below(let sibling):
      return index(of: sibling) ?? subviewList.count
    case .above(let sibling):
      return index(of: sibling).map { $0 + 1 } ?? subviewList.count
    }
  }

  private func index(of view: UIView) -> Int? {
    view.storedSuperview === self ? subviewList.index(of: view) : nil
  }

  /// Removes the view from its superview.
  final func detach() {
    guard let old = storedSuperview else { return }
    let (oldWindow, newWindow) = (window, asWindow)
    willMove(toSuperview: nil)
    if oldWindow !== newWindow { forEachInTree { $0.willMove(toWindow: newWindow) } }
    old.willRemoveSubview(self)
    if LayoutPass.isInUse { leaveLayout() }
    resignResponder(in: oldWindow, unless: nil)
    layer.removeFromSuperlayer()
    // The superview may hold the last reference to the removed view.
    withExtendedLifetime(self) {
      old.subviewList.remove(self)
      if window !== newWindow { forEachInTree { $0.storedWindow = newWindow } }
      storedSuperview = nil
      // As every window that was not shown yet.
      newWindow?.layer.isHidden = true
      if oldWindow !== newWindow { windowDidChange(to: newWindow) }
      didMoveToSuperview()
      for view in [old, self] { view.notifyObservers() }
    }
    old.setNeedsLayout()
  }

  /// Moves a subview to an index, counted from the back.
  final func reorder(_ view: UIView, to index: Int) {
    guard let old = self.index(of: view), old != index else { return }
    subviewList.remove(view)
    if index < subviewList.count {
      layer.insertSublayer(view.layer, below: storedSubviews[index].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    subviewList.insert(view, at: index)
    notifyObservers()
  }

  /// Exchanges two subviews.
  final func exchange(_ first: Int, _ second: Int) {
    trap(
      unless: storedSubviews.indices.contains(first) && storedSubviews.indices.contains(second),
      "there are no subviews \(first) and \(second) among \(storedSubviews.count)")
    let (low, high) = (min(first, second), max(first, second))
    guard low != high else { return }
    let (back, front) = (storedSubviews[low], storedSubviews[high])
    reorder(back, to: high)
    reorder(front, to: low)
  }

  /// Calls a function with this view and its descendants, parents first.
  ///
  /// Iterative, as trees may be deep.
  ///
  /// - Parameter isIncluded: Whether a subview is visited, with its own subviews.
  final func forEachInTree(
    where isIncluded: (UIView) -> Bool = { _ in true }, _ body: (UIView) -> Void
  ) {
    var waiting: [UIView] = [self]
    while let view = waiting.popLast() {
      body(view)
      waiting += view.storedSubviews.reversed().filter(isIncluded)
    }
  }

  /// Removes the animations of the layers of this view and its descendants. Layers without a view keep theirs.
  final func removeAnimationsInTree() { forEachInTree { $0.layer.removeAllAnimations() } }

  private func windowDidChange(to window: UIWindow?) {
    let isOnScreen = window.map { !$0.isHidden } ?? false
    forEachInTree { view in
      if AppearanceRules.isInUse, window != nil { AppearanceRules.apply(to: view) }
      view.didMoveToWindow()
      isOnScreen ? view.owningController?.appear() : view.owningController?.disappear()
    }
  }

  /// Resigns the first responder when it leaves its window with this view.
  private func resignResponder(in oldWindow: UIWindow?, unless newWindow: UIWindow?) {
    guard let oldWindow, oldWindow !== newWindow,
      let responder = oldWindow.currentFirstResponder
    else { return }
    var current: UIResponder? = responder
    while let some = current {
      if some === self {
        responder.resignFirstResponder()
        // A view that leaves cannot refuse.
        if oldWindow.currentFirstResponder === responder { oldWindow.currentFirstResponder = nil }
        return
      }
      current = some.next
    }
  }
}
