// CALayer+Hierarchy.swift
// Sublayers and masks: adding, removing, reordering, and the events they give (semantics 11.4).
//
// SPDX-License-Identifier: MIT

extension CALayer {
  /// The sublayers, back to front; nil when there are none.
  public var sublayers: [CALayer]? {
    get {
      let own: [CALayer] =
        if let presentedModel {
          presentedModel.children.compactMap { $0.presentation() }
        } else {
          children
        }
      return own.isEmpty ? nil : own
    }
    set { setSublayers(newValue ?? []) }
  }

  /// The layer whose sublayer or mask this is.
  public var superlayer: CALayer? {
    if let presentedModel { return presentedModel.parent?.presentation() }
    return parent
  }

  /// A layer whose alpha cuts this one and its sublayers out. Default nil.
  ///
  /// - Precondition: The mask is not this layer, above it, or anybody's sublayer.
  public var mask: CALayer? {
    get { presentedModel.map { $0.maskLayer?.presentation() } ?? maskLayer }
    set {
      guard maskLayer !== newValue else { return }
      refuseOnPresentation("mask")
      if let newValue {
        precondition(newValue.parent == nil, "\(newValue.label) already has a superlayer")
        refuseCycle(newValue)
      }
      runAction(forKey: "mask")
      if let old = maskLayer {
        old.parent = nil
        old.leaveContext()
      }
      maskLayer = newValue
      newValue?.parent = self
      newValue?.enter(context)
      context?.mark(self, .children)
      newValue?.runAction(forKey: kCAOnOrderIn)
    }
  }

  /// Adds a layer in front of all others, taking it from where it was.
  public func addSublayer(_ layer: CALayer) { insert(layer, at: childList.count) }

  /// Adds a layer at an index, 0 behind all others.
  ///
  /// - Precondition: The index is at most the number of sublayers.
  public func insertSublayer(_ layer: CALayer, at index: UInt32) {
    precondition(
      Int(index) <= childList.count,
      "there are \(childList.count) sublayers, so none can be inserted at \(index)")
    insert(layer, at: Int(index))
  }

  /// Adds a layer directly behind a sublayer; without one, behind all.
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
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

  /// Adds a layer directly in front of a sublayer; without one, in front of all.
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    if layer === sibling { return }
    let index = sibling.flatMap { place(of: $0, without: layer) }
    insert(layer, at: index.map { $0 + 1 } ?? childList.count)
  }

  /// Puts a layer in a sublayer's place.
  public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let index = place(of: oldLayer, without: newLayer) else { return }
    refuseOnPresentation("sublayers")
    refuseCycle(newLayer)
    runAction(forKey: "sublayers")
    oldLayer.runAction(forKey: kCAOnOrderOut)
    oldLayer.detachFromParentQuietly()
    if newLayer.parent === self { newLayer.detachFromParentQuietly() }
    take(newLayer, at: index)
  }

  /// Takes the layer out of its superlayer; its animations end when that is committed.
  public func removeFromSuperlayer() {
    refuseOnPresentation("superlayer")
    guard let parent else { return }
    if parent.maskLayer === self {
      parent.mask = nil
      return
    }
    parent.runAction(forKey: "sublayers")
    runAction(forKey: kCAOnOrderOut)
    detachFromParentQuietly()
    parent.markNeedsLayout()
  }

  private func detachFromParentQuietly() {
    guard let parent else { return }
    parent.childList.remove(self)
    parent.context?.mark(parent, .children)
    self.parent = nil
    leaveContext()
  }

  private func insert(_ layer: CALayer, at index: Int) {
    refuseOnPresentation("sublayers")
    layer.refuseOnPresentation("superlayer")
    refuseCycle(layer)
    if layer.parent === self, maskLayer !== layer, let old = childList.index(of: layer) {
      let target = min(index, childList.count - 1)
      guard old != target else { return }
      runAction(forKey: "sublayers")
      childList.move(layer, to: min(target, childList.count - 1))
      context?.mark(self, .children)
      return
    }
    runAction(forKey: "sublayers")
    take(layer, at: index)
  }

  /// Puts a layer among the sublayers, taking it from another superlayer.
  private func take(_ layer: CALayer, at index: Int) {
    if let old = layer.parent {
      // Within one transaction a move keeps the animations; only the tree as committed counts.
      if old.maskLayer === layer { old.maskLayer = nil }
      layer.detachFromParentQuietly()
      old.markNeedsLayout()
    }
    childList.insert(layer, at: min(index, childList.count))
    layer.parent = self
    layer.enter(context)
    context?.mark(self, .children)
    layer.runAction(forKey: kCAOnOrderIn)
    markNeedsLayout()
  }

  /// Makes these the sublayers, in this order.
  private func setSublayers(_ new: [CALayer]) {
    let kept = Set(new.map { ObjectIdentifier($0) })
    for child in children where !kept.contains(ObjectIdentifier(child)) {
      child.removeFromSuperlayer()
    }
    // One step back for each that is not where it belongs would move all the others each time; so
    // each is asked about as if it were moved alone, and the order is made at the end.
    var standing = children[...]
    var moved = Set<ObjectIdentifier>()
    for child in new {
      guard child.parent === self, maskLayer !== child else {
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
      && new.allSatisfy({ $0.parent === self && maskLayer !== $0 })
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
    var current: CALayer? = self
    while let ancestor = current {
      precondition(
        ancestor !== layer, "\(layer.label) cannot be put into itself or its own sublayer")
      current = ancestor.parent
    }
  }

  // MARK: Contexts

  /// Tells the layer and everything beneath it that its tree is live.
  func enter(_ context: LayerContext?) {
    guard let context, self.context !== context else { return }
    self.context = context
    context.didEnter(self)
    for child in children { child.enter(context) }
    maskLayer?.enter(context)
  }

  /// Tells the layer and everything beneath it that its tree is no longer live.
  func leaveContext() {
    guard let context else { return }
    self.context = nil
    layoutBelow = []
    isListedForLayout = false
    context.didLeave(self)
    for child in children { child.leaveContext() }
    maskLayer?.leaveContext()
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
