// CALayer+Hierarchy.swift
// Sublayers and masks: adding, removing, reordering, and the actions that these search.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

extension CALayer {
  /// The sublayers, of a presentation copy as presentation copies; nil when there are none.
  var presentedSublayers: [CALayer]? {
    let own: [CALayer] =
      if let presentedModel {
        presentedModel.children.compactMap { $0.presentation() }
      } else {
        children
      }
    return own.isEmpty ? nil : own
  }

  /// Makes a layer the mask, removing it from its previous superlayer; nil for none.
  func setMask(_ new: CALayer?) {
    guard maskLayer !== new else { return }
    refuseOnPresentation("mask")
    new?.refuseOnPresentation("superlayer")
    if let new { refuseCycle(new) }
    ensureTransaction()
    runAction(forKey: "mask")
    // The action may have changed the tree.
    guard maskLayer !== new else { return }
    if let new {
      guard canStillTake(new) else { return }
      new.detachForMove()
    }
    if let old = maskLayer {
      old.parent = nil
      if old.context === context { old.leaveContext() }
    }
    maskLayer = new
    new?.parent = self
    new?.enter(context)
    context?.mark(self, .children)
    notifyObservers()
    new?.runAction(forKey: kCAOnOrderIn)
  }

  func insert(_ layer: CALayer, checked index: UInt32) {
    insert(layer, at: min(Int(index), childList.count))
  }

  /// Inserts a layer directly behind a sublayer; without one, behind all.
  func insert(_ layer: CALayer, below sibling: CALayer?) {
    if layer === sibling { return }
    insert(layer, at: sibling.flatMap { siblingIndex(of: $0, without: layer) } ?? 0)
  }

  /// The index of a sublayer once another one is removed.
  private func siblingIndex(of sibling: CALayer, without layer: CALayer) -> Int? {
    guard sibling.parent === self, let index = childList.index(of: sibling) else { return nil }
    guard layer.parent === self, let other = childList.index(of: layer), other < index else {
      return index
    }
    return index - 1
  }

  /// Inserts a layer directly in front of a sublayer; without one, in front of all.
  func insert(_ layer: CALayer, above sibling: CALayer?) {
    if layer === sibling { return }
    let index = sibling.flatMap { siblingIndex(of: $0, without: layer) }
    insert(layer, at: index.map { $0 + 1 } ?? childList.count)
  }

  /// Replaces a sublayer with a layer.
  func replace(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let known = siblingIndex(of: oldLayer, without: newLayer) else {
      return
    }
    refuseOnPresentation("sublayers")
    newLayer.refuseOnPresentation("superlayer")
    refuseCycle(newLayer)
    ensureTransaction()
    runAction(forKey: "sublayers")
    oldLayer.runAction(forKey: kCAOnOrderOut)
    // The actions may have changed the tree.
    guard canStillTake(newLayer) else { return }
    var index = known
    if let current = siblingIndex(of: oldLayer, without: newLayer) {
      index = current
      oldLayer.detachFromParent()
    }
    adopt(newLayer, at: index)
  }

  /// Removes the layer from its superlayer.
  func detachFromSuperlayer() {
    refuseOnPresentation("superlayer")
    guard let parent else { return }
    if parent.maskLayer === self {
      parent.mask = nil
      return
    }
    ensureTransaction()
    parent.runAction(forKey: "sublayers")
    runAction(forKey: kCAOnOrderOut)
    // An action may have moved it elsewhere, where it remains.
    guard self.parent === parent, parent.maskLayer !== self else { return }
    detachFromParent()
    parent.markNeedsLayout()
  }

  /// Removes the layer from its parent without searching actions.
  ///
  /// - Parameter staysLive: Whether it moves within one live tree.
  private func detachFromParent(staysLive: Bool = false) {
    guard let parent else { return }
    parent.childList.remove(self)
    parent.context?.mark(parent, .children)
    self.parent = nil
    // The root of a live tree may be a sublayer of a layer that is not live; it remains a root.
    if !staysLive && context === parent.context { leaveContext() }
    parent.notifyObservers()
  }

  func insert(_ layer: CALayer, at index: Int) {
    refuseAsSublayer(layer)
    place(layer, at: index)
  }

  private func refuseAsSublayer(_ layer: CALayer) {
    refuseOnPresentation("sublayers")
    layer.refuseOnPresentation("superlayer")
    refuseCycle(layer)
  }

  /// Inserts a layer that is not above this one.
  private func place(_ layer: CALayer, at index: Int) {
    let isMove = isSublayer(layer)
    if isMove, childList.index(of: layer) == min(index, childList.count - 1) { return }
    ensureTransaction()
    runAction(forKey: "sublayers")
    // The action may have changed the tree.
    guard canStillTake(layer) else { return }
    guard isMove, isSublayer(layer) else {
      adopt(layer, at: index)
      return
    }
    childList.move(layer, to: min(index, childList.count - 1))
    context?.mark(self, .children)
    notifyObservers()
  }

  private func isSublayer(_ layer: CALayer) -> Bool {
    layer.parent === self && maskLayer !== layer
  }

  /// Removes the layer from its superlayer before it is added elsewhere, without searching actions.
  ///
  /// Within one transaction a move keeps the animations: only committed trees are compared.
  private func detachForMove(staysLive: Bool = false) {
    guard let old = parent else { return }
    if old.maskLayer === self { old.maskLayer = nil }
    detachFromParent(staysLive: staysLive)
    old.markNeedsLayout()
  }

  /// Adds a layer to the sublayers, removing it from its previous superlayer.
  private func adopt(_ layer: CALayer, at index: Int) {
    // A subtree that moves within its tree need not be visited.
    let staysLive = context != nil && layer.context === context
    layer.detachForMove(staysLive: staysLive)
    childList.insert(layer, at: min(index, childList.count))
    layer.parent = self
    if layer.isAutoresizing { layerState[.hasAutoresizingSublayers] = true }
    if !staysLive {
      layer.enter(context)
    } else if layer.layerState[.isListedForLayout] || layer.layerState[.needsLayout] {
      layer.layerState[.isListedForLayout] = false
      layer.listForLayout()
    }
    checkAdopted(layer)
    context?.mark(self, .children)
    layer.runAction(forKey: kCAOnOrderIn)
    markNeedsLayout()
    notifyObservers()
  }

  /// Traps if a new sublayer refers to a superlayer or a context that does not list it: neither reference is
  /// counted, and each is cleared through the list. Compiled out of release builds.
  private func checkAdopted(_ layer: CALayer) {
    assert(
      layer.parent === self && childList.isAtLastKnownIndex(layer),
      "\(layer.label) refers to \(label) as its superlayer without being a sublayer")
    assert(
      context == nil || layer.context === context,
      "\(layer.label) is not in the live tree of its superlayer \(label)")
  }

  /// Replaces the sublayers.
  func setSublayers(_ new: [CALayer]) {
    for child in new { refuseAsSublayer(child) }
    let newIdentifiers = Set(new.map { ObjectIdentifier($0) })
    for child in children
    where !newIdentifiers.contains(ObjectIdentifier(child)) && isSublayer(child) {
      child.removeFromSuperlayer()
    }
    // Moving the layers one by one would take quadratic time. So the actions of the moves are
    // searched one by one, and the new order is set at once.
    var unmoved = children[...]
    var moved = Set<ObjectIdentifier>()
    for child in new {
      guard isSublayer(child) else {
        if canStillTake(child) { place(child, at: childList.count) }
        continue
      }
      while let next = unmoved.first, moved.contains(ObjectIdentifier(next)) {
        unmoved.removeFirst()
      }
      if unmoved.first === child {
        unmoved.removeFirst()
      } else if moved.insert(ObjectIdentifier(child)).inserted {
        runAction(forKey: "sublayers")
      }
    }
    if newIdentifiers.count == new.count && childList.count == new.count
      && new.allSatisfy({ isSublayer($0) })
    {
      if children != new {
        childList.replaceAll(with: new)
        context?.mark(self, .children)
      }
    } else {
      // A layer is given twice, or an action changed the tree meanwhile: insert one by one.
      for (index, child) in new.enumerated() where canStillTake(child) {
        place(child, at: min(index, childList.count))
      }
    }
  }

  private func refuseCycle(_ layer: CALayer) {
    trap(unless: layer !== self, "\(layer.label) cannot be put into itself")
    trap(unless: !isBelow(layer), "\(layer.label) cannot be put into its own sublayer")
  }

  /// Whether a layer is above this one.
  private func isBelow(_ layer: CALayer) -> Bool {
    // A layer without descendants cannot form a cycle, so building a tree from its root is linear.
    if layer.childList.isEmpty && layer.maskLayer == nil { return false }
    var current = parent
    while let ancestor = current {
      if ancestor === layer { return true }
      current = ancestor.parent
    }
    return false
  }

  /// Whether a layer can be put into this one after an action ran. Where the action put this one below the layer,
  /// what the action did remains, as the caller could not foresee it.
  private func canStillTake(_ layer: CALayer) -> Bool {
    guard isBelow(layer) else { return true }
    Diagnostics.reportOnce(
      "\(label) below \(layer.label)",
      "\(layer.label) was not put into \(label): an action has put \(label) below it")
    return false
  }

  // MARK: Contexts

  /// Visits the layer and its descendants, superlayers first; a visit that returns false skips the
  /// descendants. Iterative, as trees may be deep.
  func visitTree(_ visit: (CALayer) -> Bool) {
    guard visit(self), !childList.isEmpty || maskLayer != nil else { return }
    var pending = maskAndSublayers
    while let layer = pending.popLast() {
      if visit(layer), !layer.childList.isEmpty || layer.maskLayer != nil {
        pending += layer.maskAndSublayers
      }
    }
  }

  /// The mask and the sublayers, front to back.
  private var maskAndSublayers: [CALayer] {
    (maskLayer.map { [$0] } ?? []) + children.reversed()
  }

  /// Adds the layer and its descendants to a live tree.
  func enter(_ context: LayerContext?) {
    guard let context else { return }
    visitTree { layer in
      guard layer.context !== context else { return false }
      // A layer is in one tree only: the tree of which it was the root ends.
      if let other = layer.context, other.root === layer { other.invalidate() }
      layer.context = context
      context.didEnter(layer)
      return true
    }
  }

  /// Removes the layer and its descendants from their live tree.
  func leaveContext() {
    visitTree { layer in
      guard let context = layer.context else { return false }
      layer.context = nil
      layer.pendingLayouts = []
      layer.layerState[.isListedForLayout] = false
      context.didLeave(layer)
      return true
    }
  }

  /// The sublayers, back to front.
  var children: [CALayer] { childList.elements }

  /// The class and the name, for messages.
  package var label: String { "\(type(of: self))" + (name.map { " \"\($0)\"" } ?? "") }
}

/// The event of a layer that enters a tree.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that leaves a tree.
public let kCAOnOrderOut = "onOrderOut"
