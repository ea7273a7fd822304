// CALayer+Hierarchy.swift
// Sublayers and masks: adding, removing, reordering, and the events they give (semantics 11.4).
//
// SPDX-License-Identifier: MIT

extension CALayer {
  /// The sublayers, or of a presentation copy theirs; nil when there are none.
  var shownSublayers: [CALayer]? {
    let own: [CALayer] =
      if let presentedModel {
        presentedModel.children.compactMap { $0.presentation() }
      } else {
        children
      }
    return own.isEmpty ? nil : own
  }

  /// Makes a layer the mask, taking it from where it was; nil for none.
  func setMask(_ new: CALayer?) {
    guard maskLayer !== new else { return }
    refuseOnPresentation("mask")
    new?.refuseOnPresentation("superlayer")
    if let new {
      precondition(new.parent == nil, "\(new.label) already has a superlayer")
      refuseCycle(new)
    }
    runAction(forKey: "mask")
    // The action may have changed the tree.
    guard maskLayer !== new else { return }
    if let new {
      refuseCycle(new)
      new.leavePlace()
    }
    if let old = maskLayer {
      old.parent = nil
      if old.context === context { old.leaveContext() }
    }
    maskLayer = new
    new?.parent = self
    new?.enter(context)
    context?.mark(self, .children)
    new?.runAction(forKey: kCAOnOrderIn)
  }

  func insert(_ layer: CALayer, checked index: UInt32) {
    precondition(
      Int(index) <= childList.count,
      "there are \(childList.count) sublayers, so none can be inserted at \(index)")
    insert(layer, at: Int(index))
  }

  /// Puts a layer directly behind a sublayer; without one, behind all.
  func insert(_ layer: CALayer, below sibling: CALayer?) {
    if layer === sibling { return }
    insert(layer, at: sibling.flatMap { place(of: $0, without: layer) } ?? 0)
  }

  /// Where a sublayer stands among the others once another one is taken out.
  private func place(of sibling: CALayer, without layer: CALayer) -> Int? {
    guard sibling.parent === self, let index = childList.index(of: sibling) else { return nil }
    guard layer.parent === self, let other = childList.index(of: layer), other < index else {
      return index
    }
    return index - 1
  }

  /// Puts a layer directly in front of a sublayer; without one, in front of all.
  func insert(_ layer: CALayer, above sibling: CALayer?) {
    if layer === sibling { return }
    let index = sibling.flatMap { place(of: $0, without: layer) }
    insert(layer, at: index.map { $0 + 1 } ?? childList.count)
  }

  /// Puts a layer in a sublayer's place.
  func replace(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let known = place(of: oldLayer, without: newLayer) else { return }
    refuseOnPresentation("sublayers")
    newLayer.refuseOnPresentation("superlayer")
    refuseCycle(newLayer)
    runAction(forKey: "sublayers")
    oldLayer.runAction(forKey: kCAOnOrderOut)
    // The actions may have changed the tree.
    refuseCycle(newLayer)
    var index = known
    if let place = place(of: oldLayer, without: newLayer) {
      index = place
      oldLayer.detachFromParentQuietly()
    }
    take(newLayer, at: index)
  }

  /// Takes the layer out of its superlayer.
  func leaveSuperlayer() {
    refuseOnPresentation("superlayer")
    guard let parent else { return }
    if parent.maskLayer === self {
      parent.mask = nil
      return
    }
    parent.runAction(forKey: "sublayers")
    runAction(forKey: kCAOnOrderOut)
    // An action may have taken it elsewhere, where it stays.
    guard self.parent === parent, parent.maskLayer !== self else { return }
    detachFromParentQuietly()
    parent.markNeedsLayout()
  }

  /// - Parameter staysLive: Whether it goes to another place in the same live tree.
  private func detachFromParentQuietly(staysLive: Bool = false) {
    guard let parent else { return }
    parent.childList.remove(self)
    parent.context?.mark(parent, .children)
    self.parent = nil
    // The root of a live tree may be in a layer that is not live; there it stays what it is.
    if !staysLive && context === parent.context { leaveContext() }
  }

  func insert(_ layer: CALayer, at index: Int) {
    refuseOnPresentation("sublayers")
    layer.refuseOnPresentation("superlayer")
    refuseCycle(layer)
    let isMove = isSublayer(layer)
    if isMove, childList.index(of: layer) == min(index, childList.count - 1) { return }
    runAction(forKey: "sublayers")
    // The action may have changed the tree.
    refuseCycle(layer)
    guard isMove, isSublayer(layer) else {
      take(layer, at: index)
      return
    }
    childList.move(layer, to: min(index, childList.count - 1))
    context?.mark(self, .children)
  }

  private func isSublayer(_ layer: CALayer) -> Bool {
    layer.parent === self && maskLayer !== layer
  }

  /// Takes the layer out of where it is, as it goes elsewhere. Nobody is asked.
  ///
  /// Within one transaction a move keeps the animations: only the tree as committed counts.
  private func leavePlace(staysLive: Bool = false) {
    guard let old = parent else { return }
    if old.maskLayer === self { old.maskLayer = nil }
    detachFromParentQuietly(staysLive: staysLive)
    old.markNeedsLayout()
  }

  /// Puts a layer among the sublayers, taking it from where it was.
  private func take(_ layer: CALayer, at index: Int) {
    // What moves within its tree is not touched, however much is in it.
    let staysLive = context != nil && layer.context === context
    layer.leavePlace(staysLive: staysLive)
    childList.insert(layer, at: min(index, childList.count))
    layer.parent = self
    if layer.mayFollowSuperlayer { sublayersFollow = true }
    if !staysLive {
      layer.enter(context)
    } else if layer.isListedForLayout || layer.needsLayoutFlag {
      layer.isListedForLayout = false
      layer.listForLayout()
    }
    context?.mark(self, .children)
    layer.runAction(forKey: kCAOnOrderIn)
    markNeedsLayout()
  }

  /// Makes these the sublayers, in this order.
  func setSublayers(_ new: [CALayer]) {
    let kept = Set(new.map { ObjectIdentifier($0) })
    for child in children where !kept.contains(ObjectIdentifier(child)) && isSublayer(child) {
      child.removeFromSuperlayer()
    }
    // One step back for each that is not where it belongs would move all the others each time; so
    // each is asked about as if it were moved alone, and the order is made at the end.
    var standing = children[...]
    var moved = Set<ObjectIdentifier>()
    for child in new {
      guard isSublayer(child) else {
        insert(child, at: childList.count)
        continue
      }
      while let next = standing.first, moved.contains(ObjectIdentifier(next)) {
        standing.removeFirst()
      }
      if standing.first === child {
        standing.removeFirst()
      } else if moved.insert(ObjectIdentifier(child)).inserted {
        runAction(forKey: "sublayers")
      }
    }
    if kept.count == new.count && childList.count == new.count
      && new.allSatisfy({ isSublayer($0) })
    {
      if children != new {
        childList.replaceAll(with: new)
        context?.mark(self, .children)
      }
    } else {
      // A layer given twice, or an action that changed the tree meanwhile: one step after the other.
      for (index, child) in new.enumerated() { insert(child, at: min(index, childList.count)) }
    }
  }

  private func refuseCycle(_ layer: CALayer) {
    precondition(layer !== self, "\(layer.label) cannot be put into itself")
    // Nobody is beneath a layer without sublayers; so a deep tree can be built from its top.
    if layer.childList.isEmpty && layer.maskLayer == nil { return }
    var current = parent
    while let ancestor = current {
      precondition(ancestor !== layer, "\(layer.label) cannot be put into its own sublayer")
      current = ancestor.parent
    }
  }

  // MARK: Contexts

  /// Visits the layer and everything beneath it, superlayers first; what a visit refuses, and what is
  /// beneath that, is left out. As trees may be deep, the call stack is left alone.
  func visitTree(_ visit: (CALayer) -> Bool) {
    guard visit(self), !childList.isEmpty || maskLayer != nil else { return }
    var waiting = layersBeneath
    while let layer = waiting.popLast() {
      if visit(layer), !layer.childList.isEmpty || layer.maskLayer != nil {
        waiting += layer.layersBeneath
      }
    }
  }

  /// The mask and the sublayers, front to back.
  private var layersBeneath: [CALayer] {
    (maskLayer.map { [$0] } ?? []) + children.reversed()
  }

  /// Tells the layer and everything beneath it that its tree is live.
  func enter(_ context: LayerContext?) {
    guard let context else { return }
    visitTree { layer in
      guard layer.context !== context else { return false }
      // A layer is in one tree alone: the root of another ends that one.
      if let other = layer.context, other.root === layer { other.invalidate() }
      layer.context = context
      context.didEnter(layer)
      return true
    }
  }

  /// Tells the layer and everything beneath it that its tree is no longer live.
  func leaveContext() {
    visitTree { layer in
      guard let context = layer.context else { return false }
      layer.context = nil
      layer.layoutBelow = []
      layer.isListedForLayout = false
      context.didLeave(layer)
      return true
    }
  }

  /// The sublayers, back to front.
  var children: [CALayer] { childList.elements }

  /// The class and name, for messages.
  package var label: String { "\(type(of: self))" + (name.map { " \"\($0)\"" } ?? "") }
}

/// The event of a layer that enters a tree.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that leaves a tree.
public let kCAOnOrderOut = "onOrderOut"
